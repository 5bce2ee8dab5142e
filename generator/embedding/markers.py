"""Finds our markers in a Markdown document, and puts text between them without touching any other byte.

A Markdown parser says what is code, so markers that are shown as an example are left alone: in fences of any kind and
length, in indented code, in other comments, in front matter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from markdown_it import MarkdownIt

_LINES = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+\Z")
_MARKER = re.compile(r"^(?P<prefix>.*?)<!--[ \t]*kb:(?P<word>[\w-]+)(?P<rest>.*?)-->[ \t]*$")
_OPENED = re.compile(r"^[ \t]*<!--[ \t]*kb:[\w-]+")
_REFERENCE = re.compile(r"^[ \t>]*\[[^\]]*\]:[ \t]*\S+[ \t]+[\"'(]kb:(?:begin|end)\b")
_OPTION = re.compile(r"\s*(?:(?P<key>[\w-]+)=(?:\"(?P<quoted>[^\"]*)\"|(?P<bare>[^\s\"]*))|(?P<odd>\S+))")
BOM = "\ufeff"
MARK = "kb:"  # a document without it holds no block of ours


@dataclass(frozen=True)
class Fault:
    """Something about a marker that is wrong, at a line and column counted from 1."""

    line: int
    column: int
    message: str
    hint: str = ""


@dataclass(frozen=True)
class Block:
    """A pair of markers: what it asks for, and the lines of text between, without their indentation."""

    line: int
    column: int
    options: Mapping[str, str]
    body: tuple[str, ...]
    first: int  # the lines between the markers, as a range of the document's lines
    last: int
    prefix: str
    line_end: str


@dataclass(frozen=True)
class Document:
    """A text as lines with their ends, and the blocks in it."""

    lines: tuple[str, ...]
    blocks: tuple[Block, ...] = ()
    faults: tuple[Fault, ...] = field(default=())

    def with_bodies(self, bodies: Mapping[int, Sequence[str]]) -> str:
        """The text with other lines between the markers of some blocks, which are named by their line."""
        lines = list(self.lines)
        for block in sorted(self.blocks, key=lambda one: one.first, reverse=True):
            if block.line in bodies:
                lines[block.first : block.last] = [
                    (f"{block.prefix}{line}" if line else block.prefix.rstrip()) + block.line_end
                    for line in bodies[block.line]
                ]
        return "".join(lines)


def read(text: str) -> Document:
    """The blocks of a document, and everything that is wrong with its markers."""
    lines = tuple(_LINES.findall(text))
    if MARK not in text:
        return Document(lines)
    faults: list[Fault] = []
    blocks: list[Block] = []
    opened: tuple[int, int, re.Match[str]] | None = None
    for number, container, match in _markers(lines, faults):
        column = len(match["prefix"]) + 1
        if match["word"] == "begin":
            if opened is not None:
                message = f"a block begins inside the one that began in line {opened[0] + 1}."
                faults.append(Fault(number + 1, column, message, "End that one first: <!-- kb:end -->"))
            opened = (number, container, match)
        elif match["word"] != "end":
            message = f"there is no marker kb:{match['word']}."
            faults.append(Fault(number + 1, column, message, "Write kb:begin or kb:end."))
        elif opened is None:
            faults.append(Fault(number + 1, column, "a block ends here that never began."))
        else:
            start, held_in, begin = opened
            opened = None
            if container != held_in:
                message = f"the block that began in line {start + 1} ends outside its list or quote."
                faults.append(Fault(number + 1, column, message, "Indent both markers alike."))
            else:
                blocks.append(_block(lines, start, number, begin, faults))
    if opened is not None:
        column = len(opened[2]["prefix"]) + 1
        hint = "Write <!-- kb:end --> after it; inside a code fence that nobody closed it does not count."
        faults.append(Fault(opened[0] + 1, column, "this block has no end.", hint))
    return Document(lines, tuple(blocks), tuple(sorted(faults, key=lambda one: (one.line, one.column))))


def _markers(lines: Sequence[str], faults: list[Fault]) -> Iterator[tuple[int, int, re.Match[str]]]:
    """Every marker that is no example: its line, a number for the list or quote it is in, and its match."""
    bare = [line.rstrip("\r\n") for line in lines]
    front = _front_matter(bare)
    parser = MarkdownIt("commonmark")
    parser.core.ruler.disable(["inline"])  # what stands inside a line is never a marker
    visible = "\n".join([""] * front + [line.removeprefix(BOM) for line in bare[front:]])
    containers = [0]
    code: set[int] = set()
    for number, token in enumerate(parser.parse(visible)):
        if token.nesting == 1 and token.type.endswith(("list_item_open", "blockquote_open")):
            containers.append(number + 1)
        elif token.nesting == -1 and token.type.endswith(("list_item_close", "blockquote_close")):
            containers.pop()
        elif token.type in ("fence", "code_block") and token.map:
            code |= set(range(*token.map))
        elif token.type == "html_block" and token.map:
            first = token.map[0]
            match = _MARKER.match(bare[first])
            if match and re.fullmatch(r"[\s>*+\-\d.)]*", match["prefix"].removeprefix(BOM)):
                yield first, containers[-1], match
            elif _OPENED.match(bare[first].lstrip("> ")):
                faults.append(Fault(first + 1, 1, "a marker must stand alone on one line.", "<!-- kb:… -->"))
    for number, line in enumerate(bare[front:], front):
        if _REFERENCE.match(line) and number not in code:
            hint = "Write it as a comment: <!-- kb:begin … --> and <!-- kb:end -->."
            faults.append(Fault(number + 1, 1, "markers as link references are not read.", hint))


def _front_matter(lines: Sequence[str]) -> int:
    """The number of lines that front matter takes at the start of a document."""
    if not lines or lines[0].removeprefix(BOM).rstrip() != "---":
        return 0
    ends = (number for number, line in enumerate(lines[1:], 1) if line.rstrip() in ("---", "..."))
    return next(ends, -1) + 1


def _block(lines: Sequence[str], start: int, end: int, begin: re.Match[str], faults: list[Fault]) -> Block:
    prefix = re.sub(r"[^>\s]", " ", begin["prefix"].removeprefix(BOM))
    line_end = lines[start][len(lines[start].rstrip("\r\n")) :] or "\n"
    body = tuple(_without(prefix, line.rstrip("\r\n")) for line in lines[start + 1 : end])
    column = len(begin["prefix"]) + 1
    options = _options(begin["rest"], start + 1, begin.start("rest") + 1, faults)
    return Block(start + 1, column, options, body, start + 1, end, prefix, line_end)


def _without(prefix: str, line: str) -> str:
    """A line inside a block without the indentation that the block's list or quote gives it."""
    if line.startswith(prefix):
        return line[len(prefix) :]
    bare = prefix.rstrip()
    return line[len(bare) :].lstrip() if bare and line.startswith(bare) else line.lstrip() if prefix else line


def _options(text: str, line: int, column: int, faults: list[Fault]) -> dict[str, str]:
    found: dict[str, str] = {}
    for match in _OPTION.finditer(text):
        at = column + match.start() + len(match[0]) - len(match[0].lstrip())
        if match["odd"]:
            faults.append(Fault(line, at, f"{match['odd']!r} is no option.", "Options are written name=value."))
        elif match["key"] in found:
            faults.append(Fault(line, at, f"{match['key']} is given twice.", "Keep one of them."))
        else:
            found[match["key"]] = match["quoted"] if match["quoted"] is not None else match["bare"]
    return found
