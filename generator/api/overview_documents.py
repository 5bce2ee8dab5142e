"""What the documents about everything are: the index, the ledger and the state of all statements."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from generator.api.documents import Address, Day, Path, Permalink, State


class Release(TypedDict):
    version: str
    date: Day
    channel: str
    yanked: bool
    source: str | None


class EngineLedger(TypedDict):
    """The releases of one engine, oldest first."""

    title: str
    upstream: dict[str, str]
    looked_up: Day
    newest: Release | None
    newest_prerelease: Annotated[Release | None, Field(description="Only if it is ahead of the newest stable one.")]
    releases: list[Release]


class Ledger(TypedDict):
    engines: dict[str, EngineLedger]


class Overdue(TypedDict):
    """A statement to check again, where it is written, and how much rests on it."""

    address: Address
    permalink: Permalink
    file: str
    line: int
    state: State
    reason: str
    since: Day | None
    review_by: Day
    releases_behind: int
    rests: Annotated[dict[str, int], Field(description="How many tree paths, answers, myths and tables stand on it.")]


class FreshnessReport(TypedDict):
    """How current everything is: counts by state, and what to check again, most important first.

    It holds no day and no count of days, so that it changes when something becomes due, and not every day.
    """

    counts: dict[State, int]
    collections: Annotated[dict[str, dict[State, int]], Field(description="The same counts for each collection.")]
    queue: list[Overdue]


class Change(TypedDict):
    """A fact that differs: `before` is empty for what is new and `after` for what is gone."""

    kind: Annotated[str, Field(description="One of `kinds`.")]
    address: Address
    label: str
    permalink: Permalink | None
    before: str
    after: str
    day: Annotated[Day, Field(description="When the newer state was checked, or the release came out.")]


class DayOfChanges(TypedDict):
    """How the facts at the end of a day differ from those of the day before."""

    day: Day
    commit: str
    changes: list[Change]


class Changes(TypedDict):
    """What changed in facts, newest day first, from the history of the data. Wording and evidence are no facts."""

    known: Annotated[bool, Field(description="False where the site was built without the history of its data.")]
    since: Day | None
    notes: Annotated[list[str], Field(description="What was passed over.")]
    kinds: Annotated[dict[str, str], Field(description="What each kind of change is called.")]
    days: list[DayOfChanges]


class Entry(TypedDict):
    """An item in the index."""

    id: str
    address: Address
    title: str
    path: Path
    permalink: Permalink | None


class TreeEntry(Entry):
    files: dict[str, Path]


class TableEntry(TypedDict):
    id: str
    title: str
    summary: str
    path: Path
    permalink: Permalink
    embed: Permalink
    files: dict[str, Path]


class CollectionEntry(TypedDict):
    path: Path
    schema: Path
    item_schema: Path
    count: int
    items: Annotated[list[Entry], Field(description="None for sources, which have no files of their own.")]


class Days(TypedDict):
    oldest: Day | None
    newest: Day | None


class Licences(TypedDict):
    data: str
    code: str


class Index(TypedDict):
    """What there is and where. Start here."""

    version: Annotated[str, Field(description="Of the API: the second number grows with each field that is added.")]
    name: str
    tagline: str
    site: Annotated[str, Field(description="The root of the site, relative to this file; permalinks start there.")]
    as_of: Annotated[Days, Field(description="Between which days statements were checked.")]
    statements: int
    licences: Licences
    collections: dict[str, CollectionEntry]
    tables: list[TableEntry]
    trees: list[TreeEntry]
    ledger: Path
    freshness: Path
    changes: Path
    schemas: dict[str, Path]
