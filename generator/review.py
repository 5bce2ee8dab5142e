"""What a change does to evidence: facts that changed while their day did not, and days that changed alone."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from generator.claims import PlacedClaim, all_claims
from generator.facts import facts_of
from generator.load import Dataset
from generator.problems import Problem

MOVED_AT_ONCE = 20


def review(before: Dataset, after: Dataset, today: date) -> list[Problem]:
    """The problems of a change between two datasets, seen on a day; sorted by place."""
    old = {placed.address: placed for placed in all_claims(before)}
    new = {placed.address: placed for placed in all_claims(after)}
    both = [(old[address], placed) for address, placed in new.items() if address in old]
    return sorted([*_changed_undated(before, after, both, today), *_dated_without_evidence(after, both)])


def _changed_undated(
    before: Dataset, after: Dataset, both: list[tuple[PlacedClaim, PlacedClaim]], today: date
) -> Iterator[Problem]:
    for one, other in both:
        was, now = facts_of(before, one), facts_of(after, other)
        # Somebody may have checked it earlier on the same day.
        if was != now and one.claim.as_of == other.claim.as_of != today:
            changed = sorted(name for name in was.keys() | now.keys() if was.get(name) != now.get(name))
            message = f"{other.address}: {', '.join(changed)} changed, but as_of is still {other.claim.as_of}."
            hint = "Write the day on which you looked, the version, and the source that says so."
            yield after.origin(other.collection, other.name).problem(other.path, message, "undated", hint)


def _dated_without_evidence(after: Dataset, both: list[tuple[PlacedClaim, PlacedClaim]]) -> Iterator[Problem]:
    """Many statements with a new day, the old version and the old sources: were they all looked at?"""
    moved = [
        other
        for one, other in both
        if other.claim.as_of > one.claim.as_of
        and (one.claim.against, one.claim.sources) == (other.claim.against, other.claim.sources)
    ]
    if len(moved) > MOVED_AT_ONCE:
        first = min(moved, key=lambda placed: placed.address)
        message = f"as_of moved on {len(moved)} statements, here first, with the old version and the old sources."
        hint = "Each day says that somebody looked; confirm what you looked at: kb confirm."
        origin = after.origin(first.collection, first.name)
        line, column = origin.at(first.path)
        yield Problem(origin.file, line, column, message, "dates-alone", hint, level="warning")
