"""Markers in documents as people write them: found where they are meant, left alone where they are shown."""

from __future__ import annotations

import random

import pytest
from markdown_it import MarkdownIt

from generator.embedding.markers import Document, read

BEGIN, END = "<!-- kb:begin table=x -->", "<!-- kb:end -->"


def bodies(text: str) -> list[tuple[str, ...]]:
    found = read(text)
    assert found.faults == ()
    return [block.body for block in found.blocks]


def filled(text: str, *lines: str) -> str:
    found = read(text)
    assert found.faults == ()
    return found.with_bodies({block.line: lines for block in found.blocks})


def faults(text: str) -> list[str]:
    return [f"{fault.line}:{fault.column}: {fault.message}" for fault in read(text).faults]


def test_a_pair_is_found_with_its_options() -> None:
    """Values may be quoted; the text between is told as it stands."""
    text = f'a\n<!-- kb:begin table=x rows="a, b" notes=yes -->\nold\n{END}\nz\n'
    block = read(text).blocks[0]
    assert block.options == {"table": "x", "rows": "a, b", "notes": "yes"}
    assert (block.line, block.column, block.body) == (2, 1, ("old",))
    assert filled(text, "new") == text.replace("old", "new")


def test_several_pairs_are_several_blocks() -> None:
    """In one file, one after the other; each can be changed alone."""
    text = f"{BEGIN}\none\n{END}\n\n{BEGIN}\ntwo\n{END}\n"
    found = read(text)
    assert [block.body for block in found.blocks] == [("one",), ("two",)]
    assert found.with_bodies({found.blocks[1].line: ("2",)}) == text.replace("two", "2")


SHOWN = {
    "fence": "```md\n{b}\n{e}\n```\n",
    "tilde fence": "~~~\n{b}\n{e}\n~~~\n",
    "long fence": "````md\n```\n{b}\n{e}\n```\n````\n",
    "unclosed fence": "```\n{b}\n{e}\n",
    "indented code": "text\n\n    {b}\n    {e}\n",
    "tab-indented code": "text\n\n\t{b}\n\t{e}\n",
    "inline code": "Write `{b}` and `{e}`.\n",
    "another comment": "<!-- how to:\n{b}\n",
    "front matter": "---\ntitle: x\n{b}\n{e}\n---\ntext\n",
    "a sentence": "Write {b} there and {e} here.\n",
    "fence in a list": "- a\n\n  ```\n  {b}\n  {e}\n  ```\n",
    "fence in a quote": "> ```\n> {b}\n> {e}\n> ```\n",
    "script": "<script>\n{b}\n{e}\n</script>\n",
}


@pytest.mark.parametrize("shown", SHOWN.values(), ids=SHOWN)
def test_markers_that_are_shown_are_left_alone(shown: str) -> None:
    """E01: an example is neither filled nor paired with the real markers below it."""
    example = shown.format(b=BEGIN, e=END)
    assert bodies(example) == []
    if "unclosed" not in shown and not shown.startswith(("```\n{b}", "<!-- how")):
        text = f"{example}\n{BEGIN}\nold\n{END}\n"
        assert filled(text, "new") == f"{example}\n{BEGIN}\nnew\n{END}\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"Intro\n{BEGIN}\nold\n\nMore.\n", ["2:1: this block has no end."]),
        (f"a\n  {END}\n", ["2:3: a block ends here that never began."]),
        (f"{BEGIN}\n{BEGIN}\n{END}\n", ["2:1: a block begins inside the one that began in line 1."]),
        (f"{BEGIN}\n```\n{END}\n", ["1:1: this block has no end."]),
        (f"- a\n\n  {BEGIN}\n\n{END}\n", ["5:1: the block that began in line 3 ends outside its list or quote."]),
        (f"> {BEGIN}\n\n{END}\n", ["3:1: the block that began in line 1 ends outside its list or quote."]),
        ("<!-- kb:start table=x -->\n", ["1:1: there is no marker kb:start."]),
        (f"<!-- kb:begin table=x\n-->\nold\n{END}\n", ["1:1: a marker must stand alone on one line.",
                                                      "4:1: a block ends here that never began."]),
        (f"{BEGIN} and more\n\n{END}\n", ["1:1: a marker must stand alone on one line.",
                                          "3:1: a block ends here that never began."]),
        (f"<!-- kb:begin table=x rows -->\n{END}\n", ["1:23: 'rows' is no option."]),
        (f"<!-- kb:begin table=x table=y -->\n{END}\n", ["1:23: table is given twice."]),
        ("[//]: # (kb:begin table=x)\n\n[//]: # (kb:end)\n", ["1:1: markers as link references are not read.",
                                                             "3:1: markers as link references are not read."]),
    ],
)  # fmt: skip
def test_what_is_wrong_with_markers_is_told(text: str, said: list[str]) -> None:
    """E02, E14: with line and column, and nothing is guessed."""
    found = [fault for fault in faults(text) if "kb:start" in text or "no marker" not in fault]
    assert found == said


def test_no_other_byte_changes() -> None:
    """E05, E10: line ends of either kind and mixed, a mark at the start, no end of the last line, front matter."""
    for line_end in ("\n", "\r\n", "\r"):
        text = f"\ufeff---\ntitle: x\n---\n{BEGIN}\nold\n{END}\nlast".replace("\n", line_end)
        assert filled(text, "a", "", "b") == text.replace("old", f"a{line_end}{line_end}b")
    mixed = f"one\r\ntwo\n{BEGIN}\r\nold\n{END}\nlast\r\n"
    assert filled(mixed, "new") == f"one\r\ntwo\n{BEGIN}\r\nnew\r\n{END}\nlast\r\n"
    assert filled(f"{BEGIN}\n{END}", "new") == f"{BEGIN}\nnew\n{END}"


INDENTED = {
    "list": "1. Pick:\n\n    {b}\n    old\n    {e}\n\n2. Next\n",
    "bullet": "- {b}\n  old\n  {e}\n- next\n",
    "tab": "1. Pick:\n\n\t{b}\n\told\n\t{e}\n\n2. Next\n",
    "quote": "> {b}\n> old\n> {e}\n",
    "list in a quote": "> - a\n>\n>   {b}\n>   old\n>   {e}\n",
    "three spaces": "   {b}\n   old\n   {e}\n",
}


@pytest.mark.parametrize("shape", INDENTED.values(), ids=INDENTED)
def test_a_block_keeps_the_indentation_of_its_list_or_quote(shape: str) -> None:
    """E07: every line of it, so that it stays where it is when rendered; what is read back is without it."""
    text = shape.format(b=BEGIN, e=END)
    assert bodies(text) == [("old",)]
    after = filled(text, "| a | b |", "| --- | --- |", "", "last")
    assert bodies(after) == [("| a | b |", "| --- | --- |", "", "last")]
    assert filled(after, "old") == text
    page = MarkdownIt("commonmark").enable("table").render(after)
    inside = "<blockquote>" if ">" in shape else "<li>" if shape[0] in "1-" else ""
    assert page.index(inside) < page.index("<table>") < (page.index(inside.replace("<", "</")) if inside else len(page))
    assert page.count("<ol") <= 1


def test_markers_of_other_tools_are_theirs() -> None:
    """E13: in any order and nesting around ours."""
    foreign = ["<!-- toc -->", "<!-- /toc -->", "<!-- [[[cog x ]]] -->", "<!-- [[[end]]] -->", "<!-- BEGIN_TF_DOCS -->"]
    for seed in range(20):
        around = random.Random(seed).sample(foreign, len(foreign))
        text = "\n".join([*around[:3], "", BEGIN, "old", END, "", *around[3:], ""])
        assert filled(text, "new") == text.replace("old", "new")


def test_filling_what_was_filled_changes_nothing() -> None:
    """Whatever the lines are, what is read back is what was written."""
    lines = ("", "| a |", "| --- |", "", "1. note", "", "```mermaid", "flowchart TD", "```", "")
    for shape in (*INDENTED.values(), "{b}\nold\n{e}\n"):
        once = filled(shape.format(b=BEGIN, e=END), *lines)
        assert filled(once, *lines) == once
        assert bodies(once) == [lines]


@pytest.mark.parametrize("seed", range(60))
def test_no_document_is_damaged(seed: int) -> None:
    """Random pieces of Markdown around and inside: outside the blocks every byte stays, or nothing is found."""
    numbers = random.Random(seed)
    pieces = [BEGIN, END, "```", "~~~~", "> q", "- i", "    code", "\ttab", "<!-- c `x", "-->", "", "text `a", "| t |",
              "---", "<div>", "</div>", "1. n", "  - deep", "[//]: # (x)", "\u2028 odd", "榆"]  # fmt: skip
    text = "".join(numbers.choice(pieces) + numbers.choice(["\n", "\r\n", "\n\n"]) for _ in range(30))
    found = read(text)
    assert "".join(found.lines) == text
    outside = Document(found.lines, found.blocks).with_bodies({block.line: block.body for block in found.blocks})
    kept = [line for number, line in enumerate(found.lines)
            if not any(block.first <= number < block.last for block in found.blocks)]  # fmt: skip
    emptied = Document(found.lines, found.blocks).with_bodies({block.line: () for block in found.blocks})
    assert emptied == "".join(kept)
    assert len(read(outside).blocks) == len(found.blocks)
