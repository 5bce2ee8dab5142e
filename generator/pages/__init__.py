"""Catalog -> pages of Markdown. One module a kind of page; `SECTIONS` is the list, in the order of the navigation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from generator.edition import Edition
from generator.pages import caveats, checklists, decide, embed, engines, faq, formats, freshness, hardware, home, tables
from generator.templating import Artifact

Pages = Callable[[Edition], Iterator[Artifact]]


@dataclass(frozen=True)
class Section:
    """A part of the site: its name in the navigation, and what writes its pages."""

    title: str
    pages: Pages


SECTIONS: tuple[Section, ...] = (
    Section("Home", home.pages),
    Section("Decide", decide.pages),
    Section("Engines", engines.pages),
    Section("Formats", formats.pages),
    Section("Hardware", hardware.pages),
    Section("Tables", tables.pages),
    Section("Caveats", caveats.pages),
    Section("Checklists", checklists.pages),
    Section("FAQ", faq.pages),
    Section("Glossary", faq.glossary_pages),
    Section("Freshness", freshness.pages),
    Section("Embed", embed.pages),
)
