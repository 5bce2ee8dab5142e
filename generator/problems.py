"""What is wrong in the data, as values: where, what, what instead, which rule. Nothing here prints."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

Severity = Literal["error", "warning"]


@dataclass(frozen=True, order=True)
class Problem:
    """One fault at one place. Lines and columns count from 1, as editors do."""

    file: str
    line: int
    column: int
    message: str
    rule: str
    hint: str = ""
    level: Severity = field(default="error", compare=False)

    def __str__(self) -> str:
        hint = f" {self.hint}" if self.hint else ""
        return f"{self.file}:{self.line}:{self.column}: {self.message}{hint} [{self.rule}]"


class DataError(Exception):
    """The data cannot be used. Carries every problem found, sorted."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = sorted(problems)
        super().__init__("\n".join(map(str, self.problems)))


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A hint naming the nearest known word, else the known words when they are few."""
    choices = sorted(set(known))
    spelled = {choice.casefold(): choice for choice in choices}
    near = difflib.get_close_matches(word.casefold(), spelled, n=1, cutoff=0.6)
    if near:
        return f"Did you mean {spelled[near[0]]!r}?"
    if 0 < len(choices) <= 12:
        return f"Write one of: {', '.join(choices)}."
    return ""
