"""What to check again, most important first: how stale a claim is times what depends on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date

from generator.derive import Catalog
from generator.freshness import Freshness
from generator.table import Table

# What can stand on a claim, in the order in which it is told, with its singular and plural.
KINDS = {
    "trees": ("tree path", "tree paths"),
    "faq": ("answer", "answers"),
    "myths": ("myth", "myths"),
    "embeds": ("design document", "design documents"),
    "tables": ("table", "tables"),
}


@dataclass(frozen=True)
class Overdue:
    """A claim that is no longer fresh, where it stands, and how much of each kind rests on it."""

    address: str
    file: str
    line: int
    state: Freshness
    reason: str  # with the days it has lasted
    rests: Mapping[str, int] = field(default_factory=dict)

    @property
    def reliances(self) -> int:
        """Tree paths, answers, myths and documents; nearly everything is in some table, so those count a tenth."""
        return sum(count for kind, count in self.rests.items() if kind != "tables")

    @property
    def weight(self) -> int:
        stale = self.state.rank * 100 + self.state.days_over + 10 * self.state.releases_behind
        return (10 + 10 * self.reliances + self.rests.get("tables", 0)) * stale

    @property
    def resting(self) -> str:
        """What rests on it, in words: `3 tree paths, 1 answer`."""
        counts = [(self.rests.get(kind, 0), *words) for kind, words in KINDS.items()]
        return ", ".join(f"{count} {one if count == 1 else many}" for count, one, many in counts if count)


def advice(address: str, state: Freshness) -> str:
    """What to do about a claim that is not fresh."""
    if state.state == "refuted":
        return f"Look at what the program saw, correct {address}, or its probe, then: kb probe"
    if state.state == "expired":
        return f"Correct {address}, or take it out"
    against = " --against VERSION" if state.state == "behind" else ""
    return f"Look at its sources again, then: kb confirm {address}{against}"


def queue(catalog: Catalog, tables: Iterable[Table] = (), embeds: Mapping[str, int] | None = None) -> list[Overdue]:
    """Every claim that is not fresh, by weight; ties by address. `embeds` counts the documents that show a claim."""
    in_tables = Counter(address for table in tables for address in _addresses(table))
    found = []
    for address, state in catalog.freshness.items():
        if state.state != "fresh":
            rests = Counter({"tables": in_tables[address], "embeds": (embeds or {}).get(address, 0)})
            for reliance in catalog.reliances.get(address, ()):
                rests[reliance.kind] += reliance.count
            found.append(Overdue(address, *catalog.place(address), state, state.told(catalog.today), +rests))
    return sorted(found, key=lambda one: (-one.weight, one.address))


def _addresses(table: Table) -> set[str]:
    return {cell.address for row in table.rows for cell in row.cells if cell.address}


def as_json(one: Overdue) -> dict[str, object]:
    return {
        "address": one.address,
        "file": one.file,
        "line": one.line,
        "state": one.state.state,
        "reason": one.reason,
        "review_by": one.state.review_by.isoformat(),
        "releases_behind": one.state.releases_behind,
        "rests": dict(one.rests),
        "weight": one.weight,
    }


def as_markdown(queue: Iterable[Overdue], today: date) -> str:
    """A list to tick off, for an issue: the same bytes for the same queue, so that it can be compared."""
    items = [
        f"- [ ] `{one.address}` is {one.state.state}: {one.reason}"
        f"{f' (carries {one.resting})' if one.resting else ''} \u2013 `{one.file}:{one.line}`"
        for one in queue
    ]
    head = f"{len(items)} statements to check again on {today}, most important first." if items else ""
    how = "Confirm with `kb confirm ADDRESS --against VERSION`, correct with `kb confirm ADDRESS --refute`."
    return "\n".join([head, "", *items, "", how, ""]) if items else f"Nothing to check again on {today}.\n"
