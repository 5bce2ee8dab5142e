"""Jinja for pages: strict about names, escaping by default, with the few filters that templates may use."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from generator import urls
from generator.exports import html, markdown
from generator.prose import Prose
from generator.table import Cell, Link, Table
from generator.terms import Terms

TEMPLATES = Path(__file__).parent / "templates"


@dataclass(frozen=True)
class Artifact:
    """A file we produce: its path below the output folder, and its text."""

    path: str
    text: str


def markdown_text(text: str) -> str:
    """Text of data inside Markdown, shown as typed; a backslash would stay visible before most signs."""
    return markdown.plain(" ".join(str(text).split()))


def _page(context: Context) -> str:
    return str(context["page"])


@pass_context
def _link(context: Context, link: Link) -> Markup:
    return Markup(html.anchor(link, _page(context)))


@pass_context
def _to(context: Context, link: Link) -> str:
    return urls.href(link, _page(context))


@pass_context
def _href(context: Context, target: str, anchor: str = "") -> str:
    return urls.relative(_page(context), target, anchor)


@pass_context
def _inline(context: Context, text: str) -> Markup:
    return Markup(context["prose"].inline(text))


@pass_context
def _blocks(context: Context, text: str) -> Markup:
    return Markup(context["prose"].blocks(text))


@pass_context
def _table(context: Context, table: Table) -> Markup:
    return Markup(html.render(table, _page(context)))


@pass_context
def _details(context: Context, cell: Cell) -> Markup:
    return Markup(html.details(cell, _page(context)))


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=True,
    )
    environment.filters |= {
        "link": _link,
        "to": _to,
        "href": _href,
        "inline": _inline,
        "blocks": _blocks,
        "table": _table,
        "details": _details,
        "md": lambda text: Markup(markdown_text(text)),
        "yaml_text": lambda text: Markup(json.dumps(str(text), ensure_ascii=False)),
    }
    return environment


def page(template: str, path: str, terms: Terms, **view: Any) -> Artifact:
    """A page from a template and everything it says."""
    text = _environment().get_template(template).render(page=path, prose=Prose(path, terms), **view)
    return Artifact(path, re.sub(r"\n{3,}", "\n\n", text).strip() + "\n")
