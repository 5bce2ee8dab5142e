"""Blocks in real documents of other projects: they are filled, and no other byte and no other meaning changes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner
from markdown import markdown
from markdown_it import MarkdownIt
from sampling import SAMPLE, SAMPLE_DAY

from generator.cli import main

DOCUMENTS = Path(__file__).parent / "documents"
NOTES = 3  # of this part of the table
BEGIN = "<!-- kb:begin table=engines-backends rows=alder,birch -->"
END = "<!-- kb:end -->"
# After which line a pair of markers goes, and what stands before it on its line.
PLACES: Mapping[str, Mapping[int, str]] = {
    "crlf-chinese.md": {9: ""},
    "ends-in-nested-fence.md": {393: ""},
    "fences-in-lists.md": {29: "  "},
    "foreign-markers.md": {6: "", 149: ""},
    "hidden-front-matter.md": {9: "", 99: ""},
    "licence-comment.md": {30: ""},
    "markers-explained.md": {74: ""},
    "nested-fences.md": {110: "   "},
}


def with_markers(text: str, places: Mapping[int, str]) -> str:
    """The document with a pair of markers and empty lines around it at each place."""
    lines = text.splitlines(keepends=True)
    ending = "\r\n" if lines[0].endswith("\r\n") else "\n"
    for line, before in sorted(places.items(), reverse=True):
        lines[line:line] = [ending, f"{before}{BEGIN}{ending}", f"{before}{END}{ending}", ending]
    return "".join(lines)


def without_blocks(text: str) -> str:
    """The document without its blocks and the empty lines around them."""
    return re.sub(rf"\r?\n *{re.escape(BEGIN)}\r?\n.*?{re.escape(END)}\r?\n\r?\n", "", text, flags=re.DOTALL)


def filled(path: Path) -> str:
    options = ["--data", str(SAMPLE), "--today", str(SAMPLE_DAY), "--site", "https://atlas.example/"]
    done = CliRunner().invoke(main, ["embed", *options, str(path)])
    assert done.exit_code == 0, done.output
    return path.read_bytes().decode("utf-8")


@pytest.fixture(params=PLACES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def before(name: str) -> str:
    return (DOCUMENTS / name).read_bytes().decode("utf-8")


@pytest.fixture
def path(name: str, before: str, tmp_path: Path) -> Path:
    found = tmp_path / name
    found.write_bytes(with_markers(before, PLACES[name]).encode("utf-8"))
    return found


def test_every_document_is_here_and_none_was_touched() -> None:
    """A checkout that changes line ends would hide what is hard about them."""
    assert {found.name for found in DOCUMENTS.glob("*.md")} == {*PLACES, "README.md"}
    told = (DOCUMENTS / "README.md").read_text("utf-8")
    assert all(f"`{name}`" in told for name in PLACES)
    assert (DOCUMENTS / "crlf-chinese.md").read_bytes().count(b"\r\n") == 503


def test_no_byte_outside_changes(name: str, before: str, path: Path) -> None:
    """Blocks are filled and sealed, in the line ends and the indentation of the document; again, nothing happens."""
    after = filled(path)
    assert without_blocks(after) == before
    assert after.count("Alder") >= len(PLACES[name])
    assert ("\r\n" in after) == ("\r\n" in before)
    assert not re.search(r"(?<!\r)\n", after) if "\r\n" in before else "\r" not in after
    assert filled(path) == after


def test_everything_else_reads_as_before(name: str, before: str, path: Path) -> None:
    """To a reader of CommonMark there is a table with notes more for each block; headings and code are the same."""
    reader = MarkdownIt("commonmark").enable("table")
    more, kinds = len(PLACES[name]), ("table_open", "heading_open", "fence", "code_block", "list_item_open")
    was, now = ([token.type for token in reader.parse(text)] for text in (before, filled(path)))
    added = {kind: now.count(kind) - was.count(kind) for kind in kinds}
    assert added == {"table_open": more, "heading_open": 0, "fence": 0, "code_block": 0, "list_item_open": NOTES * more}


def test_the_reader_of_mkdocs_sees_the_tables(name: str, before: str, path: Path) -> None:
    """It reads lists and fences in them in its own way: still one more table for each block, and no heading less."""
    extensions = ["tables", "pymdownx.superfences"]
    was, now = (markdown(text, extensions=extensions) for text in (before, filled(path)))
    assert now.count("<table>") - was.count("<table>") == len(PLACES[name])
    for size in "123456":
        assert now.count(f"<h{size}>") == was.count(f"<h{size}>"), size
    assert now.count("<pre>") == was.count("<pre>")
