"""What changed in facts, day by day, from the history of the data; keeps what it found, as history does not change."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from typing import Any

from generator import history
from generator.atomic import write_atomic
from generator.changes import Change, compare
from generator.history import HistoryError, Revision
from generator.load import Dataset, Known
from generator.problems import DataError

SPAN = timedelta(days=90)
MOST = 30  # days whose data a build without a cache may have to read
KEPT = "changes.json"
FAULT = "unreadable"


@dataclass(frozen=True)
class Day:
    """The facts that differ between the end of a day and the end of the one before it."""

    day: date
    commit: str
    changes: tuple[Change, ...]


@dataclass(frozen=True)
class Chronicle:
    """Days on which facts changed, newest first; what was passed over; and why there is nothing, where that is so."""

    days: tuple[Day, ...] = ()
    notes: tuple[str, ...] = ()
    missing: str = ""

    @property
    def since(self) -> date | None:
        return min((day.day for day in self.days), default=None)


def read(data: Path, cache_folder: Path | None = None) -> Chronicle:
    """The days before the last change of a data folder, up to SPAN, of which MOST are looked at.

    The same commit gives the same chronicle on any day and with or without a cache. Without Git or a repository it is
    empty and says why.
    """
    try:
        found = history.revisions(data)
        cut_off = history.is_cut_off(data)
    except HistoryError as error:
        return Chronicle(missing=str(error))
    points, notes = _points(found)
    if cut_off:
        notes.append("Only the last part of the history is here; what is older is not told.")
    reader = _Reader(data, _kept(cache_folder))
    days = [day for day in reader.days(points) if day.changes]
    if cache_folder is not None:
        _keep(cache_folder, reader)
    return Chronicle(tuple(reversed(days)), (*notes, *reader.notes), "")


def _points(found: list[Revision]) -> tuple[list[Revision], list[str]]:
    """The last revision of each day to tell, oldest first, after the one that they are compared with."""
    last_of_day: dict[date, Revision] = {}
    for revision in found:
        last_of_day.setdefault(revision.day, revision)
    first = found[-1]
    ends = list(last_of_day.values())  # newest first
    if ends[-1] != first:
        ends.append(first)  # the first day is told from its first revision on
    begin = found[0].day - SPAN
    wanted = ends[: sum(one.day > begin for one in ends) + 1]
    notes = [f"Only the last {MOST} days with changes are told."] if len(wanted) > MOST else []
    return wanted[:MOST][::-1], notes


class _Reader:
    """Compares revisions, asking what was kept before it reads any; loads each once, files that stay the same once."""

    def __init__(self, data: Path, kept: dict[str, Any]) -> None:
        self.data = data
        self.kept = kept
        self.used: dict[str, Any] = {}
        self.notes: list[str] = []
        self._known: Known = {}
        self._loaded: dict[str, Dataset | str] = {}

    def days(self, points: list[Revision]) -> Iterator[Day]:
        before: Revision | None = None
        for point in points:
            entry = self._entry(before, point)
            if FAULT in entry:
                self.notes.append(
                    f"The data of {point.day} ({point.commit[:9]}) is passed over: {entry['unreadable']}."
                )
                continue
            if before is not None:
                yield Day(point.day, point.commit, tuple(_change(one) for one in entry["changes"]))
            before = point

    def _entry(self, before: Revision | None, point: Revision) -> dict[str, Any]:
        key = f"{before.tree if before else ''}..{point.tree}"
        entry = self.kept.get(key) or self._compared(before, point)
        self.used[key] = entry
        return entry

    def _compared(self, before: Revision | None, point: Revision) -> dict[str, Any]:
        after = self._load(point)
        if isinstance(after, str):
            return {FAULT: after}
        base = self._load(before) if before else after
        assert not isinstance(base, str), "a day that does not load is compared with nothing"
        changes = () if base is after else compare(base, after)
        return {"changes": [asdict(one) | {"day": one.day.isoformat()} for one in changes]}

    def _load(self, revision: Revision) -> Dataset | str:
        if revision.tree not in self._loaded:
            try:
                self._loaded[revision.tree] = history.dataset_at(self.data, revision.commit, self._known)
            except DataError as error:
                count = len(error.problems)
                problems = "1 problem" if count == 1 else f"{count} problems"
                self._loaded[revision.tree] = f"it has {problems} by the rules of today"
            except HistoryError as error:
                self._loaded[revision.tree] = str(error)
        return self._loaded[revision.tree]


def _change(entry: dict[str, str]) -> Change:
    return Change(**{**entry, "day": date.fromisoformat(entry["day"])})  # type: ignore[arg-type]


# -- what is kept ------------------------------------------------------------------------------


@cache
def _program() -> str:
    """The name of this program by content: what another version of it found may be worded otherwise."""
    files = sorted(Path(__file__).parent.rglob("*.py"))
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()[:16]


def _kept(folder: Path | None) -> dict[str, Any]:
    if folder is None:
        return {}
    try:
        found = json.loads((folder / KEPT).read_text("utf-8"))
        return dict(found["days"]) if found["program"] == _program() else {}
    except (OSError, ValueError, KeyError, TypeError):
        return {}  # never kept, or by somebody else: it can be found out again


def _keep(folder: Path, reader: _Reader) -> None:
    if reader.used != reader.kept:
        text = json.dumps({"program": _program(), "days": reader.used}, ensure_ascii=False, sort_keys=True)
        write_atomic(folder / KEPT, text.encode("utf-8"))
