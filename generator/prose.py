"""Prose of data/ as HTML: a little Markdown, links into the data, and glossary terms on first use.

Nothing in the text is run: HTML is shown as typed, and only http(s) links and links into the data work.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from html import escape

from markdown_it import MarkdownIt
from markdown_it.token import Token

from generator import urls
from generator.table import Link
from generator.terms import Terms

_ADDRESS = re.compile(r"[a-z]+/[a-z0-9-]+(:[A-Za-z0-9_.-]+)?")
_WEB = re.compile(r"https?://", re.IGNORECASE)
_PARSER = MarkdownIt("zero", {"html": False}).enable(["backticks", "emphasis", "link", "newline", "escape"])
GLOSSARY = "glossary/index.md"


def links_in(text: str) -> Iterator[str]:
    """The targets of the links in a text, also of those that would be refused."""
    for token in tokens_of(text):
        if token.type == "link_open":
            yield str(token.attrs["href"])
    # A target that the parser refuses stays text; it is a fault of the data all the same.
    for match in re.finditer(r"\]\(\s*([a-z][a-z0-9&#;+.\s-]*:[^)\s]*)", text, re.IGNORECASE):
        if not _WEB.match(match[1]):
            yield match[1]


def words(text: str) -> str:
    """The text as read aloud: no marks for code, emphasis or links; paragraphs become lines."""
    paragraphs = re.split(r"\n\s*\n", text.strip())
    return "\n".join(
        "".join(token.content or (" " if token.type.endswith("break") else "") for token in tokens_of(paragraph))
        for paragraph in paragraphs
    )


def is_good_target(target: str) -> bool:
    return bool(_WEB.match(target)) or bool(_ADDRESS.fullmatch(target))


def link_of(target: str, text: str) -> Link:
    """A link of prose: a web address, `tables/engines`, or the address of a thing in the data."""
    if _WEB.match(target):
        return Link(text, url=target)
    if target.startswith("tables/"):
        return Link(text, page=f"{target}/index.md")
    return urls.link_to(target, text)


@lru_cache(maxsize=20_000)
def tokens_of(text: str) -> tuple[Token, ...]:
    """One run of text in the little Markdown of the data, taken apart."""
    tokens = _PARSER.parseInline(text.strip())
    return tuple(tokens[0].children or ()) if tokens else ()


class Prose:
    """Renders the prose of one page; remembers which terms it has linked there."""

    def __init__(self, page: str, terms: Terms) -> None:
        self.page = page
        self.terms = terms
        self.linked: set[str] = set()

    def inline(self, text: str) -> str:
        """One run of text as HTML."""
        return self._html(tokens_of(text))

    def blocks(self, text: str) -> str:
        """Text with blank lines between its paragraphs as HTML paragraphs."""
        paragraphs = re.split(r"\n\s*\n", text.strip())
        return "".join(f"<p>{self.inline(paragraph)}</p>" for paragraph in paragraphs)

    def _html(self, tokens: Sequence[Token]) -> str:
        out: list[str] = []
        in_link = False
        for token in tokens:
            if token.type == "link_open":
                target = str(token.attrs["href"])
                in_link = is_good_target(target)
                out.append(self._open_link(target) if in_link else "")
            elif token.type == "link_close":
                out.append("</a>" if in_link else "")
                in_link = False
            elif token.type == "code_inline":
                out.append(f"<code>{escape(token.content)}</code>")
            elif token.type in ("softbreak", "hardbreak"):
                out.append(" " if token.type == "softbreak" else "<br>")
            elif token.type == "text":
                out.append(escape(token.content, quote=False) if in_link else self._with_terms(token.content))
            elif token.tag:
                out.append(f"<{'/' if token.nesting < 0 else ''}{token.tag}>")
        return "".join(out)

    def _open_link(self, target: str) -> str:
        href = urls.href(link_of(target, ""), self.page)
        return f'<a href="{escape(href, quote=True)}"{" rel=noopener" if _WEB.match(target) else ""}>'

    def _with_terms(self, text: str) -> str:
        if self.page == GLOSSARY:
            return escape(text, quote=False)
        out = []
        for piece, term in self.terms.split(text):
            if term and term not in self.linked:
                self.linked.add(term)
                href = urls.relative(self.page, GLOSSARY, term)
                tip = escape(self.terms.terms[term].short, quote=True)
                out.append(f'<a class="kb-term" href="{href}" title="{tip}">{escape(piece, quote=False)}</a>')
            else:
                out.append(escape(piece, quote=False))
        return "".join(out)
