"""The picture of releases: a row an engine, dots where they belong, words for those who do not see it."""

from __future__ import annotations

import re
from datetime import date

import pytest
import reading

from generator.timeline import LEFT, RIGHT, WIDTH, Dot, Lane, draw

FIRST, LAST = date(2025, 11, 29), date(2026, 11, 29)


def drawn(*lanes: Lane) -> reading.Node:
    return reading.read(draw(lanes, FIRST, LAST, "Releases", "What the marks mean."))


def places(picture: reading.Node) -> list[tuple[str, float]]:
    """The kind of each dot, and where it is from left to right."""
    return [(one.attributes["class"], float(one.attributes["cx"])) for one in picture.all("circle")]


def test_dots_stand_at_their_days() -> None:
    """The first day is at the left edge, the last at the right, and what lies outside is left out."""
    days = [date(2025, 11, 28), FIRST, date(2026, 5, 31), LAST, date(2026, 11, 30)]
    found = places(drawn(Lane("Birch", tuple(Dot(day, "1.0") for day in days))))
    right = WIDTH - RIGHT
    assert [place for _, place in found] == [LEFT, pytest.approx((LEFT + right) / 2, abs=1.5), right]


def test_pre_releases_are_hollow_and_checked_ones_marked() -> None:
    """A class for each kind, which the style sheet fills; what was checked is drawn last, over its neighbours."""
    dots = (Dot(FIRST, "1.0", checked=True), Dot(LAST, "2.0rc1", stable=False), Dot(LAST, "1.1"))
    picture = drawn(Lane("Birch", dots))
    assert [kind for kind, _ in places(picture)] == ["early", "stable", "stable"]
    assert [path for path in picture.all("path") if path.attributes["class"] == "checked"]
    assert [group.all("title")[0].words for group in picture.all("g")] == [
        "2.0rc1, 2026-11-29, pre-release",
        "1.1, 2026-11-29",
        "1.0, 2025-11-29, checked against",
    ]


def test_it_is_one_picture_with_a_title_and_a_description() -> None:
    """Who cannot see it hears what it shows; names are text, whatever stands in them."""
    text = draw((Lane("Birch <&> Sons", ()),), FIRST, LAST, "A < B", "C & D")
    assert 'role="img" aria-labelledby="timeline-title timeline-description"' in text
    picture = reading.read(text)
    assert [picture.all(tag)[0].text for tag in ("title", "desc")] == ["A < B", "C & D"]
    assert "Birch <&> Sons" in [one.text for one in picture.all("text")]


def test_months_are_named_and_a_new_year_says_so() -> None:
    """Twelve months have twelve lines; colours are left to the page."""
    text = draw((), FIRST, LAST, "", "")
    names = re.findall(r">([A-Z][a-z]{2}(?: \d{4})?)</text>", text)
    assert names[:3] == ["Dec", "Jan 2026", "Feb"]
    assert len(names) == 12
    assert not re.search(r"fill=|stroke=|style=|#", text)


def test_a_picture_of_one_day_has_a_place_for_it() -> None:
    """No span of days divides by nothing."""
    assert 'cx="150.0"' in draw((Lane("Birch", (Dot(FIRST, "1"),)),), FIRST, FIRST, "", "")
