"""Releases over time as one SVG picture: a row for each engine, a dot for each release. Colours come from the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from html import escape

WIDTH, LEFT, RIGHT, TOP, ROW = 960, 150, 16, 26, 22
RADIUS = 3.6
NAMED_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


@dataclass(frozen=True)
class Dot:
    """A release: hollow unless it is stable, and marked when statements were checked against it."""

    day: date
    version: str
    stable: bool = True
    checked: bool = False


@dataclass(frozen=True)
class Lane:
    """The releases of one engine."""

    label: str
    dots: tuple[Dot, ...]


def draw(lanes: Sequence[Lane], first: date, last: date, title: str, describe: str) -> str:
    """The picture from `first` to `last`, both included; what lies outside is left out."""
    height = TOP + ROW * len(lanes) + 6
    body = [*_months(first, last, height)]
    for index, lane in enumerate(lanes):
        body += _lane(lane, TOP + ROW * index + ROW // 2, first, last)
    return (
        f'<svg class="kb-timeline" data-search-exclude viewBox="0 0 {WIDTH} {height}" role="img" '
        'aria-labelledby="timeline-title timeline-description">'
        f'<title id="timeline-title">{escape(title)}</title><desc id="timeline-description">{escape(describe)}</desc>'
        f"{''.join(body)}</svg>"
    )


def _x(day: date, first: date, last: date) -> str:
    share = (day - first).days / max((last - first).days, 1)
    return f"{LEFT + share * (WIDTH - LEFT - RIGHT):.1f}"


def _months(first: date, last: date, height: int) -> Iterator[str]:
    """A thin line at the first day of each month, with its name; January brings the year."""
    day = first.replace(day=1)
    while day <= last:
        if day >= first:
            x = _x(day, first, last)
            name = NAMED_MONTHS[day.month - 1] + (f" {day.year}" if day.month == 1 else "")
            yield f'<path class="month" d="M{x} {TOP - 6}V{height}"/><text class="month" x="{x}" y="12">{name}</text>'
        day = (day + timedelta(days=31)).replace(day=1)


def _lane(lane: Lane, y: int, first: date, last: date) -> Iterator[str]:
    yield f'<text class="lane" x="{LEFT - 14}" y="{y + 4}">{escape(lane.label)}</text>'
    yield f'<path class="lane" d="M{LEFT} {y}H{WIDTH - RIGHT}"/>'
    shown = [dot for dot in lane.dots if first <= dot.day <= last]
    # What is checked goes last, so that no later dot covers its mark.
    for dot in sorted(shown, key=lambda one: (one.checked, one.stable, one.day, one.version)):
        yield _dot(dot, _x(dot.day, first, last), y)


def _dot(dot: Dot, x: str, y: int) -> str:
    words = f"{dot.version}, {dot.day}" + ("" if dot.stable else ", pre-release")
    if dot.checked:
        ring = f'<path class="checked" d="M{x} {y - 10}l6 10-6 10-6-10z"/>'
        return f"<g><title>{escape(words)}, checked against</title>{ring}{_circle(dot, x, y)}</g>"
    return f"<g><title>{escape(words)}</title>{_circle(dot, x, y)}</g>"


def _circle(dot: Dot, x: str, y: int) -> str:
    return f'<circle class="{"stable" if dot.stable else "early"}" cx="{x}" cy="{y}" r="{RADIUS}"/>'
