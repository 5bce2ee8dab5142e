"""Memory and speed by arithmetic, against numbers that others have published or that fit on a page."""

from __future__ import annotations

from datetime import date

import pytest
from conftest import ROOT
from pydantic import ValidationError

from generator import capacity
from generator.load import load
from generator.schema import Figure, Model, Share

MODELS = load(ROOT / "data").models


def figure(value: float, unit: str) -> Figure:
    return Figure(value=value, unit=unit, as_of=date(2026, 1, 1), sources=("any",))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("model", "per_token"),
    [
        ("llama-3-1-8b", 131_072),
        ("llama-3-3-70b", 327_680),
        ("qwen3-14b", 163_840),
        ("qwen3-30b-a3b", 98_304),
        ("deepseek-v3", 70_272),
        ("gpt-oss-20b", 24_576),
        ("gemma-3-27b", 81_920),
        ("phi-4", 204_800),
    ],
)
def test_cache_per_token_is_as_published(model: str, per_token: int) -> None:
    """In 16 bits, in the layers that keep every token, for every kind of attention."""
    assert capacity.kv_bytes_per_token(MODELS[model]) == per_token


def test_a_cache_of_16_requests_of_8192_tokens_is_exactly_20_gib() -> None:
    """The worked example of a guide, whose unit was wrong: 20 GiB, which are 21.47 GB."""
    assert 16 * capacity.kv_bytes(MODELS["qwen3-14b"], 8192) == 20 * capacity.GIB


def test_layers_with_a_window_stop_growing() -> None:
    """Beyond the window, a further token costs only what the other layers keep of it."""
    gemma: Model = MODELS["gemma-3-27b"]
    grown = capacity.kv_bytes(gemma, 5001) - capacity.kv_bytes(gemma, 5000)
    assert grown == capacity.kv_bytes_per_token(gemma)
    assert capacity.kv_bytes(gemma, 10) == 2 * 62 * 16 * 128 * 2 * 10


def test_weights_count_all_parameters() -> None:
    """8.03 billion parameters of 16 bits are 16.06 GB."""
    assert capacity.weight_bytes(MODELS["llama-3-1-8b"], 16) == pytest.approx(16.06e9, rel=1e-3)


def test_the_decode_ceiling_is_bandwidth_by_bytes_read() -> None:
    """With an empty cache 819.2 GB/s over 16.06 GB gives 51 tokens a second; experts that rest are not read."""
    assert capacity.decode_ceiling(MODELS["llama-3-1-8b"], 16, 0, 819.2e9) == pytest.approx(51.0, abs=0.05)
    sparse = MODELS["qwen3-30b-a3b"]
    assert capacity.decode_ceiling(sparse, 16, 0, 1e12) > capacity.decode_ceiling(MODELS["qwen3-32b"], 16, 0, 1e12)


@pytest.mark.parametrize(
    ("need", "room"), [(0, "fits"), (90, "fits"), (90.5, "tight"), (100, "tight"), (100.5, "too-large")]
)
def test_what_fills_the_memory_is_tight(need: float, room: str) -> None:
    """Above nine tenths nothing is left for the engine itself."""
    assert capacity.room(need, 100) == room


def test_a_shared_memory_counts_with_what_the_gpu_may_take() -> None:
    """Three quarters of 36 GB are 27 GB; a device that states no share has all of its memory."""
    devices = load(ROOT / "data").devices
    assert capacity.usable_bytes(devices["m4-max-32-core"]) == 27e9
    card = devices["rtx-4090"]
    assert card.gpu_share is None
    assert capacity.usable_bytes(card) == capacity.bytes_of(card.memory)


@pytest.mark.parametrize("value", ["0", "-0.5", "1.01", "75", "nan"])
def test_a_share_is_a_part(value: str) -> None:
    """Above 0 and at most 1; percent are refused."""
    with pytest.raises(ValidationError):
        Share(value=value, as_of=date(2026, 1, 1), sources=("any",))  # type: ignore[arg-type]


def test_units_of_memory_and_bandwidth_are_kept_apart() -> None:
    """GiB is 2**30, GB is 10**9; a watt is neither."""
    assert capacity.bytes_of(figure(80, "GiB")) == 80 * 2**30
    assert capacity.bytes_of(figure(80, "GB")) == 80e9
    assert capacity.bytes_per_second(figure(3.35, "TB/s")) == pytest.approx(3.35e12)
    with pytest.raises(KeyError):
        capacity.bytes_of(figure(700, "W"))
