"""The real data: no problems, on any day; nothing against the ledger. What has gone stale: test_stale.py."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from conftest import ROOT

from generator.checks import check
from generator.checks.claims import agrees_with_the_ledger
from generator.claims import all_claims
from generator.load import Dataset, load


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
