"""Every claim of a dataset, by the address that checks, freshness and pages share."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from sampling import SAMPLE, load_with

from generator.claims import all_claims, claims_of, file_claim, source_of
from generator.load import Dataset, load
from generator.schema import Bits, Evidence, Figure, Fit, Listener, Question, Quickstart, Statement, StatusClaim


@pytest.fixture(scope="module")
def sample() -> Dataset:
    return load(SAMPLE)


def test_addresses_are_unique_and_lead_to_their_file(sample: Dataset) -> None:
    """No two claims share an address, and each names a document that exists."""
    placed = list(all_claims(sample))
    assert len({one.address for one in placed}) == len(placed)
    documents = {f"{collection}/{name}" for collection, name, _ in sample.documents()}
    assert {one.address.partition(":")[0] for one in placed} == documents


@pytest.mark.parametrize(
    ("address", "kind"),
    [
        ("engines/alder:backends.metal", Statement),
        ("engines/alder:precisions.chip8.apple-silicon", Statement),
        ("engines/dogwood:relations.serves.birch", Statement),
        ("engines/birch:suits.public-service", Fit),
        ("engines/birch:defaults.server", Listener),
        ("engines/birch:quickstarts.0", Quickstart),
        ("engines/cedar:status", StatusClaim),
        ("formats/burr:bits.burr-4", Bits),
        ("devices/willow:memory", Figure),
        ("faq/choosing:questions.why-batching", Question),
    ],
)
def test_claims_of_every_shape_are_found(sample: Dataset, address: str, kind: type) -> None:
    """Single fields, mappings, mappings of mappings and lists."""
    found = {one.address: one.claim for one in all_claims(sample)}
    assert isinstance(found[address], kind)


def test_the_file_itself_is_a_claim(sample: Dataset) -> None:
    """Its description is true as of its evidence; that claim comes first and has no path."""
    path, claim = next(claims_of(sample.engines["birch"]))
    assert path == ()
    assert (claim.as_of, claim.against, claim.sources) == (date(2026, 1, 20), "1.10.0", ("manual",))


def test_evidence_without_day_or_source_is_no_claim() -> None:
    """Half of the evidence is none."""
    assert file_claim(Evidence(as_of=date(2026, 1, 1))) is None
    assert file_claim(Evidence(sources=("readme",))) is None


def test_defaults_are_not_counted_as_claims(tmp_path: Path) -> None:
    """Evidence for a section narrows claims; it is none itself."""
    before = len(list(all_claims(load(SAMPLE))))
    more = load_with(
        tmp_path, "engines/alder.yml", "suits: {how: judged}", "suits: {how: judged}\n    formats: {as_of: 2026-01-11}"
    )
    assert len(list(all_claims(more))) == before


def test_a_source_of_the_file_comes_before_the_shared_list(sample: Dataset) -> None:
    """Local ids first, then data/sources.yml, then nothing."""
    birch = sample.engines["birch"]
    own = source_of(sample, birch, "manual")
    shared = source_of(sample, birch, "woodland-guide")
    assert own is not None
    assert own.title == "Birch manual"
    assert shared is not None
    assert shared.publisher == "The Woodland Gazette"
    assert source_of(sample, birch, "nobody") is None
