"""The documents of the API as types: what a program may rely on. Plain dictionaries, which schemas are made from.

Within v1 fields are only added. Every key is always there; what has no value is null.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field
from typing_extensions import TypedDict

Day = Annotated[str, Field(json_schema_extra={"format": "date"})]
Address = Annotated[str, Field(description="Names a thing or a statement for ever: `engines/x:formats.gguf`.")]
Permalink = Annotated[str, Field(description="Where people read it, relative to the root of the site.")]
Path = Annotated[str, Field(description="A file, relative to the folder of index.json.")]
State = Literal["fresh", "due", "behind", "expired", "refuted"]


class Document(TypedDict):
    """What every document starts with."""

    api: Literal["v1"]
    schema: Annotated[str, Field(description="The schema of this document, relative to it.")]
    revision: Annotated[str, Field(description="Names the data: the same for the same data.")]


# -- evidence ----------------------------------------------------------------------------------


class SourceRef(TypedDict):
    """A citation. `id` is that of the collection `sources`, which knows more about it."""

    id: str
    title: str
    url: str | None
    kind: str


class Freshness(TypedDict):
    """How current a statement is on the day of the build, and why."""

    state: State
    reason: str
    review_by: Day | None
    since: Day | None
    releases_behind: int


class Run(TypedDict):
    """What a program saw when it looked again."""

    date: Day
    place: str
    version: str
    result: Literal["confirmed", "refuted"]
    saw: str


class Evidence(TypedDict):
    """Who says so, when it was checked and against which version."""

    as_of: Day
    against: str | None
    how: str
    sources: list[SourceRef]
    freshness: Freshness
    looked_again: Run | None


class Claim(TypedDict):
    """What stands in every statement beside what it says."""

    address: Address
    permalink: Permalink
    evidence: Evidence


# -- items -------------------------------------------------------------------------------------


class Item(TypedDict):
    """One thing of a collection. `data` holds its fields as they are named in data/, evidence filled in."""

    id: str
    address: Address
    title: str
    path: Path
    permalink: Permalink | None
    evidence: Annotated[Evidence | None, Field(description="Of what the thing itself says, outside its statements.")]
    sources: Annotated[dict[str, SourceRef], Field(description="The sources that `data` names by id.")]
    data: Any


class Step(TypedDict):
    question: str
    option: Annotated[int, Field(description="Counted from 0.")]
    label: str


class Asked(TypedDict):
    """What choosing an option asserts; any of the choices will do."""

    kind: str
    any_of: list[str]
    on: list[str]
    label: str


class Route(TypedDict):
    """A way from the start to an outcome, with all that its options assert."""

    steps: list[Step]
    facts: list[Asked]


class Ground(TypedDict):
    """How one fact stands for one engine, and the statement that decides it. No fact: its own status decides."""

    fact: Asked | None
    stand: Literal["holds", "fails", "unknown"]
    choice: str
    level: str
    address: Address | None
    permalink: Permalink | None
    freshness: State | None
    remark: str | None


class Weighed(TypedDict):
    """An engine that is no candidate, with the ground that decides it."""

    engine: str
    title: str
    ground: Ground


class Fitting(TypedDict):
    """An engine that would do as well, and the grounds that hold with a reservation only."""

    engine: str
    title: str
    partly: list[Ground]


class Candidate(TypedDict):
    engine: str
    title: str
    grounds: list[Ground]


class Proof(TypedDict):
    """What the data says about one outcome: its candidates fact by fact, and everybody else."""

    permalink: Permalink
    routes: list[Route]
    candidates: list[Candidate]
    ruled_out: list[Weighed]
    unknown: list[Weighed]
    also_fits: list[Fitting]
    freshness: Annotated[State | None, Field(description="The worst among the statements it stands on.")]


class TreeItem(Item):
    """A decision tree: `data` holds questions, options and outcomes, `proofs` an entry for each outcome."""

    files: Annotated[dict[str, Path], Field(description="The same tree as dot, svg and mmd (Mermaid).")]
    proofs: dict[str, Proof]
