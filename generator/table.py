"""`Table`, `Column`, `Row`, `Cell`: what a comparison says, without knowing what it is about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date


@dataclass(frozen=True)
class Link:
    """Text that may lead somewhere. `page` is a page of the site; `url` a web address."""

    text: str
    page: str = ""
    anchor: str = ""
    url: str = ""


@dataclass(frozen=True)
class Detail:
    """One line of what stands behind a cell: a label, and text or links."""

    label: str
    text: str = ""
    links: tuple[Link, ...] = ()


@dataclass(frozen=True)
class Cell:
    """One value. `state` is a word for styling and machines, `mark` its sign, `text` what people read."""

    text: str
    state: str = ""
    mark: str = ""
    freshness: str = ""
    note: str = ""
    as_of: date | None = None
    against: str = ""
    review_by: date | None = None
    details: tuple[Detail, ...] = ()
    link: Link | None = None
    address: str = ""


@dataclass(frozen=True)
class Column:
    id: str
    label: str
    group: str = ""
    title: str = ""
    link: Link | None = None


@dataclass(frozen=True)
class Row:
    id: str
    head: Link
    cells: tuple[Cell, ...]
    group: str = ""


@dataclass(frozen=True)
class Coverage:
    """How well a table is founded: cells by state, and the span of days on which they were checked."""

    verified: int
    due: int
    behind: int
    overtaken: int
    unknown: int
    oldest: date | None
    newest: date | None

    @property
    def sentence(self) -> str:
        """The state of the cells in words; nothing for a table whose cells are no statements."""
        if not (self.oldest or self.unknown):
            return ""
        span = f"checked {self.oldest} to {self.newest}" if self.oldest != self.newest else f"checked {self.oldest}"
        parts = [f"{self.verified} verified", f"{self.due} due", f"{self.behind} behind"]
        if self.overtaken:
            parts.append(f"{self.overtaken} expired or refuted")
        parts.append(f"{self.unknown} unknown")
        return f"Cells: {', '.join(parts)}" + (f"; {span}." if self.oldest else ".")


@dataclass(frozen=True)
class Table:
    id: str
    title: str
    summary: str
    head: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = field(default=())

    @property
    def coverage(self) -> Coverage:
        cells = [cell for row in self.rows for cell in row.cells]
        states = [cell.freshness for cell in cells]
        days = [cell.as_of for cell in cells if cell.as_of]
        return Coverage(
            verified=states.count("fresh"),
            due=states.count("due"),
            behind=states.count("behind"),
            overtaken=states.count("expired") + states.count("refuted"),
            unknown=sum(cell.state == "unknown" for cell in cells),
            oldest=min(days, default=None),
            newest=max(days, default=None),
        )

    def only(self, rows: Sequence[str] | None = None, columns: Sequence[str] | None = None) -> Table:
        """The table with some rows and columns, in the order asked for. Raises KeyError for one it has not."""
        by_row = {row.id: row for row in self.rows}
        by_column = {column.id: index for index, column in enumerate(self.columns)}
        kept = [by_column[name.strip()] for name in columns] if columns else range(len(self.columns))
        chosen = [by_row[name.strip()] for name in rows] if rows else self.rows
        return replace(
            self,
            columns=tuple(self.columns[index] for index in kept),
            rows=tuple(replace(row, cells=tuple(row.cells[index] for index in kept)) for row in chosen),
        )
