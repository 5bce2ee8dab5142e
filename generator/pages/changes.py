"""What changed in facts, day by day, as the history of the data tells."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from generator.changes import KINDS, Change, summary
from generator.chronicle import MOST, SPAN, Day
from generator.comparisons import capital
from generator.edition import Edition
from generator.table import Link
from generator.templating import Artifact

INDEX = "changes/index.md"
FEED = "changes/feed.xml"
CALENDAR = "changes/review.ics"
SHOWN = 12  # changes of one kind on one day before they are folded


@dataclass(frozen=True)
class Line:
    """A change: what it is about, linked while that is still there, and the two values."""

    head: Link
    change: Change


@dataclass(frozen=True)
class Kind:
    label: str
    lines: tuple[Line, ...]

    @property
    def long(self) -> bool:
        return len(self.lines) > SHOWN


@dataclass(frozen=True)
class Entry:
    day: Day
    summary: str
    kinds: tuple[Kind, ...]


def pages(edition: Edition) -> Iterator[Artifact]:
    told = edition.chronicle
    yield edition.page(
        "changes.md.j2",
        INDEX,
        entries=[Entry(day, summary(day.changes), tuple(_kinds(edition, day))) for day in told.days],
        notes=told.notes,
        missing=bool(told.missing),
        span=SPAN.days,
        most=MOST,
        feed=Link("Atom feed", page=FEED),
        calendar=Link("calendar of review days", page=CALENDAR),
    )


def _kinds(edition: Edition, day: Day) -> Iterator[Kind]:
    for kind, found in groupby(day.changes, key=lambda change: change.kind):
        lines = tuple(Line(edition.place_of(change), change) for change in found)
        yield Kind(capital(KINDS[kind][0 if len(lines) == 1 else 1]), lines)
