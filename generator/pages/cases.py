"""Worked examples: a situation, its way through a tree, and the outcome it ends at."""

from __future__ import annotations

from collections.abc import Iterator

from generator import cells, urls
from generator.edition import Edition
from generator.pages import parts
from generator.table import Link
from generator.templating import Artifact

INDEX = "decide/cases/index.md"


def pages(edition: Edition) -> Iterator[Artifact]:
    catalog = edition.catalog
    data = catalog.dataset
    if not data.cases:
        return
    shown = []
    for name, case in data.cases.items():
        tree = data.trees[case.tree]
        page = urls.page_of("trees", case.tree)
        shown.append(
            {
                "name": name,
                "case": case,
                "tree": Link(tree.title, page=page),
                "outcome": Link(tree.outcomes[case.outcome].title, page=page, anchor=case.outcome),
                "cited": parts.cited(catalog, case.cites),
                "cell": cells.of_text(catalog, f"cases/{name}", ""),
            }
        )
    yield edition.page("cases.md.j2", INDEX, cases=shown)
