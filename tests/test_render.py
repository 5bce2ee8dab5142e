"""Everything we produce, as values: artifacts with paths of their own, and the navigation over them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from typing import Any

from conftest import ROOT, TODAY

from generator import urls
from generator.checked import pages_by_hand
from generator.derive import Catalog, derive
from generator.edition import Edition
from generator.exports import formats
from generator.load import load
from generator.render import Rendering, render


def pages_of(nav: Any) -> Iterator[str]:
    """The pages a navigation leads to."""
    if isinstance(nav, str):
        yield nav
    for item in nav if isinstance(nav, list) else nav.values() if isinstance(nav, dict) else ():
        yield from pages_of(item)


def test_no_two_artifacts_have_one_path(rendering: Rendering) -> None:
    """Paths are relative, forward-slashed and made of safe characters, in any alphabet of the data."""
    paths = [artifact.path for artifact in rendering.artifacts]
    assert len(paths) == len(set(paths))
    assert all(re.fullmatch(r"[a-z0-9-]+(/[a-z0-9-]+)*\.[a-z]+", path) for path in paths)


def test_the_navigation_leads_to_every_page_once(rendering: Rendering) -> None:
    """No page is left out, none stands twice, and nothing else is listed."""
    listed = list(pages_of(rendering.nav))
    assert len(listed) == len(set(listed))
    pages = {a.path for a in rendering.artifacts if a.path.endswith(".md")}
    assert set(listed) == pages


def test_the_navigation_names_every_engine_below_its_layer(rendering: Rendering) -> None:
    """Engines by their names, in order, grouped by what they do."""
    (engines,) = (entry["Engines"] for entry in rendering.nav if "Engines" in entry)
    assert list(engines[0].values()) == ["engines/index.md"]
    assert engines[1:] == [
        {
            "Engines": [
                {"Alder": "engines/alder/index.md"},
                {"Birch": "engines/birch/index.md"},
                {"Cedar": "engines/cedar/index.md"},
            ]
        },
        {"Orchestrators": [{"Dogwood": "engines/dogwood/index.md"}]},
    ]


def test_every_table_is_exported_in_every_form(rendering: Rendering, edition: Edition) -> None:
    """One file a table and form."""
    exported = {artifact.path for artifact in rendering.extras}
    assert {f"exports/{table}.{suffix}" for table in edition.tables for suffix in formats()} <= exported


def test_every_statement_has_its_place_on_a_page() -> None:
    """The queue, proofs and answers link to statements; each is where its permanent anchor says. In the real data."""
    catalog = derive(load(ROOT / "data"), date.fromisoformat(TODAY))
    pages = {artifact.path: artifact.text for artifact in render(catalog, pages_by_hand(ROOT / "docs")).artifacts}
    lost = []
    for address in catalog.claims:
        link = urls.link_to(address, "")
        named = (f'id="{link.anchor}"', f"{{: #{link.anchor} ", f"{{: #{link.anchor}}}")
        if link.anchor and not any(name in pages[link.page] for name in named):
            lost.append(address)
    assert lost == []


def test_artifacts_end_in_a_newline_and_carry_no_mark(rendering: Rendering) -> None:
    """Text files as Git and editors like them; a byte-order mark is in none, CSV and JSON included."""
    for artifact in rendering.artifacts:
        assert artifact.text.endswith("\n"), artifact.path
        assert "\N{BYTE ORDER MARK}" not in artifact.text, artifact.path


def test_rendering_twice_gives_the_same(catalog: Catalog) -> None:
    """Nothing is kept from one rendering to the next."""
    assert render(catalog) == render(catalog)
