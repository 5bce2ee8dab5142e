"""Every claim has a day, a version where there are versions, and a source."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date

from generator import versions
from generator.claims import PlacedClaim, all_claims, engine_of, file_claim
from generator.load import KEY, Dataset, Origin
from generator.placed import Path_
from generator.problems import Problem, did_you_mean
from generator.schema import LatestClaim, Release, Statement


def files_have_evidence(dataset: Dataset, today: date) -> Iterator[Problem]:
    for collection, name, document in dataset.documents():
        if file_claim(document.evidence) is None:
            message = "evidence: must say as_of and sources for what the file itself says."
            yield dataset.origin(collection, name).problem(("evidence",), message, "evidence")


def sections_exist(dataset: Dataset, today: date) -> Iterator[Problem]:
    """A misspelt section under `evidence.sections` would silently narrow nothing."""
    for collection, name, document in dataset.documents():
        known = type(document).SECTIONS
        for section in document.evidence.sections:
            if section not in known:
                message = f"evidence.sections: there is no section {section!r}."
                path = ("evidence", "sections", section, KEY)
                yield dataset.origin(collection, name).problem(path, message, "reference", did_you_mean(section, known))


def where_said(origin: Origin, path: Path_, field: str) -> Path_:
    """Where a claim's field is written: at the claim, for its section, or for the whole file."""
    choices: tuple[Path_, ...] = ((*path, field), ("evidence", "sections", *path[:1], field)) if path else ()
    return next((choice for choice in choices if choice in origin.marks), ("evidence", field))


def _said_once(dataset: Dataset, field: str) -> Iterator[tuple[Origin, Path_, PlacedClaim]]:
    """Every claim by the place of one of its fields; a place that many claims inherit comes once."""
    seen: set[tuple[str, Path_]] = set()
    for placed in all_claims(dataset):
        origin = dataset.origin(placed.collection, placed.name)
        place = where_said(origin, placed.path, field)
        if (origin.file, place) not in seen:
            seen.add((origin.file, place))
            yield origin, place, placed


def not_in_the_future(dataset: Dataset, today: date) -> Iterator[Problem]:
    for origin, place, placed in _said_once(dataset, "as_of"):
        if placed.claim.as_of > today:
            yield origin.problem(place, f"as_of: {placed.claim.as_of} lies after today, {today}.", "future")


def engines_name_a_version(dataset: Dataset, today: date) -> Iterator[Problem]:
    for name, engine in dataset.engines.items():
        if engine.evidence.against is None:
            message = "evidence: must say against, the version the statements were checked against."
            yield dataset.origin("engines", name).problem(("evidence",), message, "evidence")


def versions_are_in_order(dataset: Dataset, today: date) -> Iterator[Problem]:
    """`removed` comes after `since`, by version order and not by text."""
    for placed in all_claims(dataset):
        claim = placed.claim
        if not isinstance(claim, Statement) or claim.removed is None:
            continue
        origin = dataset.origin(placed.collection, placed.name)
        where = ".".join(map(str, placed.path))
        path = (*placed.path, "removed")
        if claim.since is None:
            yield origin.problem(
                path, f"{where}: removed in {claim.removed}, but never added.", "order", "Add 'since'."
            )
        elif versions.sort_key(claim.removed) <= versions.sort_key(claim.since):
            message = f"{where}: removed in {claim.removed}, not after it was added in {claim.since}."
            yield origin.problem(path, message, "order")
        if claim.level not in ("unsupported", "plugin"):
            message = f"{where}: has 'removed', so its level must be unsupported or plugin, not {claim.level}."
            yield origin.problem(placed.path, message, "order")


def events_can_happen(dataset: Dataset, today: date) -> Iterator[Problem]:
    """What `expires: {when: …}` waits for is a release of an engine that has a ledger."""
    for origin, place, placed in _said_once(dataset, "expires"):
        when = placed.claim.expires.when if placed.claim.expires else None
        if when is None:
            continue
        if when.engine not in dataset.releases:
            message = f"expires.when: {when.engine!r} has no release ledger, so this can never happen."
            yield origin.problem((*place, "when", "engine"), message, "reference")
        try:
            versions.parse_range(when.version)
        except ValueError as error:
            yield origin.problem((*place, "when", "version"), f"expires.when: {error}.", "range")


def ranges_can_be_read(dataset: Dataset, today: date) -> Iterator[Problem]:
    for name, caveat in dataset.caveats.items():
        for index, affected in enumerate(caveat.affects):
            if affected.versions is None:
                continue
            try:
                versions.parse_range(affected.versions)
            except ValueError as error:
                path = ("affects", index, "versions")
                yield dataset.origin("caveats", name).problem(path, f"affects: {error}.", "range")


def agrees_with_the_ledger(dataset: Dataset, today: date) -> Iterator[Problem]:
    """Versions that a claim names exist in the engine's ledger, and `latest` is the newest there."""
    for origin, place, placed in _said_once(dataset, "against"):
        name, against = engine_of(dataset, placed), placed.claim.against
        ledger = dataset.releases.get(name) if name else None
        if ledger and against and " " not in against and not versions.find(ledger, against):
            message = f"against: {against} is not a release in data/releases/{name}.yml."
            hint = did_you_mean(against, [release.version for release in ledger.releases])
            yield origin.problem(place, message, "ledger", hint)
    for name, engine in dataset.engines.items():
        ledger = dataset.releases.get(name)
        newest = versions.newest(ledger, today, engine.latest.channel) if ledger and engine.latest else None
        if newest is not None and engine.latest is not None and not _is_latest(engine.latest, newest):
            said = f"{engine.latest.version}{f' of {engine.latest.date}' if engine.latest.date else ''}"
            message = f"latest: {said}, but the ledger has {newest.version} of {newest.date}."
            hint = "Remove 'latest'; the ledger answers it."
            yield dataset.origin("engines", name).problem(("latest",), message, "ledger", hint)


def _is_latest(claim: LatestClaim, newest: Release) -> bool:
    return versions.bare(newest.version) == versions.bare(claim.version) and claim.date in (None, newest.date)


def ledgers_belong_to_engines(dataset: Dataset, today: date) -> Iterator[Problem]:
    for name in dataset.releases:
        if name not in dataset.engines:
            message = f"this is a ledger for {name!r}, which is no engine."
            yield dataset.origin("releases", name).problem(
                (), message, "reference", did_you_mean(name, dataset.engines)
            )
    for name, engine in dataset.engines.items():
        feeds = engine.upstream.releases
        if not (feeds.pypi or feeds.npm or feeds.github or feeds.none_because or engine.latest):
            hint = "Name one under 'releases:', or say none_because, or make a 'latest' claim."
            yield dataset.origin("engines", name).problem(
                ("upstream",), "upstream: names no release feed.", "ledger", hint
            )


CHECKS: tuple[Callable[[Dataset, date], Iterator[Problem]], ...] = (
    files_have_evidence,
    sections_exist,
    not_in_the_future,
    engines_name_a_version,
    versions_are_in_order,
    events_can_happen,
    ranges_can_be_read,
    agrees_with_the_ledger,
    ledgers_belong_to_engines,
)
