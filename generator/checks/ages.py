"""Words in prose that age: each must go stale with something, or somebody reads in a year what was true today."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from itertools import accumulate
from typing import Any

from pydantic import BaseModel

from generator import timewords
from generator.load import Dataset, dotted
from generator.placed import Path_
from generator.problems import Problem
from generator.schema import Claim, Document

# Fields that say when or for which version something holds; and what is typed, not read.
_DATED = {"as_of", "against", "since", "removed", "version", "versions", "introduced_in", "review_by", "python"}
_NOT_PROSE = {"evidence", "sources", "latest"}
_CODE = re.compile(r"`[^`\n]*`|\]\([^)\s]*\)")
_FENCES = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)
_BLOCKS = re.compile(r"<!--\s*kb:begin.*?<!--\s*kb:end\s*-->", re.DOTALL)  # dated, and checked by kb embed
BIND = "Give the statement 'against', the version it was checked for, or let it cite a statement that has one."
BIND_DAY = "That day is still to come: give the statement a 'review_by' no later than it, or 'expires'."
BIND_PAGE = "Write @newest(engine), link to the statement that says it, or say it without a version or day."


def ageing_words_are_bound(dataset: Dataset, today: date) -> Iterator[Problem]:
    """Versions, and words such as "currently", need something that goes stale; days to come, something that ends."""
    products = {engine.name for engine in dataset.engines.values()}
    for collection, name, document in dataset.documents():
        for path, text in dataset.prose_in(collection, name):
            one_word = " " not in text  # an id, a level, a number
            if one_word or path[0] in _NOT_PROSE or path[-1] in _DATED or not timewords.is_worth_a_look(text):
                continue
            words = timewords.find(plain(text), products)
            if not words:
                continue
            claim = _claim_of(path, dataset.claims_in(collection, name))
            cited = _cites(document, path)
            for word in words:
                hint = _unbound(word, claim, cited)
                if hint:
                    message = f"{dotted(path)}: {word.word!r} will not stay true, and nothing here goes stale with it."
                    yield dataset.origin(collection, name).problem(path, message, "ageing", hint)
                    break  # one binding serves the whole text


def plain(text: str) -> str:
    """Prose with code and the targets of links blanked out, every other sign in its place."""
    return _CODE.sub(lambda match: " " * len(match[0]), text)


def _claim_of(path: Path_, claims: Mapping[Path_, Claim]) -> Claim | None:
    """The innermost claim that a text belongs to."""
    return next((claims[path[:depth]] for depth in range(len(path), -1, -1) if path[:depth] in claims), None)


def _cites(document: Document, path: Path_) -> bool:
    """Whether something on the way to a text cites statements, and so goes stale with them."""

    def step(value: Any, part: str | int) -> Any:
        if isinstance(value, BaseModel):
            fields = type(value).model_fields
            return getattr(value, next(name for name in fields if part in (name, fields[name].alias)))
        return value[part]

    return any(getattr(value, "cites", ()) for value in accumulate(path[:-1], step, initial=document))


def _unbound(word: timewords.TimeWord, claim: Claim | None, cited: bool) -> str:
    """What to do about a word that nothing binds; empty for one that is bound. A day that has passed stays passed."""
    if word.kind == "date":
        day = timewords.day_of(word.word)
        if day is None or claim is None or day <= claim.as_of:
            return ""
        ends = claim.expires is not None or (claim.review_by is not None and claim.review_by <= day)
        return "" if ends else BIND_DAY
    return "" if cited or (claim is not None and claim.against) else BIND


def of_page(dataset: Dataset, path: str, text: str) -> Iterator[Problem]:
    """The unbound words of a hand-written page. Decision records are of their day and stay as they were written."""
    if path.startswith("adr/"):
        return
    for left_out in (_FENCES, _BLOCKS):
        text = left_out.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
    running = plain(text)
    products = {engine.name for engine in dataset.engines.values()}
    for word in timewords.find(running, products):
        line = text.count("\n", 0, word.start) + 1
        column = word.start - text.rfind("\n", 0, word.start)
        message = f"{word.word!r} will not stay true, and nothing on a hand-written page goes stale."
        yield Problem(f"docs/{path}", line, column, message, "ageing", BIND_PAGE)


CHECKS: tuple[Callable[[Dataset, date], Iterator[Problem]], ...] = (ageing_words_are_bound,)
