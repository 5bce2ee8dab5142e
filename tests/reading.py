"""Reads HTML the way a test wants to see it: cells of tables, ids and links. Markdown goes through two readers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from html.parser import HTMLParser

import markdown
from markdown_it import MarkdownIt

INLINE = frozenset({"a", "abbr", "b", "button", "code", "em", "i", "small", "span", "strong", "sub", "sup", "time"})
VOID = frozenset({"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"})


@dataclass
class Node:
    """An element: its tag and attributes, and the elements and texts inside it."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    inside: list[Node | str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """What a reader sees; a line break where the page has one."""
        if self.tag == "br":
            return "\n"
        return "".join(part if isinstance(part, str) else part.text for part in self.inside)

    @property
    def words(self) -> str:
        """The text with single blanks, also between blocks that the page sets apart."""
        return " ".join(self.words_apart.split())

    @property
    def words_apart(self) -> str:
        blank = "" if self.tag in INLINE else " "
        inside = "".join(part if isinstance(part, str) else part.words_apart for part in self.inside)
        return f"{blank}{inside}{blank}"

    def all(self, *tags: str) -> list[Node]:
        """Every element of these tags inside, in the order of the page; of any tag if none is named."""
        found = []
        for part in self.inside:
            if isinstance(part, Node):
                if not tags or part.tag in tags:
                    found.append(part)
                found += part.all(*tags)
        return found

    @property
    def links(self) -> list[tuple[str, str]]:
        return [(link.text, link.attributes["href"]) for link in self.all("a") if "href" in link.attributes]

    @property
    def ids(self) -> list[str]:
        return [node.attributes["id"] for node in self.all() if "id" in node.attributes]

    @property
    def rows(self) -> list[list[Node]]:
        """The cells of every table row."""
        return [row.all("th", "td") for row in self.all("tr")]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.stack = [Node("page")]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node = Node(tag, {name: value or "" for name, value in attrs})
        self.stack[-1].inside.append(node)
        if tag not in VOID:
            self.stack.append(node)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.stack[-1].inside.append(Node(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        if any(node.tag == tag for node in self.stack[1:]):
            while self.stack.pop().tag != tag:
                pass

    def handle_data(self, data: str) -> None:
        self.stack[-1].inside.append(data)


def read(html: str) -> Node:
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return reader.stack[0]


def python_markdown(text: str) -> Node:
    """As MkDocs and its like read it."""
    return read(markdown.markdown(text, extensions=["tables"]))


def commonmark(text: str) -> Node:
    """As GitHub and its like read it."""
    return read(MarkdownIt("commonmark").enable(["table", "strikethrough"]).render(text))


READERS: dict[str, Callable[[str], Node]] = {"python-markdown": python_markdown, "commonmark": commonmark}
