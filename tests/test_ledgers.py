"""The release ledger: what an answer may add, what it may never change, and how it is written down."""

from __future__ import annotations

import random
from datetime import date

import pytest
from test_versions import ledger

from generator.ledgers import LedgerError, merge, text_of
from generator.load import parse, read_as
from generator.schema import Ledger, Release

DAY = date(2026, 3, 1)


def release(version: str, day: date = date(2026, 2, 1), yanked: bool = False) -> Release:
    return Release(version=version, date=day, channel="stable", yanked=yanked)


def test_new_releases_are_added_and_old_ones_stay() -> None:
    """An upstream that shows only its newest releases takes nothing away."""
    before = ledger("1.0", "1.1")
    after = merge(before, [release("1.2")], {"pypi": "elm"}, DAY)
    assert [one.version for one in after.releases] == ["1.0", "1.1", "1.2"]
    assert after.releases[:2] == before.releases
    assert after.looked_up == DAY


def test_a_release_of_today_is_a_release() -> None:
    """Only tomorrow's are refused."""
    assert merge(None, [release("1.0", DAY)], {"pypi": "elm"}, DAY).releases[0].date == DAY


def test_the_newest_comes_last() -> None:
    """By day first; on one day by version and not by text."""
    day = date(2026, 2, 1)
    shown = [release("1.10", day), release("1.9", day), release("0.8.5", date(2026, 2, 2)), release("b10103", day)]
    after = merge(None, shown, {"pypi": "elm"}, DAY)
    assert [one.version for one in after.releases] == ["b10103", "1.9", "1.10", "0.8.5"]


def test_a_release_may_be_withdrawn_later() -> None:
    """Withdrawing is news about a release, not another release."""
    after = merge(ledger("1.0 2026-02-01"), [release("1.0", yanked=True)], {"pypi": "elm"}, DAY)
    assert [(one.version, one.yanked) for one in after.releases] == [("1.0", True)]


@pytest.mark.parametrize(
    ("shown", "message"),
    [
        ([release("1.0", date(2026, 2, 2))], "1.0 was recorded for 2026-02-01 and is now shown for 2026-02-02"),
        ([release("1.1", date(2026, 3, 2))], "1.1 is dated 2026-03-02, which lies after today, 2026-03-01"),
    ],
)
def test_an_answer_that_contradicts_the_record_or_the_calendar_changes_nothing(
    shown: list[Release], message: str
) -> None:
    """A changed or future day is refused as a whole, and said."""
    with pytest.raises(LedgerError, match=message):
        merge(ledger("1.0 2026-02-01"), shown, {"pypi": "elm"}, DAY)


def test_days_that_contradict_the_versions_are_refused() -> None:
    """A registry that copies packages when they are asked for may show the day of the copy."""
    days = [20, 4, 19, 3, 18, 2, 17]
    shown = [release(f"0.2.{number}", date(2026, 2, day)) for number, day in enumerate(days)]
    with pytest.raises(LedgerError, match=r"3 of 6 .* among them 0\.2\.1 of 2026-02-04 and 0\.2\.0 of 2026-02-20"):
        merge(None, shown, {"npm": "elm"}, DAY)


def test_fixes_of_older_lines_contradict_nothing() -> None:
    """Each line has an order of its own."""
    lines = [release(f"{minor}.{fix}", date(2026, 1, 1 + fix * 4 + minor)) for minor in (1, 2, 3) for fix in range(5)]
    assert len(merge(None, lines, {"pypi": "elm"}, DAY).releases) == 15


def test_an_empty_answer_starts_no_ledger() -> None:
    """A ledger without a release says nothing and would look refreshed."""
    with pytest.raises(LedgerError, match="holds no release"):
        merge(None, [], {"pypi": "elm"}, DAY)


def test_a_ledger_is_read_back_as_it_was_written() -> None:
    """Also versions that look like numbers, as text in quotes, so that every YAML reader sees text."""
    before = merge(
        None,
        [release(version, yanked=version == "1e3") for version in ("1.10", "1e3", "0123456", "5319E7", "2.0.0rc1")],
        {"pypi": "elm-serve"},
        DAY,
    )
    text = text_of(before)
    assert '{version: "1.10", date: 2026-02-01, channel: stable}' in text
    assert 'version: "1e3", date: 2026-02-01, channel: stable, yanked: true}' in text
    value, origin = parse(text, "releases/elm.yml")
    assert read_as(Ledger, value, origin) == before
    assert text_of(read_as(Ledger, value, origin)) == text


def test_no_sequence_of_answers_shrinks_a_ledger() -> None:
    """Whatever part of the truth each answer shows, the record only grows and keeps its order and days."""
    truth = [
        release(f"{major}.{minor}", date(2026, 1, 1 + 5 * major + minor)) for major in range(4) for minor in range(5)
    ]
    for seed in range(30):
        dice = random.Random(seed)
        known: Ledger | None = None
        for _ in range(6):
            shown = dice.sample(truth, dice.randint(1, len(truth)))
            after = merge(known, shown, {"pypi": "elm"}, DAY)
            if known is not None:
                assert set(known.releases) <= set(after.releases)
            assert list(after.releases) == sorted(after.releases, key=lambda one: one.date)
            known = after
