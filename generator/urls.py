"""Where pages are, and how one page links to another. Links are relative and name the file, so that
the site works under any path and straight from disk."""

from __future__ import annotations

import posixpath

from generator.table import Link

EXPORTS = "exports/"  # files to take away; a builder would make pages of the Markdown ones, so it never sees them
API = "api/v1/"
EMBED = "embed/"


def file_of(page: str) -> str:
    """The built file of a staged page: `engines/x/index.md` -> `engines/x/index.html`. Exports stay."""
    is_page = page.endswith(".md") and not page.startswith(EXPORTS)
    return page.removesuffix(".md") + ".html" if is_page else page


def frame_of(table: str) -> str:
    """The page of a table alone, for an iframe."""
    return f"{EMBED}{table}/index.html"


def relative(source: str, target: str, anchor: str = "") -> str:
    """The link from one page to another."""
    tail = f"#{anchor}" if anchor else ""
    if target in ("", source) and anchor:
        return tail
    path = way(posixpath.dirname(file_of(source)), file_of(target))
    if path.endswith(".md"):
        # An export. %64 is d, and # leads nowhere else: Zensical must not take this for a page, which it would rename.
        return path[:-1] + "%64#"
    return path + tail


def way(folder: str, file: str) -> str:
    """The way from a folder to a file. posixpath.relpath asks the system for the working folder each of many times."""
    here, there = folder.split("/") if folder else [], file.split("/")
    shared = len(posixpath.commonprefix([here, there[:-1]]))
    return "/".join([".."] * (len(here) - shared) + there[shared:])


def href(link: Link, page: str) -> str:
    return link.url or (relative(page, link.page, link.anchor) if link.page or link.anchor else "")


def page_of(collection: str, name: str) -> str:
    """The page that shows a thing, or holds it among others."""
    if collection in ("caveats", "myths", "glossary"):
        return f"{collection}/index.md"
    if collection == "cases":
        return "decide/cases/index.md"
    if collection == "models":
        return "hardware/models/index.md"
    folder = {"trees": "decide", "backends": "hardware/backends", "devices": "hardware/devices"}.get(
        collection, collection
    )
    return f"{folder}/{name}/index.md"


def anchor_of(address: str) -> str:
    """The permanent anchor of a statement on its page: `engines/x:formats.gguf` -> `formats-gguf`."""
    head, _, path = address.partition(":")
    collection, name = head.split("/")
    if collection in ("caveats", "myths", "models", "cases"):
        return name
    if collection == "glossary":
        return path.removeprefix("terms.")
    if collection == "trees" and path.startswith("questions."):
        return f"q-{path.removeprefix('questions.')}"
    if collection in ("faq", "trees"):
        return path.split(".", 1)[-1] if path else ""
    return path.replace(".", "-")


def link_to(address: str, text: str) -> Link:
    """A link to where a statement or a thing is shown."""
    collection, name = address.partition(":")[0].split("/")
    return Link(text, page=page_of(collection, name), anchor=anchor_of(address))
