"""llms.txt: what the site holds, for programs that read, with links to the Markdown twins (see llmstxt.org)."""

from __future__ import annotations

from collections.abc import Iterable

from generator.derive import Catalog
from generator.twins.text import Twin, plain

PATH = "llms.txt"
ABOUT = (
    "Every statement has the day it was checked, the version it was checked against, and a source. What no source "
    "states is *unknown*, which is not *no*. Each link is the plain Markdown of a page; the page for people is the "
    "`index.html` beside it."
)
# The sections by the folder of their pages; what is listed last may be left out by a reader short of room.
SECTIONS = {
    "decide": "Decide",
    "tables": "Tables",
    "engines": "Engines",
    "caveats": "Caveats",
    "myths": "Myths",
    "faq": "Questions and answers",
    "formats": "Formats",
    "hardware": "Hardware",
    "checklists": "Checklists",
    "freshness": "Freshness",
    "changes": "Changes",
    "glossary": "Glossary",
}


def render(catalog: Catalog, twins: Iterable[Twin]) -> str:
    site = catalog.dataset.site
    by_folder: dict[str, list[Twin]] = {folder: [] for folder in SECTIONS}
    for twin in twins:
        folder, _, rest = twin.path.partition("/")
        if rest:
            by_folder.setdefault(folder, []).append(twin)
    lines = [
        f"# {plain(site.name)}",
        "",
        f"> {plain(site.tagline)}",
        "",
        ABOUT,
    ]
    for folder, found in by_folder.items():
        if found:
            lines += ["", f"## {SECTIONS.get(folder, folder)}", ""]
            lines += [f"- [{twin.title}]({twin.path}){_about(twin)}" for twin in found]
    return "\n".join(lines) + "\n"


def _about(twin: Twin) -> str:
    """The summary in one line, without links: they would be relative to another page."""
    words = " ".join(twin.lead.split())
    return f": {words}" if words else ""
