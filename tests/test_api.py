"""The static API: every file is what its schema says, says what the data says, and keeps the shape it has."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from conftest import ROOT, TODAY
from jsonschema import Draft202012Validator
from sampling import SAMPLE, SAMPLE_DAY, copy_sample, replace_once
from shapes import closed, shape_of

from generator import api, exports, overdue, urls
from generator.api import upkeep
from generator.api.paths import FOLDER, ITEMS
from generator.changes import KINDS, Change
from generator.chronicle import Chronicle, Day
from generator.derive import Catalog, derive
from generator.edition import Edition
from generator.load import Dataset, load
from generator.render import Rendering
from generator.revision import revision_of
from generator.schema import Claim
from generator.table import Cell, Column, Detail, Link, Row, Table

CHRONICLE = Chronicle(
    (
        Day(
            date(2026, 1, 9),
            "0" * 40,
            (
                Change("changed", "engines/birch:backends.metal", "Birch: Metal", "no", "yes", date(2026, 1, 8)),
                Change("removed", "engines/elm", "Elm", "4 statements", "", date(2026, 1, 7)),
            ),
        ),
    ),
    ("The data of 2026-01-03 is passed over.",),
)
GOLDEN = Path(__file__).parent / "golden" / "api"


@cache
def files_of(data: Path, today: date) -> dict[str, str]:
    """The files of the API below its folder, by path."""
    edition = Edition.of(derive(load(data), today), CHRONICLE)
    found = {artifact.path: artifact.text for artifact in api.files(edition)}
    return {path.removeprefix(FOLDER): text for path, text in found.items() if path.startswith(FOLDER)}


@cache
def documents_of(data: Path, today: date) -> dict[str, Any]:
    files = files_of(data, today)
    return {path: json.loads(text) for path, text in files.items() if re.fullmatch(r"(?!schema/).*\.json", path)}


@pytest.fixture(scope="module")
def files() -> Mapping[str, str]:
    return files_of(SAMPLE, SAMPLE_DAY)


@pytest.fixture(scope="module")
def documents() -> Mapping[str, Any]:
    return documents_of(SAMPLE, SAMPLE_DAY)


@pytest.fixture(scope="module")
def schemas(files: Mapping[str, str]) -> Mapping[str, Any]:
    """The published schemas by kind."""
    return {Path(path).stem: json.loads(text) for path, text in files.items() if path.startswith("schema/")}


def kind_of(path: str, document: Any) -> str:
    """The kind of a document, from the schema that it names relative to itself."""
    named = document["schema"]
    assert named == f"{'../' * path.count('/')}schema/{Path(named).name}", path
    return Path(named).stem


# -- schemas -----------------------------------------------------------------------------------


def test_every_schema_is_one_and_is_in_the_index(schemas: Mapping[str, Any], documents: Mapping[str, Any]) -> None:
    """Each is a valid schema of draft 2020-12, and allows keys that a later version adds."""
    assert {kind: f"schema/{kind}.json" for kind in schemas} == documents["index.json"]["schemas"]
    for kind, schema in schemas.items():
        Draft202012Validator.check_schema(schema)
        assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema", kind
        assert '"additionalProperties": false' not in json.dumps(schema), kind


@pytest.mark.parametrize(("data", "day"), [(SAMPLE, SAMPLE_DAY), (ROOT / "data", date.fromisoformat(TODAY))])
def test_every_document_is_what_its_schema_says(data: Path, day: date, schemas: Mapping[str, Any]) -> None:
    """Every JSON file, also of the real data, and none holds a key that its schema does not name."""
    validators = {kind: Draft202012Validator(closed(schema)) for kind, schema in schemas.items()}
    said = [
        f"{path}: {fault.json_path}: {fault.message[:200]}"
        for path, document in documents_of(data, day).items()
        # What a collection says of an item, its own file says again.
        if path.count("/") or path.removesuffix(".json") not in ITEMS or path == "sources.json"
        for fault in validators[kind_of(path, document)].iter_errors(document)
    ]
    assert said == []


def test_a_document_that_lacks_a_key_or_has_another_type_is_found(
    schemas: Mapping[str, Any], documents: Mapping[str, Any]
) -> None:
    """The schemas can fail: for a key that is missing, and for text where a number is told."""
    document = documents["engines/alder.json"]
    validator = Draft202012Validator(schemas["engine"])
    broken = json.loads(json.dumps(document))
    del broken["data"]["backends"]["metal"]["evidence"]["as_of"]
    assert [fault.message for fault in validator.iter_errors(broken)] == ["'as_of' is a required property"]
    broken = json.loads(json.dumps(document))
    broken["data"]["defaults"]["server"]["port"] = "8080"
    assert not validator.is_valid(broken)


@pytest.mark.parametrize("collection", ITEMS)
def test_a_collection_says_what_its_items_say(
    collection: str, schemas: Mapping[str, Any], documents: Mapping[str, Any]
) -> None:
    """All items, in the order of the index, each as in its own file; the collection is valid too."""
    told = documents[f"{collection}.json"]
    assert Draft202012Validator(closed(schemas[collection])).is_valid(told)
    entry = documents["index.json"]["collections"][collection]
    assert entry["count"] == len(told["items"])
    assert [item["id"] for item in told["items"]] == list(dict.fromkeys(item["id"] for item in told["items"]))
    for item in told["items"]:
        if collection != "sources":
            assert {**documents[item["path"]], **item} == documents[item["path"]]


# -- shapes ------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["index", "table", "ledger", "freshness", "changes", *ITEMS.values()])
def test_the_shape_of_a_document_only_grows(
    kind: str,
    schemas: Mapping[str, Any],
    documents: Mapping[str, Any],
    golden: Callable[[Path, str], None],
) -> None:
    """Every key of the sample keeps its place and types. A new one may be accepted; one that goes never is."""
    found = [document for path, document in documents.items() if kind_of(path, document) == kind]
    if kind == "source":
        found = documents["sources.json"]["items"]
    shape = sorted({line for document in found for line in shape_of(document, schemas[kind])})
    path = GOLDEN / f"{kind}.txt"
    before = path.read_text("utf-8").splitlines() if path.is_file() else []
    gone = [line for line in before if line not in shape]
    assert gone == [], f"{kind}: not compatible; programs of others rely on these lines. See docs/adr/0008"
    golden(path, "".join(f"{line}\n" for line in shape))


def test_a_shape_tells_a_lost_key_and_another_type(schemas: Mapping[str, Any], documents: Mapping[str, Any]) -> None:
    """What the contract compares differs when a key goes and when a number becomes text."""
    document, schema = documents["engines/alder.json"], schemas["engine"]
    before = shape_of(document, schema)
    assert "data.backends.*.evidence.freshness.state: text" in before
    changed_document, changed_schema = json.loads(json.dumps([document, schema]))
    for statement in changed_document["data"]["backends"].values():
        del statement["evidence"]["freshness"]["state"]
    port = changed_schema["$defs"]["Listener"]["properties"]["port"]["anyOf"][0]
    assert port["type"] == "integer"
    port["type"] = "string"
    assert set(before) - set(shape_of(changed_document, changed_schema)) == {
        "data.backends.*.evidence.freshness.state: text",
        "data.defaults.*.port: null or number",
    }


# -- what it says ------------------------------------------------------------------------------


def statements_in(value: Any) -> Iterator[Any]:
    """The statements inside a document: whatever has an address and evidence."""
    if isinstance(value, dict):
        if {"address", "evidence"} <= value.keys():
            yield value
        for inner in value.values():
            yield from statements_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from statements_in(inner)


def test_every_statement_of_the_real_data_is_there_once() -> None:
    """With its day, version, state, and each of its sources by title and address."""
    today = date.fromisoformat(TODAY)
    catalog = derive(load(ROOT / "data"), today)
    told = [
        statement
        for collection in ITEMS
        for item in documents_of(ROOT / "data", today)[f"{collection}.json"]["items"]
        for statement in statements_in(item)
        if statement["evidence"] and collection != "glossary"
    ]
    by_address = {statement["address"]: statement for statement in told}
    assert len(by_address) == len(told)
    assert by_address.keys() == catalog.claims.keys() - {"glossary/glossary"}
    for address, statement in by_address.items():
        claim, evidence = catalog.claims[address].claim, statement["evidence"]
        assert (evidence["as_of"], evidence["against"]) == (claim.as_of.isoformat(), claim.against), address
        assert evidence["freshness"]["state"] == catalog.freshness[address].state, address
        sources = [catalog.source(catalog.claims[address], name) for name in claim.sources]
        assert [source["url"] for source in evidence["sources"]] == [source.url for source in sources], address
        assert all(source["title"] for source in evidence["sources"]), address


def test_a_source_is_found_by_its_id(documents: Mapping[str, Any]) -> None:
    """Those of one file and those that files share never have one name; each is in the collection of sources."""
    known = {item["id"]: item["data"] for item in documents["sources.json"]["items"]}
    named = [
        source
        for path, document in documents.items()
        for statement in statements_in(document)
        for source in (statement["evidence"] or {"sources": []})["sources"]
        if path != "sources.json"
    ]
    assert {source["id"] for source in named} == known.keys() & {source["id"] for source in named}
    assert any("." in source["id"] for source in named)
    assert any("." not in source["id"] for source in named)
    assert all(known[source["id"]]["url"] == source["url"] for source in named)


def test_an_unknown_is_spelt_out_in_tables_and_absent_in_items(documents: Mapping[str, Any]) -> None:
    """Nobody stated it: the item has no key for it, the cell says so and is never a no."""
    cell = next(row for row in documents["tables/engines-backends.json"]["rows"] if row["id"] == "alder")["cells"]
    stated = documents["engines/alder.json"]["data"]["backends"]
    assert "cpu-x86" not in stated
    assert (cell["cpu-x86"]["state"], cell["cpu-x86"]["address"]) == ("unknown", None)
    assert (cell["cuda"]["state"], cell["cuda"]["address"]) == ("unsupported", stated["cuda"]["address"])


def test_a_proof_names_the_statements_it_stands_on(documents: Mapping[str, Any], catalog: Catalog) -> None:
    """Candidates with their grounds, and for every other engine the one that decides."""
    proof = documents["trees/first.json"]["proofs"]["laptop"]
    (alder,) = proof["candidates"]
    assert [ground["address"] for ground in alder["grounds"]] == [
        "engines/alder:backends.metal",
        "engines/alder:systems.macos",
    ]
    assert {ground["stand"] for ground in alder["grounds"]} == {"holds"}
    ruled_out = {one["engine"]: one["ground"] for one in proof["ruled_out"]}
    assert ruled_out["birch"]["address"] == "engines/birch:backends.metal"
    assert ruled_out["birch"]["permalink"] == "engines/birch/index.html#backends-metal"
    assert (ruled_out["cedar"]["fact"], ruled_out["cedar"]["choice"]) == (None, "archived")
    for address in (ground["address"] for ground in [*alder["grounds"], *ruled_out.values()]):
        assert address in catalog.claims


def test_changes_lead_to_what_is_still_there(documents: Mapping[str, Any]) -> None:
    """Newest day first, old and new value as compared; what is gone has no place; every kind has a name."""
    told = documents["changes.json"]
    assert (told["known"], told["since"], told["notes"]) == (True, "2026-01-09", list(CHRONICLE.notes))
    assert list(told["kinds"]) == list(KINDS)
    (day,) = told["days"]
    assert (day["day"], day["commit"]) == ("2026-01-09", "0" * 40)
    assert [(one["kind"], one["before"], one["after"], one["permalink"]) for one in day["changes"]] == [
        ("changed", "no", "yes", "engines/birch/index.html#backends-metal"),
        ("removed", "4 statements", "", None),
    ]


def test_without_history_no_change_is_claimed(edition: Edition) -> None:
    """A site built from an archive says that it does not know, instead of an empty list that looks like calm."""
    told = upkeep.changes(replace(edition, chronicle=Chronicle(missing="there is no Git")))
    assert (told["known"], told["since"], told["days"]) == (False, None, [])


def test_freshness_counts_every_statement(documents: Mapping[str, Any], catalog: Catalog, edition: Edition) -> None:
    """The states add up to all statements, and what is not fresh is in the queue, most important first."""
    told = documents["freshness.json"]
    assert sum(told["counts"].values()) == documents["index.json"]["statements"] == len(catalog.claims)
    assert len(told["queue"]) == len(catalog.claims) - told["counts"]["fresh"]
    queue = overdue.queue(catalog, edition.tables.values())
    assert [one["address"] for one in told["queue"]] == [one.address for one in queue]
    assert queue


def test_the_ledger_has_every_release(documents: Mapping[str, Any], catalog: Catalog) -> None:
    """In the order of data/, with the newest stable one named."""
    told = documents["ledger.json"]["engines"]
    for name, ledger in catalog.dataset.releases.items():
        assert [one["version"] for one in told[name]["releases"]] == [one.version for one in ledger.releases]
        assert told[name]["newest"]["version"] == catalog.newest[name].version


# -- tables ------------------------------------------------------------------------------------


def table_of(document: Any) -> Table:
    """A table made from its document alone, as somebody without our data would."""
    columns = tuple(Column(c["id"], c["label"], c["group"] or "", c["title"] or "") for c in document["columns"])
    rows = tuple(
        Row(
            row["id"],
            Link(row["label"], url=row["permalink"] or ""),
            tuple(cell_of(row["cells"][column.id]) for column in columns),
            row["group"] or "",
        )
        for row in document["rows"]
    )
    notes = tuple(document["notes"])
    return Table(document["id"], document["title"], document["summary"], document["head"], columns, rows, notes)


def cell_of(told: Any) -> Cell:
    return Cell(
        text=told["text"],
        state=told["state"] or "",
        mark=told["mark"] or "",
        freshness=told["freshness"] or "",
        note=told["note"] or "",
        as_of=date.fromisoformat(told["as_of"]) if told["as_of"] else None,
        against=told["against"] or "",
        review_by=date.fromisoformat(told["review_by"]) if told["review_by"] else None,
        details=tuple(
            Detail(
                one["label"],
                one["text"] or "",
                tuple(Link(link["text"], url=link["url"] or "") for link in one["links"]),
            )
            for one in told["details"]
        ),
        address=told["address"] or "",
    )


def test_a_table_can_be_made_again_from_its_document(edition: Edition, files: Mapping[str, str]) -> None:
    """Markdown and CSV of a table read from JSON are the published ones; so is a choice of its rows and columns."""
    for name, table in edition.tables.items():
        again = table_of(json.loads(files[f"tables/{name}.json"]))
        for suffix in ("md", "csv"):
            assert exports.formats()[suffix](again) == files[f"tables/{name}.{suffix}"], name
        rows, columns = [table.rows[-1].id], [column.id for column in table.columns[-1:]]
        chosen = [exports.formats()["md"](one.only(rows, columns)) for one in (again, table)]
        assert chosen[0] == chosen[1]
        shown = [replace(cell, link=None) for row in table.rows for cell in row.cells]
        assert [cell for row in again.rows for cell in row.cells] == [as_told(cell) for cell in shown]


def as_told(cell: Cell) -> Cell:
    """A cell whose inner links lead to web addresses alone."""
    details = tuple(
        replace(one, links=tuple(Link(link.text, url=link.url) for link in one.links)) for one in cell.details
    )
    return replace(cell, details=details)


# -- the whole ---------------------------------------------------------------------------------


def paths_in(value: Any) -> Iterator[str]:
    """Every path that an index names, whatever the key."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in ("path", "schema", "item_schema", "ledger", "freshness", "changes") and isinstance(inner, str):
                yield inner
            elif key in ("files", "schemas"):
                yield from inner.values()
            else:
                yield from paths_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from paths_in(inner)


def test_the_index_leads_to_every_file_and_to_nothing_else(
    files: Mapping[str, str], documents: Mapping[str, Any]
) -> None:
    """Nothing has to be guessed, and nothing is named that is not there."""
    index = dict(documents["index.json"])
    assert index.pop("schema") == "schema/index.json"
    assert {*paths_in(index), "index.json"} == files.keys()


def test_every_table_has_a_page_of_its_own_for_an_iframe(rendering: Rendering, documents: Mapping[str, Any]) -> None:
    """The index names it, relative to the site."""
    extras = {artifact.path for artifact in rendering.extras if artifact.path.startswith(urls.EMBED)}
    extras = {path for path in extras if path.endswith(".html")}  # beside them lies the twin of a page
    assert {table["embed"] for table in documents["index.json"]["tables"]} == extras
    assert extras


def test_no_file_names_a_place_of_ours(files: Mapping[str, str]) -> None:
    """No path of a machine, and no link that starts at the root of a host."""
    for path, text in files.items():
        assert str(ROOT) not in text, path
        assert not re.search(r'(?:href|src)="/|"(?:path|permalink)": "/', text), path
        assert text.endswith("\n"), path


def test_files_are_the_same_however_often_they_are_made(edition: Edition) -> None:
    """Nothing is kept from one time to the next."""
    assert list(api.files(edition)) == list(api.files(edition))


# -- revision ----------------------------------------------------------------------------------


def changed(folder: Path, file: str, old: str, new: str) -> Dataset:
    data = copy_sample(folder)
    replace_once(data / file, old, new)
    return load(data)


def test_the_revision_is_of_what_the_data_says(tmp_path: Path) -> None:
    """Another layout, comment or place is the same data; another day, level or word is not."""
    before = revision_of(load(SAMPLE))
    assert re.fullmatch(r"[0-9a-f]{16}", before)
    same = [("license: MIT", "license:   'MIT'  # as its file says"), ("how: documented\n", "\n")]
    other = [
        ("as_of: 2026-01-10", "as_of: 2026-01-11"),
        ("burr: supported", "burr: plugin"),
        ("An invented", "One"),
    ]
    for number, (old, new) in enumerate(same):
        assert revision_of(changed(tmp_path / f"same{number}", "engines/alder.yml", old, new)) == before, new
    for number, (old, new) in enumerate(other):
        assert revision_of(changed(tmp_path / f"other{number}", "engines/alder.yml", old, new)) != before, new
    looked_up = changed(tmp_path / "ledger", "releases/birch.yml", "looked_up: 2026-01-20", "looked_up: 2026-01-21")
    assert revision_of(looked_up) != before


# -- pictures ----------------------------------------------------------------------------------

SVG = "{http://www.w3.org/2000/svg}"


def test_a_tree_is_a_picture_that_stands_alone(files: Mapping[str, str]) -> None:
    """Well-formed, sized, with its words, its colours inside, and its nodes linked to the page of the tree."""
    picture = ElementTree.fromstring(files["trees/first.svg"])
    assert picture.tag == f"{SVG}svg"
    assert {"width", "height", "viewBox"} <= set(picture.keys())
    links = [link.get("href") for link in picture.iter(f"{SVG}a")]
    assert "../../../decide/first/index.html#laptop" in links
    assert all(str(link).startswith("../../../decide/first/index.html#") for link in links)
    assert "below" not in str(picture.findtext(f"{SVG}desc"))
    assert "prefers-color-scheme:dark" in str(picture.findtext(f"{SVG}style"))
    assert "var(--" not in files["trees/first.svg"]


def test_claims_have_no_field_that_the_api_names_otherwise() -> None:
    """Address, permalink and evidence stand beside what a statement says, so no field of data/ may be called so."""
    kinds = [Claim]
    while kinds:
        kind = kinds.pop()
        kinds += kind.__subclasses__()
        assert not {"address", "permalink", "evidence"} & kind.model_fields.keys(), kind
