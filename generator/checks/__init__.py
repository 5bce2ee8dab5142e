"""Rules across files. `CHECKS` is the list; each takes the dataset and today and yields problems."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date

from generator.checks import ages, claims, decisions, guidance, prose, quality, references, support, words
from generator.load import Dataset
from generator.problems import Problem

Check = Callable[[Dataset, date], Iterator[Problem]]

CHECKS: tuple[Check, ...] = (
    *references.CHECKS,
    *claims.CHECKS,
    *words.CHECKS,
    *prose.CHECKS,
    *support.CHECKS,
    *quality.CHECKS,
    *decisions.CHECKS,
    *guidance.CHECKS,
    *ages.CHECKS,
)


def check(dataset: Dataset, today: date) -> list[Problem]:
    """Every problem of a dataset, sorted by place."""
    return sorted(problem for rule in CHECKS for problem in rule(dataset, today))
