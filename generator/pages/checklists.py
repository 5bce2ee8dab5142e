"""Checklists: an index and one page each, also as Markdown with boxes to tick."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from generator import cells, urls
from generator.edition import Edition
from generator.exports.markdown import plain
from generator.pages import parts
from generator.schema import Checklist
from generator.table import Link
from generator.templating import Artifact

INDEX = "checklists/index.md"


def pages(edition: Edition) -> Iterator[Artifact]:
    catalog = edition.catalog
    lists = in_order(catalog.dataset.checklists)
    listed = [(Link(each.title, page=urls.page_of("checklists", name)), each.summary) for name, each in lists]
    yield edition.page("checklists.md.j2", INDEX, checklists=listed)
    for name, each in lists:
        yield edition.page(
            "checklist.md.j2",
            urls.page_of("checklists", name),
            name=name,
            checklist=each,
            markdown=Link("Markdown with boxes to tick", page=f"exports/checklist-{name}.md"),
            checked=cells.of_text(catalog, f"checklists/{name}", ""),
            edit=parts.edit_link(catalog, "checklists", name),
        )


def in_order(checklists: Mapping[str, Checklist]) -> list[tuple[str, Checklist]]:
    return sorted(checklists.items(), key=lambda item: (item[1].order, item[0]))


def exports(edition: Edition) -> Iterator[Artifact]:
    for name, each in in_order(edition.catalog.dataset.checklists):
        yield Artifact(f"exports/checklist-{name}.md", with_boxes(each))


def with_boxes(checklist: Checklist) -> str:
    """A checklist to paste into an issue or a design document."""
    lines = [f"## {plain(checklist.title)}", "", plain(checklist.summary)]
    for part in checklist.parts.values():
        lines += ["", f"### {plain(part.title)}", ""]
        lines += [f"- [ ] {plain(item.do)}" for item in part.items]
    return "\n".join(lines) + "\n"
