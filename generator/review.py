"""What a change does to evidence: facts that changed without their day, days and versions that changed alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, timedelta

from generator.checks.claims import where_said
from generator.claims import PlacedClaim, all_claims, engine_of, sources_of, versions_checked
from generator.facts import facts_of
from generator.load import Dataset
from generator.problems import Problem
from generator.schema import Source

MOVED_AT_ONCE = 20
GUIDANCE = ("trees", "faq", "checklists", "cases")  # rests on the statements it cites, which name their versions


def review(before: Dataset, after: Dataset, today: date) -> list[Problem]:
    """The problems of a change between two datasets, seen on a day; sorted by place."""
    old = {placed.address: placed for placed in all_claims(before)}
    new = {placed.address: placed for placed in all_claims(after)}
    both = [(old[address], placed) for address, placed in new.items() if address in old]
    return sorted(
        [
            *_changed_undated(before, after, both, today),
            *_dated_without_evidence(after, both),
            *read_elsewhere(after, _checked_anew(old, new)),
        ]
    )


def _changed_undated(
    before: Dataset, after: Dataset, both: list[tuple[PlacedClaim, PlacedClaim]], today: date
) -> Iterator[Problem]:
    for one, other in both:
        was, now = facts_of(before, one), facts_of(after, other)
        # Somebody may have checked it earlier on the same day, or late on a day that has just ended in UTC.
        is_recent = today - other.claim.as_of <= timedelta(days=1)
        if was != now and one.claim.as_of == other.claim.as_of and not is_recent:
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


def _checked_anew(old: Mapping[str, PlacedClaim], new: Mapping[str, PlacedClaim]) -> Iterator[PlacedClaim]:
    """Claims whose version or sources are not what they were. Guidance rests on facts, which say this themselves."""
    for address, placed in new.items():
        was = old[address].claim if address in old else None
        if placed.collection in GUIDANCE:
            continue
        if was is None or (was.against, was.sources) != (placed.claim.against, placed.claim.sources):
            yield placed


def read_elsewhere(after: Dataset, changed: Iterable[PlacedClaim]) -> Iterator[Problem]:
    """Warnings where a release in `against` is one that no source cited is of."""
    told = set()
    for placed in changed:
        sources = sources_of(after, after.document(placed.collection, placed.name), placed.claim)
        for engine, version in versions_checked(after, engine_of(after, placed), placed.claim.against or ""):
            origin = after.origin(placed.collection, placed.name)
            where = where_said(origin, placed.path, "against")
            if not any(_is_of(source, version) for source in sources) and (origin.file, where) not in told:
                told.add((origin.file, where))
                product = after.engines[engine].name
                message = f"{placed.address}: checked against {product} {version}, but no source cited is of it."
                hint = "Cite that version (a tag, a package, a title that names it), or write what was read."
                yield Problem(origin.file, *origin.at(where), message, "read-elsewhere", hint, level="warning")


def _is_of(source: Source, version: str) -> bool:
    """Whether a source is of a version or its line: documentation of 1.10 is of 1.10.0, a release history of all."""
    if source.package and " " not in source.package:
        return True
    told = " ".join(filter(None, (source.url, source.package, source.title, source.note)))
    line = ".".join(version.lstrip("v").split(".")[:2])
    return bool(re.search(rf"(?<![\d.])(?:{re.escape(version.lstrip('v'))}|{re.escape(line)})(?![.\w]*\d)", told))
