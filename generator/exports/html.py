"""A table as an HTML fragment. What stands behind a cell opens in place, by click, tap or key, without script."""

from __future__ import annotations

from html import escape

from generator import urls
from generator.table import Cell, Column, Link, Row, Table

SUFFIX = "html"
STACKED = 4  # columns; a table of words with no more is stacked on a phone, where others scroll


def render(table: Table, page: str = "exports/table.html") -> str:
    """The fragment as it stands on `page`, which its links are relative to."""
    heads = "".join(_head(column, page) for column in table.columns)
    body = "".join(_rows(table, page))
    stacked = " kb-stacked" if _is_stacked(table) else ""
    label = escape(table.title, quote=True)
    # On the table, not the box: search leaves out until the next end of an element of the same kind.
    return (
        f'<div class="kb-wide kb-wide--full{stacked}" role="region" aria-label="{label}" tabindex="0">'
        f'<table class="kb-table" data-table="{table.id}" data-search-exclude><thead>{_groups(table)}<tr>'
        f'<th scope="col" class="kb-corner">{escape(table.head)}</th>{heads}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>\n" + _coverage(table)
    )


def _is_stacked(table: Table) -> bool:
    """Whether each row becomes a block on a phone, the head of its column before each cell."""
    return len(table.columns) <= STACKED and not any(cell.mark for row in table.rows for cell in row.cells)


def _coverage(table: Table) -> str:
    sentence = escape(table.coverage.sentence)
    return f'<p class="kb-coverage" data-search-exclude>{sentence}</p>\n' if sentence else ""


def anchor(link: Link, page: str) -> str:
    """A link as HTML, or its text alone when it leads nowhere."""
    to = urls.href(link, page)
    if not to:
        return escape(link.text)
    outside = ' rel="noopener"' if link.url else ""
    return f'<a href="{escape(to, quote=True)}"{outside}>{escape(link.text)}</a>'


def details(cell: Cell, page: str) -> str:
    """What stands behind a claim, as a description list that a script can bring up to the day of reading."""
    items = []
    for line in cell.details:
        value = "<br>".join(anchor(link, page) for link in line.links) if line.links else escape(line.text)
        items.append(f"<dt>{escape(line.label)}</dt><dd>{value}</dd>")
    return f'<dl class="kb-details"{_dated(cell)}>{"".join(items)}</dl>'


def _dated(cell: Cell) -> str:
    values = {"as-of": cell.as_of, "against": cell.against, "review-by": cell.review_by}
    return "".join(f' data-{name}="{escape(str(value), quote=True)}"' for name, value in values.items() if value)


def _groups(table: Table) -> str:
    """A first header row that names the column groups, when there are any."""
    if not any(column.group for column in table.columns):
        return ""
    spans: list[tuple[str, int]] = []
    for column in table.columns:
        if spans and spans[-1][0] == column.group:
            spans[-1] = (column.group, spans[-1][1] + 1)
        else:
            spans.append((column.group, 1))
    cells = "".join(f'<th colspan="{width}" scope="colgroup"><span>{escape(name)}</span></th>' for name, width in spans)
    return f'<tr class="kb-groups"><td class="kb-corner"></td>{cells}</tr>'


def _head(column: Column, page: str) -> str:
    text = anchor(column.link, page) if column.link else escape(column.label)
    title = f' title="{escape(column.title, quote=True)}"' if column.title else ""
    return f'<th scope="col" data-column="{escape(column.id)}"{title}>{text}</th>'


def _rows(table: Table, page: str) -> list[str]:
    found = []
    group = None
    stacked = _is_stacked(table)
    for row in table.rows:
        if row.group and row.group != group:
            width = len(table.columns) + 1
            head = f'<th colspan="{width}" scope="rowgroup"><span>{escape(row.group)}</span></th>'
            found.append(f'<tr class="kb-group">{head}</tr>')
        group = row.group
        found.append(_row(table, row, page, stacked))
    return found


def _row(table: Table, row: Row, page: str, stacked: bool) -> str:
    cells = "".join(
        _cell(cell, f"{row.id}--{column.id}", row, column, page, stacked)
        for column, cell in zip(table.columns, row.cells, strict=True)
    )
    return f'<tr id="{row.id}"><th scope="row">{anchor(row.head, page)}</th>{cells}</tr>'


def _cell(cell: Cell, name: str, row: Row, column: Column, page: str, stacked: bool) -> str:
    mark = f'<span class="kb-mark" aria-hidden="true">{escape(cell.mark)}</span> ' if cell.mark else ""
    inside = f"{mark}{escape(cell.text)}"
    classes = f"v-{cell.state or 'text'}" + (f" f-{cell.freshness}" if cell.freshness else "")
    head = f' data-label="{escape(column.label, quote=True)}"' if stacked else ""
    if not cell.details:
        return f'<td class="{classes}" id="{name}"{head}>{inside}</td>'
    note = '<span class="kb-has-note" aria-hidden="true">*</span>' if cell.note else ""
    label = escape(f"{row.head.text}, {column.label}", quote=True)
    full = f'<p class="kb-full">{anchor(cell.link, page)}</p>' if cell.link else ""
    return (
        f'<td class="{classes}" id="{name}"{head}>'
        f'<button type="button" class="kb-cell" popovertarget="pop-{name}">{inside}{note}</button>'
        f'<div class="kb-pop" id="pop-{name}" popover role="dialog" aria-label="{label}">'
        f"<strong>{escape(row.head.text)}: {escape(column.label)}</strong><p>{inside}</p>"
        f"{details(cell, page)}{full}</div></td>"
    )
