"""Types of everything in data/: what is filled in, what is refused, and what can be described to an editor."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

from generator.schema import FILES, FOLDERS, Affected, Engine, Expiry, Fact, Source, Statement

EVIDENCE = {"as_of": "2026-01-10", "sources": ["readme"], "against": "1.0"}


def engine(**fields: Any) -> Engine:
    base = {"name": "Elm", "layer": "engine", "family": "serving", "summary": "S.", "maintainer": "M", "license": "MIT"}
    return Engine.model_validate({**base, "upstream": {}, "evidence": EVIDENCE, "status": "active", **fields})


def test_a_single_word_is_a_whole_statement() -> None:
    """`cuda: supported` has the level that was written, and day, version and source of the file."""
    assert engine(backends={"cuda": "supported"}).backends["cuda"] == Statement(
        level="supported", as_of=date(2026, 1, 10), sources=("readme",), against="1.0"
    )
    assert engine().status.value == "active"


def test_evidence_comes_from_the_nearest_place() -> None:
    """The cell before its section before the file, field by field."""
    sections = {"formats": {"how": "source-read", "sources": ["code"]}}
    found = engine(
        evidence={**EVIDENCE, "sections": sections},
        formats={"burr": "supported", "acorn": {"level": "supported", "sources": ["manual"], "against": "0.9"}},
        features={"chat-api": "supported"},
    )
    burr, acorn, chat = found.formats["burr"], found.formats["acorn"], found.features["chat-api"]
    assert (burr.sources, burr.how, burr.against) == (("code",), "source-read", "1.0")
    assert (acorn.sources, acorn.how, acorn.against) == (("manual",), "source-read", "0.9")
    assert (chat.sources, chat.how) == (("readme",), "documented")


def test_evidence_reaches_every_depth() -> None:
    """Mappings of mappings, lists and single fields inherit alike."""
    found = engine(
        precisions={"fp8": {"ada": "supported"}},
        relations={"serves": {"birch": "supported"}},
        quickstarts=[{"title": "T", "commands": "elm"}],
        latest={"version": "1.0"},
    )
    claims = [found.precisions["fp8"]["ada"], found.relations.serves["birch"], found.quickstarts[0], found.latest]
    assert [claim.sources for claim in claims if claim] == [("readme",)] * 4


def test_nothing_can_be_changed_after_loading() -> None:
    """Stages meet in frozen values."""
    found = engine()
    with pytest.raises(ValidationError, match="frozen"):
        found.name = "Oak"  # type: ignore[misc]  # this is what must fail


def test_one_word_may_stand_for_a_list_of_one() -> None:
    """`sources: readme` and `backend: metal` are lists of one."""
    assert Statement.model_validate({"level": "supported", "as_of": "2026-01-10", "sources": "readme"}).sources == (
        "readme",
    )
    assert Fact.model_validate({"backend": "metal"}).any_of == ("metal",)


def test_a_fact_knows_its_kind_and_choices() -> None:
    """Any of several choices; a precision with the architectures it is asked on."""
    either = Fact.model_validate({"backend": ["cuda", "rocm"]})
    assert (either.kind, either.any_of) == ("backend", ("cuda", "rocm"))
    precise = Fact.model_validate({"precision": "fp8", "on": "ada"})
    assert (precise.kind, precise.any_of, precise.on) == ("precision", ("fp8",), ("ada",))


@pytest.mark.parametrize(
    "url",
    [
        "https://example.org",
        "http://example.org:8080/a_(b)?q=x&y=1#z",
        "https://例え.jp/榆",
        "https://user@example.org/",
    ],
)
def test_web_addresses_are_kept_as_they_are(url: str) -> None:
    """Ports, brackets, queries, anchors and letters of any script. The refused ones stand in tests/problems."""
    assert Source.model_validate({"title": "T", "kind": "primary", "url": url}).url == url


@pytest.mark.parametrize("typed", ["1", "True", "TRUE", "yes", "on", ""])
def test_a_flag_has_one_spelling(typed: str) -> None:
    """true and false, in small letters."""
    fields = {"level": "supported", **EVIDENCE}
    with pytest.raises(ValidationError, match="is neither true nor false"):
        Statement.model_validate({**fields, "probe": {"repository": "elm/elm", "archived": typed}})
    statement = Statement.model_validate({**fields, "probe": {"repository": "elm/elm", "archived": "false"}})
    assert statement.probe is not None
    assert statement.probe.archived is False


@pytest.mark.parametrize(("after", "days"), [("1d", 1), ("60d", 60), ("9999d", 9999)])
def test_a_span_is_a_number_of_days(after: str, days: int) -> None:
    """Written with its unit, read as a number."""
    assert Expiry(after=after).days == days


def test_no_span_is_no_number() -> None:
    """An expiry by releases or events alone leaves the period as it is."""
    assert Expiry(releases_behind=2).days is None


def test_versions_of_a_caveat_are_those_of_an_engine() -> None:
    """A range without an engine would mean nothing."""
    with pytest.raises(ValidationError, match="'versions' are those of an engine"):
        Affected.model_validate({"format": "burr", "versions": ">=1"})
    assert Affected.model_validate({"engine": "birch", "versions": ">=1"}).versions == ">=1"


@pytest.mark.parametrize("name", [*FOLDERS, *FILES])
def test_every_kind_of_file_can_be_described_to_an_editor(name: str) -> None:
    """A JSON Schema that refuses unknown keys, so that completion and red lines work while one types."""
    described = {**FOLDERS, **FILES}[name].model_json_schema()
    assert described["additionalProperties"] is False
    assert described["properties"]


def models(kind: Any, seen: set[type[BaseModel]]) -> set[type[BaseModel]]:
    """A type and all types inside it."""
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        if kind not in seen:
            seen.add(kind)
            for field in kind.model_fields.values():
                models(field.annotation, seen)
    else:
        for inner in getattr(kind, "__args__", ()):
            models(inner, seen)
    return seen


def test_every_type_refuses_unknown_keys_and_is_frozen() -> None:
    """Also those deep inside, where a misspelt field would otherwise pass in silence."""
    found: set[type[BaseModel]] = set()
    for kind in (*FOLDERS.values(), *FILES.values()):
        models(kind, found)
    assert len(found) > 30
    loose = [kind.__name__ for kind in found if kind.model_config != {"frozen": True, "extra": "forbid"}]
    assert loose == []


def test_sections_name_fields_that_exist() -> None:
    """A section that no field bears would inherit nothing."""
    for kind in FOLDERS.values():
        assert set(getattr(kind, "SECTIONS", {})) <= set(kind.model_fields)
