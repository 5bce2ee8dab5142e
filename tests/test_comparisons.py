"""The comparison tables: one declaration each, rows in reading order, unknown where nobody said anything."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from sampling import SAMPLE_DAY, copy_sample, replace_once

from generator import comparisons
from generator.comparisons import COMPARISONS, Comparison
from generator.derive import Catalog, derive
from generator.edition import Edition
from generator.exports import formats
from generator.load import load
from generator.render import render
from generator.table import Cell, Column, Link, Row, Table

REQUIRED = {
    "engines",
    "engines-backends",
    "engines-formats",
    "engines-features",
    "engines-parallelism",
    "engines-security",
    "devices",
    "formats",
}


@pytest.fixture(scope="module")
def tables(catalog: Catalog) -> dict[str, Table]:
    return comparisons.tables(catalog)


def column(table: Table, name: str) -> dict[str, str]:
    """The texts of one column by row."""
    return {row.id: row.cells[0].text for row in table.only(columns=[name]).rows}


def test_the_promised_tables_exist(tables: dict[str, Table]) -> None:
    """Their ids are addresses that other people's documents use."""
    assert tables.keys() >= REQUIRED
    assert list(tables) == [comparison.id for comparison in COMPARISONS if comparison.id in tables]


def test_every_table_is_whole(tables: dict[str, Table]) -> None:
    """As many cells in a row as columns, ids once each, a title and a summary."""
    for table in tables.values():
        assert table.title
        assert table.summary
        assert table.rows
        for ids in ([row.id for row in table.rows], [one.id for one in table.columns]):
            assert len(ids) == len(set(ids)), table.id
        assert {len(row.cells) for row in table.rows} == {len(table.columns)}, table.id


def test_engines_stand_by_family_and_retired_ones_last(tables: dict[str, Table]) -> None:
    """Families in the order of the vocabulary, then names; what is no longer developed closes the table and says so."""
    rows = tables["engines-backends"].rows
    assert [(row.id, row.group) for row in rows] == [
        ("alder", "Engine: Apple unified memory"),
        ("birch", "Engine: serving"),
        ("cedar", "No longer developed"),
    ]
    assert rows[2].head == Link("Cedar (archived)", page="engines/cedar/index.md")
    assert [row.id for row in tables["engines"].rows] == ["alder", "birch", "dogwood", "cedar"]


def test_a_column_stands_for_what_some_engine_speaks_of(tables: dict[str, Table], tmp_path: Path) -> None:
    """A backend that no engine mentions is no column; GPUs come before CPUs, each under its kind."""
    table = tables["engines-backends"]
    assert [(one.id, one.group) for one in table.columns] == [("cuda", "GPU"), ("metal", "GPU"), ("cpu-x86", "CPU")]
    data = copy_sample(tmp_path)
    replace_once(data / "engines" / "birch.yml", '  cpu-x86: {level: experimental, note: "For tests."}\n', "")
    fewer = comparisons.tables(derive(load(data), SAMPLE_DAY))["engines-backends"]
    assert [one.id for one in fewer.columns] == ["cuda", "metal"]


def test_cells_come_from_statements_and_silence_is_unknown(tables: dict[str, Table]) -> None:
    """What is stated stands there by its word; what is not is unknown."""
    assert column(tables["engines-backends"], "cpu-x86") == {
        "alder": "unknown",
        "birch": "experimental",
        "cedar": "unknown",
    }
    assert column(tables["engines-formats"], "acorn") == {"alder": "partly", "birch": "yes", "cedar": "yes"}
    assert column(tables["engines-parallelism"], "tensor-parallel")["alder"] == "unknown"
    assert column(tables["engines-precisions"], "ada") == {"alder-chip8": "unknown", "birch-chip8": "yes"}


def test_features_are_grouped_and_parallelism_has_a_table_of_its_own(tables: dict[str, Table]) -> None:
    """Each feature is a column of one table."""
    features, parallelism = tables["engines-features"], tables["engines-parallelism"]
    assert [(one.id, one.group) for one in features.columns] == [
        ("chat-api", "API"),
        ("continuous-batching", "Batching and cache"),
        ("api-key", "Operations"),
    ]
    assert [one.id for one in parallelism.columns] == ["tensor-parallel"]


def test_engines_at_a_glance(tables: dict[str, Table]) -> None:
    """What each is for, where it runs, what it reads, and how current it is."""
    glance = tables["engines"].only(rows=["birch", "dogwood", "alder"])
    found = {
        row.id: dict(zip([c.id for c in glance.columns], [c.text for c in row.cells], strict=True))
        for row in glance.rows
    }
    assert found["birch"] == {
        "layer": "engine",
        "for": "a public service",
        "backends": "CUDA",
        "formats": "Burr, Acorn",
        "release": "1.10.0.post1 (2026-01-12)",
        "status": "active",
        "license": "Apache-2.0",
    }
    assert found["alder"]["release"] == "b9123 (2026-01-09)"
    assert {found["dogwood"][name] for name in ("for", "release")} == {"unknown"}
    assert {found["dogwood"][name] for name in ("backends", "formats")} == {"does not apply"}


def test_the_best_that_is_said_is_shown_with_its_word(tmp_path: Path) -> None:
    """Where nothing is a plain yes, the next best stands there; it is known, so it is not unknown."""
    data = copy_sample(tmp_path)
    replace_once(data / "engines" / "birch.yml", 'public-service: {fits: "yes"', 'public-service: {fits: "no"')
    replace_once(data / "engines" / "alder.yml", "burr: supported", 'burr: {level: plugin, note: "Apart."}')
    built = comparisons.tables(derive(load(data), SAMPLE_DAY))
    assert column(built["engines"], "for")["birch"] == "with care: one person"
    assert column(built["engines"], "formats")["alder"] == "partly: Acorn"


def test_what_does_not_apply_is_no_gap(tables: dict[str, Table]) -> None:
    """Coverage counts what nobody stated, not what an orchestrator has no reason to state."""
    dogwood = tables["engines"].only(rows=["dogwood"])
    assert [cell.text for cell in dogwood.rows[0].cells].count("unknown") == dogwood.coverage.unknown == 2


def test_who_says_something_stands_best_first_and_retired_last(catalog: Catalog) -> None:
    """What is no longer developed closes the list, whatever it once read."""
    said = [(link.text, link.anchor, cell.text) for link, cell in comparisons.said_by(catalog, "formats", "acorn")]
    assert said == [
        ("Birch", "formats-acorn", "yes"),
        ("Alder", "formats-acorn", "partly"),
        ("Cedar (archived)", "formats-acorn", "yes"),
    ]


def test_names_sort_as_people_count() -> None:
    """A shorter name comes before its variants, and numbers by size."""
    names = ["M10", "M2 Max", "M2", "X2 Elite", "X Elite", "v5e", "M1 Pro"]
    assert sorted(names, key=comparisons.natural) == ["M1 Pro", "M2", "M2 Max", "M10", "v5e", "X Elite", "X2 Elite"]


def test_security_defaults_warn_of_what_is_open(tables: dict[str, Table]) -> None:
    """One row for each way a server starts; a mark where the whole network may call it without a key."""
    security = tables["engines-security"]
    exposes = {row.id: (row.cells[0].mark, row.cells[0].text) for row in security.rows}
    assert exposes == {
        "alder-server": ("", "this machine only"),
        "birch-server": ("⚠", "the whole network"),
        "birch-library": ("", "nothing"),
    }
    assert column(security, "port") == {"alder-server": "8080", "birch-server": "8000", "birch-library": "–"}
    assert column(security, "auth")["birch-server"] == "off by default"
    assert security.rows[1].head.anchor == "defaults-server"


def test_numbers_of_devices_keep_unit_and_direction(tables: dict[str, Table]) -> None:
    """Memory, bandwidth and links as published; what is not known stays unknown."""
    (willow,) = tables["devices"].rows
    cells = dict(zip([one.id for one in tables["devices"].columns], [cell.text for cell in willow.cells], strict=True))
    assert (cells["memory"], cells["bandwidth"], cells["link"], cells["power"]) == (
        "64 GB",
        "400 GB/s",
        "80 Gbit/s both ways",
        "90 W",
    )
    assert (cells["bf16"], cells["capability"]) == ("unknown", "Apple silicon")


def test_formats_say_who_reads_them_and_where_they_are_fast(tables: dict[str, Table]) -> None:
    """Bits as a span, readers that read them wholly, native and stored architectures apart."""
    table = tables["formats"]
    assert column(table, "bits") == {"acorn": "depends on its contents", "burr": "4.5", "chip8": "8"}
    assert column(table, "engines") == {"acorn": "Birch, Cedar", "burr": "Alder, Birch", "chip8": "plugin: Birch"}
    assert (column(table, "fast")["chip8"], column(table, "stored")["chip8"]) == ("Ada (8.9)", "Apple silicon")
    assert column(table, "fast") | {"chip8": ""} == {"acorn": "depends on its contents", "burr": "unknown", "chip8": ""}
    assert [row.group for row in table.rows] == ["Container", "Quantization method", "Number format"]


def test_a_format_that_is_native_nowhere_says_so(tmp_path: Path) -> None:
    """Somebody spoke of architectures, so that none computes it natively is known."""
    data = copy_sample(tmp_path)
    replace_once(data / "formats" / "chip8.yml", "  ada: supported\n", "")
    built = comparisons.tables(derive(load(data), SAMPLE_DAY))
    assert column(built["formats"], "fast")["chip8"] == "none stated"


def test_the_newest_release_comes_from_the_ledger_else_from_who_saw_it(catalog: Catalog) -> None:
    """An engine without either is unknown."""
    engines = catalog.dataset.engines
    assert (
        comparisons.newest_cell(catalog, "birch", engines["birch"]).as_of == catalog.dataset.releases["birch"].looked_up
    )
    assert comparisons.newest_cell(catalog, "alder", engines["alder"]).address == "engines/alder:latest"
    assert comparisons.newest_cell(catalog, "cedar", engines["cedar"]).state == "unknown"


def test_a_new_table_is_one_declaration(catalog: Catalog, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page, an entry in the navigation and every export follow."""

    def build(this: Comparison, _: Catalog) -> Table:
        row = Row("r", Link("Row"), (Cell("cell"),))
        return Table(this.id, this.title, this.summary, "Thing", (Column("c", "Column"),), (row,))

    added = (*COMPARISONS, Comparison("ours", "Our table", "A summary.", build))
    for module in ("comparisons", "render"):
        monkeypatch.setattr(f"generator.{module}.COMPARISONS", added)
    assert Edition.of(catalog).tables["ours"].title == "Our table"
    done = render(replace(catalog))
    paths = {artifact.path for artifact in done.files}
    assert {"tables/ours/index.md", *(f"exports/ours.{suffix}" for suffix in formats())} <= paths
    assert "{'Our table': 'tables/ours/index.md'}" in str(done.nav)
