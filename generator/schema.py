"""Frozen types of everything in data/. Unknown keys are refused; nothing here reads a file.

Every scalar in the YAML arrives as text, so that `no`, `1.10` and `12:30` stay what somebody typed;
the types below turn text into dates and numbers where a field wants one.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from datetime import date
from functools import cached_property
from typing import Annotated, Any, ClassVar, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    FiniteFloat,
    StringConstraints,
    model_validator,
)
from pydantic_core import PydanticCustomError

# -- scalars -----------------------------------------------------------------------------------


def _iso_day(value: object) -> object:
    if isinstance(value, str):
        if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", value):
            raise PydanticCustomError("day", "'{text}' is not a date like 2026-11-29", {"text": value})
        try:
            return date.fromisoformat(value)
        except ValueError as error:
            raise PydanticCustomError(
                "day", "'{text}' is not a day of the calendar: {why}", {"text": value, "why": str(error)}
            ) from None
    return value


def _true_or_false(value: object) -> object:
    if isinstance(value, str) and value not in ("true", "false"):
        raise PydanticCustomError("flag", "'{text}' is neither true nor false", {"text": value})
    return value


def _web_address(value: str) -> str:
    if not re.fullmatch(r"https?://[^\s/$.?#][^\s<>\"]*", value):
        raise PydanticCustomError(
            "url", "'{text}' is not a web address: https:// or http://, a host, and no spaces", {"text": value}
        )
    return value


def _pattern(value: str) -> str:
    try:
        re.compile(value)
    except re.error as error:
        raise PydanticCustomError(
            "pattern", "'{text}' is not a regular expression: {why}", {"text": value, "why": str(error)}
        ) from None
    return value


def _as_list(value: object) -> object:
    return [value] if isinstance(value, str) else value


ID_PATTERN = r"[a-z0-9]+(-[a-z0-9]+)*"
Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
Note = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]
Id = Annotated[str, StringConstraints(pattern=rf"^{ID_PATTERN}$")]
Version = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=60)]
Day = Annotated[date, BeforeValidator(_iso_day)]
Flag = Annotated[bool, BeforeValidator(_true_or_false)]
Url = Annotated[str, AfterValidator(_web_address)]
Pattern = Annotated[str, AfterValidator(_pattern)]
Port = Annotated[int, Field(ge=1, le=65535)]
Ids = Annotated[tuple[Id, ...], BeforeValidator(_as_list)]
Address = Annotated[
    str, StringConstraints(pattern=r"^[a-z]+/[a-z0-9-]+(:[A-Za-z0-9_.-]+)?$")
]  # collection/id or collection/id:path

# Words that code gives a meaning to. Their labels and definitions stand in data/vocabulary.yml.
Level = Literal["supported", "partial", "experimental", "plugin", "unsupported", "unknown"]
How = Literal["documented", "source-read", "upstream-ci", "run-by-us", "reported", "judged"]
Status = Literal["active", "maintenance", "archived"]
SourceKind = Literal["primary", "vendor", "secondary"]
Severity = Literal["info", "warning", "danger"]
Verdict = Literal["holds", "outdated", "wrong", "depends"]
Exposure = Literal["loopback", "all-interfaces", "none"]
Auth = Literal["on", "off-by-default", "not-offered"]
Unit = Literal["GB", "GiB", "MiB", "GB/s", "TB/s", "Gbit/s", "TFLOPS", "TOPS", "W"]
Sparsity = Literal["dense", "sparse", "unstated"]
BitsPer = Literal["tensor", "file", "average"]
Channel = Literal["stable", "prerelease", "nightly"]
FormatKind = Literal["container", "method", "number-format"]
UpstreamKind = Literal["pypi", "npm", "github"]


class Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


# -- evidence ----------------------------------------------------------------------------------


class Source(Record):
    """A citation. What a web address cannot name is named by package, version and file."""

    title: Text
    kind: SourceKind
    publisher: Text | None = None
    url: Url | None = None
    package: Text | None = None
    file: Text | None = None
    published: Day | None = None
    accessed: Day | None = None
    unpinned_because: Text | None = None
    note: Text | None = None

    @model_validator(mode="after")
    def _can_be_found(self) -> Source:
        if not (self.url or self.package or self.publisher):
            raise PydanticCustomError(
                "unfindable", 'a source needs a url, or a package ("name 1.2.3") with a file, or a publisher'
            )
        return self


class When(Record):
    engine: Id
    version: Version


class Expiry(Record):
    """What ends a statement's life beyond the review period: age, releases, or an event."""

    after: Annotated[str, StringConstraints(pattern=r"^[1-9][0-9]{0,3}d$")] | None = None
    releases_behind: Annotated[int, Field(ge=1, le=1000)] | None = None
    when: When | None = None

    @property
    def days(self) -> int | None:
        return int(self.after[:-1]) if self.after else None


class Probe(Record):
    """What a program can look at again to confirm or refute a statement."""

    package: Text | None = None
    repository: Text | None = None
    file: Text | None = None
    contains: Text | None = None
    lacks: Text | None = None
    requires_python: Text | None = None
    wheel: Text | None = None
    extra: Text | None = None
    script: Text | None = None
    archived: Flag | None = None
    license: Text | None = None

    @model_validator(mode="after")
    def _can_be_looked_at(self) -> Probe:
        if bool(self.package) == bool(self.repository):
            raise PydanticCustomError("probe", "a probe names one place: package or repository")
        if (self.contains or self.lacks) and not self.file:
            raise PydanticCustomError("probe", "'contains' and 'lacks' are looked for in a file; name it")
        asked = {name for name in type(self).model_fields if getattr(self, name) is not None}
        only = {"package": {"requires_python", "wheel", "extra", "script"}, "repository": {"archived"}}
        odd = sorted(asked & only["repository" if self.package else "package"])
        if odd:
            place = "package" if self.package else "repository"
            raise PydanticCustomError("probe", "a {place} has no {what}", {"place": place, "what": " or ".join(odd)})
        if not asked - {"package", "repository"}:
            raise PydanticCustomError("probe", "says where to look, but not for what")
        return self

    @property
    def digest(self) -> str:
        """Short name of what is asked: a result belongs to a probe as it was when it ran."""
        text = self.model_dump_json(exclude_none=True)
        return hashlib.sha256(text.encode("utf-8")).hexdigest()[:12]


class Evidence(Record):
    """Defaults for the statements of a file; `sections` narrows them for one part of it.

    A probe belongs to what the file itself says and is inherited by nothing in it.
    """

    as_of: Day | None = None
    against: Version | None = None
    sources: Ids = ()
    how: How = "documented"
    review_by: Day | None = None
    expires: Expiry | None = None
    probe: Probe | None = None
    sections: dict[str, Evidence] = Field(default_factory=dict)


class Claim(Record):
    """Anything asserted about the world, with the day it was checked and where it is said."""

    as_of: Day
    sources: Annotated[Ids, Field(min_length=1)]
    against: Version | None = None
    how: How = "documented"
    review_by: Day | None = None
    expires: Expiry | None = None
    probe: Probe | None = None


class Statement(Claim):
    """How far one thing supports another. A single word in YAML stands for `level`."""

    level: Level
    note: Note | None = None
    since: Version | None = None
    removed: Version | None = None
    on: Ids = ()

    @model_validator(mode="after")
    def _complete(self) -> Statement:
        if self.level == "partial" and not self.note:
            raise PydanticCustomError("partial", "'partial' must say what is missing, in a note")
        if self.level == "unknown":
            raise PydanticCustomError("unknown", "leave out what nobody stated; it prints as Unknown by itself")
        return self


class Fit(Claim):
    """A judgement on whom an engine suits; always with its reason, never shown as a fact."""

    fits: Literal["yes", "with-care", "no"]
    because: Text
    how: Literal["judged"] = "judged"


class StatusClaim(Claim):
    value: Annotated[Status, Field(alias="is")]
    note: Text | None = None


class LatestClaim(Claim):
    """The newest release as somebody saw it, for engines that have no release ledger."""

    version: Version
    date: Day | None = None
    channel: Channel = "stable"
    note: Text | None = None


class Quickstart(Claim):
    title: Text
    systems: Ids = ()
    backends: Ids = ()
    needs: Text | None = None
    commands: Text
    security: Text | None = None


class Listener(Claim):
    """What a server listens on when started with no options, and whether it asks who you are."""

    label: Text
    exposes: Exposure
    bind: Text | None = None
    port: Port | None = None
    auth: Auth
    note: Text | None = None


class Figure(Claim):
    """A measured or published number. A number without its unit and kind is not a fact."""

    value: FiniteFloat
    unit: Unit
    direction: Literal["one-way", "both-ways"] | None = None
    sparsity: Sparsity | None = None
    name: Text | None = None
    note: Note | None = None


class LinkSpeed(Figure):
    direction: Literal["one-way", "both-ways"]


class ComputeRate(Figure):
    sparsity: Sparsity


class Share(Claim):
    """A part of something, above 0 and at most 1."""

    value: Annotated[FiniteFloat, Field(gt=0, le=1)]
    note: Note | None = None


class Bits(Claim):
    """Effective bits per weight, and of what: a tensor type, a file recipe, or an average."""

    value: FiniteFloat
    per: BitsPer
    note: Note | None = None


class Conversion(Claim):
    tool: Text
    command: Text | None = None
    note: Text | None = None


# -- documents ---------------------------------------------------------------------------------


def _merged(value: object, defaults: Mapping[str, Any], word: str) -> object:
    if isinstance(value, str) and word:
        value = {word: value}
    return {**defaults, **value} if isinstance(value, dict) else value


class Document(Record):
    """A file of data/: evidence for what it says, and sources that only it needs.

    `SECTIONS` names the fields that hold claims, how deep they are nested, and the key that a single
    word stands for; the file's evidence is filled in there before anything is typed.
    """

    SECTIONS: ClassVar[dict[str, tuple[int, str]]] = {}

    evidence: Evidence = Field(default_factory=Evidence)
    sources: dict[Id, Source] = Field(default_factory=dict)

    @model_validator(mode="before")
    @classmethod
    def _inherit_evidence(cls, raw: Any) -> Any:
        if not isinstance(raw, dict) or not cls.SECTIONS:
            return raw
        evidence = raw.get("evidence")
        if not isinstance(evidence, dict):
            evidence = {}
        narrowed = evidence.get("sections")
        shared = {key: value for key, value in evidence.items() if key not in ("sections", "probe")}
        filled = dict(raw)
        for section, (depth, word) in cls.SECTIONS.items():
            if section not in raw:
                continue
            own = narrowed.get(section) if isinstance(narrowed, dict) else None
            defaults = {**shared, **(own if isinstance(own, dict) else {})}
            filled[section] = _fill(raw[section], defaults, depth, word)
        return filled


def _fill(value: object, defaults: Mapping[str, Any], depth: int, word: str) -> object:
    if depth == 0:
        return _merged(value, defaults, word)
    if isinstance(value, dict):
        return {key: _fill(item, defaults, depth - 1, word) for key, item in value.items()}
    if isinstance(value, list):
        return [_fill(item, defaults, depth - 1, word) for item in value]
    return value


class Releases(Record):
    """Where an engine publishes; exactly one upstream feeds its ledger.

    Upstreams say themselves what is a pre-release. Where one is wrong, `channels` gives the versions of a channel
    as a pattern, and `only` those that are releases at all.
    """

    pypi: Text | None = None
    npm: Text | None = None
    github: Text | None = None
    none_because: Text | None = None
    channels: dict[Channel, Pattern] = Field(default_factory=dict)
    only: Pattern | None = None


class Upstream(Record):
    repository: Url | None = None
    docs: Url | None = None
    releases: Releases = Field(default_factory=Releases)


class Relations(Record):
    bundles: dict[Id, Statement] = Field(default_factory=dict)
    serves: dict[Id, Statement] = Field(default_factory=dict)
    plugs_into: dict[Id, Statement] = Field(default_factory=dict)
    successor_of: dict[Id, Statement] = Field(default_factory=dict)


class Engine(Document):
    SECTIONS: ClassVar = {
        "status": (0, "is"),
        "latest": (0, ""),
        "systems": (1, "level"),
        "backends": (1, "level"),
        "formats": (1, "level"),
        "features": (1, "level"),
        "precisions": (2, "level"),
        "suits": (1, ""),
        "defaults": (1, ""),
        "quickstarts": (1, ""),
        "relations": (2, "level"),
    }

    name: Text
    layer: Text
    family: Text
    summary: Text
    maintainer: Text
    license: Text
    upstream: Upstream
    python: Text | None = None
    status: StatusClaim
    latest: LatestClaim | None = None
    systems: dict[Id, Statement] = Field(default_factory=dict)
    backends: dict[Id, Statement] = Field(default_factory=dict)
    formats: dict[Id, Statement] = Field(default_factory=dict)
    features: dict[Id, Statement] = Field(default_factory=dict)
    precisions: dict[Id, dict[Id, Statement]] = Field(default_factory=dict)
    suits: dict[Id, Fit] = Field(default_factory=dict)
    defaults: dict[Id, Listener] = Field(default_factory=dict)
    quickstarts: tuple[Quickstart, ...] = ()
    relations: Relations = Field(default_factory=Relations)


class Format(Document):
    SECTIONS: ClassVar = {
        "bits": (1, ""),
        "backends": (1, "level"),
        "acceleration": (1, "level"),
        "conversions": (1, ""),
    }

    name: Text
    kind: FormatKind
    summary: Text
    made_by: Text | None = None
    stored_in: Ids = ()
    bits: dict[str, Bits] = Field(default_factory=dict)
    backends: dict[Id, Statement] = Field(default_factory=dict)
    acceleration: dict[Id, Statement] = Field(default_factory=dict)
    conversions: tuple[Conversion, ...] = ()


class Backend(Document):
    name: Text
    vendor: Text
    kind: Literal["gpu", "cpu", "npu", "accelerator", "browser"]
    summary: Text
    hardware: Text
    beware: Text | None = None


class Device(Document):
    SECTIONS: ClassVar = {
        "memory": (0, ""),
        "gpu_share": (0, "value"),
        "bandwidth": (0, ""),
        "power": (0, ""),
        "links": (1, ""),
        "compute": (1, ""),
        "precisions": (1, "level"),
    }

    name: Text
    vendor: Text
    summary: Text
    backends: Ids
    architecture: Text
    compute_capability: Text | None = None
    memory: Figure
    gpu_share: Share | None = None  # what its GPU may take by default of a memory that it shares with the CPU
    bandwidth: Figure | None = None
    links: dict[Id, LinkSpeed] = Field(default_factory=dict)
    compute: dict[Id, ComputeRate] = Field(default_factory=dict)
    precisions: dict[Id, Statement] = Field(default_factory=dict)
    power: Figure | None = None
    beware: Text | None = None


class Model(Document):
    """A reference LLM for capacity arithmetic. Counts are exact; parameters are in units of one."""

    name: Text
    summary: Text
    layers: Annotated[int, Field(ge=1)]
    full_attention_layers: Annotated[int, Field(ge=0)] | None = None
    window: Annotated[int, Field(ge=1)] | None = None
    hidden: Annotated[int, Field(ge=1)]
    query_heads: Annotated[int, Field(ge=1)]
    kv_heads: Annotated[int, Field(ge=1)]
    head_dim: Annotated[int, Field(ge=1)]
    vocabulary: Annotated[int, Field(ge=1)]
    attention: Literal["mha", "gqa", "mla", "sliding-window", "hybrid-linear"]
    latent_dim: Annotated[int, Field(ge=1)] | None = None
    parameters: Annotated[int, Field(ge=1)]
    active_parameters: Annotated[int, Field(ge=1)] | None = None
    counts_embedding: Flag = True


class Affected(Record):
    engine: Id | None = None
    versions: Text | None = None
    format: Id | None = None
    backend: Id | None = None
    feature: Id | None = None
    device: Id | None = None

    @model_validator(mode="after")
    def _names_something(self) -> Affected:
        if not (self.engine or self.format or self.backend or self.feature or self.device):
            raise PydanticCustomError("affects", "name an engine, format, backend, feature or device")
        if self.versions and not self.engine:
            raise PydanticCustomError("affects", "'versions' are those of an engine; name it")
        return self


class Resolution(Record):
    date: Day | None = None
    version: Version | None = None
    how: Text


class Caveat(Document):
    title: Text
    severity: Severity
    kind: Text
    affects: Annotated[tuple[Affected, ...], Field(min_length=1)]
    what: Text
    do: Text
    introduced: Day | None = None
    introduced_in: Version | None = None
    resolved: Resolution | None = None


class Position(Record):
    who: Id
    says: Text
    when: Day | None = None


class Myth(Document):
    belief: Text
    verdict: Verdict
    since: Day | None = None
    truth: Text
    positions: Annotated[tuple[Position, ...], Field(min_length=1)]
    cites: tuple[Address, ...] = ()


class Question(Claim):
    ask: Text
    answer: Text
    why: Text
    do: Text | None = None
    cites: tuple[Address, ...] = ()


class Faq(Document):
    SECTIONS: ClassVar = {"questions": (1, "")}

    title: Text
    summary: Text
    order: int = 100
    questions: dict[Id, Question]


class Term(Record):
    term: Text
    kind: Literal["metric"] | None = None
    short: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=160)]
    means: Text
    also: Annotated[tuple[Text, ...], BeforeValidator(_as_list)] = ()
    see: Ids = ()
    sources: Ids = ()


class Glossary(Document):
    terms: dict[Id, Term]


class Feature(Record):
    label: Text
    group: Text
    means: Text
    term: Id | None = None
    layers: Ids = ()


class Features(Record):
    features: dict[Id, Feature]


class ChecklistItem(Record):
    do: Text
    why: Text | None = None


class ChecklistPart(Record):
    title: Text
    items: tuple[ChecklistItem, ...]


class Checklist(Document):
    title: Text
    summary: Text
    order: int = 100
    parts: dict[Id, ChecklistPart]


# -- trees -------------------------------------------------------------------------------------


class Fact(Record):
    """What choosing an option asserts. A list means any of them."""

    backend: Ids = ()
    format: Ids = ()
    feature: Ids = ()
    system: Ids = ()
    suits: Ids = ()
    precision: Ids = ()
    on: Ids = ()

    @model_validator(mode="after")
    def _one_thing(self) -> Fact:
        if len(self.named()) != 1:
            raise PydanticCustomError(
                "fact", "a fact names exactly one of backend, format, feature, system, suits, precision"
            )
        if bool(self.precision) != bool(self.on):
            raise PydanticCustomError("fact", "precision goes with on: {precision: fp8, on: ada}")
        return self

    def named(self) -> list[tuple[str, tuple[str, ...]]]:
        kinds = ("backend", "format", "feature", "system", "suits", "precision")
        return [(kind, getattr(self, kind)) for kind in kinds if getattr(self, kind)]

    @cached_property
    def kind(self) -> str:
        return self.named()[0][0]

    @cached_property
    def any_of(self) -> tuple[str, ...]:
        return self.named()[0][1]


class Option(Record):
    label: Text
    next: Id
    requires: tuple[Fact, ...] = ()
    note: Text | None = None


class TreeQuestion(Record):
    ask: Text
    options: Annotated[tuple[Option, ...], Field(min_length=1)]
    help: Text | None = None


Acceptable = Literal["experimental", "plugin", "unknown", "secondary"]


class Outcome(Record):
    """Where a path ends. Candidates are tried in the order given; an outcome may be advice alone."""

    title: Text
    candidates: Ids = ()
    with_: Annotated[Ids, Field(alias="with")] = ()
    because: Text
    next: Text
    accepts: tuple[Acceptable, ...] = ()
    aside: dict[Id, Text] = Field(default_factory=dict)
    cites: tuple[Address, ...] = ()


class Considered(Record):
    layer: Ids


class Tree(Document):
    title: Text
    summary: Text
    assumes: Text | None = None
    order: int = 100
    considers: Considered
    start: Id
    questions: Annotated[dict[Id, TreeQuestion], Field(min_length=1)]
    outcomes: Annotated[dict[Id, Outcome], Field(min_length=1)]


class Case(Document):
    """A worked example: a situation, its way through a tree, and what there is to learn from it."""

    title: Text
    order: int = 100
    situation: Text
    tree: Id
    path: Annotated[tuple[Text, ...], Field(min_length=1)]
    outcome: Id
    lesson: Text
    do: Text
    cites: tuple[Address, ...] = ()


# -- what programs write -----------------------------------------------------------------------


class Release(Record):
    version: Version
    date: Day
    channel: Channel = "stable"
    yanked: Flag = False
    source: Url | None = None


class Ledger(Record):
    """Every release of one engine that an upstream showed or somebody recorded with its source; never shrinks."""

    upstream: dict[UpstreamKind, Text]
    looked_up: Day
    releases: tuple[Release, ...]


class ProbeRun(Record):
    """What a program saw when it last looked: at which version of what, on which day."""

    probe: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{12}$")]
    place: Text
    version: Version
    date: Day
    result: Literal["confirmed", "refuted"]
    saw: Text


class ProbeRuns(Record):
    """The newest result of each statement's probe, by the statement's address."""

    runs: dict[Address, ProbeRun]


class Embeds(Record):
    """Which documents elsewhere show what: the options of each block, by the name of the document."""

    documents: dict[str, tuple[dict[str, str], ...]] = Field(default_factory=dict)


# -- words -------------------------------------------------------------------------------------


class Word(Record):
    label: Text
    means: Text
    mark: Text | None = None


class Vocabulary(Record):
    """Closed lists: each word once, with the label people read and what it means."""

    levels: dict[Id, Word]
    freshness: dict[Id, Word]
    how: dict[Id, Word]
    layers: dict[Id, Word]
    families: dict[Id, Word]
    statuses: dict[Id, Word]
    systems: dict[Id, Word]
    audiences: dict[Id, Word]
    fits: dict[Id, Word]
    architectures: dict[Id, Word]
    feature_groups: dict[Id, Word]
    severities: dict[Id, Word]
    caveat_kinds: dict[Id, Word]
    verdicts: dict[Id, Word]
    exposures: dict[Id, Word]
    auth: dict[Id, Word]
    format_kinds: dict[Id, Word]
    source_kinds: dict[Id, Word]
    review_days: dict[str, Annotated[int, Field(ge=1)]]


class Site(Record):
    """What the pages need to know about where they live, and how often somebody promises to look up releases."""

    name: Text
    tagline: Text
    url: Url | None = None
    edit_base: Url | None = None
    look_up_days: Annotated[int, Field(ge=1)] = 30


class SourceList(Record):
    sources: dict[Id, Source]


FOLDERS: dict[str, type[Document] | type[Ledger] | type[ProbeRuns]] = {
    "engines": Engine,
    "formats": Format,
    "backends": Backend,
    "devices": Device,
    "models": Model,
    "caveats": Caveat,
    "myths": Myth,
    "trees": Tree,
    "faq": Faq,
    "checklists": Checklist,
    "cases": Case,
    "releases": Ledger,
    "probes": ProbeRuns,
}
WRITTEN = ("releases", "probes")  # by programs; everything else is by people
FILES: dict[str, type[Record]] = {
    "vocabulary": Vocabulary,
    "features": Features,
    "glossary": Glossary,
    "sources": SourceList,
    "site": Site,
}
OPTIONAL_FILES: dict[str, type[Record]] = {"embeds": Embeds}  # written by programs, and missing until then
