"""Paths through a decision tree, proofs of its candidates, and why every other engine is not one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from generator.schema import Claim, Engine, Fact, Fit, Outcome, Statement, Tree

Stand = Literal["holds", "fails", "unknown"]


@dataclass(frozen=True)
class Step:
    """One answer given: the question, and which of its options."""

    question: str
    option: int


@dataclass(frozen=True)
class Route:
    """A way from the start to an outcome, with everything its options assert."""

    steps: tuple[Step, ...]
    outcome: str
    facts: tuple[Fact, ...]


@dataclass(frozen=True)
class Ground:
    """How one fact stands for one engine, and the claim that decides it."""

    fact: Fact | None  # None: the engine's own status decides
    stand: Stand
    choice: str
    address: str = ""
    claim: Claim | None = None
    remark: str = ""

    @property
    def level(self) -> str:
        if isinstance(self.claim, Statement):
            return self.claim.level
        if isinstance(self.claim, Fit):
            return self.claim.fits
        return "unknown"


@dataclass(frozen=True)
class Elimination:
    """Why an engine that was considered is not a candidate of an outcome."""

    engine: str
    ground: Ground


@dataclass(frozen=True)
class Fitting:
    """An engine that would do as well, and the grounds that hold for it with a reservation only."""

    engine: str
    partly: tuple[Ground, ...]


@dataclass(frozen=True)
class OutcomeProof:
    """What the data says about one outcome: its candidates fact by fact, and everybody else."""

    outcome: str
    routes: tuple[Route, ...]
    facts: tuple[Fact, ...]
    grounds: Mapping[str, tuple[Ground, ...]]
    ruled_out: tuple[Elimination, ...]
    unknown: tuple[Elimination, ...]
    also_fits: tuple[Fitting, ...]


# -- shape -------------------------------------------------------------------------------------


def targets(tree: Tree, node: str) -> list[str]:
    question = tree.questions.get(node)
    return [option.next for option in question.options] if question else []


def cycles(tree: Tree) -> list[list[str]]:
    """Each loop once, as the questions it runs through, closed: [a, b, a]."""
    found: list[list[str]] = []
    done: set[str] = set()
    for root in tree.questions:
        if root in done:
            continue
        trail = [root]
        stack: list[tuple[str, Iterator[str]]] = [(root, iter(targets(tree, root)))]
        while stack:
            following = next(stack[-1][1], None)
            if following is None:
                done.add(stack.pop()[0])
                trail.pop()
            elif following in trail:
                found.append([*trail[trail.index(following) :], following])
            elif following in tree.questions and following not in done:
                stack.append((following, iter(targets(tree, following))))
                trail.append(following)
    return found


def reachable(tree: Tree) -> set[str]:
    seen: set[str] = set()
    waiting = [tree.start]
    while waiting:
        node = waiting.pop()
        if node not in seen:
            seen.add(node)
            waiting += targets(tree, node)
    return seen


def routes(tree: Tree) -> list[Route]:
    """Every route to every outcome, in the order of the options. The tree must be free of cycles."""
    found: list[Route] = []
    waiting: list[tuple[str, tuple[Step, ...], tuple[Fact, ...]]] = [(tree.start, (), ())]
    while waiting:
        node, steps, facts = waiting.pop()
        if node in tree.outcomes:
            found.append(Route(steps, node, facts))
        elif node in tree.questions:
            branches = [
                (option.next, (*steps, Step(node, index)), (*facts, *option.requires))
                for index, option in enumerate(tree.questions[node].options)
            ]
            waiting += reversed(branches)
    return found


# -- proofs ------------------------------------------------------------------------------------


def prove(tree: Tree, engines: Mapping[str, Engine]) -> dict[str, OutcomeProof]:
    """The proof of every outcome, by its id."""
    by_outcome: dict[str, list[Route]] = {name: [] for name in tree.outcomes}
    for route in routes(tree):
        by_outcome[route.outcome].append(route)
    considered = {name: engine for name, engine in engines.items() if engine.layer in tree.considers.layer}
    return {
        name: _prove_outcome(name, tree.outcomes[name], tuple(found), considered, engines)
        for name, found in by_outcome.items()
    }


def _prove_outcome(
    name: str,
    outcome: Outcome,
    found: tuple[Route, ...],
    considered: Mapping[str, Engine],
    engines: Mapping[str, Engine],
) -> OutcomeProof:
    facts = tuple(dict.fromkeys(fact for route in found for fact in route.facts))
    grounds = {
        candidate: tuple(
            dict.fromkeys(g for route in found for g in grounds_of(candidate, engines[candidate], route, outcome))
        )
        for candidate in outcome.candidates
        if candidate in engines
    }
    ruled_out, unknown, fits = [], [], []
    for other, engine in considered.items():
        if other in outcome.candidates or other in outcome.with_ or not outcome.candidates:
            continue
        verdict = _weigh(other, engine, found, outcome)
        if isinstance(verdict, Fitting):
            fits.append(verdict)
        elif verdict.ground.stand == "fails":
            ruled_out.append(verdict)
        else:
            unknown.append(verdict)
    return OutcomeProof(name, found, facts, grounds, tuple(ruled_out), tuple(unknown), tuple(fits))


def _weigh(name: str, engine: Engine, found: tuple[Route, ...], outcome: Outcome) -> Elimination | Fitting:
    """The first thing against an engine on the route that treats it best; its reservations when nothing is."""
    retired = retired_ground(name, engine)
    if retired:
        return Elimination(name, retired)
    against: list[Elimination] = []
    fitting: list[Fitting] = []
    for route in found:
        grounds = grounds_of(name, engine, route, outcome)
        worst = next((g for g in grounds if g.stand == "fails"), None) or next(
            (g for g in grounds if g.stand == "unknown"), None
        )
        if worst is None:
            fitting.append(Fitting(name, tuple(ground for ground in grounds if ground.level not in _WHOLLY)))
        else:
            against.append(Elimination(name, worst))
    if fitting or not against:
        return min(fitting, key=lambda one: len(one.partly), default=Fitting(name, ()))
    return min(against, key=lambda one: one.ground.stand == "fails")


def retired_ground(name: str, engine: Engine) -> Ground | None:
    """An engine that is archived or only maintained is no candidate, whatever it supports."""
    if engine.status.value == "active":
        return None
    return Ground(None, "fails", engine.status.value, f"engines/{name}:status", engine.status)


def grounds_of(name: str, engine: Engine, route: Route, outcome: Outcome) -> tuple[Ground, ...]:
    """How each fact of a route stands for one engine."""
    accepted = {"supported", "partial", *outcome.accepts}
    wanted = [fact.any_of for fact in route.facts if fact.kind == "backend"]
    reached = {
        backend
        for choices in wanted
        for backend in choices
        if backend in engine.backends and engine.backends[backend].level in accepted
    }
    return tuple(
        _stand(name, engine, fact, accepted, reached if wanted else None) for fact in dict.fromkeys(route.facts)
    )


_WHOLLY = ("supported", "yes")
_ORDER = ("supported", "yes", "partial", "with-care", "plugin", "experimental", "unsupported", "no", "unknown")


def _stand(name: str, engine: Engine, fact: Fact, accepted: set[str], reached: set[str] | None) -> Ground:
    """The best ground among the choices a fact allows; one unknown keeps the fact from failing."""
    grounds = [
        _one(name, fact, choice, claim, path, accepted, reached) for choice, path, claim in _claims(engine, fact)
    ]
    grounds.sort(key=lambda ground: (("holds", "unknown", "fails").index(ground.stand), _ORDER.index(ground.level)))
    return grounds[0]


def _claims(engine: Engine, fact: Fact) -> Iterator[tuple[str, str, Claim | None]]:
    """(choice, path, claim or None) for every choice of a fact."""
    if fact.kind == "precision":
        for precision in fact.any_of:
            for architecture in fact.on:
                cell = engine.precisions.get(precision, {}).get(architecture)
                yield f"{precision} on {architecture}", f"precisions.{precision}.{architecture}", cell
        return
    section = {"backend": "backends", "format": "formats", "feature": "features", "system": "systems", "suits": "suits"}
    cells: Mapping[str, Claim] = getattr(engine, section[fact.kind])
    for choice in fact.any_of:
        yield choice, f"{section[fact.kind]}.{choice}", cells.get(choice)


def _one(
    name: str, fact: Fact, choice: str, claim: Claim | None, path: str, accepted: set[str], reached: set[str] | None
) -> Ground:
    address = f"engines/{name}:{path}"
    if claim is None:
        return Ground(fact, "unknown", choice)
    if isinstance(claim, Fit):
        return Ground(fact, "fails" if claim.fits == "no" else "holds", choice, address, claim)
    if not isinstance(claim, Statement):
        return Ground(fact, "unknown", choice)
    if claim.level not in accepted:
        return Ground(fact, "fails", choice, address, claim)
    if claim.on and reached is not None and not reached & set(claim.on):
        return Ground(fact, "unknown", choice, address, claim, remark=f"stated for {', '.join(claim.on)} only")
    return Ground(fact, "holds", choice, address, claim)
