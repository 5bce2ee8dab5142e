"""The decision trees: diagram, the same tree as text, and for every outcome its proof and its eliminations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from generator import cells, derive, diagrams, trees, urls
from generator.derive import Catalog
from generator.edition import Edition
from generator.pages import cases, parts
from generator.schema import Caveat, Fact, Outcome, Tree
from generator.table import Cell, Link
from generator.templating import Artifact

INDEX = "decide/index.md"


@dataclass(frozen=True)
class Branch:
    """An option in the text form of a tree: its words, where it leads, and what hangs below."""

    label: str
    note: str
    target: Link
    is_outcome: bool
    asks: str
    below: tuple[Branch, ...]
    anchor: str
    seen_before: bool = False


@dataclass(frozen=True)
class ProofRow:
    """One fact, and how it stands for each candidate."""

    fact: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Other:
    """An engine that is not a candidate: why, by which statement."""

    link: Link
    why: str
    cell: Cell


@dataclass(frozen=True)
class OutcomeView:
    id: str
    outcome: Outcome
    candidates: tuple[Link, ...]
    companions: tuple[Link, ...]
    standing: parts.Standing | None
    rows: tuple[ProofRow, ...]
    dangers: tuple[parts.CaveatView, ...]
    warnings: tuple[parts.CaveatView, ...]
    ruled_out: tuple[Other, ...]
    unknown: tuple[Other, ...]
    fits: tuple[tuple[Link, str], ...]
    ways: tuple[str, ...]
    cited: tuple[parts.Line, ...]
    accepts: tuple[str, ...]


def pages(edition: Edition) -> Iterator[Artifact]:
    catalog = edition.catalog
    ordered = sorted(catalog.dataset.trees.items(), key=lambda item: (item[1].order, item[0]))
    listed = [(Link(tree.title, page=urls.page_of("trees", name)), tree, len(tree.outcomes)) for name, tree in ordered]
    yield edition.page("decide.md.j2", INDEX, trees=listed)
    for name, tree in ordered:
        proofs = catalog.proofs[name]
        yield edition.page(
            "tree.md.j2",
            urls.page_of("trees", name),
            name=name,
            tree=tree,
            svg=diagrams.draw(tree, name),
            start=tree.questions[tree.start].ask,
            start_anchor=diagrams.question_anchor(tree.start),
            outline=_branches(tree, tree.start, {tree.start}),
            outcomes=[_outcome(catalog, tree, proofs[outcome]) for outcome in tree.outcomes],
            standing=parts.standing(catalog, [f"trees/{name}"]),
            checked=cells.of_text(catalog, f"trees/{name}", ""),
            edit=parts.edit_link(catalog, "trees", name),
        )
    yield from cases.pages(edition)


def _branches(tree: Tree, question: str, seen: set[str]) -> tuple[Branch, ...]:
    found = []
    for option in tree.questions[question].options:
        following = tree.questions.get(option.next)
        again = following is not None and option.next in seen
        seen.add(option.next)
        anchor = diagrams.question_anchor(option.next) if following else option.next
        found.append(
            Branch(
                label=option.label,
                note=option.note or "",
                target=Link(following.ask if following else tree.outcomes[option.next].title, anchor=anchor),
                is_outcome=following is None,
                asks=following.ask if following else "",
                below=_branches(tree, option.next, seen) if following and not again else (),
                anchor=anchor,
                seen_before=again,
            )
        )
    return tuple(found)


def _outcome(catalog: Catalog, tree: Tree, proof: trees.OutcomeProof) -> OutcomeView:
    data = catalog.dataset
    outcome = tree.outcomes[proof.outcome]
    named = (*outcome.candidates, *outcome.with_)
    caveats = {
        name: caveat
        for engine in named
        for name, caveat in catalog.caveats_of(engine)
        if caveat.resolved is None and caveat.severity != "info" and _concerns(caveat, engine, proof.facts)
    }
    views = [
        parts.caveat_view(catalog, name, caveat)
        for name, caveat in sorted(caveats.items(), key=lambda item: derive.caveat_order(*item))
    ]
    return OutcomeView(
        id=proof.outcome,
        outcome=outcome,
        candidates=tuple(_engine(catalog, name) for name in outcome.candidates),
        companions=tuple(_engine(catalog, name) for name in outcome.with_),
        standing=parts.standing(catalog, derive.stands_on(proof)),
        rows=_proof_rows(catalog, outcome, proof) if outcome.candidates else (),
        dangers=tuple(view for view in views if view.caveat.severity == "danger"),
        warnings=tuple(view for view in views if view.caveat.severity == "warning"),
        ruled_out=tuple(_other(catalog, one) for one in proof.ruled_out),
        unknown=tuple(_other(catalog, one) for one in proof.unknown),
        fits=tuple((_engine(catalog, name), outcome.aside.get(name, "")) for name in proof.also_fits),
        ways=tuple(
            dict.fromkeys(
                " → ".join(tree.questions[s.question].options[s.option].label for s in r.steps) for r in proof.routes
            )
        ),
        cited=tuple(parts.cited(catalog, outcome.cites)),
        accepts=tuple(
            data.vocabulary.levels[word].label if word in data.vocabulary.levels else word for word in outcome.accepts
        ),
    )


def _concerns(caveat: Caveat, engine: str, facts: tuple[Fact, ...]) -> bool:
    """Whether a caveat on an engine matters here: not if it is about a backend or format that no path asks for."""
    asked = {kind: {choice for fact in facts if fact.kind == kind for choice in fact.any_of} for kind in _NARROWING}
    for affected in caveat.affects:
        if affected.engine != engine:
            continue
        narrowed = {kind: getattr(affected, kind) for kind in _NARROWING if getattr(affected, kind) and asked[kind]}
        if all(value in asked[kind] for kind, value in narrowed.items()):
            return True
    return False


_NARROWING = ("backend", "format")


def _engine(catalog: Catalog, name: str) -> Link:
    return Link(catalog.dataset.engines[name].name, page=urls.page_of("engines", name))


def _proof_rows(catalog: Catalog, outcome: Outcome, proof: trees.OutcomeProof) -> tuple[ProofRow, ...]:
    rows = []
    for fact in proof.facts:
        found = []
        for candidate in outcome.candidates:
            ground = next((g for g in proof.grounds[candidate] if g.fact == fact), None)
            found.append(
                _ground_cell(catalog, ground, several=len(fact.any_of) * max(len(fact.on), 1) > 1)
                if ground
                else Cell("not asked on this path", state="text")
            )
        rows.append(ProofRow(fact_label(catalog, fact), tuple(found)))
    return tuple(rows)


def _ground_cell(catalog: Catalog, ground: trees.Ground, several: bool) -> Cell:
    if not ground.address or ground.claim is None:
        return cells.unknown(catalog)
    fit = ground.fact is not None and ground.fact.kind == "suits"
    cell = cells.of_fit(catalog, ground.address) if fit else cells.of_statement(catalog, ground.address)
    if several:
        choice = parts.address_label(catalog, ground.address).partition(": ")[2]
        return replace(cell, text=f"{cell.text}: {choice}")
    return cell


def _other(catalog: Catalog, one: trees.Elimination) -> Other:
    ground = one.ground
    link = _engine(catalog, one.engine)
    if ground.fact is None:
        status = catalog.dataset.vocabulary.statuses[ground.choice].label
        return Other(link, "status", cells.of_text(catalog, ground.address, status))
    what = fact_label(catalog, ground.fact)
    if not ground.address:
        return Other(link, f"{what}: nobody we read has stated it", cells.unknown(catalog))
    choice = parts.address_label(catalog, ground.address).partition(": ")[2]
    cell = (
        cells.of_fit(catalog, ground.address)
        if ground.fact.kind == "suits"
        else cells.of_statement(catalog, ground.address)
    )
    return Other(link, f"{choice}: {ground.remark}" if ground.remark else choice, cell)


def fact_label(catalog: Catalog, fact: Fact) -> str:
    """What an option asserts, in words: `runs on Metal`, `reads GGUF or FP8`."""
    data = catalog.dataset
    words = {
        "backend": ("runs on", {key: item.name for key, item in data.backends.items()}),
        "format": ("reads", {key: item.name for key, item in data.formats.items()}),
        "feature": ("has", {key: parts.in_sentence(item.label) for key, item in data.features.items()}),
        "system": ("runs under", {key: word.label for key, word in data.vocabulary.systems.items()}),
        "suits": ("suits", {key: word.label for key, word in data.vocabulary.audiences.items()}),
        "precision": ("computes", {key: item.name for key, item in data.formats.items()}),
    }
    verb, names = words[fact.kind]
    text = f"{verb} {' or '.join(names[choice] for choice in fact.any_of)}"
    if fact.on:
        text += f" on {' or '.join(data.vocabulary.architectures[name].label for name in fact.on)}"
    return text
