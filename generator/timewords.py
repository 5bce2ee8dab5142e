"""Words in prose that go stale: versions, dates, and words such as "latest". Finds them; judges nothing.

Sizes, model names, number formats, compute capabilities and ports look alike and are left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date

_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"

# What looks like a version and is none: compute capability, addresses, sizes, quantization types, model names.
_NOT_VERSIONS = re.compile(
    r"""
      \b(?:compute\ capability|capability|cc|sm)[\s_]*\d+(?:\.\d+|\.x)?(?:\s*(?:to|and|or|,|-)\s*\d+(?:\.\d+|\.x)?)*
    | \b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b                                    # network addresses
    | \b[A-Za-z]+[-\s]?\d+(?:\.\d+)?[-\s]?\d*(?:\.\d+)?[BMK]\b                # Llama-3.1-8B, Qwen2.5 1.5B
    | \b(?:Llama|Qwen|Gemma|Mistral|Phi|DeepSeek|GLM|gpt-oss)[-\s]?v?\d+(?:\.\d+)*(?:-[\w.]+)*
    | \bI?Q\d_\w+ | \bT?Q\d_\d\b
    | \b\d+(?:\.\d+)?\s?(?:bits?|bpw|GB|GiB|MB|MiB|KiB|TB|GB/s|TB/s|GHz|W|%|billion|million|tokens?|×|x)(?![\w.])
    """,
    re.VERBOSE | re.IGNORECASE,
)
_LONG_VERSION = re.compile(
    r"(?<![\w.])v?\d+\.\d+\.\d+(?:\.\d+)*(?:[-.]?(?:rc|a|b|alpha|beta|post|dev)\.?\d+)*(?![\w.]*\d)"
)
_SHORT_VERSION = re.compile(r"(?<![\w.])v\d+\.\d+(?![\w.]*\d)|(?<![\w.])\d+\.\d+(?:rc|a|b)\d+(?!\w)")
_BUILD_NUMBER = re.compile(r"(?<![\w.])b\d{4,6}(?!\w)")
_WORD = re.compile(
    r"\b(?:latest|currently|nowadays|(?<!least )(?<!most )recently|at the moment|these days|right now|as of|newly"
    r"|(?:is|are) new|new (?=in|since|with))\b",
    re.IGNORECASE,
)
_AFTER_A_NAME = re.compile(r"(?<=\s)\d+\.\d+(?:\.\d+)*(?!\w)")
_DATE = re.compile(rf"\b(?:{_MONTHS})\s+20\d\d\b|\b20\d\d-\d\d(?:-\d\d)?\b|\bin 20\d\d\b")


# Most texts hold none of this, and are done with at once.
_NUMBERS = re.compile(r"\d\.\d|b\d{4}|20\d\d")
_CUES = ("latest", "current", "nowadays", "recent", "moment", "these days", "right now", "as of", "new")

LONGEST_NAME = 60  # signs before a number in which the name of a product is looked for


@dataclass(frozen=True, order=True)
class TimeWord:
    """A word that ages, and where in its text it begins (counted from 0)."""

    start: int
    word: str
    kind: str


def find(text: str, products: Iterable[str] = ()) -> list[TimeWord]:
    """Every ageing word of a text. After the name of a product, two numbers are a version too: `Name 0.33`."""
    if not is_worth_a_look(text):
        return []
    plain = _NOT_VERSIONS.sub(lambda match: " " * len(match[0]), text)
    found: dict[int, TimeWord] = {}
    for kind, match in _matches(text, plain, products):
        found.setdefault(match.start(), TimeWord(match.start(), match[0].strip(), kind))
    return sorted(found.values())


def is_worth_a_look(text: str) -> bool:
    """Whether a text may hold an ageing word at all; quick, and never wrong when it says no."""
    if _NUMBERS.search(text):
        return True
    lowered = text.lower()
    return any(cue in lowered for cue in _CUES)


def day_of(text: str) -> date | None:
    """The first day that a date in prose may mean, the first of a month or a year; None for no date."""
    numbers = re.fullmatch(r"(20\d\d)(?:-(\d\d))?(?:-(\d\d))?", text.removeprefix("in "))
    named = re.fullmatch(rf"({_MONTHS})\s+(20\d\d)", text)
    if numbers:
        year, month, day = (int(number or 1) for number in numbers.groups())
    elif named:
        year, month, day = int(named[2]), _MONTHS.split("|").index(named[1]) + 1, 1
    else:
        return None
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _matches(text: str, plain: str, products: Iterable[str]) -> Iterator[tuple[str, re.Match[str]]]:
    dates = [match.span() for match in _DATE.finditer(text)]
    for match in _DATE.finditer(text):
        yield "date", match
    for match in _WORD.finditer(text):
        yield "word", match
    for pattern in (_LONG_VERSION, _SHORT_VERSION, _BUILD_NUMBER):
        for match in pattern.finditer(plain):
            if not any(start <= match.start() < end for start, end in dates):
                yield "version", match
    names = tuple(product.lower() for product in products)
    for match in _AFTER_A_NAME.finditer(plain) if names else ():
        space = match.start() - 1
        if plain[max(0, space - LONGEST_NAME) : space].lower().endswith(names):
            yield "version", match
