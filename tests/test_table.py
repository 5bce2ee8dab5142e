"""`Table`: choosing rows and columns, and how well its cells are founded."""

from __future__ import annotations

from datetime import date

import pytest

from generator.table import Cell, Column, Link, Row, Table


def table(*rows: tuple[str, tuple[Cell, ...]]) -> Table:
    width = len(rows[0][1])
    columns = tuple(Column(f"c{index}", f"Column {index}") for index in range(width))
    return Table("t", "A table", "", "Thing", columns, tuple(Row(name, Link(name), cells) for name, cells in rows))


SQUARE = table(("a", (Cell("a0"), Cell("a1"))), ("b", (Cell("b0"), Cell("b1"))))


def texts(some: Table) -> list[list[str]]:
    return [[cell.text for cell in row.cells] for row in some.rows]


def test_rows_and_columns_come_in_the_order_asked_for() -> None:
    """What somebody names is what they get, in their order; blanks around a name do not matter."""
    chosen = SQUARE.only(rows=["b", " a "], columns=["c1 "])
    assert [column.id for column in chosen.columns] == ["c1"]
    assert texts(chosen) == [["b1"], ["a1"]]


def test_naming_nothing_keeps_everything() -> None:
    """Rows or columns that nobody chose stay as they are."""
    assert SQUARE.only() == SQUARE
    assert texts(SQUARE.only(rows=["b"])) == [["b0", "b1"]]


@pytest.mark.parametrize(("rows", "columns", "missing"), [(["z"], None, "z"), (None, ["c0", "c9"], "c9")])
def test_an_unknown_name_is_reported(rows: list[str] | None, columns: list[str] | None, missing: str) -> None:
    """A row or column the table has not raises KeyError with its name."""
    with pytest.raises(KeyError) as error:
        SQUARE.only(rows, columns)
    assert error.value.args == (missing,)


def test_coverage_counts_states_and_spans_the_days() -> None:
    """Each cell counts by its freshness, unknown ones apart, and the days run from oldest to newest check."""
    coverage = table(
        ("a", (Cell("yes", freshness="fresh", as_of=date(2026, 1, 3)), Cell("?", state="unknown"))),
        ("b", (Cell("no", freshness="due", as_of=date(2025, 1, 3)), Cell("x", freshness="behind"))),
        ("c", (Cell("no", freshness="expired"), Cell("x", freshness="refuted"))),
    ).coverage
    assert (coverage.verified, coverage.due, coverage.behind, coverage.overtaken, coverage.unknown) == (1, 1, 1, 2, 1)
    assert coverage.sentence == (
        "Cells: 1 verified, 1 due, 1 behind, 2 expired or refuted, 1 unknown; checked 2025-01-03 to 2026-01-03."
    )


def test_coverage_of_one_day_and_of_no_day() -> None:
    """One day is not a span, and a table that nobody has checked claims no day."""
    once = table(("a", (Cell("yes", freshness="fresh", as_of=date(2026, 1, 3)),))).coverage
    assert once.sentence == "Cells: 1 verified, 0 due, 0 behind, 0 unknown; checked 2026-01-03."
    assert table(("a", (Cell("?", state="unknown"),))).coverage.sentence == (
        "Cells: 0 verified, 0 due, 0 behind, 1 unknown."
    )
