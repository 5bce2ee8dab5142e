"""Worked examples: a situation, its way through a tree, and the outcome it ends at."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from generator import cells, urls
from generator.derive import Catalog
from generator.edition import Edition
from generator.pages import parts
from generator.schema import Case
from generator.table import Cell, Link
from generator.templating import Artifact

INDEX = "decide/cases/index.md"


@dataclass(frozen=True)
class CaseView:
    """A case, the tree it walks through and where it ends, and what its advice stands on."""

    name: str
    case: Case
    tree: Link
    outcome: Link
    cited: tuple[parts.Line, ...]
    cell: Cell


def pages(edition: Edition) -> Iterator[Artifact]:
    catalog = edition.catalog
    if catalog.dataset.cases:
        shown = [view_of(catalog, name, case) for name, case in ordered(catalog)]
        yield edition.page("cases.md.j2", INDEX, cases=shown)


def links(catalog: Catalog, tree: str = "", outcome: str = "") -> list[Link]:
    """The worked cases in order: all, or those that end at one outcome of a tree."""
    return [
        Link(case.title, page=INDEX, anchor=name)
        for name, case in ordered(catalog)
        if not tree or (case.tree, case.outcome) == (tree, outcome)
    ]


def ordered(catalog: Catalog) -> list[tuple[str, Case]]:
    return sorted(catalog.dataset.cases.items(), key=lambda item: (item[1].order, item[0]))


def view_of(catalog: Catalog, name: str, case: Case) -> CaseView:
    tree, page = catalog.dataset.trees[case.tree], urls.page_of("trees", case.tree)
    return CaseView(
        name=name,
        case=case,
        tree=Link(tree.title, page=page),
        outcome=Link(tree.outcomes[case.outcome].title, page=page, anchor=case.outcome),
        cited=tuple(parts.cited(catalog, case.cites)),
        cell=cells.of_text(catalog, f"cases/{name}", ""),
    )
