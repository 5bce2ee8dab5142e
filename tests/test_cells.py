"""A claim as a cell: its word and mark, and everything that stands behind it."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest
from sampling import SAMPLE_DAY, copy_sample, replace_once

from generator import cells, values
from generator.derive import Catalog, derive
from generator.load import load
from generator.schema import Figure, Source
from generator.table import Cell, Detail, Link


def details(cell: Cell) -> dict[str, str]:
    return {line.label: line.text or "; ".join(link.text for link in line.links) for line in cell.details}


def test_a_statement_is_a_word_a_mark_and_its_evidence(catalog: Catalog) -> None:
    """Level, note, version, sources, day, how it was checked, and when to check again."""
    cell = cells.of_statement(catalog, "engines/birch:formats.chip8")
    assert (cell.text, cell.state, cell.mark, cell.freshness) == ("plugin", "plugin", "+", "fresh")
    assert (cell.note, cell.as_of) == ("birch-chip8.", date(2026, 1, 20))
    assert details(cell) == {
        "Note": "birch-chip8.",
        "Since": "1.9.0",
        "Stated for": "CUDA",
        "Source": "Birch manual",
        "Checked": "2026-01-20 against 1.10.0, documented",
        "Re-check by": "2026-04-20",
    }
    assert cell.link == Link("In full", page="engines/birch/index.md", anchor="formats-chip8")


def test_a_removed_feature_says_since_and_until(catalog: Catalog) -> None:
    """What was taken out tells when it was there."""
    said = details(cells.of_statement(catalog, "engines/cedar:formats.burr"))
    assert (said["Since"], said["Removed in"]) == ("0.9.2", "0.10.0")


NEWEST = "newest 1.10.0.post1 of 2026-01-12; of its own line 1.9.1 of 2025-12-05"


@pytest.mark.parametrize(
    ("address", "state"),
    [
        ("engines/birch:systems.macos", "◔ due: was to be checked again by 2025-08-30"),
        (
            "engines/birch:formats.burr",
            f"↑ behind: 3 stable releases newer than 1.9.0 known, {NEWEST}",
        ),
    ],
)
def test_what_is_not_fresh_says_why(catalog: Catalog, address: str, state: str) -> None:
    """The state stands in the details, by mark, word and reason."""
    assert details(cells.of_statement(catalog, address))["State"] == state


def test_history_has_no_day_to_check_again(catalog: Catalog) -> None:
    """A resolved caveat says so where others say when."""
    assert details(cells.of_text(catalog, "caveats/cedar-lost-burr", "x"))["State"] == "resolved; kept as history"


@pytest.mark.parametrize(
    "address",
    [
        "engines/birch:formats.gone",
        "engines/nobody:formats.burr",
        "engines/birch:suits.one-person",
        "devices/willow:memory",
    ],
)
def test_what_nobody_stated_is_unknown(catalog: Catalog, address: str) -> None:
    """No claim, or one of another kind: unknown, with its mark, no evidence, and never no."""
    assert cells.of_statement(catalog, address) == Cell("unknown", state="unknown", mark="?")
    assert cells.of_fit(catalog, "engines/birch:suits.gone") == cells.of_figure(catalog, "devices/willow:gone")


def test_a_judgement_carries_its_reason(catalog: Catalog) -> None:
    """Whom an engine suits is an opinion, and the cell says so."""
    cell = cells.of_fit(catalog, "engines/birch:suits.one-person")
    assert (cell.text, cell.state, cell.mark) == ("with care", "with-care", "◐")
    assert details(cell)["Because"] == "More to install than one person needs."
    assert details(cell)["Checked"].endswith("our judgement")


def figure(value: str, **more: Any) -> Figure:
    return Figure.model_validate({"value": value, "unit": "GB/s", "as_of": "2026-01-10", "sources": ["s"], **more})


@pytest.mark.parametrize(
    ("value", "more", "words"),
    [
        ("3350", {}, "3350 GB/s"),
        ("0", {}, "0 GB/s"),
        ("0.5", {}, "0.5 GB/s"),
        ("16.0", {}, "16 GB/s"),
        ("10000", {}, "10 000 GB/s"),
        ("1713870000", {}, "1 713 870 000 GB/s"),
        ("123456789012", {}, "123 456 789 012 GB/s"),
        ("1e22", {}, "10 000 000 000 000 000 000 000 GB/s"),
        ("0.0000001", {}, "0.0000001 GB/s"),
        ("-12345.75", {}, "-12 345.75 GB/s"),
        ("900", {"direction": "both-ways", "name": "NVLink"}, "NVLink: 900 GB/s both ways"),
        ("989.5", {"unit": "TFLOPS", "sparsity": "dense"}, "989.5 TFLOPS dense"),
        ("989.5", {"unit": "TFLOPS", "sparsity": "unstated"}, "989.5 TFLOPS (dense or sparse not stated)"),
    ],
)
def test_a_number_has_its_unit_and_is_never_in_scientific_form(value: str, more: dict[str, str], words: str) -> None:
    """All digits that were typed, grouped when there are many, with the unit and what is counted."""
    assert values.figure_words(figure(value, **more)) == words


def test_a_figure_of_the_data(catalog: Catalog) -> None:
    """The cell of a number is the number in words."""
    cell = cells.of_figure(catalog, "devices/willow:links.thunder")
    assert (cell.text, cell.state) == ("80 Gbit/s both ways", "figure")


@pytest.mark.parametrize(
    ("source", "link"),
    [
        ({"url": "https://a.b", "package": "p 1"}, Link("T", url="https://a.b")),
        ({"package": "p 1", "file": "a/b.py"}, Link("T (p 1, a/b.py)")),
        ({"package": "p 1", "publisher": "P"}, Link("T (p 1)")),
        ({"publisher": "P"}, Link("T (P)")),
    ],
)
def test_a_source_without_an_address_is_named_by_where_to_find_it(source: dict[str, str], link: Link) -> None:
    """A file of a package by package, version and path; paper by its publisher."""
    assert cells.source_link(Source.model_validate({"title": "T", "kind": "primary", **source})) == link


def test_several_sources_stand_one_below_the_other(tmp_path: Path) -> None:
    """Each is a link of its own."""
    data = copy_sample(tmp_path)
    replace_once(
        data / "engines" / "birch.yml", "acorn: supported", "acorn: {level: supported, sources: [manual, code]}"
    )
    cell = cells.of_statement(derive(load(data), SAMPLE_DAY), "engines/birch:formats.acorn")
    assert cell.details[0] == Detail(
        "Sources",
        links=(
            Link("Birch manual", url="https://example.org/birch/docs/1.10"),
            Link("Birch server code (birch-serve 1.10.0, birch/server.py)"),
        ),
    )


def test_text_that_no_claim_backs_has_no_evidence(catalog: Catalog) -> None:
    """It is shown, but nothing pretends to stand behind it."""
    assert cells.of_text(catalog, "engines/birch:gone", "x", note="n") == Cell("x", state="text", note="n")
