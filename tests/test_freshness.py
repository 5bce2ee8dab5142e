"""One claim on one day: fresh, due, behind or expired, and why in words."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
from test_versions import ledger

from generator import versions
from generator.freshness import STATES, Freshness, days, judge, review_day, worst
from generator.schema import Claim
from generator.versions import Newer

CHECKED = date(2026, 1, 10)
PERIOD = 90


def claim(**fields: Any) -> Claim:
    return Claim.model_validate({"as_of": CHECKED, "sources": ["readme"], "against": "1.0", **fields})


def newer(*releases: str) -> Newer:
    return versions.Order(ledger("1.0", *releases), date(2026, 12, 31)).newer("1.0")


@pytest.mark.parametrize(
    ("today", "state", "over"),
    [
        (CHECKED, "fresh", 0),
        (CHECKED + timedelta(PERIOD), "fresh", 0),
        (CHECKED + timedelta(PERIOD + 1), "due", 1),
        (CHECKED + timedelta(PERIOD + 661), "due", 661),
    ],
)
def test_a_claim_is_due_when_its_period_is_over(today: date, state: str, over: int) -> None:
    """The last day of the period is still in date; from the next on the days are counted, never below zero."""
    found = judge(claim(), PERIOD, today)
    assert (found.state, found.days_over) == (state, over)
    assert found.review_by == CHECKED + timedelta(PERIOD)
    assert str(found.review_by) in found.reason


@pytest.mark.parametrize(
    ("fields", "day"),
    [
        ({}, date(2026, 4, 10)),
        ({"expires": {"after": "30d"}}, date(2026, 2, 9)),
        ({"expires": {"releases_behind": "2"}}, date(2026, 4, 10)),
        ({"review_by": "2026-06-01", "expires": {"after": "30d"}}, date(2026, 6, 1)),
        ({"as_of": "2028-02-29", "expires": {"after": "365d"}}, date(2029, 2, 28)),
    ],
)
def test_the_day_of_the_next_look(fields: dict[str, Any], day: date) -> None:
    """A day that is named wins over a span of its own, which wins over the period of the collection."""
    assert review_day(claim(**fields), PERIOD) == day


def test_a_newer_stable_release_puts_a_claim_behind() -> None:
    """The reason counts the releases and names the newest with its day."""
    found = judge(claim(), PERIOD, CHECKED, newer("1.1", "1.2"))
    assert (found.state, found.releases_behind) == ("behind", 2)
    assert found.reason == "2 stable releases newer than 1.0 known, newest 1.2 of 2026-01-03"


def test_a_single_release_is_counted_in_the_singular() -> None:
    """Words agree with their number."""
    assert judge(claim(), PERIOD, CHECKED, newer("1.1")).reason.startswith("1 stable release newer than 1.0 known")


def test_a_claim_on_an_old_line_is_told_of_its_own_line_first() -> None:
    """R05: 1.84.6 is what its reader can take without moving to another line."""
    day = date(2026, 1, 4)
    newer = versions.Order(ledger("1.84.5", "1.88.0", "1.88.1", "1.84.6"), day).newer("1.84.5")
    told = "newest 1.88.1 of 2026-01-03; of its own line 1.84.6 of 2026-01-04"
    found = judge(claim(against="1.84.5"), PERIOD, day, newer)
    assert found.reason == f"3 stable releases newer than 1.84.5 known, {told}"
    found = judge(claim(against="Elm 1.84.5, Birch 2"), PERIOD, day, replace(newer, than="Elm 1.84.5"))
    assert found.reason == f"3 stable releases newer than Elm 1.84.5 known, {told}"


def test_a_claim_on_a_prerelease_is_not_said_to_be_behind_stable_releases() -> None:
    """Where only release candidates exist, the reason says so."""
    ahead = versions.Order(ledger("2.0rc1 pre", "2.0rc2 pre"), CHECKED).newer("2.0rc1")
    found = judge(claim(against="2.0rc1"), PERIOD, CHECKED, ahead)
    assert found.reason == "1 pre-release newer than 2.0rc1 known, newest 2.0rc2 of 2026-01-02"


def test_a_claim_may_allow_more_releases() -> None:
    """`releases_behind: 3` is behind at the third newer release, not before."""
    slow = claim(expires={"releases_behind": "3"})
    assert judge(slow, PERIOD, CHECKED, newer("1.1", "1.2")).state == "fresh"
    assert judge(slow, PERIOD, CHECKED, newer("1.1", "1.2", "1.3")).state == "behind"


def test_an_event_ends_a_claim() -> None:
    """A release that an editor named ahead expires the claim when it has come out, on its day and not before."""
    waiting = claim(expires={"when": {"engine": "elm", "version": ">=0.34"}})
    ledgers = {"elm": ledger("0.33", "0.34 2026-02-11")}
    assert judge(waiting, PERIOD, date(2026, 2, 10), ledgers=ledgers).state == "fresh"
    ended = judge(waiting, PERIOD, date(2026, 2, 11), ledgers=ledgers)
    assert (ended.state, ended.reason) == ("expired", "elm 0.34 of 2026-02-11 has come out, which ends it")


@pytest.mark.parametrize("release", ["0.34rc1 pre", "0.34 yanked", "0.33.9"])
def test_an_event_is_a_stable_release_that_stands(release: str) -> None:
    """Candidates, withdrawn releases and versions outside the range end nothing."""
    waiting = claim(expires={"when": {"engine": "elm", "version": ">=0.34"}})
    assert judge(waiting, PERIOD, CHECKED, ledgers={"elm": ledger(release)}).state == "fresh"
    assert judge(waiting, PERIOD, CHECKED, ledgers={}).state == "fresh"


def test_the_graver_state_is_told() -> None:
    """Expired before behind before due; the days over are kept in any of them."""
    late = CHECKED + timedelta(PERIOD + 5)
    both = judge(claim(), PERIOD, late, newer("1.1"))
    assert (both.state, both.days_over) == ("behind", 5)
    waiting = claim(expires={"when": {"engine": "elm", "version": ">=1"}})
    assert judge(waiting, PERIOD, late, newer("1.1"), {"elm": ledger("1.0")}).state == "expired"


def test_a_conclusion_inherits_the_worst_state() -> None:
    """The gravest state counts, then the days over, then the releases behind; nothing gives nothing."""
    states = [Freshness(state, "", CHECKED) for state in STATES]
    found = worst(states)
    assert found is not None
    assert found.state == "refuted"
    assert worst([]) is None
    longer = Freshness("due", "", CHECKED, days_over=9)
    assert worst([longer, Freshness("due", "", CHECKED, days_over=3), states[0]]) == longer


def test_age_only_grows() -> None:
    """No day makes a claim milder than the day before, whatever is released meanwhile."""
    known = {"elm": ledger("1.0 2026-01-01", "1.1 2026-02-01", "2.0 2026-05-01")}
    waiting = claim(expires={"when": {"engine": "elm", "version": ">=2"}})
    ranks = []
    for later in range(400):
        today = CHECKED + timedelta(later)
        ranks.append(judge(waiting, PERIOD, today, versions.Order(known["elm"], today).newer("1.0"), known).rank)
    assert ranks == sorted(ranks)
    assert {STATES[rank] for rank in ranks} == {"fresh", "behind", "expired"}


def test_for_how_long_is_told_apart_from_why() -> None:
    """A page keeps the reason for months; the command says how long it has been one."""
    behind = judge(claim(), PERIOD, CHECKED, newer("1.1", "1.2"))
    assert behind.since == date(2026, 1, 2)
    assert behind.told(CHECKED) == f"{behind.reason}, for 8 days"
    assert behind.told(date(2026, 1, 2)) == behind.reason
    due = judge(claim(), PERIOD, CHECKED + timedelta(PERIOD + 1))
    assert due.told(CHECKED + timedelta(PERIOD + 1)) == f"{due.reason}, for 1 day"
    fresh = judge(claim(), PERIOD, CHECKED)
    assert fresh.told(CHECKED) == fresh.reason


def test_days_are_counted_in_words() -> None:
    """One day, several days."""
    assert [days(count) for count in (0, 1, 2)] == ["0 days", "1 day", "2 days"]
