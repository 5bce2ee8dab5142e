"""What blocks show, from the API of a site: the same text as from the data, byte for byte."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any

from generator.embedding.content import (
    AFFECTED,
    SEVERITIES,
    CaveatView,
    ChecklistView,
    MissingError,
    Outcome,
    Standing,
    TreeView,
    resolved_words,
)
from generator.problems import did_you_mean
from generator.prose import words
from generator.table import Cell, Column, Detail, Link, Row, Table


@dataclass(frozen=True)
class RemoteContent:
    """`read` gives a JSON document by its path below the API's folder, `text` a file as it is."""

    read: Callable[[str], Any]
    text: Callable[[str], str]
    site: str

    @cached_property
    def _index(self) -> Any:
        return self.read("index.json")

    @property
    def revision(self) -> str:
        return str(self._index["revision"])

    def table(self, name: str) -> Table:
        document = self._named(self._index["tables"], name, "table")
        columns = tuple(
            Column(one["id"], one["label"], one["group"] or "", one["title"] or "") for one in document["columns"]
        )
        return Table(
            id=document["id"],
            title=document["title"],
            summary=document["summary"],
            head=document["head"],
            columns=columns,
            rows=tuple(_row(row, columns) for row in document["rows"]),
        )

    def tree(self, name: str) -> TreeView:
        item = self._named(self._index["trees"], name, "tree")
        tree = item["data"]
        return TreeView(
            title=item["title"],
            page=item["permalink"],
            start=tree["start"],
            questions={
                key: (question["ask"], tuple((option["label"], option["next"]) for option in question["options"]))
                for key, question in tree["questions"].items()
            },
            outcomes={key: self._outcome(key, outcome, item) for key, outcome in tree["outcomes"].items()},
            mermaid=self.text(item["files"]["mmd"]),
            picture=f"api/v1/{item['files']['svg']}",
            standing=_standing(item["evidence"], _grounds(item["proofs"].values())),
        )

    def _outcome(self, key: str, outcome: Any, item: Any) -> Outcome:
        return Outcome(
            key=key,
            title=outcome["title"],
            engines=self._engines(outcome.get("candidates") or ()),
            beside=self._engines(outcome.get("with") or ()),
            because=words(outcome["because"]),
            then=words(outcome["next"]),
            standing=_standing(item["evidence"], _grounds([item["proofs"][key]])),
        )

    @cached_property
    def _engine_entries(self) -> dict[str, Any]:
        return {one["id"]: one for one in self._index["collections"]["engines"]["items"]}

    def _engines(self, names: Iterable[str]) -> tuple[Link, ...]:
        found = (self._engine_entries[name] for name in names)
        return tuple(Link(one["title"], page=one["permalink"] or "") for one in found)

    def checklist(self, name: str) -> ChecklistView:
        item = self._item("checklists", name, "checklist")
        parts = item["data"]["parts"].values()
        return ChecklistView(
            item["title"],
            item["permalink"],
            tuple((part["title"], tuple(words(one["do"]) for one in part["items"])) for part in parts),
            _standing(item["evidence"], {}),
        )

    def caveats(self, kind: str, name: str) -> Sequence[CaveatView]:
        if name not in self._titles(f"{kind}s"):
            raise MissingError(f"there is no {kind} {name!r}. {did_you_mean(name, self._titles(f'{kind}s'))}")
        items = self.read(self._index["collections"]["caveats"]["path"])["items"]
        found = [item for item in items if any(affected[kind] == name for affected in item["data"]["affects"])]
        return [self._caveat(item) for item in sorted(found, key=_gravest_first)]

    def _caveat(self, item: Any) -> CaveatView:
        caveat, resolved = item["data"], item["data"]["resolved"]
        return CaveatView(
            key=item["id"],
            title=words(caveat["title"]),
            severity=self._severities[caveat["severity"]]["label"],
            affects=", ".join(self._affected(affected) for affected in caveat["affects"]),
            do=words(caveat["do"]),
            resolved=resolved_words(bool(resolved), (resolved or {}).get("version")),
            standing=_standing(item["evidence"], {}),
        )

    def _affected(self, affected: Any) -> str:
        named = [self._titles(f"{kind}s")[affected[kind]] for kind in AFFECTED if affected[kind]]
        return " ".join([*named, *([affected["versions"]] if affected["versions"] else [])])

    def _titles(self, collection: str) -> dict[str, str]:
        collections = self._index["collections"]
        return {one["id"]: one["title"] for one in collections.get(collection, {"items": ()})["items"]}

    @cached_property
    def _severities(self) -> Any:
        return self.read(
            next(one["path"] for one in self._index["collections"]["vocabulary"]["items"] if one["id"] == "severities")
        )["data"]

    def _item(self, collection: str, name: str, kind: str) -> Any:
        return self._named(self._index["collections"][collection]["items"], name, kind)

    def _named(self, entries: Iterable[Any], name: str, kind: str) -> Any:
        by_name = {entry["id"]: entry for entry in entries}
        if name not in by_name:
            raise MissingError(f"there is no {kind} {name!r}. {did_you_mean(name, by_name)}")
        return self.read(by_name[name]["path"])


def _gravest_first(item: Any) -> tuple[bool, int, str]:
    return (item["data"]["resolved"] is not None, SEVERITIES.index(item["data"]["severity"]), item["id"])


def _row(row: Any, columns: Sequence[Column]) -> Row:
    head = Link(row["label"], page=row["permalink"] or "")
    return Row(row["id"], head, tuple(_cell(row["cells"][column.id]) for column in columns), row["group"] or "")


def _cell(cell: Any) -> Cell:
    return Cell(
        text=cell["text"],
        state=cell["state"] or "",
        mark=cell["mark"] or "",
        freshness=cell["freshness"] or "",
        note=cell["note"] or "",
        as_of=_day(cell["as_of"]),
        against=cell["against"] or "",
        review_by=_day(cell["review_by"]),
        details=tuple(
            Detail(
                line["label"],
                line["text"] or "",
                tuple(Link(one["text"], url=one["url"] or "") for one in line["links"]),
            )
            for line in cell["details"]
        ),
        address=cell["address"] or "",
    )


def _day(text: str | None) -> date | None:
    return date.fromisoformat(text) if text else None


def _grounds(proofs: Iterable[Any]) -> dict[str, str]:
    """The state of every statement that proves a candidate, by its address."""
    grounds = (ground for proof in proofs for candidate in proof["candidates"] for ground in candidate["grounds"])
    return {ground["address"]: ground["freshness"] for ground in grounds if ground["address"]}


def _standing(evidence: Any, grounds: dict[str, str]) -> Standing:
    if evidence is None:
        return Standing()
    due = sum(state not in ("fresh", None) for state in grounds.values())
    own = evidence["freshness"]["state"] != "fresh"
    return Standing(evidence["as_of"], evidence["as_of"], 0, due + own)
