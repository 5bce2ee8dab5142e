"""Guidance stands on something: it cites, its words mean one thing, and it does not pass over dangers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date

from generator.checks.decisions import sound
from generator.claims import source_of
from generator.load import KEY, Dataset
from generator.problems import Problem
from generator.schema import Caveat, Document, Fact
from generator.trees import routes


def guidance_cites_something(dataset: Dataset, today: date) -> Iterator[Problem]:
    """An answer, an outcome or a myth without a statement, a caveat or a first-hand source is only an opinion."""
    hint = "Add 'cites:' with a statement or a caveat, or a primary source."
    for name, topic in dataset.faq.items():
        for question_id, question in topic.questions.items():
            if not question.cites and not _first_hand(dataset, topic, question.sources):
                path = ("questions", question_id, KEY)
                yield dataset.origin("faq", name).problem(
                    path, f"question {question_id} cites nothing.", "uncited", hint
                )
    for name, tree in dataset.trees.items():
        for outcome_id, outcome in tree.outcomes.items():
            if not outcome.cites and not outcome.candidates:
                path = ("outcomes", outcome_id, KEY)
                yield dataset.origin("trees", name).problem(
                    path, f"outcome {outcome_id} cites nothing.", "uncited", hint
                )
    for name, myth in dataset.myths.items():
        if not myth.cites and not _first_hand(dataset, myth, myth.evidence.sources):
            yield dataset.origin("myths", name).problem((), "the verdict cites nothing.", "uncited", hint)


def _first_hand(dataset: Dataset, document: Document, sources: tuple[str, ...]) -> bool:
    found = [source_of(dataset, document, source) for source in sources]
    return any(source is not None and source.kind != "secondary" for source in found)


def spellings_mean_one_term(dataset: Dataset, today: date) -> Iterator[Problem]:
    """A spelling that two terms claim would link to either of them by chance."""
    owner: dict[str, str] = {}
    origin = dataset.origin("glossary", "glossary")
    for name, term in dataset.glossary.terms.items():
        for spelling in (term.term, *term.also):
            other = owner.setdefault(spelling.casefold(), name)
            if other != name:
                message = f"{spelling!r} is also a spelling of {other!r}."
                yield origin.problem(("terms", name, KEY), message, "duplicate", "Keep it in one of them.")


def advice_names_its_dangers(dataset: Dataset, today: date) -> Iterator[Problem]:
    """An outcome that asks for just what a danger is about must cite that caveat."""
    for name, tree in dataset.trees.items():
        for outcome_id, facts in _facts_by_outcome(dataset, name).items():
            outcome = tree.outcomes[outcome_id]
            for caveat_id, caveat in dataset.caveats.items():
                if f"caveats/{caveat_id}" in outcome.cites or caveat.severity != "danger" or caveat.resolved:
                    continue
                engine = _aimed_at(caveat, outcome.candidates, facts)
                if engine:
                    message = f"outcome {outcome_id}: recommends {engine} for what the danger {caveat_id} is about."
                    hint = f"Add caveats/{caveat_id} to its cites."
                    yield dataset.origin("trees", name).problem(("outcomes", outcome_id, KEY), message, "danger", hint)


def _facts_by_outcome(dataset: Dataset, tree: str) -> dict[str, set[Fact]]:
    found: dict[str, set[Fact]] = {}
    if sound(dataset, tree):
        for route in routes(dataset.trees[tree]):
            found.setdefault(route.outcome, set()).update(route.facts)
    return found


def _aimed_at(caveat: Caveat, candidates: tuple[str, ...], facts: set[Fact]) -> str:
    """The candidate that a caveat names together with a feature, format or backend that the path asks for."""
    asked = {(fact.kind, choice) for fact in facts for choice in fact.any_of if len(fact.any_of) == 1}
    for affected in caveat.affects:
        narrowed = [
            (kind, getattr(affected, kind)) for kind in ("feature", "format", "backend") if getattr(affected, kind)
        ]
        if affected.engine in candidates and narrowed and all(pair in asked for pair in narrowed):
            return str(affected.engine)
    return ""


CHECKS: tuple[Callable[[Dataset, date], Iterator[Problem]], ...] = (
    guidance_cites_something,
    spellings_mean_one_term,
    advice_names_its_dangers,
)
