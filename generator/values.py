"""What a claim says, in the words of the vocabulary: `yes, since 1.2.0`, `3350 GB/s`, `loopback (127.0.0.1:80)`."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

from generator.load import Dataset
from generator.schema import (
    Bits,
    BitsPer,
    Claim,
    Conversion,
    Figure,
    Fit,
    LatestClaim,
    Listener,
    Quickstart,
    Share,
    Statement,
    StatusClaim,
    Vocabulary,
    Word,
)

# What a number of bits is counted over.
PER: dict[BitsPer, str] = {"tensor": "tensor type", "file": "whole file", "average": "average"}


def said(data: Dataset, claim: Claim) -> str:
    """The value of a claim; nothing for one that is a text of its own."""
    words = data.vocabulary
    match claim:
        case Statement():
            return ", ".join([_label(words.levels, claim.level), *remarks(data, claim)])
        case Fit(fits=fits):
            return _label(words.fits, fits)
        case StatusClaim(value=value):
            return _label(words.statuses, value)
        case LatestClaim():
            return f"{claim.version}{f' ({claim.date})' if claim.date else ''}"
        case Figure():
            return figure_words(claim)
        case Share(value=value):
            return f"{value * 100:g} %"
        case Bits(value=value, per=per):
            return f"{value:g} bits ({PER[per]})"
        case Listener():
            return listener_words(words, claim)
        case Quickstart(commands=commands):
            return "; ".join(commands.split("\n"))
        case Conversion(tool=tool, command=command):
            return f"{tool}: {command}" if command else tool
    return ""


def remarks(data: Dataset, claim: Statement) -> list[str]:
    """What narrows a statement: since when, until when, for which backends."""
    names = [data.backends[name].name if name in data.backends else name for name in claim.on]
    return [
        *([f"since {claim.since}"] if claim.since else []),
        *([f"removed in {claim.removed}"] if claim.removed else []),
        *([f"stated for {', '.join(names)}"] if names else []),
    ]


def figure_words(figure: Figure) -> str:
    """A number with its unit and what it counts: `3350 GB/s`, `989 TFLOPS dense`."""
    exact = Decimal(repr(figure.value))  # a float would print 1e+11
    grouped = f"{exact:,f}" if abs(exact) >= 10_000 else f"{exact:f}"
    number = grouped.removesuffix(".0").replace(",", " ")
    sparsity = "(dense or sparse not stated)" if figure.sparsity == "unstated" else figure.sparsity
    extra = " ".join(part.replace("-", " ") for part in (figure.direction, sparsity) if part)
    name = f"{figure.name}: " if figure.name else ""
    return f"{name}{number} {figure.unit}{f' {extra}' if extra else ''}"


def listener_words(words: Vocabulary, listener: Listener) -> str:
    """Where a server listens, and whether it asks who calls."""
    bind, port = listener.bind, listener.port
    at = f" ({bind}{f':{port}' if port else ''})" if bind else f" (port {port})" if port else ""
    return f"{_label(words.exposures, listener.exposes)}{at}; key check: {_label(words.auth, listener.auth)}"


def _label(words: Mapping[str, Word], name: str) -> str:
    """The label of a word; an older vocabulary need not have it."""
    return words[name].label if name in words else name
