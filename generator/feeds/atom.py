"""Changed facts as an Atom feed (RFC 4287). Names no host: links are relative to the feed, ids are URNs."""

from __future__ import annotations

import uuid
from datetime import date
from xml.sax.saxutils import escape, quoteattr

from generator import urls
from generator.changes import KINDS, Change
from generator.chronicle import Day
from generator.derive import Catalog
from generator.edition import Edition

PATH = "changes/feed.xml"
PAGE = "changes/index.md"
MOST = 200  # entries; more than a reader keeps
_SPACE = uuid.UUID("6f1c7f0e-6d0b-5d53-9d0c-2f5f7c1d8a41")


def newest_check(catalog: Catalog) -> date:
    """The last day on which any statement was checked: the day of the data, whatever day it is built."""
    return max((placed.claim.as_of for placed in catalog.claims.values()), default=date(1970, 1, 1))


def urn(*parts: object) -> str:
    """A stable name for what never gets a web address of its own."""
    return uuid.uuid5(_SPACE, "\n".join(map(str, parts))).urn


def render(edition: Edition) -> str:
    catalog, days = edition.catalog, edition.chronicle.days
    site = catalog.dataset.site
    updated = days[0].day if days else newest_check(catalog)
    entries = [_entry(site.name, day, change) for day in days for change in day.changes][:MOST]
    return "\n".join(
        [
            '<?xml version="1.0" encoding="utf-8"?>',
            '<feed xmlns="http://www.w3.org/2005/Atom">',
            f"<id>{urn(site.name, 'changes')}</id>",
            f"<title>{_text(site.name)}: what changed in facts</title>",
            f"<subtitle>{_text(site.tagline)}</subtitle>",
            f"<updated>{_moment(updated)}</updated>",
            f"<author><name>{_text(site.name)}</name></author>",
            '<link rel="self" type="application/atom+xml" href="feed.xml"/>',
            '<link rel="alternate" type="text/html" href="index.html"/>',
            *entries,
            "</feed>",
            "",
        ]
    )


def _entry(site: str, day: Day, change: Change) -> str:
    href = urls.relative(PAGE, PAGE, f"day-{day.day}")
    when = f"{'released' if change.kind == 'release' else 'checked'} {change.day}"
    lines = [
        "<entry>",
        f"<id>{urn(site, change.kind, change.address, day.day)}</id>",
        f"<title>{_text(f'{KINDS[change.kind][0].capitalize()}: {change.label}')}</title>",
        f"<updated>{_moment(day.day)}</updated>",
        f'<link rel="alternate" type="text/html" href={quoteattr("index.html" + href)}/>',
        f"<category term={quoteattr(change.kind)}/>",
        f'<summary type="text">{_text(f"{change.sentence} ({when}; {change.address})")}</summary>',
        "</entry>",
    ]
    return "\n".join(lines)


def _moment(day: date) -> str:
    return f"{day}T00:00:00Z"


def _text(text: str) -> str:
    return escape(" ".join(text.split()))
