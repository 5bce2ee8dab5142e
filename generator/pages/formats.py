"""The list of formats and one page each."""

from __future__ import annotations

import re
from collections.abc import Iterator

from generator import cells, comparisons, urls
from generator.derive import Catalog
from generator.edition import Edition
from generator.pages import mentions, parts
from generator.schema import BitsPer, Format
from generator.table import Cell, Link
from generator.templating import Artifact

INDEX = "formats/index.md"


def pages(edition: Edition) -> Iterator[Artifact]:
    catalog = edition.catalog
    kinds = catalog.dataset.vocabulary.format_kinds
    groups = [
        (
            kind,
            word.label,
            word.means,
            [
                (Link(f.name, page=urls.page_of("formats", n)), f.summary)
                for n, f in catalog.dataset.formats.items()
                if f.kind == kind
            ],
        )
        for kind, word in kinds.items()
    ]
    yield edition.page(
        "formats.md.j2", INDEX, groups=[group for group in groups if group[3]], table=edition.tables["formats"]
    )
    for name, format_ in catalog.dataset.formats.items():
        yield edition.page("format.md.j2", urls.page_of("formats", name), **_view(catalog, name, format_))


def _view(catalog: Catalog, name: str, format_: Format) -> dict[str, object]:
    data, owner = catalog.dataset, f"formats/{name}"
    architectures = {key: Link(word.label) for key, word in data.vocabulary.architectures.items()}
    backends = {key: Link(item.name, page=urls.page_of("backends", key)) for key, item in data.backends.items()}
    return {
        "name": name,
        "format": format_,
        "kind": data.vocabulary.format_kinds[format_.kind],
        "stored_in": [
            Link(data.formats[other].name, page=urls.page_of("formats", other)) for other in format_.stored_in
        ],
        "bits": _bits(catalog, owner, format_),
        "acceleration": parts.statement_lines(catalog, owner, "acceleration", architectures),
        "backends": parts.statement_lines(catalog, owner, "backends", backends),
        "readers": readers(catalog, name),
        "conversions": [
            (c, cells.of_text(catalog, f"{owner}:conversions.{i}", c.tool)) for i, c in enumerate(format_.conversions)
        ],
        "caveats": [
            parts.caveat_view(catalog, other, caveat)
            for other, caveat in catalog.dataset.caveats.items()
            if any(affected.format == name for affected in caveat.affects) and caveat.resolved is None
        ],
        "mentions": mentions.of(catalog, owner),
        "checked": cells.of_text(catalog, owner, ""),
        "edit": parts.edit_link(catalog, "formats", name),
    }


def readers(catalog: Catalog, name: str) -> list[tuple[Link, Cell]]:
    """What each engine says about a format, best first; engines that say nothing are left out."""
    return comparisons.said_by(catalog, "formats", name)


# What a number of bits is counted over: the heading of such numbers, and the words behind each.
_PER: dict[BitsPer, tuple[str, str]] = {
    "tensor": ("Tensor types", "tensor type"),
    "file": ("File recipes", "whole file"),
    "average": ("Averages", "average"),
}


def _bits(catalog: Catalog, owner: str, format_: Format) -> list[tuple[str, list[parts.Line]]]:
    """Bits per weight by what they are counted over, in the order of the data."""
    found: dict[BitsPer, list[parts.Line]] = {per: [] for per in _PER}
    for key, bits in format_.bits.items():
        address = f"{owner}:bits.{key}"
        cell = cells.of_text(catalog, address, f"{bits.value:g} bits ({_PER[bits.per][1]})", note=bits.note or "")
        found[bits.per].append(parts.Line(Link(bits_label(key)), cell, urls.anchor_of(address)))
    return [(_PER[per][0], lines) for per, lines in found.items() if lines]


def bits_label(key: str) -> str:
    """What the data calls `4bit-g64-nested`, in words: `4 bits, groups of 64, nested`."""
    pieces = key.removesuffix("-file").split("-")
    words = [re.sub(r"^g(\d+)$", r"groups of \1", re.sub(r"^(\d+)bit$", r"\1 bits", piece)) for piece in pieces]
    spaced = [re.sub(r"(?<=\d)(?=[GM]i?B$)", " ", word) for word in words]
    return (", " if words != pieces else " ").join(spaced)
