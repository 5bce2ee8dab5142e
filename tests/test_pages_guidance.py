"""Home, myths, glossary and checklists of the invented data: in which order they stand, and where they lead."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from conftest import ROOT
from sampling import SAMPLE, SAMPLE_DAY, copy_sample, replace_once
from test_pages import page

from generator.derive import Catalog, derive
from generator.edition import Edition
from generator.load import load
from generator.pages import home, myths
from generator.render import Rendering, render
from generator.schema import Source, Term
from generator.table import Link
from generator.terms import Terms


def test_home_says_what_the_words_mean(catalog: Catalog, rendering: Rendering) -> None:
    """Each mark, and each state that a fact is in today, stands there with its meaning."""
    shown = page(rendering, "index.md").words
    assert "An inference engine is the program that loads a model and computes its answers." in shown
    words = catalog.dataset.vocabulary
    states = {state.state for state in catalog.freshness.values()}
    assert len(states) > 1
    for word in (*words.levels.values(), *(words.freshness[state] for state in states)):
        assert f"{word.label} {word.means}" in shown


def test_home_leads_to_what_one_came_for(tmp_path: Path, rendering: Rendering) -> None:
    """A problem starts at its tree or at a question inside it; who wants to size, embed or see a case finds where."""
    assert "I have a problem" not in page(rendering, "index.md").words
    data = copy_sample(tmp_path)
    tree = (SAMPLE / "trees" / "first.yml").read_text("utf-8").replace("Your first tree", "It does not run")
    (data / "trees" / "does-not-run.yml").write_text(tree.replace("users", "memory"), "utf-8")
    home = page(render(derive(load(data), SAMPLE_DAY)), "index.md")
    links = home.all("dl")[0].links
    assert links == [
        ("It does not run", "decide/does-not-run/index.html"),
        ("On a server", "decide/does-not-run/index.html#q-memory"),
        ("Find its format", "formats/index.html"),
        ("All 4 engines", "tables/engines/index.html"),
        ("All tables", "tables/index.html"),
        ("Capacity arithmetic", "capacity.html"),
        ("Reference models", "hardware/models/index.html"),
        ("As Markdown, HTML, CSV or JSON", "tables/index.html"),
        ("Worked cases", "decide/cases/index.html"),
    ]


def test_home_knows_the_troubles_of_the_real_trees() -> None:
    """The trees that home names exist, and so does the question about memory."""
    found = list(home.troubles(load(ROOT / "data").trees))
    assert len(found) == len(home.TROUBLES)
    assert [bool(link.anchor) for link in found] == [bool(question) for _, question in home.TROUBLES]


def test_myths_stand_by_verdict(tmp_path: Path) -> None:
    """What is wrong comes before what depends; each verdict says what it means, and a list on top leads to it."""
    data = copy_sample(tmp_path)
    text = (SAMPLE / "myths" / "one-tree-fits-all.yml").read_text("utf-8")
    (data / "myths" / "all-wrong.yml").write_text(text.replace("depends", "wrong").replace("One", "Zero"), "utf-8")
    found = page(render(derive(load(data), SAMPLE_DAY)), "myths/index.md")
    heads = [(head.tag, head.attributes["id"]) for head in found.all("h2", "h3")]
    assert heads == [
        ("h2", "verdict-wrong"),
        ("h3", "all-wrong"),
        ("h2", "verdict-depends"),
        ("h3", "one-tree-fits-all"),
    ]
    assert found.all("nav")[0].words == "Wrong 1 It depends 1"
    assert "Wrong The evidence contradicts it." in found.words
    assert ("One engine is the fastest everywhere", "#one-tree-fits-all") in found.links


def test_a_voice_goes_by_the_name_the_glossary_has_for_it(catalog: Catalog) -> None:
    """A guide by its short name, which leads to the glossary, with the title behind it; other sources by title."""
    guides = Term(term="The two guides", also=("guide W1",), short="Two.", means="m")
    edition = replace(Edition.of(catalog), terms=Terms({"guides": guides}))
    source = Source(title="A guide to the woodland (Part 1)", kind="secondary", publisher="The Gazette")
    assert myths.voice(edition, "guide-w1", source) == myths.Voice(
        Link("W1 · The Gazette", page="glossary/index.md", anchor="guides"), "A guide to the woodland (Part 1)"
    )
    assert myths.voice(edition, "guide-w2", source) == myths.Voice(
        Link("A guide to the woodland (Part 1) (The Gazette)")
    )


def test_the_glossary_stands_by_letter(rendering: Rendering) -> None:
    """The row of letters leads to each; terms follow in the order of the alphabet, whatever their case."""
    found = page(rendering, "glossary/index.md")
    assert found.all("nav")[0].links == [("A", "#letter-a"), ("C", "#letter-c"), ("K", "#letter-k")]
    names = ["letter-a", "api-key", "letter-c", "continuous-batching", "letter-k", "kv-cache"]
    assert [head.attributes["id"] for head in found.all("h2", "h3")] == names


def test_a_term_without_a_letter_stands_under_other(tmp_path: Path) -> None:
    """A number or another alphabet makes no letter of its own."""
    data = copy_sample(tmp_path)
    replace_once(data / "glossary.yml", "term: API key", "term: 密钥")
    found = page(render(derive(load(data), SAMPLE_DAY)), "glossary/index.md")
    assert found.all("nav")[0].links[0] == ("other", "#letter-other")
    assert [head.attributes["id"] for head in found.all("h2", "h3")][:2] == ["letter-other", "api-key"]


def test_checklists_stand_in_their_order(tmp_path: Path) -> None:
    """By `order`, then by id, on the page and in the navigation; what is to be ticked is a list."""
    data = copy_sample(tmp_path)
    text = (SAMPLE / "checklists" / "before-you-start.yml").read_text("utf-8")
    for name, order in (("a-last", 30), ("z-first", 5)):
        changed = text.replace("Before you start", name).replace("\nevidence:", f"\norder: {order}\nevidence:")
        (data / "checklists" / f"{name}.yml").write_text(changed, "utf-8")
    done = render(derive(load(data), SAMPLE_DAY))
    listed = [term.words for term in page(done, "checklists/index.md").all("dt")]
    assert listed == ["z-first", "a-last", "Before you start"]
    (nav,) = (entry["Checklists"] for entry in done.nav if "Checklists" in entry)
    assert [title for entry in nav[1:] for title in entry] == listed
    (boxes,) = page(done, "checklists/z-first/index.md").all("ul")
    assert [item.words for item in boxes.all("li")][1] == "Set an API key."
