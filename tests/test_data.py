"""The real data: no problems, on any day; nothing against the ledger; and what has gone stale, as one warning."""

from __future__ import annotations

import warnings
from collections import Counter
from datetime import date, timedelta

import pytest
from conftest import ROOT

from generator import overdue
from generator.checks import check
from generator.checks.claims import agrees_with_the_ledger
from generator.claims import all_claims
from generator.cli import today_utc
from generator.derive import derive
from generator.load import Dataset, load

NAMED_IN_A_WARNING = 10


class StaleStatements(UserWarning):
    """Statements are due, behind or expired. Old content is still content, so this fails no test."""


@pytest.fixture(scope="module")
def data() -> Dataset:
    return load(ROOT / "data")


def last_checked(data: Dataset) -> date:
    """The day of the newest claim."""
    return max(placed.claim.as_of for placed in all_claims(data))


def test_the_data_has_no_problems_on_the_day_it_was_last_checked(data: Dataset) -> None:
    """What `kb check` says in this repository: nothing."""
    assert [str(problem) for problem in check(data, last_checked(data))] == []


@pytest.mark.parametrize("later", [1, 40, 400, 4000])
def test_the_data_gets_no_problems_because_days_pass(data: Dataset, later: int) -> None:
    """F03: whoever changes one file in a year is not stopped by another that only became old."""
    assert [str(problem) for problem in check(data, last_checked(data) + timedelta(later))] == []


def test_the_data_has_no_problems_on_a_leap_day(data: Dataset) -> None:
    """F03: the calendar's odd days are days."""
    assert [str(problem) for problem in check(data, date(2028, 2, 29))] == []


def test_nothing_contradicts_the_ledger(data: Dataset) -> None:
    """A version that was never released, or a newest one that is not, is wrong today and not merely old."""
    found = agrees_with_the_ledger(data, last_checked(data))
    assert [str(problem) for problem in found] == []


@pytest.mark.filterwarnings("always::test_data.StaleStatements")
def test_what_has_gone_stale_is_told_as_one_warning(data: Dataset) -> None:
    """Today's queue, most important first, in the warnings of the test run."""
    found = overdue.queue(derive(data, max(today_utc(), last_checked(data))))
    if found:
        counts = ", ".join(
            f"{count} {state}" for state, count in sorted(Counter(one.state.state for one in found).items())
        )
        shown = [f"  {one.file}:{one.line}: {one.address}: {one.state.reason}" for one in found[:NAMED_IN_A_WARNING]]
        rest = ["  all of them: kb stale"] if len(found) > NAMED_IN_A_WARNING else []
        lines = [f"{len(found)} statements to check again ({counts}):", *shown, *rest]
        warnings.warn("\n".join(lines), StaleStatements, stacklevel=1)
