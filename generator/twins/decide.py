"""Twins of the decision trees, as outlines with outcomes and proofs, and of the worked cases."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator import cells, urls
from generator.derive import Catalog
from generator.edition import Edition
from generator.pages import cases, decide, parts
from generator.schema import Tree
from generator.twins.text import Twin, Writer, items, plain


def pages(edition: Edition) -> Iterator[Twin]:
    catalog = edition.catalog
    ordered = sorted(catalog.dataset.trees.items(), key=lambda item: (item[1].order, item[0]))
    for name, tree in ordered:
        yield _tree(catalog, name, tree)
    if catalog.dataset.cases:
        yield _cases(catalog)


def _tree(catalog: Catalog, name: str, tree: Tree) -> Twin:
    writer = Writer(urls.page_of("trees", name))
    start = tree.questions[tree.start]
    branches = decide.branches(tree, tree.start, {tree.start})
    proofs = catalog.proofs[name]
    retired = decide.retired_engines(catalog, proofs.values())
    return writer.twin(
        tree.title,
        tree.summary,
        f"Assumes: {writer.line(tree.assumes)}" if tree.assumes else "",
        writer.evidence(cells.of_text(catalog, f"trees/{name}", "")),
        f"## The tree\n\n{_asked(writer, start.ask, start.help or '')}",
        list(_outline(writer, branches)),
        "## Outcomes",
        f"Archived or in maintenance, so never a candidate: {writer.links(retired)}." if retired else "",
        *(_outcome(catalog, writer, name, outcome) for outcome in tree.outcomes),
    )


def _asked(writer: Writer, ask: str, help_text: str) -> str:
    return f"**{plain(ask)}**{f' {writer.line(help_text)}' if help_text else ''}"


def _outline(writer: Writer, branches: Sequence[decide.Branch], depth: int = 0) -> Iterator[str]:
    for branch in branches:
        note = f" ({writer.line(branch.note)})" if branch.note else ""
        if branch.is_outcome:
            target = f"outcome **{plain(branch.target.text)}**"
        elif branch.seen_before:
            target = f"{plain(branch.target.text)} (above)"
        else:
            target = _asked(writer, branch.asks, branch.help)
        yield f"{'  ' * depth}- {plain(branch.label)}{note} → {target}"
        yield from _outline(writer, branch.below, depth + 1)


def _outcome(catalog: Catalog, writer: Writer, tree: str, outcome: str) -> str:
    view = decide.outcome_view(catalog, tree, catalog.proofs[tree][outcome])
    blocks = [
        f"### {plain(view.outcome.title)}",
        plain(view.standing.text) if view.standing else "",
        f"Try in this order: {writer.links(view.candidates)}." if view.candidates else "",
        f"Together with: {writer.links(view.companions)}." if view.companions else "",
        f"Why, in our judgement: {writer.line(view.outcome.because)}",
        _list("Proof, by what the path asks for:", _proof(writer, view)),
        f"This outcome also accepts: {plain(', '.join(view.accepts))}." if view.accepts else "",
        _list("Beware:", (_caveat(writer, one) for one in (*view.dangers, *view.warnings))),
        _list("Not here, and why:", (_decided(writer, one) for one in _all(view.ruled_out))),
        _list("Not proven for others:", _not_proven(writer, view)),
        _list("Also fits:", (_decided(writer, one) for one in (*view.fits, *_all(view.fits_partly)))),
        f"Meets every point, but nobody here compared it: {writer.links(view.unweighed)}." if view.unweighed else "",
        f"Next: {writer.line(view.outcome.next)}",
        _list("Stands on:", (_line(writer, line) for line in view.cited)),
        f"Worked cases: {writer.links(view.cases)}" if view.cases else "",
        _list("How you get here:", map(plain, view.ways)),
    ]
    return "\n\n".join(block for block in blocks if block)


def _list(head: str, lines: Iterator[str] | map[str]) -> str:
    found = items(lines)
    return "\n".join([head, "", *found]) if found else ""


def _all(others: decide.Others) -> tuple[decide.Other, ...]:
    return (*others.shown, *others.folded)


def _proof(writer: Writer, view: decide.OutcomeView) -> Iterator[str]:
    for row in view.rows:
        for one in row.cells:
            said = f"{plain(row.fact)}: {plain(one.engine)}: {writer.says(one.cell)}"
            yield "; ".join(filter(None, (said, writer.why(one.cell))))


def _caveat(writer: Writer, view: parts.CaveatView) -> str:
    return f"{plain(view.severity.text)}: {writer.link(view.link)}"


def _line(writer: Writer, line: parts.Line) -> str:
    remarks = "".join(f", {plain(remark)}" for remark in line.remarks)
    said = ": ".join(filter(None, (writer.link(line.label), writer.says(line.cell)))) + remarks
    return "; ".join(filter(None, (said, writer.why(line.cell))))


def _decided(writer: Writer, other: decide.Other) -> str:
    aside = f" ({writer.line(other.aside)})" if other.aside else ""
    lines = ". ".join(_line(writer, line) for line in other.lines)
    return f"{writer.link(other.link)}{aside}" + (f": {lines}" if lines else "")


def _not_proven(writer: Writer, view: decide.OutcomeView) -> Iterator[str]:
    for silence in view.silent:
        yield f"{plain(silence.fact)}: no source we read mentions it for {writer.links(silence.engines)}"
    for other in view.narrowed:
        yield _decided(writer, other)


def _cases(catalog: Catalog) -> Twin:
    writer = Writer(cases.INDEX)
    blocks = []
    for name, case in cases.ordered(catalog):
        view = cases.view_of(catalog, name, case)
        lines = [
            f"Tree: {writer.link(view.tree)}",
            f"Path: {plain(' → '.join(case.path))}",
            f"Outcome: {writer.link(view.outcome)}",
            f"Lesson: {writer.line(case.lesson)}",
            f"Do: {writer.line(case.do)}",
            *(f"Stands on: {_line(writer, line)}" for line in view.cited),
        ]
        head = f"## {plain(case.title)}\n\n{writer.prose(case.situation)}\n"
        blocks.append("\n".join([head, *items(lines), writer.evidence(view.cell)]))
    return writer.twin("Worked cases", "Situations, their way through a tree, and what there is to learn.", *blocks)
