"""Tables that summarize guidance: what the trees recommend, the layers, the families, the metrics."""

from __future__ import annotations

from collections.abc import Callable

from generator import cells, prose, urls
from generator.comparisons.base import Comparison, capital, in_reading_order
from generator.derive import Catalog
from generator.table import Cell, Column, Link, Row, Table


def from_tree(tree_id: str) -> Callable[[Comparison, Catalog], Table]:
    """A table of a tree's outcomes, in the order of its answers; empty while there is no such tree."""

    def build(this: Comparison, catalog: Catalog) -> Table:
        columns = (
            Column("first", "Try first"),
            Column("way", "When"),
            Column("why", "Why", title="Our judgement"),
            Column("next", "What to do or measure"),
        )
        tree = catalog.dataset.trees.get(tree_id)
        rows = tuple(_outcome_row(catalog, tree_id, name) for name in tree.outcomes) if tree else ()
        return Table(this.id, this.title, this.summary, "Outcome", columns, rows)

    return build


def _outcome_row(catalog: Catalog, tree_id: str, name: str) -> Row:
    tree = catalog.dataset.trees[tree_id]
    outcome, proof = tree.outcomes[name], catalog.proofs[tree_id][name]
    at = f"trees/{tree_id}"
    ways = [
        " → ".join(tree.questions[s.question].options[s.option].label for s in route.steps) for route in proof.routes
    ]
    named = [catalog.dataset.engines[engine].name for engine in (*outcome.candidates, *outcome.with_)]
    return Row(
        name,
        Link(outcome.title, page=urls.page_of("trees", tree_id), anchor=name),
        (
            cells.of_text(catalog, at, ", ".join(named) if named else "advice, no engine"),
            cells.of_text(catalog, at, "; or ".join(dict.fromkeys(ways))),
            cells.of_text(catalog, at, prose.words(outcome.because)),
            cells.of_text(catalog, at, prose.words(outcome.next)),
        ),
    )


def layers(this: Comparison, catalog: Catalog) -> Table:
    words = catalog.dataset.vocabulary.layers
    return _by_word(this, catalog, "Layer", {name: (word.label, word.means) for name, word in words.items()}, "layer")


def families(this: Comparison, catalog: Catalog) -> Table:
    words = catalog.dataset.vocabulary.families
    return _by_word(this, catalog, "Family", {name: (word.label, word.means) for name, word in words.items()}, "family")


def _by_word(this: Comparison, catalog: Catalog, head: str, words: dict[str, tuple[str, str]], field: str) -> Table:
    columns = (Column("means", "Its job"), Column("members", "On this site"))
    rows = []
    for name, (label, means) in words.items():
        members = [
            e.name for _, e in in_reading_order(catalog, catalog.dataset.vocabulary.layers) if getattr(e, field) == name
        ]
        if members:
            cell = Cell(", ".join(members), state="text")
            rows.append(Row(name, Link(capital(label)), (Cell(means, state="text"), cell)))
    return Table(this.id, this.title, this.summary, head, columns, tuple(rows))


def metrics(this: Comparison, catalog: Catalog) -> Table:
    columns = (Column("short", "What it is"), Column("means", "How to read it"))
    terms = catalog.dataset.glossary.terms
    rows = tuple(
        Row(
            name,
            Link(term.term, page="glossary/index.md", anchor=name),
            (
                cells.of_text(catalog, "glossary/glossary", term.short),
                cells.of_text(catalog, "glossary/glossary", prose.words(term.means)),
            ),
        )
        for name, term in terms.items()
        if term.kind == "metric"
    )
    return Table(this.id, this.title, this.summary, "Metric", columns, rows)
