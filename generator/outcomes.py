"""How the outcomes of decision trees differ between two datasets: candidates, what proves them, and everybody else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from generator import trees, values
from generator.load import Dataset

Differing = tuple[str, str, str, date]  # address, what differs before and after in words, newest day it stands on


@dataclass(frozen=True)
class _Standing:
    """What the data says about one outcome, comparable with another state of it."""

    candidates: tuple[str, ...]
    companions: tuple[str, ...]
    grounds: Mapping[str, Mapping[str, str]]  # candidate -> choice -> value
    others: Mapping[str, str]  # engine -> how it stands
    day: date


def changed_outcomes(before: Dataset, after: Dataset) -> Iterator[Differing]:
    """The outcomes of trees that both datasets have, where candidates or proofs differ. Both are proven anew."""
    for tree in sorted(before.trees.keys() & after.trees.keys()):
        if trees.cycles(before.trees[tree]) or trees.cycles(after.trees[tree]):
            continue  # no path through it ends, so nothing can be proven
        was, now = _standings(before, tree), _standings(after, tree)
        for outcome in sorted(was.keys() | now.keys()):
            told = _differences(before, after, was.get(outcome), now.get(outcome))
            if told is not None:
                day = now[outcome].day if outcome in now else was[outcome].day
                yield f"trees/{tree}:outcomes.{outcome}", *told, day


def _standings(data: Dataset, tree: str) -> dict[str, _Standing]:
    document = data.trees[tree]
    own = document.evidence.as_of or date.min
    found = {}
    for name, proof in trees.prove(document, data.engines).items():
        outcome = document.outcomes[name]
        claims = [ground.claim for grounds in proof.grounds.values() for ground in grounds if ground.claim]
        found[name] = _Standing(
            outcome.candidates,
            outcome.with_,
            {
                one: {ground.choice: _value(data, ground) for ground in grounds}
                for one, grounds in proof.grounds.items()
            },
            {one.engine: "ruled out" for one in proof.ruled_out}
            | {one.engine: "unknown" for one in proof.unknown}
            | {one.engine: "also fits" for one in proof.also_fits},
            max([own, *(claim.as_of for claim in claims)]),
        )
    return found


def _value(data: Dataset, ground: trees.Ground) -> str:
    return values.said(data, ground.claim) if ground.claim else "unknown"


def _differences(
    before: Dataset, after: Dataset, was: _Standing | None, now: _Standing | None
) -> tuple[str, str] | None:
    """What differs, in words, or None. Engines that only one of the datasets has are told where they are candidates."""
    if was is None or now is None:
        return _candidates(before, was), f"new: {_candidates(after, now)}" if now else ""
    pairs: list[tuple[str, str]] = []
    if (was.candidates, was.companions) != (now.candidates, now.companions):
        pairs.append((_candidates(before, was), _candidates(after, now)))
    for engine in (name for name in now.candidates if name in was.candidates):
        old, new = was.grounds.get(engine, {}), now.grounds.get(engine, {})
        pairs += [
            (f"{_name(before, engine)} {choice}: {old[choice]}", f"{_name(after, engine)} {choice}: {new[choice]}")
            for choice in new
            if choice in old and old[choice] != new[choice]
        ]
    for engine in sorted(was.others.keys() & now.others.keys()):
        if was.others[engine] != now.others[engine]:
            told = f"{_name(before, engine)} {was.others[engine]}", f"{_name(after, engine)} {now.others[engine]}"
            pairs.append(told)
    return ("; ".join(pair[0] for pair in pairs), "; ".join(pair[1] for pair in pairs)) if pairs else None


def _candidates(data: Dataset, one: _Standing | None) -> str:
    if one is None:
        return ""
    companions = [f"with {_name(data, name)}" for name in one.companions]
    return " ".join([", ".join(_name(data, name) for name in one.candidates) or "advice alone", *companions])


def _name(data: Dataset, engine: str) -> str:
    return data.engines[engine].name if engine in data.engines else engine
