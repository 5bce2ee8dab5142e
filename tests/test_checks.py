"""The list of rules across files: all of them run, in any order, and the sample passes."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from datetime import date, timedelta
from pathlib import Path

import pytest
from sampling import SAMPLE, SAMPLE_DAY, copy_sample, replace_once

from generator import checks
from generator.load import load

MODULES = [importlib.import_module(f"generator.checks.{found.name}") for found in pkgutil.iter_modules(checks.__path__)]


def test_the_sample_has_no_problems() -> None:
    """Every rule is silent on good data."""
    sample = load(SAMPLE)
    assert {
        rule.__name__: list(rule(sample, SAMPLE_DAY)) for rule in checks.CHECKS if list(rule(sample, SAMPLE_DAY))
    } == {}


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__.rpartition(".")[2])
def test_every_rule_that_is_written_is_run(module: object) -> None:
    """A rule that is in no list would pass for nothing."""
    rules = {
        rule
        for name, rule in inspect.getmembers(module, inspect.isfunction)
        if rule.__module__ == getattr(module, "__name__", "")
        and list(inspect.signature(rule).parameters) == ["dataset", "today"]
        and not name.startswith("_")
    }
    assert rules == set(getattr(module, "CHECKS", ()))
    assert rules <= set(checks.CHECKS)


def test_problems_of_all_rules_come_sorted_by_place(tmp_path: Path) -> None:
    """A reader walks through the files from top to bottom, whichever rule found what."""
    data = copy_sample(tmp_path)
    replace_once(data / "engines/birch.yml", "  acorn: supported\n", "  acron: supported\n")
    replace_once(data / "trees/first.yml", "next: users", "next: usres")
    replace_once(data / "engines/birch.yml", "family: serving", "family: service")
    found = checks.check(load(data), SAMPLE_DAY)
    places = [(problem.file, problem.line, problem.column) for problem in found]
    assert places == sorted(places)
    assert [problem.rule for problem in found if problem.file == "sample/engines/birch.yml"] == [
        "reference",
        "reference",
    ]


@pytest.mark.parametrize("later", [1, 40, 400, 4000])
def test_no_rule_is_a_time_bomb(later: int) -> None:
    """F03: what was right on the day it was checked is no problem on any day after."""
    assert checks.check(load(SAMPLE), SAMPLE_DAY + timedelta(later)) == []
    assert checks.check(load(SAMPLE), date(2028, 2, 29)) == []
