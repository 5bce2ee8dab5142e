"""How long judging takes: `kb stale` on all data, and 20,000 statements against a ledger of 5,000 releases."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import date, timedelta

import pytest
from conftest import ROOT, TODAY, run
from sampling import SAMPLE
from test_speed import best, table, timed

from generator import overdue
from generator.derive import derive
from generator.load import Dataset, load
from generator.schema import Ledger, Release, Statement

pytestmark = pytest.mark.bench

DAY = date(2026, 1, 1)
TARGET_ALL, TARGET_LARGE = 1.0, 5.0


def large(statements: int, releases: int) -> Dataset:
    """One engine with so many statements, each checked against another of so many releases."""
    sample = load(SAMPLE)
    birch = sample.engines["birch"]
    published = [
        Release(version=f"1.{number // 20}.{number % 20}", date=date(2020, 1, 1) + timedelta(number // 3))
        for number in range(releases)
    ]
    ledger = Ledger(upstream={"pypi": "elm"}, looked_up=DAY, releases=tuple(published))
    choose = random.Random(1).choice
    features = {
        f"f{number}": Statement(
            as_of=date(2025, 6, 1), sources=("readme",), against=choose(published).version, level="supported"
        )
        for number in range(statements)
    }
    return replace(
        sample,
        engines={**sample.engines, "elm": birch.model_copy(update={"features": features})},
        releases={**sample.releases, "elm": ledger},
        origins={**sample.origins, "engines/elm": sample.origins["engines/birch"]},
    )


def test_stale_on_all_data() -> None:
    """The whole command, its start included."""

    def stale() -> None:
        done = run("generator", "stale", "--data", "data", "--today", TODAY, cwd=ROOT, seconds=60)
        assert done.returncode == 0, done.stdout

    took = best(5, stale)
    print(
        f"\n\n`kb stale` on all data: {took:.2f} s, target {TARGET_ALL} s: {'met' if took < TARGET_ALL else 'MISSED'}."
    )
    assert took > 0


def test_judging_grows_in_a_straight_line() -> None:
    """Statements and releases together, ten times and forty times as many."""
    rows: list[tuple[str, ...]] = []
    seconds: dict[int, float] = {}
    for statements, releases in ((500, 125), (5_000, 1_250), (20_000, 5_000)):
        dataset = large(statements, releases)
        queue, seconds[statements] = timed(lambda dataset=dataset: overdue.queue(derive(dataset, DAY)))  # type: ignore[misc]
        assert len(queue) > statements * 0.9
        each = seconds[statements] / statements * 1e6
        rows.append((str(statements), str(releases), f"{seconds[statements]:.2f}", f"{each:.0f}"))
    table(("statements", "releases", "s", "microseconds each"), rows)
    verdict = "met" if seconds[20_000] < TARGET_LARGE else "MISSED"
    print(f"\nTarget: 20,000 x 5,000 under {TARGET_LARGE} s: {seconds[20_000]:.2f}, {verdict}.")
    assert seconds[20_000] > seconds[500]
