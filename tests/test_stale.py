"""One test a statement of the real data: is it still in date today?

What is not is told as a warning with file, line, reason and what to do, because old content is
still content and a change to one file must not fail for another. `--strict-freshness` makes failures of them.
"""

from __future__ import annotations

import warnings
from functools import cache

import pytest
from conftest import ROOT
from sampling import SAMPLE, SAMPLE_DAY

from generator.claims import all_claims
from generator.cli import today_utc
from generator.derive import Catalog, derive
from generator.freshness import STATES, Freshness
from generator.load import Dataset, load
from generator.overdue import advice
from generator.problems import DataError


class StaleStatement(UserWarning):
    """A statement is to be checked again."""


def loaded() -> Dataset | None:
    try:
        return load(ROOT / "data")
    except DataError:
        return None  # test_data.py says what is wrong with it


DATA = loaded()
ADDRESSES = [placed.address for placed in all_claims(DATA)] if DATA else []


@cache
def catalog() -> Catalog:
    assert DATA is not None
    return derive(DATA, max(today_utc(), max(placed.claim.as_of for placed in all_claims(DATA))))


def told(judged: Catalog, address: str) -> str:
    """What is to be said of a statement that is not fresh: where, why, and what to do; empty for a fresh one."""
    state = judged.freshness[address]
    if state.state == "fresh":
        return ""
    file, line = judged.place(address)
    return f"{file}:{line}: {address} is {state.state}: {state.told(judged.today)}. {advice(address, state)}"


def say(text: str, strict: bool) -> None:
    if text and strict:
        pytest.fail(text, pytrace=False)
    if text:
        warnings.warn(text, StaleStatement, stacklevel=2)


def test_there_are_statements() -> None:
    """A run without any would say that all is well."""
    assert len(ADDRESSES) > 1000


@pytest.mark.filterwarnings("always::test_stale.StaleStatement")
@pytest.mark.parametrize("address", ADDRESSES)
def test_in_date(address: str, pytestconfig: pytest.Config) -> None:
    """A warning when it is not, or a failure if asked for."""
    say(told(catalog(), address), bool(pytestconfig.getoption("--strict-freshness")))


def test_what_is_said_names_place_reason_and_remedy() -> None:
    """On the sample, whose dates are known."""
    judged = derive(load(SAMPLE), SAMPLE_DAY)
    assert told(judged, "engines/birch:backends.cuda") == ""
    text = told(judged, "engines/birch:formats.burr")
    assert text.startswith("sample/engines/birch.yml:")
    assert "is behind: 3 stable releases newer than 1.9.0 known" in text
    assert text.endswith("then: kb confirm engines/birch:formats.burr --against VERSION")


def test_a_stale_statement_warns_and_fails_only_when_asked() -> None:
    """A stranger's change stays green; a scheduled run may be strict."""
    with pytest.warns(StaleStatement, match="engines/x is due"):
        say("engines/x is due", strict=False)
    with pytest.raises(pytest.fail.Exception, match="engines/x is due"):
        say("engines/x is due", strict=True)
    say("", strict=True)


@pytest.mark.parametrize("state", STATES[1:])
def test_every_state_has_its_remedy(state: str) -> None:
    """None leaves its reader with a state alone."""
    assert advice("engines/x", Freshness(state, "", SAMPLE_DAY)).startswith(("Look", "Correct"))
