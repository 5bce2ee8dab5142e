"""Every claim has a day, a version where there are versions, and a source."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date

from generator import versions
from generator.claims import PlacedClaim, all_claims, file_claim
from generator.load import KEY, Dataset
from generator.problems import Problem, did_you_mean
from generator.schema import Engine, Statement


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


def not_in_the_future(dataset: Dataset, today: date) -> Iterator[Problem]:
    reported: set[tuple[str, str]] = set()
    for placed in all_claims(dataset):
        if placed.claim.as_of <= today:
            continue
        origin = dataset.origin(placed.collection, placed.name)
        path = (*placed.path, "as_of") if (*placed.path, "as_of") in origin.marks else ("evidence", "as_of")
        problem = origin.problem(path, f"as_of: {placed.claim.as_of} lies after today, {today}.", "future")
        if (str(origin.at(path)), origin.file) not in reported:
            reported.add((str(origin.at(path)), origin.file))
            yield problem


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
    for name, engine in dataset.engines.items():
        ledger = dataset.releases.get(name)
        if ledger is None:
            continue
        yield from _unreleased(dataset, name, engine)
        newest = versions.newest(ledger, today, engine.latest.channel) if engine.latest else None
        if engine.latest and newest and versions.bare(newest.version) != versions.bare(engine.latest.version):
            message = f"latest: {engine.latest.version}, but the ledger has {newest.version} of {newest.date}."
            hint = "Remove 'latest'; the ledger answers it."
            yield dataset.origin("engines", name).problem(("latest",), message, "ledger", hint)


def _unreleased(dataset: Dataset, name: str, engine: Engine) -> Iterator[Problem]:
    ledger, origin = dataset.releases[name], dataset.origin("engines", name)
    reported: set[tuple[int, int]] = set()
    for placed in all_claims_of_engine(dataset, name):
        against = placed.claim.against
        if against is None or " " in against or versions.find(ledger, against):
            continue
        path = (*placed.path, "against")
        mark = origin.at(path) if path in origin.marks else origin.at(("evidence", "against"))
        if mark not in reported:
            reported.add(mark)
            message = f"against: {against} is not a release in data/releases/{name}.yml."
            hint = did_you_mean(against, [release.version for release in ledger.releases])
            yield Problem(origin.file, *mark, message, "ledger", hint)


def all_claims_of_engine(dataset: Dataset, name: str) -> Iterator[PlacedClaim]:
    return (placed for placed in all_claims(dataset) if placed.collection == "engines" and placed.name == name)


def ledgers_belong_to_engines(dataset: Dataset, today: date) -> Iterator[Problem]:
    for name in dataset.releases:
        if name not in dataset.engines:
            message = f"a ledger for {name!r}, which is no engine."
            yield dataset.origin("releases", name).problem(
                (), message, "reference", did_you_mean(name, dataset.engines)
            )
    for name, engine in dataset.engines.items():
        feeds = engine.upstream.releases
        if not (feeds.pypi or feeds.npm or feeds.github or feeds.none_because or engine.latest):
            message = "has no release feed: say upstream.releases, or a 'latest' claim, or none_because."
            yield dataset.origin("engines", name).problem(("upstream",), message, "ledger")


CHECKS: tuple[Callable[[Dataset, date], Iterator[Problem]], ...] = (
    files_have_evidence,
    sections_exist,
    not_in_the_future,
    engines_name_a_version,
    versions_are_in_order,
    ranges_can_be_read,
    agrees_with_the_ledger,
    ledgers_belong_to_engines,
)
