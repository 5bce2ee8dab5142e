"""What a table is as a document."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from generator.api.documents import Address, Day, Path, Permalink, State


class Link(TypedDict):
    """Text that may lead somewhere: to a web address or to a place of the site."""

    text: str
    url: str | None
    permalink: Permalink | None


class Detail(TypedDict):
    """One line of what stands behind a cell: a label, and text or links."""

    label: str
    text: str | None
    links: list[Link]


class Column(TypedDict):
    id: str
    label: str
    group: str | None
    title: str | None
    permalink: Permalink | None


class Cell(TypedDict):
    """One value: `text` is what people read, `mark` its sign, `state` a word for programs."""

    text: str
    mark: str | None
    state: str | None
    note: str | None
    freshness: State | None
    as_of: Day | None
    against: str | None
    review_by: Day | None
    address: Address | None
    permalink: Permalink | None
    details: list[Detail]


class Row(TypedDict):
    id: str
    label: str
    group: str | None
    permalink: Annotated[Permalink | None, Field(description="The page of the thing that the row is about.")]
    cells: Annotated[dict[str, Cell], Field(description="By the id of the column.")]


class Coverage(TypedDict):
    """How well a table is founded: cells by state, and the days between which they were checked."""

    verified: int
    due: int
    behind: int
    overtaken: int
    unknown: int
    oldest: Day | None
    newest: Day | None
    sentence: str | None


class Table(TypedDict):
    """A comparison, with all that is needed to show any part of it elsewhere. A cell's anchor is `row--column`."""

    id: str
    title: str
    summary: str
    head: Annotated[str, Field(description="What the first column is called.")]
    path: Path
    permalink: Permalink
    embed: Annotated[Permalink, Field(description="The same table alone, for an iframe.")]
    files: Annotated[dict[str, Path], Field(description="Other forms, by suffix.")]
    columns: list[Column]
    rows: list[Row]
    coverage: Coverage
    notes: list[str]
