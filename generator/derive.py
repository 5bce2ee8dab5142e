"""Dataset + today -> `Catalog`: freshness of every claim, newest releases, proofs, and who relies on what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property

from generator import freshness, trees, versions
from generator.claims import PlacedClaim, all_claims, engine_of, source_of, versions_checked
from generator.freshness import Freshness, is_of
from generator.load import Dataset
from generator.schema import Caveat, ProbeRun, Release, Source


@dataclass(frozen=True)
class Reliance:
    """Something that stands on a claim: an outcome of a tree, an FAQ answer or a myth."""

    kind: str
    name: str
    part: str = ""
    count: int = 1  # the paths that lead to an outcome


@dataclass(frozen=True)
class Catalog:
    """What the pages show: the dataset, joined and dated. Computed once, then only read."""

    dataset: Dataset
    today: date
    claims: Mapping[str, PlacedClaim]
    freshness: Mapping[str, Freshness]
    newest: Mapping[str, Release]
    newest_prerelease: Mapping[str, Release]
    proofs: Mapping[str, Mapping[str, trees.OutcomeProof]]
    runs: Mapping[str, ProbeRun]

    def source(self, placed: PlacedClaim, source: str) -> Source:
        found = source_of(self.dataset, self.dataset.document(placed.collection, placed.name), source)
        assert found is not None, f"{placed.address} cites {source}, which check would have refused"
        return found

    def place(self, address: str) -> tuple[str, int]:
        """File and line of a claim."""
        head, _, path = address.partition(":")
        origin = self.dataset.origins[head]
        parts = tuple(int(part) if part.isdigit() else part for part in path.split(".")) if path else ()
        return origin.file, origin.at(parts)[0]

    def caveats_of(self, engine: str) -> list[tuple[str, Caveat]]:
        """The caveats that name an engine, danger first, open before resolved."""
        found = [
            (name, caveat)
            for name, caveat in self.dataset.caveats.items()
            if any(affected.engine == engine for affected in caveat.affects)
        ]
        return sorted(found, key=lambda item: caveat_order(*item))

    def worst(self, addresses: Iterable[str]) -> Freshness | None:
        return freshness.worst(self.freshness[address] for address in addresses if address in self.freshness)

    @cached_property
    def reliances(self) -> Mapping[str, list[Reliance]]:
        """Who relies on each claim, by its address."""
        found: dict[str, list[Reliance]] = {}
        for tree, proofs in self.proofs.items():
            for outcome, proof in proofs.items():
                for address in stands_on(proof):
                    found.setdefault(address, []).append(Reliance("trees", tree, outcome, len(proof.routes)))
        for name, topic in self.dataset.faq.items():
            for question_id, question in topic.questions.items():
                for address in question.cites:
                    found.setdefault(address, []).append(Reliance("faq", name, question_id))
        for name, myth in self.dataset.myths.items():
            for address in myth.cites:
                found.setdefault(address, []).append(Reliance("myths", name))
        return found


_SEVERITY = {"danger": 0, "warning": 1, "info": 2}


def caveat_order(name: str, caveat: Caveat) -> tuple[bool, int, str]:
    return (caveat.resolved is not None, _SEVERITY[caveat.severity], name)


def stands_on(proof: trees.OutcomeProof) -> list[str]:
    """The addresses of the claims that prove an outcome's candidates."""
    found = (ground.address for grounds in proof.grounds.values() for ground in grounds if ground.address)
    return list(dict.fromkeys(found))


def runs_of(dataset: Dataset, claims: Mapping[str, PlacedClaim]) -> dict[str, ProbeRun]:
    """The results of probes that still speak of their claims."""
    found = {address: run for results in dataset.probes.values() for address, run in results.runs.items()}
    return {address: run for address, run in found.items() if address in claims and is_of(run, claims[address].claim)}


def judge_all(
    dataset: Dataset, claims: Mapping[str, PlacedClaim], runs: Mapping[str, ProbeRun], today: date
) -> dict[str, Freshness]:
    """The freshness of every claim. A resolved caveat is history and does not age."""
    found: dict[str, Freshness] = {}
    newer: dict[tuple[str | None, str | None], versions.Newer] = {}
    orders = {name: versions.Order(ledger, today) for name, ledger in dataset.releases.items()}
    for address, placed in claims.items():
        claim, run = placed.claim, runs.get(address)
        if placed.collection == "caveats" and dataset.caveats[placed.name].resolved is not None:
            found[address] = Freshness("fresh", "resolved; kept as history", date.max)
            continue
        engine = engine_of(dataset, placed)
        if run is not None and run.result == "refuted":
            found[address] = freshness.refuted(run)
            continue
        if run is not None:
            claim = freshness.confirmed(claim, run, engine is not None and run.place == feed_of(dataset, engine))
        key = (engine, claim.against)
        if key not in newer:
            newer[key] = _newer(dataset, orders, engine, claim.against or "")
        period = dataset.vocabulary.review_days[placed.collection]
        found[address] = freshness.judge(claim, period, today, newer[key], dataset.releases)
    return found


def _newer(dataset: Dataset, orders: Mapping[str, versions.Order], engine: str | None, against: str) -> versions.Newer:
    """What came out since a claim was checked; of several engines that one which has moved on most."""
    found = []
    for name, version in versions_checked(dataset, engine, against):
        told = version if name == engine else f"{dataset.engines[name].name} {version}"
        found.append(replace(orders[name].newer(version), than=told))
    return max(found, key=lambda newer: newer.count, default=versions.Newer(against))


def feed_of(dataset: Dataset, engine: str) -> str | None:
    """The package or repository that an engine's ledger follows."""
    releases = dataset.engines[engine].upstream.releases
    return releases.pypi or releases.npm or releases.github


def derive(dataset: Dataset, today: date) -> Catalog:
    claims = {placed.address: placed for placed in all_claims(dataset)}
    runs = runs_of(dataset, claims)
    stable = {name: versions.newest(ledger, today) for name, ledger in dataset.releases.items()}
    ahead = {name: versions.newest(ledger, today, "prerelease") for name, ledger in dataset.releases.items()}
    return Catalog(
        dataset=dataset,
        today=today,
        claims=claims,
        freshness=judge_all(dataset, claims, runs, today),
        runs=runs,
        newest={name: release for name, release in stable.items() if release},
        newest_prerelease={
            name: release for name, release in ahead.items() if release and not _overtaken(release, stable[name])
        },
        proofs={name: trees.prove(tree, dataset.engines) for name, tree in dataset.trees.items()},
    )


def _overtaken(prerelease: Release, stable: Release | None) -> bool:
    """A pre-release older than the newest stable release is of no interest to a reader."""
    return stable is not None and versions.sort_key(prerelease.version) < versions.sort_key(stable.version)
