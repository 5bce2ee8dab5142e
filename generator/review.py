"""What a change does to evidence: facts that changed while their day did not, and days that changed alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from pydantic import BaseModel

from generator.claims import PlacedClaim, all_claims
from generator.load import Dataset
from generator.problems import Problem
from generator.schema import Claim, Document, Evidence

MOVED_AT_ONCE = 20
_EVIDENCE = frozenset(Evidence.model_fields) | frozenset(Claim.model_fields)
# What may be worded anew without having been checked again.
_WORDING = frozenset(
    {"note", "because", "title", "label", "what", "do", "why", "answer", "ask", "truth", "belief", "means", "short"}
    | {"summary", "needs", "security", "name", "beware", "hardware", "help", "next", "lesson", "situation", "says"}
)


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
        was, now = _facts(before, one), _facts(after, other)
        # Somebody may have checked it earlier on the same day.
        if was != now and one.claim.as_of == other.claim.as_of != today:
            changed = sorted(name for name in was.keys() | now.keys() if was.get(name) != now.get(name))
            message = f"{other.address}: {', '.join(changed)} changed, but as_of is still {other.claim.as_of}."
            hint = "Write the day on which you looked, the version, and the source that says so."
            yield after.origin(other.collection, other.name).problem(other.path, message, "undated", hint)


def _facts(dataset: Dataset, placed: PlacedClaim) -> Mapping[str, Any]:
    """The facts a claim states, without wording and evidence; of a whole file those that no claim inside it states."""
    if placed.path:
        return _plain(placed.claim)
    document = dataset.glossary if placed.collection == "glossary" else getattr(dataset, placed.collection)[placed.name]
    sections = document.SECTIONS if isinstance(document, Document) else {}
    return {name: value for name, value in _plain(document).items() if name not in sections}


def _plain(record: BaseModel) -> dict[str, Any]:
    dumped = record.model_dump(exclude={name for name in _EVIDENCE if name in type(record).model_fields})
    return {name: _without_wording(value) for name, value in dumped.items() if name not in _WORDING}


def _without_wording(value: Any) -> Any:
    if isinstance(value, dict):
        kept = {name: inner for name, inner in value.items() if name not in _WORDING | _EVIDENCE}
        return {name: _without_wording(inner) for name, inner in kept.items()}
    return tuple(map(_without_wording, value)) if isinstance(value, (tuple, list)) else value


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
