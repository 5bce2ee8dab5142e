"""The release ledgers, the state of all statements and what changed in facts, as documents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from generator import changes as facts
from generator import overdue, schema
from generator.api.documents import State
from generator.api.overview_documents import (
    Change,
    Changes,
    EngineLedger,
    FreshnessReport,
    Ledger,
    Overdue,
    Release,
)
from generator.api.paths import of_address, permalink
from generator.edition import Edition
from generator.freshness import STATES


def ledger(edition: Edition) -> Ledger:
    return {"engines": {name: _ledger(edition, name) for name in edition.catalog.dataset.releases}}


def _ledger(edition: Edition, name: str) -> EngineLedger:
    catalog = edition.catalog
    held = catalog.dataset.releases[name]
    return {
        "title": catalog.dataset.engines[name].name,
        "upstream": {str(kind): place for kind, place in held.upstream.items()},
        "looked_up": held.looked_up.isoformat(),
        "newest": _release(catalog.newest.get(name)),
        "newest_prerelease": _release(catalog.newest_prerelease.get(name)),
        "releases": [_told(release) for release in held.releases],
    }


def _release(release: schema.Release | None) -> Release | None:
    return _told(release) if release else None


def _told(release: schema.Release) -> Release:
    return {
        "version": release.version,
        "date": release.date.isoformat(),
        "channel": release.channel,
        "yanked": release.yanked,
        "source": release.source,
    }


def freshness(edition: Edition) -> FreshnessReport:
    catalog = edition.catalog
    by_collection: dict[str, list[str]] = {}
    for address, state in catalog.freshness.items():
        by_collection.setdefault(catalog.claims[address].collection, []).append(state.state)
    found = overdue.queue(catalog, edition.tables.values())
    return {
        "counts": _counts(state.state for state in catalog.freshness.values()),
        "collections": {name: _counts(states) for name, states in by_collection.items()},
        "queue": [_overdue(one) for one in found],
    }


def _overdue(one: overdue.Overdue) -> Overdue:
    """As `kb stale` tells it, but for what grows with each day; `since` says when it began."""
    return {
        "address": one.address,
        "permalink": of_address(one.address),
        "file": one.file,
        "line": one.line,
        "state": one.state.state,  # type: ignore[typeddict-item]  # one of freshness.STATES
        "reason": one.state.reason,
        "since": one.state.since.isoformat() if one.state.since else None,
        "review_by": one.state.review_by.isoformat(),
        "releases_behind": one.state.releases_behind,
        "rests": dict(one.rests),
    }


def changes(edition: Edition) -> Changes:
    told = edition.chronicle
    return {
        "known": not told.missing,
        "since": told.since.isoformat() if told.since else None,
        "notes": list(told.notes),
        "kinds": {kind: singular for kind, (singular, _) in facts.KINDS.items()},
        "days": [
            {
                "day": day.day.isoformat(),
                "commit": day.commit,
                "changes": [_change(edition, one) for one in day.changes],
            }
            for day in told.days
        ],
    }


def _change(edition: Edition, change: facts.Change) -> Change:
    return {
        "kind": change.kind,
        "address": change.address,
        "label": change.label,
        "permalink": permalink(edition.place_of(change)),
        "before": change.before,
        "after": change.after,
        "day": change.day.isoformat(),
    }


def _counts(states: Iterable[str]) -> dict[State, int]:
    """Every state with its number, none left out."""
    counts: Mapping[str, int] = Counter(states)
    return {state: counts.get(state, 0) for state in STATES}  # type: ignore[misc]
