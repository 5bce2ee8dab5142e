"""Links inside prose: nothing that runs, nothing that is gone, in every file that people write."""

from __future__ import annotations

from pathlib import Path

import pytest
from sampling import SAMPLE, SAMPLE_DAY, Break, copy_sample, load_with

from generator.checks import Check, prose
from generator.load import load
from generator.prose import is_good_target

PLACES = [
    ("engines/alder.yml", "its readme", "features.chat-api.note", "No streaming; `stream` is ignored | refused."),
    ("engines/birch.yml", "the summary", "summary", "An invented server for many users"),
    ("engines/birch.yml", "a judgement", "suits.public-service.because", "Keys, batching and metrics."),
    ("engines/birch.yml", "a quickstart", "quickstarts[0].security", "It listens on every network interface."),
    ("formats/acorn.yml", "a format", "summary", "An invented file layout"),
    ("devices/willow.yml", "a device", "beware", "The memory is shared with everything else."),
    ("myths/one-tree-fits-all.yml", "a position", "positions[0].says", "Birch is always the fastest."),
    ("trees/first.yml", "an option", "questions.users.options[1].label", "Nobody yet: I only look"),
    ("trees/first.yml", "what stands aside", "outcomes.laptop.aside.birch", "when the laptop only"),
    ("checklists/before-you-start.yml", "an item", "parts.first.items[1].do", "Set an API key."),
    ("glossary.yml", "a term", "terms.kv-cache.short", "What a model keeps of the text it has read."),
    ("features.yml", "a feature", "features.chat-api.means", "Answers chat requests over HTTP."),
    ("vocabulary.yml", "a word", "levels.unsupported.means", "A source says it is not offered."),
    ("sources.yml", "a source", "sources.woodland-guide.title", "A guide to the woodland"),
    ("site.yml", "the site", "tagline", "An invented woodland of engines"),
]  # fmt: skip

FIRES: list[tuple[Check, Break]] = [
    (
        prose.links_lead_somewhere,
        Break(
            file,
            text,
            f"{text} [{what}](javascript:alert)",
            f"{place}: the link to 'javascript:alert' is not allowed.",
        ),
    )
    for file, what, place, text in PLACES
]


@pytest.mark.parametrize(("check", "change"), FIRES, ids=[f"{file}:{place}" for file, _, place, _ in PLACES])
def test_a_script_link_is_told_wherever_it_stands(check: Check, change: Break, tmp_path: Path) -> None:
    """S01: every file, every field that holds prose, with its place."""
    (found,) = change.problems(check, tmp_path)
    assert (found.file, found.line, found.message) == change.expected(tmp_path)


def test_every_rule_is_shown_to_fire() -> None:
    """A rule that nothing breaks is not tested."""
    assert {check for check, _ in FIRES} == set(prose.CHECKS)


SCRIPTS = ["javascript:alert(1)", " JaVaScRiPt:alert(1)", "java&#115;cript:alert(1)", "data:text/html;base64,PHN2Zz4="]
OTHERS = [
    "vbscript:x",
    "file:///etc/passwd",
    "//evil.example",
    "mailto:elm@example.org",
    "../engines/birch",
    "#top",
    "x",
]


@pytest.mark.parametrize("target", [*SCRIPTS, *OTHERS])
def test_only_web_addresses_and_things_in_the_data_are_allowed(target: str, tmp_path: Path) -> None:
    """S01: schemes in any disguise, other hosts without a scheme, and paths."""
    data = load_with(tmp_path, "formats/acorn.yml", "made_by: Oak", f'made_by: "[x]({target})"')
    said = [problem.message for problem in prose.links_lead_somewhere(data, SAMPLE_DAY)]
    assert len(said) == 1
    assert said[0].startswith("made_by: the link to '")
    assert said[0].endswith(" is not allowed.")


@pytest.mark.parametrize(
    ("target", "nearest"),
    [
        ("engines/brich", "engines/birch"),
        ("engines/birch:formats.bur", "engines/birch:formats.burr"),
        ("glossary/kv-cache", "glossary/glossary:terms.kv-cache"),
        ("trees/first:outcomes.laptops", "trees/first:outcomes.laptop"),
    ],
)
def test_a_link_to_what_is_gone_is_told_with_the_nearest(target: str, nearest: str, tmp_path: Path) -> None:
    """A renamed thing breaks the prose that speaks of it."""
    data = load_with(tmp_path, "formats/acorn.yml", "made_by: Oak", f'made_by: "[x]({target})"')
    (found,) = prose.links_lead_somewhere(data, SAMPLE_DAY)
    assert (found.message, found.hint) == (
        f"made_by: the link to {target!r} leads nowhere.",
        f"Did you mean {nearest!r}?",
    )


@pytest.mark.parametrize("target", sorted(prose.addresses(load(SAMPLE))))
def test_everything_that_has_an_address_can_be_linked(target: str) -> None:
    """An address that is offered is one that the check and the pages accept."""
    assert is_good_target(target)


@pytest.mark.parametrize(
    "text",
    [
        "[x](https://example.org/a_(b)?q=x#y) and [y](HTTP://EXAMPLE.ORG)",
        "[x](engines/birch), [y](engines/birch:formats.burr), [z](faq/choosing:questions.why-batching)",
        "[x](tables/engines)",
        "array[0], see [1] (2) and `f[x](y)`",
        "javascript: is a word here",
    ],
)
def test_good_links_and_what_only_looks_like_a_link_are_not_told(text: str, tmp_path: Path) -> None:
    """Web addresses, things in the data, tables of the site; brackets of code and prose are none."""
    data = load_with(tmp_path, "formats/acorn.yml", "made_by: Oak", f"made_by: '{text}'")
    assert list(prose.links_lead_somewhere(data, SAMPLE_DAY)) == []


def test_commands_and_probes_are_not_prose(tmp_path: Path) -> None:
    """What is shown as typed, or looked for in a file, may hold any brackets."""
    data = copy_sample(tmp_path)
    alder = data / "engines/alder.yml"
    text = alder.read_text("utf-8").replace("alder fetch seedling", "echo [x](javascript:alert)")
    text = text.replace(
        "{is: active}", "{is: active, probe: {package: alder, file: README.md, contains: '[x](docs/x)'}}"
    )
    alder.write_text(text, "utf-8")
    assert list(prose.links_lead_somewhere(load(data), SAMPLE_DAY)) == []
