"""What blocks can show, without knowing where it comes from: the data on this machine, or the API of a site."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from generator.table import Link, Table

AFFECTED = ("engine", "format", "backend", "device", "feature")  # what a caveat may be about
SEVERITIES = ("danger", "warning", "info")  # gravest first


def resolved_words(is_resolved: bool, version: str | None) -> str:
    if not is_resolved:
        return ""
    return f"resolved in {version}" if version else "resolved"


class MissingError(Exception):
    """There is no table, tree or checklist of that name; the message is a sentence, with a near name where there is."""


@dataclass(frozen=True)
class Standing:
    """How current what a block shows is: the days on which it was checked, and cells that are not in date."""

    oldest: str = ""
    newest: str = ""
    unknown: int = 0
    due: int = 0


@dataclass(frozen=True)
class Outcome:
    """Where a tree ends: `key` is its anchor; `engines` are tried in this order, `beside` are added to them."""

    key: str
    title: str
    engines: tuple[Link, ...]
    beside: tuple[Link, ...]
    because: str
    then: str
    standing: Standing


@dataclass(frozen=True)
class TreeView:
    """A decision tree: questions by key, each with its options as (label, where it leads)."""

    title: str
    page: str
    start: str
    questions: dict[str, tuple[str, tuple[tuple[str, str], ...]]]
    outcomes: dict[str, Outcome]
    mermaid: str
    picture: str  # path of the SVG below the site
    standing: Standing


@dataclass(frozen=True)
class ChecklistView:
    title: str
    page: str
    parts: tuple[tuple[str, tuple[str, ...]], ...]
    standing: Standing


@dataclass(frozen=True)
class CaveatView:
    """A caveat: what it warns of, how gravely, what to do, and since or until when."""

    key: str
    title: str
    severity: str
    affects: str
    do: str
    resolved: str
    standing: Standing


class Content(Protocol):
    """Where blocks take their text from. Methods raise MissingError; `site` is the address of the site, or empty."""

    @property
    def site(self) -> str: ...
    @property
    def revision(self) -> str: ...
    def table(self, name: str) -> Table: ...
    def tree(self, name: str) -> TreeView: ...
    def checklist(self, name: str) -> ChecklistView: ...
    def caveats(self, kind: str, name: str) -> Sequence[CaveatView]: ...
