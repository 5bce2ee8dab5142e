"""Hand-written pages: fragments are filled in, terms are linked once, everything else stays as it was typed."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from generator import handwritten
from generator.checked import pages_by_hand
from generator.edition import Edition
from generator.problems import DataError

DOT = '// A small picture\ndigraph "x" { graph [id="kb-small"]; a -> b }\n'


def filled(text: str, edition: Edition, **more: str) -> str:
    """What becomes of one page."""
    done = handwritten.fill({"method/page.md": text, **more}, edition)
    return done[0].text if done else text


def test_a_page_without_anything_to_fill_is_left_alone(edition: Edition) -> None:
    """It is copied as it is, so that an editor's file and the staged one are the same."""
    assert handwritten.fill({"method/page.md": "# Title\n\nNothing of ours.\n"}, edition) == []


def test_a_diagram_is_drawn_in_its_place(edition: Edition) -> None:
    """The drawing has the title of the DOT file's first line, and stands where the fragment stood."""
    text = filled("Before\n\n<!-- atlas: diagram=small -->\n\nAfter\n", edition, **{"method/small.dot": DOT})
    assert text.index("Before") < text.index("<svg") < text.index("After")
    assert "A small picture</title>" in text


def test_a_table_is_the_comparison_of_that_name(edition: Edition) -> None:
    """Its links are relative to the page it stands on."""
    text = filled("<!-- atlas: table=engines-backends -->\n", edition)
    assert 'data-table="engines-backends"' in text
    assert 'href="../engines/alder/index.html"' in text


def test_a_narrow_table_names_its_columns_in_each_cell(edition: Edition) -> None:
    """On a phone it is stacked and its head out of sight; a wide table scrolls and needs none of it."""
    narrow = filled("<!-- atlas: table=layers -->\n", edition)
    assert narrow.startswith('<div class="kb-wide kb-wide--full kb-stacked"')
    assert re.findall(r'data-label="([^"]+)"', narrow)[:2] == ["Its job", "On this site"]
    assert narrow.count("<td ") == narrow.count("data-label")
    layers = edition.tables["layers"]
    columns = (*layers.columns, *(replace(layers.columns[0], id=f"more-{n}") for n in range(4)))
    table = replace(layers, rows=tuple(replace(row, cells=row.cells + row.cells[:1] * 4) for row in layers.rows))
    widened = replace(edition, tables={"wide": replace(table, columns=columns)})
    assert "data-label" not in filled("<!-- atlas: table=wide -->\n", widened)
    marked = edition.tables["engines-backends"]
    one = replace(edition, tables={"one": marked.only(columns=[marked.columns[0].id])})
    assert "data-label" not in filled("<!-- atlas: table=one -->\n", one), "marks are compared down a column"


def test_the_newest_release_comes_from_the_ledger(edition: Edition) -> None:
    """The version and its day, so that prose about versions cannot go stale by itself."""
    release = edition.catalog.newest["birch"]
    assert filled("Birch is at @newest(birch).\n", edition) == f"Birch is at {release.version} ({release.date}).\n"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("<!-- atlas: diagram=smal -->", "there is no diagram 'smal'."),
        ("<!-- atlas: table=engines-backend -->", "there is no table 'engines-backend'."),
        ("<!-- atlas: tabel=engines -->", "there is no kind of fragment 'tabel'."),
        ("@newest(brich)", "no release ledger for 'brich'."),
    ],
)
def test_what_cannot_be_filled_is_told_with_its_line(line: str, says: str, edition: Edition) -> None:
    """All of them at once, each with the nearest name."""
    with pytest.raises(DataError) as caught:
        handwritten.fill({"method/page.md": f"# Title\n\n{line}\n", "method/small.dot": DOT}, edition)
    (problem,) = caught.value.problems
    assert (problem.file, problem.line, problem.message) == ("docs/method/page.md", 3, says)
    assert problem.hint.startswith("Did you mean")


def test_a_term_is_linked_once_and_only_in_running_text(edition: Edition) -> None:
    """Not in headings, code, tables, links or the front matter, and not in decision records."""
    page = "---\ntitle: KV cache\n---\n\n# KV cache\n\n`KV cache` and [KV cache](x.md), then KV cache, KV cache.\n"
    text = filled(page, edition)
    assert text.count("{: .kb-term }") == 1
    assert "then [KV cache](../glossary/index.md#kv-cache " in text
    assert handwritten.fill({"adr/0001-x.md": page}, edition) == []


def test_texts_are_read_from_pages_and_pictures(tmp_path: Path) -> None:
    """Other files are copied as they are and not read as text."""
    (tmp_path / "a.md").write_text("x", "utf-8")
    (tmp_path / "b.dot").write_text("y", "utf-8")
    (tmp_path / "c.png").write_bytes(b"\xff")
    assert pages_by_hand(tmp_path) == {"a.md": "x", "b.dot": "y"}
