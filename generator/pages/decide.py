"""The decision trees: diagram, the same tree as text, and for every outcome its proof and its eliminations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from generator import cells, derive, diagrams, trees, urls
from generator.derive import Catalog
from generator.edition import Edition
from generator.pages import cases, parts
from generator.schema import Caveat, Fact, Outcome, Statement, Tree
from generator.table import Cell, Link
from generator.templating import Artifact

INDEX = "decide/index.md"
SHOWN = 3  # lines of a list before the rest is folded


@dataclass(frozen=True)
class Branch:
    """An option in the text form of a tree: its words, where it leads, and what hangs below."""

    label: str
    note: str
    target: Link
    is_outcome: bool
    asks: str
    help: str
    below: tuple[Branch, ...]
    anchor: str
    seen_before: bool = False


@dataclass(frozen=True)
class ProofCell:
    """How a fact stands for one candidate, who is named again where rows are stacked."""

    engine: str
    cell: Cell


@dataclass(frozen=True)
class ProofRow:
    """One fact, and how it stands for each candidate."""

    fact: str
    cells: tuple[ProofCell, ...]


@dataclass(frozen=True)
class Other:
    """An engine that is not a candidate: the statements that decide it, and what somebody said about it."""

    link: Link
    lines: tuple[parts.Line, ...]
    aside: str = ""


@dataclass(frozen=True)
class Others:
    """Engines in a list whose tail is folded."""

    shown: tuple[Other, ...]
    folded: tuple[Other, ...]


@dataclass(frozen=True)
class Silence:
    """A fact that no source states for some engines."""

    fact: str
    engines: tuple[Link, ...]


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
    ruled_out: Others
    silent: tuple[Silence, ...]
    narrowed: tuple[Other, ...]
    unproven: int
    fits: tuple[Other, ...]
    unweighed: tuple[Link, ...]
    fits_partly: Others
    ways: tuple[str, ...]
    cited: tuple[parts.Line, ...]
    accepts: tuple[str, ...]
    cases: tuple[Link, ...]


def pages(edition: Edition) -> Iterator[Artifact]:
    catalog = edition.catalog
    ordered = sorted(catalog.dataset.trees.items(), key=lambda item: (item[1].order, item[0]))
    listed = [(Link(tree.title, page=urls.page_of("trees", name)), tree, len(tree.outcomes)) for name, tree in ordered]
    yield edition.page("decide.md.j2", INDEX, trees=listed, cases=cases.links(catalog))
    for name, tree in ordered:
        proofs = catalog.proofs[name]
        yield edition.page(
            "tree.md.j2",
            urls.page_of("trees", name),
            name=name,
            tree=tree,
            svg=diagrams.draw(tree, name),
            start=tree.questions[tree.start],
            start_anchor=diagrams.question_anchor(tree.start),
            outline=branches(tree, tree.start, {tree.start}),
            ends=[Link(outcome.title, anchor=outcome_id) for outcome_id, outcome in tree.outcomes.items()],
            outcomes=[outcome_view(catalog, name, proofs[outcome]) for outcome in tree.outcomes],
            retired=retired_engines(catalog, proofs.values()),
            standing=parts.standing(catalog, [f"trees/{name}"]),
            checked=cells.of_text(catalog, f"trees/{name}", ""),
            edit=parts.edit_link(catalog, "trees", name),
        )
    yield from cases.pages(edition)


def branches(tree: Tree, question: str, seen: set[str]) -> tuple[Branch, ...]:
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
                help=following.help or "" if following else "",
                below=branches(tree, option.next, seen) if following and not again else (),
                anchor=anchor,
                seen_before=again,
            )
        )
    return tuple(found)


def retired_engines(catalog: Catalog, proofs: Iterable[trees.OutcomeProof]) -> list[Link]:
    """The engines that no outcome of a tree weighs, because they are no longer developed."""
    found = {one.engine for proof in proofs for one in proof.ruled_out if one.ground.fact is None}
    return [parts.engine_link(catalog, name, "status") for name in catalog.dataset.engines if name in found]


def outcome_view(catalog: Catalog, tree_name: str, proof: trees.OutcomeProof) -> OutcomeView:
    words, tree = catalog.dataset.vocabulary.levels, catalog.dataset.trees[tree_name]
    outcome = tree.outcomes[proof.outcome]
    views = _caveats(catalog, outcome, proof)
    fitting = [_fitting(catalog, one, outcome) for one in proof.also_fits]
    whole = [one for one in fitting if not one.lines]
    return OutcomeView(
        id=proof.outcome,
        outcome=outcome,
        candidates=tuple(_engine(catalog, name) for name in outcome.candidates),
        companions=tuple(_engine(catalog, name) for name in outcome.with_),
        standing=parts.standing(catalog, derive.stands_on(proof)),
        rows=_proof_rows(catalog, outcome, proof) if outcome.candidates else (),
        dangers=tuple(view for view in views if view.caveat.severity == "danger"),
        warnings=tuple(view for view in views if view.caveat.severity == "warning"),
        ruled_out=_folded([_other(catalog, one) for one in proof.ruled_out if one.ground.fact]),
        silent=_silences(catalog, proof),
        narrowed=tuple(_other(catalog, one) for one in proof.unknown if one.ground.address),
        unproven=len(proof.unknown),
        fits=tuple(one for one in whole if one.aside),
        unweighed=tuple(one.link for one in whole if not one.aside),
        fits_partly=_folded([one for one in fitting if one.lines]),
        ways=tuple(
            dict.fromkeys(
                " → ".join(tree.questions[s.question].options[s.option].label for s in r.steps) for r in proof.routes
            )
        ),
        cited=tuple(parts.cited(catalog, outcome.cites)),
        accepts=tuple(words[word].label if word in words else word for word in outcome.accepts),
        cases=tuple(cases.links(catalog, tree_name, proof.outcome)),
    )


def _caveats(catalog: Catalog, outcome: Outcome, proof: trees.OutcomeProof) -> list[parts.CaveatView]:
    """What to beware of with the engines of an outcome on its paths."""
    found = {
        name: caveat
        for engine in (*outcome.candidates, *outcome.with_)
        for name, caveat in catalog.caveats_of(engine)
        if caveat.resolved is None and caveat.severity != "info" and _concerns(caveat, engine, proof.facts)
    }
    ordered = sorted(found.items(), key=lambda item: derive.caveat_order(*item))
    return [parts.caveat_view(catalog, name, caveat) for name, caveat in ordered]


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
    return tuple(
        ProofRow(
            fact_label(catalog, fact),
            tuple(
                ProofCell(catalog.dataset.engines[name].name, _proof_cell(catalog, proof, name, fact))
                for name in outcome.candidates
            ),
        )
        for fact in asked(proof)
    )


def _proof_cell(catalog: Catalog, proof: trees.OutcomeProof, candidate: str, fact: Fact) -> Cell:
    ground = next((ground for ground in proof.grounds[candidate] if ground.fact == fact), None)
    if ground is None:
        return Cell("not asked on this path", state="text")
    return _ground_cell(catalog, ground, several=len(fact.any_of) * max(len(fact.on), 1) > 1)


def asked(proof: trees.OutcomeProof) -> tuple[Fact, ...]:
    """The facts of an outcome without those that each of its routes narrows further on."""
    return tuple(
        fact
        for fact in proof.facts
        if not all(any(_narrows(other, fact) for other in route.facts) for route in proof.routes if fact in route.facts)
    )


def _narrows(fact: Fact, wide: Fact) -> bool:
    """Whether a fact allows a part of what another one allows, so that it implies it."""
    allowed, widely = (set(fact.any_of), set(fact.on)), (set(wide.any_of), set(wide.on))
    within = all(some <= more for some, more in zip(allowed, widely, strict=True))
    return fact.kind == wide.kind and within and allowed != widely


def _ground_cell(catalog: Catalog, ground: trees.Ground, several: bool) -> Cell:
    if not ground.address:
        return cells.unknown(catalog)
    cell = parts.claim_cell(catalog, ground.address)
    return replace(cell, text=f"{cell.text}: {parts.part_label(catalog, ground.address)}") if several else cell


def _line(catalog: Catalog, ground: trees.Ground) -> parts.Line:
    """The statement that decides about an engine: what it is about, linked, and how far it reaches."""
    label = urls.link_to(ground.address, parts.part_label(catalog, ground.address))
    narrow = ground.claim.on if isinstance(ground.claim, Statement) and ground.stand == "unknown" else ()
    names = [catalog.dataset.backends[name].name for name in narrow]
    return parts.Line(
        label, parts.claim_cell(catalog, ground.address), "", (f"stated for {', '.join(names)} only",) if names else ()
    )


def _other(catalog: Catalog, one: trees.Elimination) -> Other:
    return Other(_engine(catalog, one.engine), (_line(catalog, one.ground),))


def _fitting(catalog: Catalog, one: trees.Fitting, outcome: Outcome) -> Other:
    grounds = {ground.address: ground for ground in one.partly}
    lines = tuple(_line(catalog, ground) for ground in grounds.values())
    return Other(_engine(catalog, one.engine), lines, outcome.aside.get(one.engine, ""))


def _folded(others: Sequence[Other]) -> Others:
    """A list is folded where that hides several lines, never for a single one."""
    shown = len(others) if len(others) <= SHOWN + 1 else SHOWN
    return Others(tuple(others[:shown]), tuple(others[shown:]))


def _silences(catalog: Catalog, proof: trees.OutcomeProof) -> tuple[Silence, ...]:
    """What nobody has stated, fact by fact, with the engines that it is not stated for."""
    found: dict[Fact, list[Link]] = {}
    for one in proof.unknown:
        if one.ground.fact and not one.ground.address:
            found.setdefault(one.ground.fact, []).append(_engine(catalog, one.engine))
    return tuple(Silence(fact_label(catalog, fact), tuple(engines)) for fact, engines in found.items())


def fact_label(catalog: Catalog, fact: Fact) -> str:
    """What an option asserts, in words: `Runs on Metal`, `Reads GGUF or FP8`, `Prefix caching`."""
    data = catalog.dataset
    words = {
        "backend": ("Runs on ", {key: item.name for key, item in data.backends.items()}),
        "format": ("Reads ", {key: item.name for key, item in data.formats.items()}),
        "feature": ("", {key: item.label for key, item in data.features.items()}),
        "system": ("Runs under ", {key: word.label for key, word in data.vocabulary.systems.items()}),
        "suits": ("Suits ", {key: word.label for key, word in data.vocabulary.audiences.items()}),
        "precision": ("Computes ", {key: item.name for key, item in data.formats.items()}),
    }
    verb, names = words[fact.kind]
    text = f"{verb}{parts.either([names[choice] for choice in fact.any_of])}"
    if fact.on:
        text += f" on {parts.either([data.vocabulary.architectures[name].label for name in fact.on])}"
    return text
