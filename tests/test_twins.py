"""Every generated page has a twin in plain Markdown with the same dated facts, and llms.txt lists them."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from datetime import date, timedelta

import pytest
from conftest import ROOT, TODAY
from sampling import SAMPLE_DAY

from generator import twins, urls
from generator.checked import pages_by_hand
from generator.derive import Catalog, derive
from generator.edition import Edition
from generator.load import load
from generator.pages import SECTIONS
from generator.render import render
from generator.table import Link
from generator.twins import llms
from generator.twins.text import Writer, code, fenced, plain

FENCED = re.compile(r"^(`{3,})\w*\n.*?^\1$", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)")
TARGET = re.compile(r"(?<!\\)\]\((?:<([^>]*)>|([^)\s]*))\)")


@pytest.fixture(scope="module")
def editions(edition: Edition) -> dict[str, Edition]:
    """The invented data and the real one."""
    return {"sample": edition, "data": Edition.of(derive(load(ROOT / "data"), date.fromisoformat(TODAY)))}


@pytest.fixture(scope="module")
def written(editions: Mapping[str, Edition]) -> dict[str, dict[str, str]]:
    """All twins of both, by path."""
    return {name: {twin.path: twin.text for twin in twins.of(edition)} for name, edition in editions.items()}


def prose_of(text: str) -> str:
    """A Markdown text without its code, which may hold anything."""
    return INLINE.sub("`code`", FENCED.sub("`code`", text))


@pytest.mark.parametrize("name", ["sample", "data"])
def test_every_page_has_its_twin(name: str, editions: dict[str, Edition], written: dict[str, dict[str, str]]) -> None:
    """No page without one, no twin of nothing, none twice."""
    pages = {urls.file_of(page.path) for section in SECTIONS for page in section.pages(editions[name])}
    twin_paths = [twin.path for twin in twins.of(editions[name])]
    assert len(twin_paths) == len(set(twin_paths))
    found = {urls.file_of(path) for path in written[name] if path != llms.PATH}
    assert found == pages


@pytest.mark.parametrize("name", ["sample", "data"])
def test_twins_hold_no_markup(name: str, written: dict[str, dict[str, str]]) -> None:
    """No HTML tag, no entity, no attribute list, no template, no address of the data in place of a link."""
    for path, text in written[name].items():
        plain_text = prose_of(text)
        assert not re.search(r"(?<!\\)<(?![^>\s]*>\))/?[A-Za-z!?][^>]*>", plain_text), path
        assert not re.search(r"(?<!\\)&(?:#\d+|#x[\da-f]+|amp|lt|gt|quot|nbsp);", plain_text), path
        assert not re.search(r"\{: |\{%|kb-[a-z]+", plain_text), path
        assert not re.search(r"\]\((?:engines|formats|caveats|trees|faq|myths|devices)/[a-z0-9-]+[:)]", plain_text), (
            path
        )
        assert "\n\n\n" not in plain_text, path
        assert text.startswith("# "), path
        assert text.endswith("\n"), path


@pytest.mark.parametrize("name", ["sample", "data"])
def test_facts_keep_their_day_version_and_source(
    name: str, editions: dict[str, Edition], written: dict[str, dict[str, str]]
) -> None:
    """Every statement's day, version and sources stand in the twin of the page that shows it."""
    catalog, lost = editions[name].catalog, []
    for address, placed in catalog.claims.items():
        text = written[name][urls.page_of(placed.collection, placed.name)]
        claim = placed.claim
        checked = f"Checked: {claim.as_of}" + (f" against {plain(claim.against)}" if claim.against else "")
        titles = [plain(catalog.source(placed, source).title) for source in claim.sources]
        if checked not in text or not all(title in text for title in titles):
            lost.append(address)
    assert lost == []


def test_a_statement_stands_in_one_line_with_its_evidence(written: dict[str, dict[str, str]]) -> None:
    """Value, note, source, day and version, and what has happened to it since."""
    birch = written["sample"]["engines/birch/index.md"]
    assert (
        "- macOS: ✗ no; Note: Checked long ago.; Source: [Birch manual](https://example.org/birch/docs/1.10); "
        "Checked: 2025-06-01 against 1.10.0, documented; State: ◔ due: was to be checked again by 2025-08-30\n"
    ) in birch


def test_what_nobody_states_is_said_to_be_unknown(written: dict[str, dict[str, str]]) -> None:
    """Never left out, so that silence is not read as no."""
    alder = written["sample"]["engines/alder/index.md"]
    unknown = alder.partition("## Unknown\n\nNo source we read states these either way.\n\n")[2].partition("\n#")[0]
    assert "- Backends: x86 CPU" in unknown
    assert "Tensor parallelism" in unknown


def test_a_tree_is_an_outline_with_outcomes_and_proofs(written: dict[str, dict[str, str]]) -> None:
    """Questions inside answers; each outcome with who is tried, why, what proves it and why not the others."""
    tree = written["sample"]["decide/first/index.md"]
    assert "- On a server → **Who will use it?** Count the people" in tree
    assert "\n  - Customers → outcome **Birch for customers**\n" in tree
    laptop = tree.partition("### Alder on the laptop\n")[2].partition("\n### ")[0]
    assert "Try in this order: [Alder](../../engines/alder/index.md)." in laptop
    assert "- Runs on Metal: Alder: ✓ yes; Since: b9000; Source: [Alder readme]" in laptop
    assert "Not here, and why:\n\n- [Birch](../../engines/birch/index.md): [Metal]" in laptop


@pytest.mark.parametrize("name", ["sample", "data"])
def test_links_between_twins_lead_somewhere(
    name: str, editions: dict[str, Edition], written: dict[str, dict[str, str]]
) -> None:
    """To another twin, to the page itself, or to a page by hand."""
    by_hand = {urls.file_of(path) for path in pages_by_hand(ROOT / "docs")}
    pages = {urls.file_of(path) for path in written[name] if path != llms.PATH}
    dead = []
    for path, text in written[name].items():
        for angled, bare in TARGET.findall(prose_of(text)):
            target = angled or bare
            if not re.match(r"https?://", target):
                file = posixpath.normpath(posixpath.join(posixpath.dirname(path), target.partition("#")[0]))
                if file not in written[name].keys() | pages | by_hand:
                    dead.append(f"{path}: {target}")
    assert dead == []


@pytest.mark.parametrize("name", ["sample", "data"])
def test_the_list_of_twins_follows_the_convention(name: str, written: dict[str, dict[str, str]]) -> None:
    """llms.txt: a title, a summary, sections of links with a line each; every twin but that of the home page."""
    text = written[name][llms.PATH]
    assert re.match(r"# [^\n]+\n\n> [^\n]+\n\n[^#\n][^\n]+\n\n## ", text)
    listed = re.findall(r"^- \[.+\]\(([^)]+)\)(?:: .+)?$", text, re.MULTILINE)
    assert len(listed) == text.count("\n- ")
    assert sorted(listed) == sorted(written[name].keys() - {llms.PATH, "index.md"})


def test_twins_are_extras_and_carry_no_day_of_building(catalog: Catalog, written: dict[str, dict[str, str]]) -> None:
    """They go straight into the site, beside the pages, and a day without news changes none."""
    extras = {extra.path: extra.text for extra in render(catalog).extras}
    assert written["sample"].items() <= extras.items()
    later = Edition.of(derive(catalog.dataset, SAMPLE_DAY + timedelta(1)))
    assert {twin.path: twin.text for twin in twins.of(later)} == written["sample"]


# -- text --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("<b>bold</b> & <me@example.org>", "\\<b>bold\\</b> & \\<me@example.org>"),
        ("a < b and ≥ 3, 2 <3", "a < b and ≥ 3, 2 <3"),
        ("*not* `code` [x](y)", "\\*not\\* \\`code\\` \\[x\\](y)"),
        ("snake_case and _edge_", "snake_case and \\_edge\\_"),
        ("&amp; stays & so", "\\&amp; stays & so"),
        ("two\nlines ", "two lines"),
    ],
)
def test_text_is_shown_as_it_is(text: str, shown: str) -> None:
    """What would be markup is guarded; what is none stays readable."""
    assert plain(text) == shown


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("See [Birch](engines/birch:defaults.server).", "See [Birch](../../engines/birch/index.md)."),
        ("See [web](https://example.org/a_(b)).", "See [web](<https://example.org/a_(b)>)."),
        ("[x](javascript:alert(1)) <b>", "\\[x\\](javascript:alert(1)) \\<b>"),
        ("Set `--key` and **wait**.", "Set `--key` and **wait**."),
        ("One.\n\n# Two\nlines", "One.\n\n\\# Two lines"),
        ("1. first", "1\\. first"),
        (">=3.10 or - so", "\\>=3.10 or - so"),
    ],
)
def test_prose_keeps_its_links_and_emphasis(text: str, written: str) -> None:
    """Links into the data lead to twins; a paragraph is never taken for a heading or a list."""
    assert Writer("decide/first/index.md").prose(text) == written


def test_code_is_fenced_by_more_backticks_than_it_holds() -> None:
    """In a line and as a block."""
    assert code("a") == "`a`"
    assert code("a `b`") == "`` a `b` ``"
    assert fenced("x\n```\ny\n") == "````sh\nx\n```\ny\n````"


def test_a_link_to_the_page_itself_is_its_text() -> None:
    """A twin has no anchors to lead to."""
    writer = Writer("caveats/index.md")
    assert writer.link(Link("here", page="caveats/index.md", anchor="x")) == "here"
    assert writer.link(Link("size", page="capacity.md", anchor="kv")) == "[size](../capacity.html#kv)"
