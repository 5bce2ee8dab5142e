"""The list of formats and one page each."""

from __future__ import annotations

from collections.abc import Iterator

from generator import cells, urls
from generator.derive import Catalog
from generator.edition import Edition
from generator.pages import parts
from generator.schema import Format
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
        "bits": [
            (label, cells.of_text(catalog, f"{owner}:bits.{label}", f"{bits.value:g}", note=bits.note or ""), bits)
            for label, bits in format_.bits.items()
        ],
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
        "relied": parts.relied_on_by(catalog, owner),
        "checked": cells.of_text(catalog, owner, ""),
        "edit": parts.edit_link(catalog, "formats", name),
    }


def readers(catalog: Catalog, name: str) -> list[tuple[Link, Cell]]:
    """What each engine says about a format, best first; engines that say nothing are left out."""
    order = list(catalog.dataset.vocabulary.levels)
    found = [
        (
            engine.formats[name].level,
            parts.engine_link(catalog, engine_id, f"formats-{name}"),
            cells.of_statement(catalog, f"engines/{engine_id}:formats.{name}"),
        )
        for engine_id, engine in catalog.dataset.engines.items()
        if name in engine.formats
    ]
    found.sort(key=lambda item: (order.index(item[0]), item[1].text.casefold()))
    return [(link, cell) for _, link, cell in found]
