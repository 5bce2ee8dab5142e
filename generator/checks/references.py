"""Names that must lead somewhere: ids, addresses, sources; and things nothing leads to."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from datetime import date
from typing import Any

from generator.checks.claims import where_said
from generator.load import KEY, Dataset, Origin, dotted
from generator.placed import Path_
from generator.problems import Problem, did_you_mean
from generator.schema import Claim, Document, Statement


def _unknown(origin: Origin, path: Path_, what: str, name: str, known: Collection[str]) -> Problem:
    return origin.problem(path, f"{dotted(path)}: there is no {what} {name!r}.", "reference", did_you_mean(name, known))


def _keys(
    origin: Origin, path: Path_, found: Mapping[str, Any], what: str, known: Collection[str]
) -> Iterator[Problem]:
    for name in found:
        if name not in known:
            yield _unknown(origin, (*path, name, KEY), what, name, known)


def _items(origin: Origin, path: Path_, found: Collection[str], what: str, known: Collection[str]) -> Iterator[Problem]:
    for index, name in enumerate(found):
        if name not in known:
            yield _unknown(origin, (*path, index), what, name, known)


def _word(origin: Origin, path: Path_, name: str | None, what: str, known: Collection[str]) -> Iterator[Problem]:
    if name is not None and name not in known:
        yield _unknown(origin, path, what, name, known)


def engine_references(dataset: Dataset, today: date) -> Iterator[Problem]:
    words = dataset.vocabulary
    for name, engine in dataset.engines.items():
        origin = dataset.origin("engines", name)
        yield from _word(origin, ("layer",), engine.layer, "layer", words.layers)
        yield from _word(origin, ("family",), engine.family, "family", words.families)
        yield from _keys(origin, ("systems",), engine.systems, "system", words.systems)
        yield from _keys(origin, ("backends",), engine.backends, "backend", dataset.backends)
        yield from _keys(origin, ("formats",), engine.formats, "format", dataset.formats)
        yield from _keys(origin, ("features",), engine.features, "feature", dataset.features)
        yield from _keys(origin, ("suits",), engine.suits, "audience", words.audiences)
        yield from _keys(origin, ("precisions",), engine.precisions, "format", dataset.formats)
        for precision, cells in engine.precisions.items():
            yield from _keys(origin, ("precisions", precision), cells, "architecture", words.architectures)
        for kind in type(engine.relations).model_fields:
            related = getattr(engine.relations, kind)
            yield from _keys(origin, ("relations", kind), related, "engine", dataset.engines)
        for index, start in enumerate(engine.quickstarts):
            path = ("quickstarts", index)
            yield from _items(origin, (*path, "systems"), start.systems, "system", words.systems)
            yield from _items(origin, (*path, "backends"), start.backends, "backend", dataset.backends)


def narrowed_statements(dataset: Dataset, today: date) -> Iterator[Problem]:
    """`on:` narrows a statement to backends that exist."""
    for collection, name, _ in dataset.documents():
        origin = dataset.origin(collection, name)
        for path, claim in dataset.claims_in(collection, name).items():
            if isinstance(claim, Statement):
                yield from _items(origin, (*path, "on"), claim.on, "backend", dataset.backends)


def catalog_references(dataset: Dataset, today: date) -> Iterator[Problem]:
    words = dataset.vocabulary
    for name, format_ in dataset.formats.items():
        origin = dataset.origin("formats", name)
        yield from _items(origin, ("stored_in",), format_.stored_in, "format", dataset.formats)
        yield from _keys(origin, ("backends",), format_.backends, "backend", dataset.backends)
        yield from _keys(origin, ("acceleration",), format_.acceleration, "architecture", words.architectures)
    for name, device in dataset.devices.items():
        origin = dataset.origin("devices", name)
        yield from _items(origin, ("backends",), device.backends, "backend", dataset.backends)
        yield from _word(origin, ("architecture",), device.architecture, "architecture", words.architectures)
        yield from _keys(origin, ("precisions",), device.precisions, "format", dataset.formats)
    for name, caveat in dataset.caveats.items():
        origin = dataset.origin("caveats", name)
        yield from _word(origin, ("kind",), caveat.kind, "kind", words.caveat_kinds)
        for index, affected in enumerate(caveat.affects):
            for what, known in _things(dataset).items():
                yield from _word(origin, ("affects", index, what), getattr(affected, what), what, known)
    for name, feature in dataset.features.items():
        origin = dataset.origin("features", "features")
        path = ("features", name)
        yield from _word(origin, (*path, "group"), feature.group, "feature group", words.feature_groups)
        yield from _word(origin, (*path, "term"), feature.term, "term", dataset.glossary.terms)
        yield from _items(origin, (*path, "layers"), feature.layers, "layer", words.layers)
    for name, term in dataset.glossary.terms.items():
        origin = dataset.origin("glossary", "glossary")
        yield from _items(origin, ("terms", name, "see"), term.see, "term", dataset.glossary.terms)


def _things(dataset: Dataset) -> dict[str, Collection[str]]:
    return {
        "engine": dataset.engines,
        "format": dataset.formats,
        "backend": dataset.backends,
        "feature": dataset.features,
        "device": dataset.devices,
    }


def tree_references(dataset: Dataset, today: date) -> Iterator[Problem]:
    words = dataset.vocabulary
    known: dict[str, Collection[str]] = {
        "backend": dataset.backends,
        "format": dataset.formats,
        "feature": dataset.features,
        "system": words.systems,
        "suits": words.audiences,
        "precision": dataset.formats,
    }
    called = {"suits": "audience", "precision": "format"}
    for name, tree in dataset.trees.items():
        origin = dataset.origin("trees", name)
        yield from _items(origin, ("considers", "layer"), tree.considers.layer, "layer", words.layers)
        for question_id, question in tree.questions.items():
            for index, option in enumerate(question.options):
                for number, fact in enumerate(option.requires):
                    path: Path_ = ("questions", question_id, "options", index, "requires", number)
                    what = called.get(fact.kind, fact.kind)
                    yield from _items(origin, (*path, fact.kind), fact.any_of, what, known[fact.kind])
                    yield from _items(origin, (*path, "on"), fact.on, "architecture", words.architectures)
        for outcome_id, outcome in tree.outcomes.items():
            path = ("outcomes", outcome_id)
            yield from _items(origin, (*path, "candidates"), outcome.candidates, "engine", dataset.engines)
            yield from _items(origin, (*path, "with"), outcome.with_, "engine", dataset.engines)
            yield from _keys(origin, (*path, "aside"), outcome.aside, "engine", dataset.engines)


def cited_addresses(dataset: Dataset, today: date) -> Iterator[Problem]:
    """`cites:` lists lead to a thing, or to a statement that exists."""
    known = {f"{collection}/{name}" for collection, name, _ in dataset.documents()}
    statements = {
        f"{collection}/{name}:{'.'.join(map(str, path))}"
        for collection, name, _ in dataset.documents()
        for path in dataset.claims_in(collection, name)
        if path
    }
    for collection, name, path, cites in _cites(dataset):
        origin = dataset.origin(collection, name)
        for index, address in enumerate(cites):
            if address not in (statements if ":" in address else known):
                choices = statements if ":" in address else known
                yield _unknown(origin, (*path, index), "statement" if ":" in address else "file", address, choices)


def _cites(dataset: Dataset) -> Iterator[tuple[str, str, Path_, tuple[str, ...]]]:
    for name, myth in dataset.myths.items():
        yield "myths", name, ("cites",), myth.cites
    for name, topic in dataset.faq.items():
        for question_id, question in topic.questions.items():
            yield "faq", name, ("questions", question_id, "cites"), question.cites
    for name, case in dataset.cases.items():
        yield "cases", name, ("cites",), case.cites
    for name, tree in dataset.trees.items():
        for outcome_id, outcome in tree.outcomes.items():
            yield "trees", name, ("outcomes", outcome_id, "cites"), outcome.cites


def cited_sources(dataset: Dataset, today: date) -> Iterator[Problem]:
    """Every cited source exists, and every listed source is cited."""
    used_shared: set[str] = set()
    for collection, name, document in dataset.documents():
        origin = dataset.origin(collection, name)
        used: set[str] = set()
        for path, source in dict.fromkeys(_sources_cited(origin, document, dataset.claims_in(collection, name))):
            used.add(source)
            if source not in document.sources and source not in dataset.sources:
                choices = {*document.sources, *dataset.sources}
                yield _unknown(origin, path, "source", source, choices)
        for source in document.sources:
            if source not in used:
                yield origin.problem(
                    ("sources", source, KEY),
                    f"source {source!r} is listed but nothing cites it.",
                    "orphan",
                    "Cite it, or remove it.",
                )
            if source in dataset.sources:
                yield origin.problem(
                    ("sources", source, KEY),
                    f"source {source!r} also stands in data/sources.yml.",
                    "duplicate",
                    "Give it another id.",
                )
        used_shared |= used - set(document.sources)
    origin = dataset.origin("sources", "sources")
    for source in dataset.sources:
        if source not in used_shared:
            yield origin.problem(
                ("sources", source, KEY), f"source {source!r} is listed but nothing cites it.", "orphan"
            )


def _sources_cited(origin: Origin, document: Document, claims: Mapping[Path_, Claim]) -> Iterator[tuple[Path_, str]]:
    """Each cited source at the place that names it, not at every claim that inherits it."""
    for path, claim in claims.items():
        where = where_said(origin, path, "sources")
        for index, source in enumerate(claim.sources):
            yield (*where, index), source
    for section, evidence in document.evidence.sections.items():
        for index, source in enumerate(evidence.sources):
            yield ("evidence", "sections", section, "sources", index), source
    for index, position in enumerate(getattr(document, "positions", ())):
        yield ("positions", index, "who"), position.who
    for term_id, term in getattr(document, "terms", {}).items():
        for index, source in enumerate(term.sources):
            yield ("terms", term_id, "sources", index), source


def orphans(dataset: Dataset, today: date) -> Iterator[Problem]:
    """Features, formats and backends that no engine speaks of tell a reader nothing."""
    engines = dataset.engines.values()
    spoken: dict[str, set[str]] = {
        "features": {name for engine in engines for name in engine.features},
        "formats": {name for engine in engines for name in (*engine.formats, *engine.precisions)},
        "backends": {name for engine in engines for name in engine.backends},
    }
    for name in dataset.features:
        if name not in spoken["features"]:
            origin = dataset.origin("features", "features")
            yield origin.problem(
                ("features", name, KEY), f"feature {name!r}: no engine states it either way.", "orphan"
            )
    for collection in ("formats", "backends"):
        for name in getattr(dataset, collection):
            if name not in spoken[collection]:
                origin = dataset.origin(collection, name)
                yield origin.problem((), f"no engine states anything on {collection}/{name}.", "orphan")


CHECKS: tuple[Callable[[Dataset, date], Iterator[Problem]], ...] = (
    engine_references,
    narrowed_statements,
    catalog_references,
    tree_references,
    cited_addresses,
    cited_sources,
    orphans,
)
