"""The feed of changed facts and the calendar of review days, read as other programs read them."""

from __future__ import annotations

import re
import uuid
from dataclasses import replace
from datetime import date, timedelta
from xml.etree import ElementTree

import pytest
from sampling import SAMPLE_DAY

from generator.changes import KINDS, Change
from generator.chronicle import Chronicle, Day
from generator.derive import Catalog, derive
from generator.edition import Edition
from generator.feeds import atom, ics

ATOM = "{http://www.w3.org/2005/Atom}"
DAYS = tuple(
    Day(
        date(2026, 1, number),
        "0" * 40,
        tuple(
            Change(kind, f"engines/birch:features.{kind}", 'Birch: <b>&"', "yes", "no", date(2026, 1, 2))
            for kind in KINDS
        ),
    )
    for number in (9, 3)
)


@pytest.fixture
def feed(edition: Edition) -> ElementTree.Element:
    return ElementTree.fromstring(atom.render(replace(edition, chronicle=Chronicle(DAYS))).encode("utf-8"))


def texts(node: ElementTree.Element, path: str) -> list[str]:
    return [found.text or "" for found in node.findall(path.replace("/", f"/{ATOM}").replace("@", ATOM))]


def events(text: str) -> list[dict[str, str]]:
    """The events of a calendar, lines unfolded, values as they stand."""
    lines = text.replace("\r\n ", "").split("\r\n")
    found: list[dict[str, str]] = []
    for line in lines:
        name, _, value = line.partition(":")
        if line == "BEGIN:VEVENT":
            found.append({})
        elif found and name not in ("BEGIN", "END") and name:
            found[-1][name] = value
    return found


# -- Atom --------------------------------------------------------------------------------------


def test_a_feed_has_what_the_format_demands(feed: ElementTree.Element) -> None:
    """RFC 4287: id, title, updated and author of the feed; id, title, updated and link of every entry."""
    for node in (feed, *feed.findall(f"{ATOM}entry")):
        for name in ("id", "title", "updated"):
            assert len(node.findall(f"{ATOM}{name}")) == 1, name
        (moment,) = texts(node, "@updated")
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT00:00:00Z", moment)
        assert [link for link in node.findall(f"{ATOM}link") if link.attrib["rel"] == "alternate"]
    assert texts(feed, "@author/name") == ["Sample Atlas"]
    assert len(feed.findall(f"{ATOM}entry")) == 2 * len(KINDS)


def test_ids_are_names_that_stay(edition: Edition, feed: ElementTree.Element) -> None:
    """One for each address and day, the same in every build, whatever else changed."""
    ids = texts(feed, "@id") + texts(feed, "@entry/id")
    assert len(ids) == len(set(ids))
    assert all(str(uuid.UUID(one)) == one.removeprefix("urn:uuid:") for one in ids)
    later = Day(date(2026, 1, 12), "1" * 40, (replace(DAYS[0].changes[0], after="plugin"),))
    more = ElementTree.fromstring(atom.render(replace(edition, chronicle=Chronicle((later, *DAYS)))).encode("utf-8"))
    assert texts(more, "@entry/id")[1:] == texts(feed, "@entry/id")


def test_entries_lead_to_their_day_and_name_no_host(edition: Edition, feed: ElementTree.Element) -> None:
    """Links are relative to the feed, so that it works wherever the site is put; text stays text."""
    links = [link.attrib["href"] for link in feed.iter(f"{ATOM}link")]
    assert links[:2] == ["feed.xml", "index.html"]
    assert set(links[2:]) == {"index.html#day-2026-01-09", "index.html#day-2026-01-03"}
    first = feed.find(f"{ATOM}entry")
    assert first is not None
    assert texts(first, "@title") == ['Outcome changed: Birch: <b>&"']
    assert texts(first, "@summary") == [
        'Birch: <b>&": yes → no (checked 2026-01-02; engines/birch:features.outcome)',
    ]


def test_a_feed_without_history_is_empty_and_valid(edition: Edition) -> None:
    """Dated by the last check of the data, not by the day of the build."""
    feed = ElementTree.fromstring(atom.render(edition).encode("utf-8"))
    assert feed.findall(f"{ATOM}entry") == []
    assert texts(feed, "@updated") == ["2026-01-20T00:00:00Z"]


def test_a_feed_ends_somewhere(edition: Edition, monkeypatch: pytest.MonkeyPatch) -> None:
    """The newest stay."""
    monkeypatch.setattr(atom, "MOST", 3)
    feed = ElementTree.fromstring(atom.render(replace(edition, chronicle=Chronicle(DAYS))).encode("utf-8"))
    assert texts(feed, "@entry/updated") == ["2026-01-09T00:00:00Z"] * 3


# -- iCalendar ---------------------------------------------------------------------------------


def test_each_review_day_is_an_event(catalog: Catalog) -> None:
    """A whole day, with every statement that is to be checked again then and is no history."""
    found = events(ics.render(catalog))
    waiting = {address: state.review_by for address, state in catalog.freshness.items() if state.review_by != date.max}
    days = sorted(set(waiting.values()))
    assert [one["DTSTART;VALUE=DATE"] for one in found] == [f"{day:%Y%m%d}" for day in days]
    assert [one["DTEND;VALUE=DATE"] for one in found] == [f"{day + timedelta(1):%Y%m%d}" for day in days]
    for day, one in zip(days, found, strict=True):
        due = [address for address, until in waiting.items() if until == day]
        assert all(f"({address})" in one["DESCRIPTION"] for address in due)
        assert re.search(r"\d+", one["SUMMARY"])[0] == str(len(due))  # type: ignore[index]


def test_lines_are_as_the_format_demands(catalog: Catalog) -> None:
    """CRLF, at most 75 octets a line, no character cut in two, and one event after the other."""
    text = ics.render(catalog)
    raw = text.encode("utf-8").split(b"\r\n")
    assert raw[-1] == b""
    assert all(b"\n" not in line and b"\r" not in line for line in raw)
    assert max(map(len, raw)) == 75
    assert all(line.decode("utf-8") for line in raw[:-1])
    assert "為什麼要批次處理" in text.replace("\r\n ", "")
    kinds = [line for line in text.split("\r\n") if line.startswith(("BEGIN", "END"))]
    count = len(events(text))
    assert kinds == ["BEGIN:VCALENDAR", *["BEGIN:VEVENT", "END:VEVENT"] * count, "END:VCALENDAR"]


def test_events_are_named_and_stamped_by_the_data(catalog: Catalog) -> None:
    """The same name for a day in every build, and the last check as the stamp; what day it is changes nothing."""
    found = events(ics.render(catalog))
    assert {one["DTSTAMP"] for one in found} == {"20260120T000000Z"}
    assert len({one["UID"] for one in found}) == len(found)
    assert ics.render(derive(catalog.dataset, SAMPLE_DAY + timedelta(400))) == ics.render(catalog)


def test_signs_that_mean_something_are_guarded(catalog: Catalog) -> None:
    """A comma or a backslash in a name ends no value; a line break in it is none of the file."""
    assert any("link\\, thunder" in one["DESCRIPTION"] for one in events(ics.render(catalog)))
    assert ics._escaped("a,b;c\\d\ne") == "a\\,b\\;c\\\\d\\ne"


def test_a_day_with_many_statements_names_the_first(catalog: Catalog, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rest are counted, with the command that lists them."""
    monkeypatch.setattr(ics, "MOST_NAMED", 1)
    said = next(one for one in events(ics.render(catalog)) if one["DTSTART;VALUE=DATE"] == "20260410")
    assert said["DESCRIPTION"].startswith("Alder (engines/alder)\\nand 27 more\\; kb stale --on 2026-04-11 lists them")
