"""The days on which statements are to be checked again, as a calendar (RFC 5545)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from generator import labels, urls
from generator.derive import Catalog
from generator.feeds.atom import newest_check, urn

PATH = "changes/review.ics"
MOST_NAMED = 40  # statements of one day; the queue of the site has them all
_OCTETS = 75


def render(catalog: Catalog) -> str:
    stamp = f"{newest_check(catalog):%Y%m%d}T000000Z"
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        f"PRODID:-//{_escaped(catalog.dataset.site.name)}//review days//EN",
        "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH",
    ]
    for day, addresses in sorted(_by_day(catalog).items()):
        lines += _event(catalog, day, addresses, stamp)
    lines.append("END:VCALENDAR")
    return "".join(f"{folded}\r\n" for line in lines for folded in _folded(line))


def _by_day(catalog: Catalog) -> dict[date, list[str]]:
    """Every review day with its statements, past ones too: what today is must not change the file."""
    found: dict[date, list[str]] = {}
    for address in sorted(catalog.freshness):
        day = catalog.freshness[address].review_by
        if day != date.max:  # history, which nobody checks again
            found.setdefault(day, []).append(address)
    return found


def _event(catalog: Catalog, day: date, addresses: list[str], stamp: str) -> list[str]:
    count = "1 statement" if len(addresses) == 1 else f"{len(addresses)} statements"
    named = [f"{labels.of_address(catalog.dataset, address)} ({address})" for address in addresses[:MOST_NAMED]]
    rest = len(addresses) - len(named)
    more = [f"and {rest} more; kb stale --on {day + timedelta(1)} lists them"] if rest else []
    page = f"On the site: {urls.relative('index.md', 'freshness/index.md', 'queue')}"
    description = "\n".join([*named, *more, page])
    return [
        "BEGIN:VEVENT",
        f"UID:{urn(catalog.dataset.site.name, 'review', day)}",
        f"DTSTAMP:{stamp}",
        f"DTSTART;VALUE=DATE:{day:%Y%m%d}",
        f"DTEND;VALUE=DATE:{day + timedelta(1):%Y%m%d}",
        f"SUMMARY:{_escaped(f'Check {count} again')}",
        f"DESCRIPTION:{_escaped(description)}",
        "TRANSP:TRANSPARENT",
        "END:VEVENT",
    ]


def _escaped(text: str) -> str:
    for sign, instead in (("\\", "\\\\"), (";", "\\;"), (",", "\\,"), ("\r", ""), ("\n", "\\n")):
        text = text.replace(sign, instead)
    return text


def _folded(line: str) -> Iterator[str]:
    """A content line in pieces of at most 75 octets, none of which ends inside a character."""
    piece, size, limit = "", 0, _OCTETS
    for sign in line:
        octets = len(sign.encode("utf-8"))
        if size + octets > limit:
            yield piece
            piece, size = " ", 1
        piece += sign
        size += octets
    yield piece
