"""Words that age, found in prose; and the many things that look like versions and are none."""

from __future__ import annotations

from datetime import date

import pytest

from generator.timewords import day_of, find

PRODUCTS = ("Birch", "Elm Serve", "elm.cpp")


def words(text: str) -> list[str]:
    return [found.word for found in find(text, PRODUCTS)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Gone after 1.3.0rc23.post1.", ["1.3.0rc23.post1"]),
        ("Since v0.8 it works; 2.0rc1 broke it.", ["v0.8", "2.0rc1"]),
        ("The build b9123 and v0.11.2 agree.", ["b9123", "v0.11.2"]),
        ("Birch 0.33 refuses it.", ["0.33"]),
        ("elm.cpp 3.1 refuses it; Elm Serve 2.10 does not.", ["3.1", "2.10"]),
        ("OpenVINO's 2026.4.1.0 asks for it.", ["2026.4.1.0"]),
        ("1.2-rc.1 came before 1.2.0-beta.3.", ["1.2.0-beta.3"]),
        ("The latest release is currently the only one that works.", ["latest", "currently"]),
        ("As of today it is new, newly added and new in this line.", ["As of", "is new", "newly", "new"]),
        ("Read on 2026-11-29 and again in March 2026.", ["2026-11-29", "March 2026"]),
        ("It was announced in 2025.", ["in 2025"]),
        ("Recently renamed.", ["Recently"]),
    ],
)
def test_words_that_age(text: str, found: list[str]) -> None:
    """Versions, also short ones after the name of a product; words of the present; days, months and years."""
    assert words(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "compute capability 8.9",
        "Compute capability 10.0 is not the 12.x of RTX 50 cards",
        "compute capability 10.0 and 12.0",
        "cc 7.5, sm_90a and sm 8.9",
        "gfx942 and gfx950",
        "H100, H200, B200, GB300, A100, L40S, MI300X and MI355X",
        "RTX 4090, RTX PRO 6000 and Arc B580",
        "M3 Ultra and M5 Max",
        "Q4_K_M, IQ2_XXS, Q8_0, Q4_0 and TQ1_0",
        "FP8, NVFP4, MXFP4, INT4, W4A16, W8A8 and E4M3",
        "4.5 bits per weight, 4.127 bits, 3.5 bpw",
        "port 8000, port 11434",
        "127.0.0.1:8080 and 0.0.0.0",
        "Llama 3.1 8B, Llama-3.1-8B-Instruct, Qwen2.5 1.5B and Qwen3-30B-A3B",
        "Gemma 3, Phi-3.5, GLM-4.6, DeepSeek-V3.1 and gpt-oss-120b",
        "16.3 GB, 15.2 GiB, 3.35 TB/s, 989.5 TFLOPS, 4.09 times",
        "3,350 GB/s against 819",
        "1.5 GHz, 350 W and 12.5%",
        "PCIe 4.0 and 5.0, NVLink 4, USB4 2.0",
        "at most 0.9 of the memory",
        "--gpu-memory-utilization 0.95",
        "HTTP/1.1 and TLS 1.3",
        "IEEE 754 and PEP 440",
        "the least recently used parts",
        "the old and the new model side by side",
        "a renewed lease",
        "Section 2.3 and figure 1.4",
        "about 2.0 to 2.5 times",
    ],
)
def test_what_only_looks_like_it(text: str) -> None:
    """Hardware, quantization types, models, sizes, addresses and plain numbers are left alone."""
    assert words(text) == []


def test_places_are_where_the_words_stand() -> None:
    """So that a problem can point at them."""
    text = "At compute capability 8.9 since v1.2.3."
    assert [(word.start, word.kind) for word in find(text)] == [(text.index("v1.2.3"), "version")]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026-11-29", date(2026, 11, 29)),
        ("2026-11", date(2026, 11, 1)),
        ("March 2026", date(2026, 3, 1)),
        ("in 2026", date(2026, 1, 1)),
        ("2026-13-01", None),
        ("2026-02-30", None),
        ("v1.2.3", None),
    ],
)
def test_the_first_day_that_a_date_may_mean(text: str, day: date | None) -> None:
    """A month that has begun is not to come."""
    assert day_of(text) == day
