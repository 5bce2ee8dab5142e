"""Where each document of the API lies, and how documents and pages are named from one another."""

from __future__ import annotations

from generator import urls
from generator.api.documents import Document
from generator.table import Link

FOLDER = urls.API
VERSION = "1.0"  # the second number grows with each field that is added; the first would be another folder

# What one item of a collection is called, which is also the name of its schema.
ITEMS = {
    "engines": "engine",
    "formats": "format",
    "backends": "backend",
    "devices": "device",
    "models": "model",
    "caveats": "caveat",
    "myths": "myth",
    "trees": "tree",
    "faq": "topic",
    "checklists": "checklist",
    "cases": "case",
    "glossary": "term",
    "features": "feature",
    "sources": "source",
    "vocabulary": "word-list",
}


def permalink(link: Link | None) -> str | None:
    """Where people read something, relative to the root of the site; None when there is no such place."""
    if link is None or not link.page:
        return None
    return urls.file_of(link.page) + (f"#{link.anchor}" if link.anchor else "")


def of_address(address: str) -> str:
    return permalink(urls.link_to(address, "")) or ""


def head(kind: str, path: str, revision: str) -> Document:
    """What a document at a path starts with."""
    return {"api": "v1", "schema": f"{'../' * path.count('/')}schema/{kind}.json", "revision": revision}
