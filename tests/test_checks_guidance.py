"""Guidance stands on something, its words mean one thing, and it does not pass over dangers."""

from __future__ import annotations

from pathlib import Path

import pytest
from sampling import SAMPLE, SAMPLE_DAY, Break

from generator.checks import Check, guidance
from generator.load import load

FAQ, TREE, MYTH = "faq/choosing.yml", "trees/first.yml", "myths/batching-always-wins.yml"

FIRES: list[tuple[Check, Break]] = [
    (
        guidance.guidance_cites_something,
        Break(
            FAQ,
            "    cites: [formats/burr]\n",
            "",
            "question why-batching cites nothing.",
            at="  why-batching:",
        ),
    ),
    (
        guidance.guidance_cites_something,
        Break(
            TREE,
            "    next: Come back with a load to serve.\n    cites: [formats/acorn]\n",
            "    next: Come back with a load to serve.\n",
            "outcome look cites nothing.",
            at="  look:\n",
        ),
    ),
    (
        guidance.spellings_mean_one_term,
        Break(
            "glossary.yml",
            "also: [API keys]",
            "also: [API keys, kv CACHE]",
            "'kv CACHE' is also a spelling of 'kv-cache'.",
            at="  api-key:",
        ),
    ),
    (
        guidance.advice_names_its_dangers,
        Break(
            "caveats/birch-open-port.yml",
            "affects:\n",
            "affects:\n  - {engine: birch, feature: continuous-batching}\n",
            "outcome service: recommends birch for what the danger birch-open-port is about.",
            at="  service:\n    title",
            where=TREE,
        ),
    ),
]


@pytest.mark.parametrize(("check", "change"), FIRES)
def test_what_stands_on_nothing_is_told_at_its_place(check: Check, change: Break, tmp_path: Path) -> None:
    """One line of the sample changes, and the rule names the answer, the outcome or the term."""
    (found,) = change.problems(check, tmp_path)
    assert (found.file, found.line, found.message) == change.expected(tmp_path)


def test_every_rule_is_shown_to_fire() -> None:
    """A rule that nothing breaks is not tested."""
    assert {check for check, _ in FIRES} == set(guidance.CHECKS)


@pytest.mark.parametrize("check", guidance.CHECKS)
def test_good_guidance_is_left_alone(check: Check) -> None:
    """The sample gives no reason for any of the rules."""
    assert list(check(load(SAMPLE), SAMPLE_DAY)) == []
