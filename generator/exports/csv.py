"""A table as CSV (RFC 4180, UTF-8 without a byte-order mark): one column a value, unknown spelt out.

A cell that a spreadsheet would run as a formula gets a leading apostrophe; a plain number does not.
"""

from __future__ import annotations

import csv
import io
import re

from generator.table import Table

SUFFIX = "csv"
_NUMBER = re.compile(r"[-+]?\d[\d.,]*%?")


def harmless(text: str) -> str:
    if text.startswith(("=", "+", "-", "@", "\t", "\r")) and not _NUMBER.fullmatch(text):
        return f"'{text}"
    return text


def render(table: Table) -> str:
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow([harmless(table.head), *(harmless(column.label) for column in table.columns)])
    for row in table.rows:
        writer.writerow([harmless(row.head.text), *(harmless(cell.text) for cell in row.cells)])
    return out.getvalue()
