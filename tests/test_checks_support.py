"""Support that cannot be true together."""

from __future__ import annotations

from pathlib import Path

import pytest
from sampling import Break

from generator.checks import Check, support

ALDER, BIRCH = "engines/alder.yml", "engines/birch.yml"

FIRES: list[tuple[Check, Break]] = [
    (
        support.formats_find_their_hardware,
        Break(
            ALDER,
            "  burr: supported\n",
            "  burr: supported\n  chip8: {level: plugin}\n",
            "formats.chip8: chip8 runs on cuda, but alder runs on metal.",
            at="  chip8: {level: plugin}",
        ),
    ),
    (
        support.formats_find_their_hardware,
        Break(
            BIRCH,
            "  cuda: {level: supported, since: 1.2.0}",
            "  cuda: {level: unsupported, since: 1.2.0}",
            "formats.chip8: chip8 runs on cuda, but birch runs on cpu-x86.",
            at="  chip8: {level: plugin",
            more=((BIRCH, "  burr: {level: supported", "  burr: {level: unsupported"),),
        ),
    ),
    (
        support.narrowed_features_find_their_hardware,
        Break(
            ALDER,
            "{level: experimental, on: [metal]}",
            "{level: experimental, on: [metal, cuda]}",
            "features.continuous-batching: is said to work on cuda, which alder does not reach.",
        ),
    ),
    (
        support.containers_hold_the_format,
        Break(
            "formats/burr.yml",
            "stored_in: [acorn]",
            "stored_in: [chip8]",
            "stored_in: chip8 is a number-format, not a container.",
        ),
    ),
    (
        support.devices_run_on_their_architecture,
        Break(
            "devices/willow.yml",
            'chip8: {level: partial, note: "Stored only."}',
            "chip8: supported",
            "precisions.chip8: supported, but formats/chip8 says partial on apple-silicon.",
        ),
    ),
]


@pytest.mark.parametrize(("check", "change"), FIRES)
def test_what_cannot_be_true_together_is_told_at_its_place(check: Check, change: Break, tmp_path: Path) -> None:
    """One change, one problem, at the statement that contradicts the others."""
    (found,) = change.problems(check, tmp_path)
    assert (found.file, found.line, found.message) == change.expected(tmp_path)


def test_every_rule_is_shown_to_fire() -> None:
    """A rule that nothing breaks is not tested."""
    assert {check for check, _ in FIRES} == set(support.CHECKS)


@pytest.mark.parametrize(
    ("check", "change"),
    [
        (support.formats_find_their_hardware, Break(ALDER, "  burr: supported\n", "  chip8: unsupported\n", "")),
        (
            support.formats_find_their_hardware,
            Break("formats/burr.yml", "backends:\n  metal: supported\n  cuda: supported\n", "", ""),
        ),
        (
            support.narrowed_features_find_their_hardware,
            Break(
                BIRCH,
                "tensor-parallel: {level: supported, on: [cuda]}",
                "tensor-parallel: {level: supported, on: cpu-x86}",
                "",
            ),
        ),
        (
            support.devices_run_on_their_architecture,
            Break(
                "formats/chip8.yml",
                '  apple-silicon: {level: partial, note: "Stored, but computed in 16 bits."}\n',
                "",
                "",
            ),
        ),
    ],
)
def test_silence_and_a_stated_no_contradict_nothing(check: Check, change: Break, tmp_path: Path) -> None:
    """A format that states no hardware, a statement of no, an experimental backend: nothing to tell."""
    assert change.problems(check, tmp_path) == []
