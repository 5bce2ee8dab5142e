"""Trees hold together, and every candidate is proven on every path that leads to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date

from generator import trees
from generator.checks.support import usable
from generator.claims import source_of
from generator.load import KEY, Dataset
from generator.problems import Problem, did_you_mean
from generator.schema import Outcome, Tree


def trees_hold_together(dataset: Dataset, today: date) -> Iterator[Problem]:
    """No dead ends, no loops, nothing unreachable, no two options alike."""
    for name, tree in dataset.trees.items():
        origin = dataset.origin("trees", name)
        nodes = {*tree.questions, *tree.outcomes}
        if tree.start not in tree.questions:
            yield origin.problem(
                ("start",),
                f"start: there is no question {tree.start!r}.",
                "tree",
                did_you_mean(tree.start, tree.questions),
            )
        for twice in {*tree.questions} & {*tree.outcomes}:
            yield origin.problem(("outcomes", twice, KEY), f"{twice!r} is both a question and an outcome.", "tree")
        for question_id, question in tree.questions.items():
            labels: dict[str, int] = {}
            for index, option in enumerate(question.options):
                path = ("questions", question_id, "options", index)
                if option.next not in nodes:
                    message = (
                        f"{question_id}, option {option.label!r}: next leads to {option.next!r}, which does not exist."
                    )
                    yield origin.problem((*path, "next"), message, "tree", did_you_mean(option.next, nodes))
                if labels.setdefault(option.label.casefold(), index) != index:
                    yield origin.problem(
                        (*path, "label"), f"{question_id}: two options are called {option.label!r}.", "tree"
                    )
        for loop in trees.cycles(tree):
            yield origin.problem(
                ("questions", loop[0], KEY), f"the questions run in a circle: {' -> '.join(loop)}.", "tree"
            )
        reached = trees.reachable(tree) if tree.start in tree.questions else nodes
        for node in sorted(nodes - reached):
            part = "questions" if node in tree.questions else "outcomes"
            yield origin.problem((part, node, KEY), f"no option leads to {node!r}.", "tree")


def sound(dataset: Dataset, name: str) -> bool:
    """Whether a tree can be walked at all."""
    tree = dataset.trees[name]
    return tree.start in tree.questions and not trees.cycles(tree)


def candidates_are_proven(dataset: Dataset, today: date) -> Iterator[Problem]:
    for name, tree in dataset.trees.items():
        if not sound(dataset, name):
            continue
        for proof in trees.prove(tree, dataset.engines).values():
            outcome = tree.outcomes[proof.outcome]
            for candidate in (*outcome.candidates, *outcome.with_):
                engine = dataset.engines.get(candidate)
                retired = trees.retired_ground(candidate, engine) if engine else None
                if retired:
                    message = f"outcome {proof.outcome}: {candidate} is {retired.choice} ({_where(dataset, retired)})."
                    yield _problem(dataset, name, proof.outcome, message)
            for route in proof.routes:
                yield from _route_problems(dataset, name, tree, route, outcome)


def _route_problems(dataset: Dataset, name: str, tree: Tree, route: trees.Route, outcome: Outcome) -> Iterator[Problem]:
    for candidate in outcome.candidates:
        if candidate not in dataset.engines:
            continue
        for ground in trees.grounds_of(candidate, dataset.engines[candidate], route, outcome):
            fact, path = fact_words(ground), route_words(tree, route)
            if ground.stand == "fails":
                message = (
                    f"outcome {route.outcome}: candidate {candidate} contradicts {fact!r} on the path {path}: "
                    f"{ground.address} is {ground.level!r} ({_where(dataset, ground)})."
                )
                yield _problem(dataset, name, route.outcome, message)
            elif ground.stand == "unknown" and "unknown" not in outcome.accepts:
                reason = ground.remark or "nobody has stated it"
                message = f"outcome {route.outcome}: {fact!r} is unknown for {candidate} on the path {path}: {reason}."
                yield _problem(dataset, name, route.outcome, message)
            elif (
                ground.stand == "holds"
                and "secondary" not in outcome.accepts
                and _only_secondary(dataset, candidate, ground)
            ):
                where = _where(dataset, ground)
                message = (
                    f"outcome {route.outcome}: {fact!r} for {candidate} rests on secondary sources alone ({where})."
                )
                yield _problem(dataset, name, route.outcome, message)


def _problem(dataset: Dataset, tree: str, outcome: str, message: str) -> Problem:
    return dataset.origin("trees", tree).problem(("outcomes", outcome, KEY), message, "proof")


def _where(dataset: Dataset, ground: trees.Ground) -> str:
    place, _, path = ground.address.partition(":")
    origin = dataset.origins[place]
    line, _ = origin.at(tuple(path.split(".")))
    return f"{origin.file}:{line}"


def _only_secondary(dataset: Dataset, engine: str, ground: trees.Ground) -> bool:
    if ground.claim is None or ground.claim.how == "judged":
        return False
    found = [source_of(dataset, dataset.engines[engine], source) for source in ground.claim.sources]
    return bool(found) and all(source is not None and source.kind == "secondary" for source in found)


def fact_words(ground: trees.Ground) -> str:
    fact = ground.fact
    if fact is None:
        return "status"
    on = f" on {' or '.join(fact.on)}" if fact.on else ""
    return f"{fact.kind} {' or '.join(fact.any_of)}{on}"


def route_words(tree: Tree, route: trees.Route) -> str:
    return " > ".join(tree.questions[step.question].options[step.option].label for step in route.steps)


def companions_serve(dataset: Dataset, today: date) -> Iterator[Problem]:
    """What an outcome adds from another layer must state that it serves one of the candidates."""
    for name, tree in dataset.trees.items():
        for outcome_id, outcome in tree.outcomes.items():
            for companion in outcome.with_:
                engine = dataset.engines.get(companion)
                if engine and not usable(engine.relations.serves) & {*outcome.candidates}:
                    message = f"outcome {outcome_id}: {companion} does not state that it serves any of the candidates."
                    yield _problem(dataset, name, outcome_id, message)


def cases_walk_their_tree(dataset: Dataset, today: date) -> Iterator[Problem]:
    """A case names a tree, gives its answers word for word, and ends where they lead."""
    for name, case in dataset.cases.items():
        origin = dataset.origin("cases", name)
        tree = dataset.trees.get(case.tree)
        if tree is None:
            message = f"tree: there is no tree {case.tree!r}."
            yield origin.problem(("tree",), message, "reference", did_you_mean(case.tree, dataset.trees))
            continue
        node = tree.start
        for index, answer in enumerate(case.path):
            options = (
                {option.label: option.next for option in tree.questions[node].options} if node in tree.questions else {}
            )
            if answer not in options:
                message = f"path: {answer!r} is no answer at {node!r} of tree {case.tree}."
                yield origin.problem(("path", index), message, "case", did_you_mean(answer, options))
                break
            node = options[answer]
        else:
            if node != case.outcome:
                message = f"outcome: the path leads to {node!r}, not to {case.outcome!r}."
                yield origin.problem(("outcome",), message, "case", f"Write {node}.")


CHECKS: tuple[Callable[[Dataset, date], Iterator[Problem]], ...] = (
    trees_hold_together,
    candidates_are_proven,
    companions_serve,
    cases_walk_their_tree,
)
