"""Evidence that would not hold: sources that move, notes that say nothing of their cell, versions nobody pinned."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import date
from urllib.parse import urlsplit

from generator.checks.claims import where_said
from generator.claims import source_of, sources_of
from generator.load import KEY, Dataset
from generator.problems import Problem
from generator.schema import Claim, Document, Source, Statement

_MOVING = re.compile(r"/(blob|tree|raw|raw/refs/heads|refs/heads)/(main|master|develop|dev|trunk|HEAD|nightly)(/|$)")
_MOVING_PAGES = re.compile(r"/(latest|stable|master|nightly)/(?!.*\d\.\d)")  # of a documentation site
_VERSION = re.compile(r"(?<![\w./-])v?\d+\.\d+(?:\.\d+)*(?:(?:rc|a|b|\.post|\.dev)\d+)*(?![\w.]*\w)")
_CODE = re.compile(r"\.(?:c|cc|cpp|cu|cuh|go|h|hpp|js|kt|mjs|py|rs|sh|swift|ts|tsx)$")
_NOT_A_RELEASE = re.compile(r"python[ =]{0,2}\d|--python \d|127\.0\.0\.1|0\.0\.0\.0|localhost", re.IGNORECASE)
SAME_NOTE_AT_MOST = 3


def fleeting(source: Source) -> str:
    """Why a source may say something else tomorrow, or an empty text."""
    if source.url is None or source.unpinned_because:
        return ""
    parts = urlsplit(source.url)
    if not parts.path.strip("/") and not parts.query:
        return "a home page"
    if _MOVING.search(source.url):
        return "a moving branch"
    if _MOVING_PAGES.search(parts.path):
        return "documentation of the day"
    return ""


def sources_stay_put(dataset: Dataset, today: date) -> Iterator[Problem]:
    """A claim needs one source at least that will still say the same tomorrow."""

    def nothing_stays(document: Document, claim: Claim) -> str:
        reasons = [fleeting(source) for source in sources_of(dataset, document, claim)]
        if not reasons or not all(reasons):
            return ""
        return f"{', '.join(claim.sources)}: nothing but {' and '.join(sorted(set(reasons)))}."

    hint = "Link the page or file at a tag, a commit or a version, or say unpinned_because."
    return _told_once(dataset, "sources", nothing_stays, "fleeting", hint)


def code_is_read(dataset: Dataset, today: date) -> Iterator[Problem]:
    """What stands in code is not documented: its authors promise nothing, and readers should know."""

    def called_documented(document: Document, claim: Claim) -> str:
        code = [one for one in claim.sources if is_code(source_of(dataset, document, one))]
        return f"how: documented, but {code[0]} is code." if code and claim.how == "documented" else ""

    return _told_once(
        dataset, "how", called_documented, "code", "Write how: source-read, or cite the page that says it."
    )


def _told_once(
    dataset: Dataset, field: str, fault: Callable[[Document, Claim], str], rule: str, hint: str
) -> Iterator[Problem]:
    """What is wrong with claims, at the place of the field that says so; a place that many inherit is told once."""
    for collection, name, document in dataset.documents():
        origin = dataset.origin(collection, name)
        told: set[tuple[int, int]] = set()
        for path, claim in dataset.claims_in(collection, name).items():
            message = fault(document, claim)
            if not message:
                continue
            where = where_said(origin, path, field)
            if origin.at(where) not in told:
                told.add(origin.at(where))
                yield origin.problem(where, message, rule, hint)


def is_code(source: Source | None) -> bool:
    """Whether a source is a file of a program, in a package or at an address."""
    if source is None:
        return False
    return bool(_CODE.search(source.file or "") or _CODE.search(urlsplit(source.url or "").path))


def notes_say_something_of_their_cell(dataset: Dataset, today: date) -> Iterator[Problem]:
    """The same note on many cells is a caveat, or a fact of the whole file. Architectures may share one."""
    for collection, name, _ in dataset.documents():
        places: dict[str, list[tuple[str | int, ...]]] = {}
        for path, claim in dataset.claims_in(collection, name).items():
            by_architecture = bool(path) and path[0] in ("precisions", "acceleration")
            if isinstance(claim, Statement) and claim.note and not by_architecture:
                places.setdefault(claim.note, []).append(path)
        for note, paths in places.items():
            if len(paths) > SAME_NOTE_AT_MOST:
                message = f"the note {note!r} stands on {len(paths)} cells."
                hint = "Say it once, in the summary or as a caveat."
                yield dataset.origin(collection, name).problem((*paths[0], "note"), message, "repeated", hint)


def quickstarts_bind_their_versions(dataset: Dataset, today: date) -> Iterator[Problem]:
    """A version in a command must be the one that the quickstart was checked against."""
    for name, engine in dataset.engines.items():
        for index, start in enumerate(engine.quickstarts):
            for line in start.commands.splitlines():
                for match in _VERSION.finditer(_NOT_A_RELEASE.sub("", line)):
                    if start.against and match[0].lstrip("v") in start.against:
                        continue
                    path = ("quickstarts", index, "commands")
                    message = (
                        f"quickstart {start.title!r} names version {match[0]}, but was checked against {start.against}."
                    )
                    hint = "Check it against that version, or write <version>."
                    yield dataset.origin("engines", name).problem(path, message, "unbound", hint)


def engines_agree_with_the_formats(dataset: Dataset, today: date) -> Iterator[Problem]:
    """No engine computes natively what the format says an architecture cannot, unless a note explains it."""
    for name, engine in dataset.engines.items():
        for precision, cells in engine.precisions.items():
            format_ = dataset.formats.get(precision)
            for architecture, statement in cells.items():
                general = format_.acceleration.get(architecture) if format_ else None
                if general and general.level != "supported" and statement.level == "supported" and not statement.note:
                    path = ("precisions", precision, architecture, KEY)
                    message = (
                        f"precisions.{precision}.{architecture}: supported, but formats/{precision} says "
                        f"{general.level} on {architecture}."
                    )
                    yield dataset.origin("engines", name).problem(path, message, "pair")


CHECKS: tuple[Callable[[Dataset, date], Iterator[Problem]], ...] = (
    sources_stay_put,
    code_is_read,
    notes_say_something_of_their_cell,
    quickstarts_bind_their_versions,
    engines_agree_with_the_formats,
)
