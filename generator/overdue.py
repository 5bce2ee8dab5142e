"""What to check again, most important first: how stale a claim is times what depends on it."""

from __future__ import annotations

from dataclasses import dataclass

from generator.derive import Catalog
from generator.freshness import Freshness


@dataclass(frozen=True)
class Overdue:
    """A claim that is no longer fresh, where it stands, and how many conclusions rest on it."""

    address: str
    file: str
    line: int
    state: Freshness
    reliances: int

    @property
    def weight(self) -> int:
        return (1 + self.reliances) * (self.state.rank * 100 + self.state.days_over + 10 * self.state.releases_behind)


def queue(catalog: Catalog) -> list[Overdue]:
    """Every claim that is not fresh, by weight; ties by address."""
    found = [
        Overdue(address, *catalog.place(address), state, len(catalog.reliances.get(address, ())))
        for address, state in catalog.freshness.items()
        if state.state != "fresh"
    ]
    return sorted(found, key=lambda one: (-one.weight, one.address))


def as_json(one: Overdue) -> dict[str, object]:
    return {
        "address": one.address,
        "file": one.file,
        "line": one.line,
        "state": one.state.state,
        "reason": one.state.reason,
        "review_by": one.state.review_by.isoformat(),
        "releases_behind": one.state.releases_behind,
        "reliances": one.reliances,
        "weight": one.weight,
    }
