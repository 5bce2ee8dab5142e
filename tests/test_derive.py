"""The dataset joined and dated: freshness of every claim, newest releases, and who relies on what."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest
from sampling import SAMPLE, SAMPLE_DAY, copy_sample, replace_once

from generator.claims import all_claims, engine_of, versions_checked
from generator.derive import Catalog, Reliance, derive, stands_on
from generator.load import load
from generator.schema import Caveat


def test_every_claim_of_every_file_has_a_state(catalog: Catalog) -> None:
    """Nothing that is asserted is left undated: statements, judgements, figures, answers, whole files."""
    assert set(catalog.freshness) == set(catalog.claims) == {placed.address for placed in all_claims(catalog.dataset)}
    assert {
        "engines/birch:suits.public-service",
        "devices/willow:memory",
        "faq/choosing:questions.why-batching",
    } <= set(catalog.claims)
    assert {"engines/birch", "glossary/glossary", "trees/first"} <= set(catalog.claims)


def test_states_follow_period_and_ledger(catalog: Catalog) -> None:
    """Fresh, due by the collection's period, behind by the engine's own ledger; a post release alarms nobody."""
    states = {address: state.state for address, state in catalog.freshness.items() if state.state != "fresh"}
    assert states == {"engines/birch:systems.macos": "due", "engines/birch:formats.burr": "behind"}
    assert catalog.freshness["engines/birch:formats.acorn"].releases_behind == 0


def test_the_same_data_ages_with_the_day() -> None:
    """Today is an argument: a year later everything is due, and nothing else has changed."""
    dataset = load(SAMPLE)
    later = derive(dataset, SAMPLE_DAY + timedelta(days=400))
    assert later.freshness["engines/alder:backends.metal"].state == "due"
    assert later.claims == derive(dataset, SAMPLE_DAY).claims


def test_a_resolved_caveat_is_history(catalog: Catalog) -> None:
    """It never falls due again."""
    state = catalog.freshness["caveats/cedar-lost-burr"]
    assert (state.state, state.review_by) == ("fresh", date.max)


def test_newest_releases_are_those_known_on_the_day() -> None:
    """Stable and pre-release apart; what is dated later, or withdrawn, does not count yet or any more."""
    dataset = load(SAMPLE)

    def newest(day: date) -> tuple[str, str]:
        found = derive(dataset, day)
        return tuple(getattr(some.get("birch"), "version", "") for some in (found.newest, found.newest_prerelease))  # type: ignore[return-value]

    assert newest(date(2025, 6, 1)) == ("", "")
    assert newest(date(2025, 12, 31)) == ("1.10.0", "")
    assert newest(date(2026, 1, 9)) == ("1.10.0", "2.0.0rc1")
    assert newest(SAMPLE_DAY) == ("1.10.0.post1", "2.0.0rc1")


def test_a_prerelease_that_was_overtaken_is_left_out(tmp_path: Path) -> None:
    """When the release itself is out, its candidate is of no interest."""
    data = copy_sample(tmp_path)
    with (data / "releases" / "birch.yml").open("a", encoding="utf-8") as ledger:
        ledger.write('  - {version: "2.0.0", date: 2026-01-20, channel: stable}\n')
    found = derive(load(data), SAMPLE_DAY)
    assert found.newest["birch"].version == "2.0.0"
    assert found.newest_prerelease == {}


def test_a_claim_knows_its_file_and_line(catalog: Catalog) -> None:
    """The place of the statement itself, of an item of a list, or of the whole file."""
    lines = (SAMPLE / "engines" / "birch.yml").read_text("utf-8").splitlines()
    file, line = catalog.place("engines/birch:formats.burr")
    assert file == "sample/engines/birch.yml"
    assert "burr:" in lines[line - 1]
    assert "On a server" in lines[catalog.place("engines/birch:quickstarts.0")[1] - 1]
    assert catalog.place("engines/birch") == (file, 1)


def test_who_relies_on_a_claim(catalog: Catalog) -> None:
    """Outcomes by their proofs, answers and myths by what they cite."""
    assert catalog.reliances["engines/alder:backends.metal"] == [
        Reliance("trees", "first", "laptop"),
        Reliance("faq", "choosing", "laptop-or-server"),
        Reliance("myths", "one-tree-fits-all"),
    ]
    assert catalog.reliances["engines/birch:precisions.chip8.ada"] == [Reliance("trees", "first", "service")]
    assert "engines/cedar:backends.cuda" not in catalog.reliances


def test_an_outcome_stands_on_the_statements_of_its_candidates(catalog: Catalog) -> None:
    """Each statement once, those that rule others out not among them."""
    assert stands_on(catalog.proofs["first"]["service"]) == [
        "engines/birch:backends.cuda",
        "engines/birch:suits.public-service",
        "engines/birch:features.continuous-batching",
        "engines/birch:precisions.chip8.ada",
    ]
    assert stands_on(catalog.proofs["first"]["look"]) == []


def test_the_worst_of_several_claims(catalog: Catalog) -> None:
    """What a conclusion inherits; addresses that nobody knows do not count."""
    found = catalog.worst(["engines/birch:systems.macos", "engines/birch:formats.burr", "engines/birch:backends.cuda"])
    assert found is not None
    assert found.state == "behind"
    assert catalog.worst(["engines/nobody"]) is None


def caveat(severity: str, *engines: str, resolved: bool = False) -> Caveat:
    return Caveat.model_validate(
        {
            "title": f"{severity} of {engines}",
            "severity": severity,
            "kind": "security",
            "affects": [{"engine": engine} for engine in engines],
            "what": "w",
            "do": "d",
            "evidence": {"as_of": "2026-01-10", "sources": ["s"]},
            **({"resolved": {"how": "h"}} if resolved else {}),
        }
    )


def test_caveats_of_an_engine_come_most_serious_first(catalog: Catalog) -> None:
    """Danger before warning before note, open before resolved, then by name."""
    dataset = replace(
        catalog.dataset,
        caveats={
            "a-note": caveat("info", "birch"),
            "b-warning": caveat("warning", "birch", "alder"),
            "c-gone": caveat("danger", "birch", resolved=True),
            "e-danger": caveat("danger", "birch"),
            "d-danger": caveat("danger", "birch"),
            "f-other": caveat("danger", "alder"),
        },
    )
    found = [name for name, _ in replace(catalog, dataset=dataset).caveats_of("birch")]
    assert found == ["d-danger", "e-danger", "b-warning", "a-note", "c-gone"]


@pytest.mark.parametrize(
    ("engines", "wanted"), [(["birch"], "birch"), (["birch", "birch"], "birch"), (["birch", "alder"], None)]
)
def test_a_caveat_ages_by_the_one_engine_it_affects(catalog: Catalog, engines: list[str], wanted: str | None) -> None:
    """A caveat on several engines has no single ledger to be behind of."""
    dataset = replace(catalog.dataset, caveats={"birch-open-port": caveat("danger", *engines)})
    assert engine_of(dataset, catalog.claims["caveats/birch-open-port"]) == wanted
    assert engine_of(dataset, catalog.claims["engines/birch:backends.cuda"]) == "birch"
    assert engine_of(dataset, catalog.claims["formats/burr"]) is None


@pytest.mark.parametrize(
    ("engine", "against", "found"),
    [
        ("birch", "1.9.0", [("birch", "1.9.0")]),
        ("birch", "v1.9.0", [("birch", "v1.9.0")]),
        (None, "1.9.0", []),
        (None, "Birch 1.9.0", [("birch", "1.9.0")]),
        (None, "birch 1.9.0; Oak 3.0 and Birch 1.2.0", [("birch", "1.9.0"), ("birch", "1.2.0")]),
        ("birch", "1.9.0, docs 846d176 (2026-01-05)", [("birch", "1.9.0")]),
        ("birch", "09d4c79", []),
        ("birch", "Birch 09d4c79", []),
        ("birch", "Birch plugin 1.9.0", []),
        ("alder", "b9123", []),  # has no ledger
        (None, "", []),
    ],
)
def test_releases_that_a_check_names(
    catalog: Catalog, engine: str | None, against: str, found: list[tuple[str, str]]
) -> None:
    """A format checked against an engine's release ages with that engine; commits, days and strangers age by days."""
    assert versions_checked(catalog.dataset, engine, against) == found


def test_a_claim_on_several_engines_is_behind_the_one_that_moved_on_most(tmp_path: Path) -> None:
    """And says which."""
    data = copy_sample(tmp_path)
    replace_once(
        data / "formats/burr.yml", "metal: supported", "metal: {level: supported, against: 'Oak 3, Birch 1.9.0'}"
    )
    catalog = derive(load(data), SAMPLE_DAY)
    state = catalog.freshness["formats/burr:backends.metal"]
    assert state.state == "behind"
    assert state.reason.startswith("3 stable releases newer than Birch 1.9.0 known")


def test_a_claim_that_an_event_ended_is_expired(tmp_path: Path) -> None:
    """`expires: {when: …}` looks at the ledger of the engine it names, on the day."""
    data = copy_sample(tmp_path)
    replace_once(
        data / "formats" / "burr.yml",
        "metal: supported",
        'metal: {level: supported, expires: {when: {engine: birch, version: ">=1.10,<2"}}}',
    )
    dataset = load(data)
    address = "formats/burr:backends.metal"
    assert derive(dataset, date(2025, 11, 19)).freshness[address].state == "fresh"
    assert derive(dataset, SAMPLE_DAY).freshness[address].state == "expired"


def test_sources_are_the_files_own_first(catalog: Catalog) -> None:
    """A citation leads to the list of the file, else to the shared one."""
    assert catalog.source(catalog.claims["engines/birch:backends.cuda"], "manual").title == "Birch manual"
    assert catalog.source(catalog.claims["engines/cedar:status"], "cedar-notice").title == "Cedar is archived"
    assert catalog.source(catalog.claims["glossary/glossary"], "woodland-guide").title == "A guide to the woodland"
