"""Plain Markdown for programs that read: no HTML, no attribute lists, links between twins."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from generator import prose, urls
from generator.table import Cell, Detail, Link

_ACTIVE = re.compile(r"[\\`*\[\]]|(?<!\w)_|_(?!\w)|<(?=[A-Za-z/!?])|&(?=#?\w+;)")
_AT_START = re.compile(r"^(#+(?=\s)|>|[-+](?=\s)|\d+(?=[.)]\s))")  # what would make a paragraph something else
_PROSE = ("Note", "Because")


@dataclass(frozen=True)
class Twin:
    """The Markdown of one page: its path, what it is called, what it holds, and the text below.

    `lead` is the summary without its links, for lists that stand elsewhere.
    """

    path: str
    title: str
    summary: str
    lead: str
    body: str

    @property
    def text(self) -> str:
        lead = f"> {self.summary}\n\n" if self.summary else ""
        page = posixpath.basename(urls.file_of(self.path))
        body = re.sub(r"\n{3,}", "\n\n", self.body.strip())
        return f"# {self.title}\n\n{lead}{body}\n\n---\n\nThis page for people: [{page}]({page})\n"


class Writer:
    """Writes the Markdown of one page, from which its links are relative."""

    def __init__(self, page: str) -> None:
        self.page = page

    def twin(self, title: str, summary: str, *parts: Iterable[str] | str) -> Twin:
        """The twin of this page; parts are blocks of text, or lines of a list."""
        blocks = [part if isinstance(part, str) else "\n".join(part) for part in parts]
        body = "\n\n".join(block for block in blocks if block.strip())
        return Twin(self.page, plain(title), self.line(summary), plain(prose.words(summary)), body)

    def href(self, link: Link) -> str:
        """Where a link leads: to the twin of a generated page, to the file of anything else."""
        if link.url or not link.page:
            return link.url
        target = link.page if link.page.endswith("index.md") else urls.file_of(link.page)
        path = urls.way(posixpath.dirname(self.page), target)
        return path if link.page.endswith("index.md") or not link.anchor else f"{path}#{link.anchor}"

    def link(self, link: Link) -> str:
        href = self.href(link)
        return f"[{plain(link.text)}]({_target(href)})" if href and link.page != self.page else plain(link.text)

    def links(self, links: Iterable[Link]) -> str:
        return ", ".join(map(self.link, links))

    def prose(self, text: str) -> str:
        """Prose of the data with its links led to twins; paragraphs stay apart."""
        paragraphs = (self._run(paragraph) for paragraph in re.split(r"\n\s*\n", text.strip()))
        return "\n\n".join(_AT_START.sub(_guarded, paragraph) for paragraph in paragraphs)

    def line(self, text: str) -> str:
        """Prose of the data in one line."""
        return " ".join(self.prose(text).split())

    def _run(self, text: str) -> str:
        out: list[str] = []
        targets: list[str] = []
        for token in prose.tokens_of(" ".join(text.split())):
            if token.type == "link_open":
                target = str(token.attrs["href"])
                targets.append(self.href(prose.link_of(target, "")) if prose.is_good_target(target) else "")
                out.append("[" if targets[-1] else "")
            elif token.type == "link_close":
                target = targets.pop()
                out.append(f"]({_target(target)})" if target else "")
            elif token.type == "code_inline":
                out.append(code(token.content))
            elif token.type in ("softbreak", "hardbreak"):
                out.append(" ")
            elif token.type == "text":
                out.append(plain(token.content, keep=True))
            elif token.markup:
                out.append(token.markup)
        return "".join(out)

    def says(self, cell: Cell) -> str:
        return plain(f"{cell.mark} {cell.text}".strip())

    def why(self, cell: Cell) -> str:
        """What stands behind a cell: note, source, day and version, and when it is to be checked again."""
        return "; ".join(self.detail(detail) for detail in cell.details if detail.links or detail.text)

    def detail(self, detail: Detail) -> str:
        text = self.line(detail.text) if detail.label in _PROSE else plain(detail.text)
        return f"{detail.label}: {text or ', '.join(map(self.link, detail.links))}"

    def evidence(self, cell: Cell, indent: str = "") -> str:
        """The evidence of an entry, as an item below it."""
        why = self.why(cell)
        return f"{indent}- Evidence: {why}" if why else ""


def plain(text: str, keep: bool = False) -> str:
    """Text of data as Markdown that shows it; `keep` keeps the spaces around it."""
    text = re.sub(r"\s+", " ", str(text))
    return _ACTIVE.sub(r"\\\g<0>", text if keep else text.strip())


def _guarded(start: re.Match[str]) -> str:
    return f"{start[0]}\\" if start[0].isdigit() else f"\\{start[0]}"


def code(text: str) -> str:
    """A piece of code, in as many backticks as it takes."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * (longest + 1)
    space = " " if longest else ""
    return f"{fence}{space}{text}{space}{fence}"


def fenced(text: str) -> str:
    longest = max((len(run) for run in re.findall(r"`{3,}", text)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}sh\n{text.rstrip()}\n{fence}"


def _target(href: str) -> str:
    return f"<{href}>" if re.search(r"[()\s]", href) else href


def items(lines: Iterable[str]) -> list[str]:
    return [f"- {line}" for line in lines if line]


def rows(heads: Sequence[str], lines: Iterable[Sequence[str]]) -> Iterator[str]:
    """A table; what its cells hold is Markdown already."""
    for cells in (heads, ["---"] * len(heads), *lines):
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"
