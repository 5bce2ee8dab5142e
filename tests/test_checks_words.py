"""Words and names: the vocabulary covers what code knows, and nothing is called the same twice."""

from __future__ import annotations

from pathlib import Path

import pytest
from sampling import Break

from generator.checks import Check, words

VOCABULARY, GLOSSARY = "vocabulary.yml", "glossary.yml"

FIRES: list[tuple[Check, Break]] = [
    (
        words.vocabulary_covers_the_code,
        Break(
            VOCABULARY,
            "  archived: {label",
            "  retired: {label: retired, means: R.}\n  archived: {label",
            "statuses: the program knows no word 'retired'.",
        ),
    ),
    (
        words.vocabulary_covers_the_code,
        Break(VOCABULARY, "  faq: 120\n", "", "review_days: needs 'faq'.", at="  engines: 90"),
    ),
    (
        words.labels_are_unique,
        Break("engines/cedar.yml", "name: Cedar\n", "name: BIRCH\n", "'BIRCH' is also the name of engines/birch."),
    ),
    (
        words.labels_are_unique,
        Break(
            "caveats/cedar-lost-burr.yml",
            "title: Cedar stopped reading Burr files",
            "title: Birch listens on every interface and asks for no key",
            "'Birch listens on every interface and asks for no key' is also the name of caveats/birch-open-port.",
        ),
    ),
    (
        words.labels_are_unique,
        Break(
            "features.yml",
            "label: Tensor parallelism",
            "label: chat api",
            "'chat api' is also the label of 'chat-api'.",
        ),
    ),
    (
        words.labels_are_unique,
        Break(GLOSSARY, "    term: API key\n", "    term: KV Cache\n", "'KV Cache' is also the label of 'kv-cache'."),
    ),
    (
        words.terms_are_used,
        Break(
            GLOSSARY,
            "  api-key:\n",
            "  xylem:\n    term: xylem\n    short: S.\n    means: M.\n  api-key:\n",
            "term 'xylem': nothing uses it.",
        ),
    ),
]


@pytest.mark.parametrize(("check", "change"), FIRES)
def test_a_word_too_many_or_too_few_is_told_at_its_place(check: Check, change: Break, tmp_path: Path) -> None:
    """One change, one problem, at the word."""
    (found,) = change.problems(check, tmp_path)
    file, line, says = change.expected(tmp_path)
    assert (found.file, found.message) == (file, says)
    assert found.line in (line, line - 1)  # a label stands at its entry, which may open the line before


def test_every_rule_is_shown_to_fire() -> None:
    """A rule that nothing breaks is not tested."""
    assert {check for check, _ in FIRES} == set(words.CHECKS)


def test_a_term_counts_as_used_by_any_of_its_spellings(tmp_path: Path) -> None:
    """Prose, a feature or another term that points to it is use enough."""
    change = Break(
        GLOSSARY,
        "  api-key:\n",
        "  xylem:\n    term: xylem\n    short: S.\n    means: M.\n    also: laptop\n  api-key:\n",
        "",
    )
    assert change.problems(words.terms_are_used, tmp_path) == []
