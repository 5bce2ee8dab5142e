"""A probe and what an upstream shows -> confirmed, refuted, or could not look. Compares text; runs nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, Protocol

from packaging.specifiers import InvalidSpecifier, SpecifierSet

from generator.schema import Probe
from generator.upstreams import MissingFileError, UpstreamError

Result = Literal["confirmed", "refuted", "not-looked"]


class Subject(Protocol):
    """One published version of a thing, as a probe may look at it. Its methods raise UpstreamError."""

    @property
    def version(self) -> str: ...
    @property
    def filenames(self) -> list[str]: ...
    @property
    def requires_python(self) -> str: ...
    @property
    def scripts(self) -> str: ...
    @property
    def archived(self) -> bool: ...
    @property
    def metadata(self) -> Mapping[str, list[str]]: ...
    def text(self, path: str) -> str: ...


@dataclass(frozen=True)
class Sight:
    """One condition of a probe: whether it holds, and what was seen."""

    holds: bool
    saw: str


@dataclass(frozen=True)
class Finding:
    """What came of a probe: every condition must hold, the first that does not refutes the statement."""

    result: Result
    version: str
    saw: str


def look(probe: Probe, subject: Subject) -> Finding:
    seen = []
    try:
        for sight in _sights(probe, subject):
            if not sight.holds:
                return Finding("refuted", subject.version, sight.saw)
            seen.append(sight.saw)
    except UpstreamError as error:
        return Finding("not-looked", subject.version, str(error))
    if not seen:
        return Finding("not-looked", subject.version, "the probe asks nothing that can be looked at here")
    return Finding("confirmed", subject.version, "; ".join(seen))


def _sights(probe: Probe, subject: Subject) -> Iterator[Sight]:
    if probe.file is not None:
        yield from _in_file(probe, subject, probe.file)
    if probe.requires_python is not None:
        found = subject.requires_python
        yield Sight(same_range(found, probe.requires_python), f"requires Python {found or 'of any version'}")
    if probe.wheel is not None:
        matching = [name for name in subject.filenames if name.endswith(".whl") and probe.wheel in name]
        yield Sight(bool(matching), matching[0] if matching else f"no wheel has {probe.wheel!r} in its name")
    if probe.extra is not None:
        there = probe.extra in subject.metadata.get("Provides-Extra", [])
        yield Sight(there, f"{'an' if there else 'no'} extra {probe.extra}")
    if probe.script is not None:
        there = re.search(rf"^\s*{re.escape(probe.script)}\s*=", subject.scripts, re.MULTILINE) is not None
        yield Sight(there, f"{'a' if there else 'no'} console script {probe.script}")
    if probe.archived is not None:
        yield Sight(
            subject.archived is probe.archived, f"the repository is {'' if subject.archived else 'not '}archived"
        )
    if probe.license is not None:
        said = [*subject.metadata.get("License-Expression", []), *subject.metadata.get("License", [])]
        said += [
            name.rpartition(":: ")[2] for name in subject.metadata.get("Classifier", []) if name.startswith("License")
        ]
        short = ", ".join(text.splitlines()[0][:60] for text in said if text) or "none"
        yield Sight(any(probe.license.casefold() in text.casefold() for text in said), f"licence: {short}")


def _in_file(probe: Probe, subject: Subject, path: str) -> Iterator[Sight]:
    """A file that has gone refutes what stood in it; what it lacked may now stand elsewhere: that is not known."""
    try:
        whole = subject.text(path)
    except MissingFileError as error:
        if probe.lacks is not None:
            raise
        yield Sight(False, str(error))
        return
    text = " ".join(whole.split()).casefold()
    for wanted, word in ((True, probe.contains), (False, probe.lacks)):
        if word is not None:
            there = " ".join(word.split()).casefold() in text
            yield Sight(there is wanted, f"{path} {'says' if there else 'does not say'} {word!r}")
    if probe.contains is None and probe.lacks is None:
        yield Sight(True, f"{path} is there")


def same_range(one: str, other: str) -> bool:
    """Whether two Python ranges are the same, whatever their order and spacing."""
    try:
        return SpecifierSet(one) == SpecifierSet(other)
    except InvalidSpecifier:
        return one.strip() == other.strip()
