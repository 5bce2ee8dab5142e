"""The queue of what to check again: how stale a claim is, times what stands on it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from generator import overdue
from generator.derive import Catalog, derive
from generator.freshness import Freshness
from generator.overdue import Overdue

DAY = date(2026, 1, 1)


def one(address: str, state: str, reliances: int = 0, days_over: int = 0, behind: int = 0) -> Overdue:
    return Overdue(address, "f.yml", 1, Freshness(state, "why", DAY, days_over, behind), "why", {"faq": reliances})


def test_what_more_stands_on_weighs_more() -> None:
    """Reliances multiply, a worse state outweighs a milder one, and days and releases count within a state."""
    assert one("a", "due", reliances=1).weight > one("a", "due").weight > 0
    assert one("a", "refuted").weight > one("a", "expired").weight > one("a", "behind").weight > one("a", "due").weight
    assert one("a", "due", days_over=9).weight > one("a", "due", days_over=1).weight
    assert one("a", "behind", behind=3).weight > one("a", "behind", behind=1).weight


def test_the_queue_holds_what_is_not_fresh_most_important_first(catalog: Catalog) -> None:
    """Each with its file and line and how many conclusions rest on it; ties go by address."""
    found = overdue.queue(catalog)
    assert {item.address for item in found} == {"engines/birch:systems.macos", "engines/birch:formats.burr"}
    assert [item.weight for item in found] == sorted((item.weight for item in found), reverse=True)
    much = derive(catalog.dataset, date(2030, 1, 1))
    queue = overdue.queue(much)
    assert len(queue) == len(much.freshness) - 1  # all but the caveat that is history
    first = queue[0]
    assert first.reliances == sum(one.count for one in much.reliances[first.address]) > 0
    assert [(-item.weight, item.address) for item in queue] == sorted((-item.weight, item.address) for item in queue)


def test_nothing_is_overdue_when_all_is_fresh(catalog: Catalog) -> None:
    """An empty queue, not an error."""
    fresh = {address: Freshness("fresh", "", DAY) for address in catalog.freshness}
    assert overdue.queue(replace(catalog, freshness=fresh)) == []


def test_an_item_as_json_has_only_plain_values() -> None:
    """What a program reads: address, place, state and reason, date as text."""
    assert overdue.as_json(one("engines/x:formats.y", "due", reliances=2, days_over=3)) == {
        "address": "engines/x:formats.y",
        "file": "f.yml",
        "line": 1,
        "state": "due",
        "reason": "why",
        "review_by": "2026-01-01",
        "releases_behind": 0,
        "rests": {"faq": 2},
        "weight": 3090,
    }


def test_what_rests_on_it_is_told_in_words() -> None:
    """Counted by kind, in one order; nothing for nothing."""
    state = Freshness("due", "", DAY)
    assert (
        Overdue("a", "f.yml", 1, state, "why", {"tables": 2, "trees": 1, "faq": 3}).resting
        == "1 tree path, 3 answers, 2 tables"
    )
    assert Overdue("a", "f.yml", 1, state, "why").resting == ""


def test_the_queue_as_a_list_to_tick_off() -> None:
    """For an issue that is written anew every week."""
    text = overdue.as_markdown([one("engines/x:formats.y", "due", reliances=2)], DAY)
    assert "- [ ] `engines/x:formats.y` is due: why (carries 2 answers) \u2013 `f.yml:1`\n" in text
    assert text.endswith("\n")
    assert overdue.as_markdown([], DAY) == "Nothing to check again on 2026-01-01.\n"
