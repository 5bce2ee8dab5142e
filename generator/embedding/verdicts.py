"""A block as it stands, against what it should say: same, older, worded differently, other facts, or edited by hand."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from generator.embedding.fragments import Fragment, facts_in, opened

Kind = Literal["same", "time", "cosmetic", "facts", "empty", "edited", "broken"]
OUT_OF_DATE: tuple[Kind, ...] = ("time", "cosmetic", "facts", "empty", "edited")
OF_FACTS: tuple[Kind, ...] = ("facts", "empty", "edited")
WORDS = {
    "same": "is up to date",
    "time": "says the same, but how current that is has changed",
    "cosmetic": "says the same in other words or order",
    "facts": "is out of date",
    "empty": "was never filled",
    "edited": "was edited by hand",
    "broken": "is broken",
}
_REVISION = re.compile(r" · data [0-9a-f]+")


@dataclass(frozen=True)
class Change:
    """A fact that a block states differently now; empty for one that is new or gone."""

    what: str
    old: str
    new: str
    source: str = ""

    def __str__(self) -> str:
        said = f" ({self.source})" if self.source else ""
        return f"{self.what}: {self.old or 'nothing'} \N{RIGHTWARDS ARROW} {self.new or 'nothing'}{said}"


@dataclass(frozen=True)
class Verdict:
    kind: Kind
    changes: tuple[Change, ...] = ()
    diff: tuple[str, ...] = field(default=(), repr=False)
    message: str = ""


def judge(body: Sequence[str], wanted: Fragment) -> Verdict:
    """What has become of a block since it was written."""
    before = opened(body)
    if before is None:
        filled = any(line.strip() for line in body)
        return _differing("edited" if filled else "empty", body, wanted, body if filled else ())
    lines, foot, as_written = before
    if not as_written:
        return _differing("edited", body, wanted, lines)
    if lines == wanted.lines:
        # Another revision of the data alone is no reason to touch a document.
        same = _REVISION.sub("", foot) == _REVISION.sub("", wanted.foot)
        return Verdict("same") if same else _differing("time", body, wanted, ())
    return _differing("facts" if _changes(lines, wanted) else "cosmetic", body, wanted, lines)


def _differing(kind: Kind, body: Sequence[str], wanted: Fragment, lines: Sequence[str]) -> Verdict:
    diff = difflib.unified_diff(_trimmed(body), _trimmed(wanted.body), "in the document", "now", lineterm="", n=2)
    return Verdict(kind, _changes(lines, wanted) if lines else (), tuple(diff))


def _trimmed(body: Sequence[str]) -> list[str]:
    lines = [line.rstrip() for line in body]
    while lines and not lines[-1]:
        lines.pop()
    while lines and not lines[0]:
        lines.pop(0)
    return lines


def _changes(lines: Sequence[str], wanted: Fragment) -> tuple[Change, ...]:
    old, new = facts_in(lines), facts_in(wanted.lines)
    keys = dict.fromkeys([*new, *old])
    return tuple(
        Change(key, old.get(key, ""), new.get(key, ""), wanted.sources.get(key, ""))
        for key in keys
        if old.get(key) != new.get(key)
    )
