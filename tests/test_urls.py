"""Where pages are, and how one leads to another."""

from __future__ import annotations

import pytest

from generator import urls
from generator.table import Link


@pytest.mark.parametrize(
    ("source", "target", "anchor", "link"),
    [
        ("index.md", "engines/alder/index.md", "", "engines/alder/index.html"),
        ("engines/alder/index.md", "index.md", "", "../../index.html"),
        ("decide/tree/index.md", "formats/acorn/index.md", "bits-a", "../../formats/acorn/index.html#bits-a"),
        ("tables/devices/index.md", "exports/devices.csv", "", "../../exports/devices.csv"),
        ("tables/devices/index.md", "exports/devices.md", "", "../../exports/devices.m%64#"),
        ("decide/tree/index.md", "decide/tree/index.md", "q-where", "#q-where"),
        ("decide/tree/index.md", "", "q-where", "#q-where"),
        ("decide/tree/index.md", "decide/tree/index.md", "", "index.html"),
        ("exports/table.html", "engines/alder/index.md", "", "../engines/alder/index.html"),
    ],
)  # fmt: skip
def test_links_are_relative_and_name_the_built_file(source: str, target: str, anchor: str, link: str) -> None:
    """A link works under any path and from disk: it is relative and ends in a file; on one page it is an anchor."""
    assert urls.relative(source, target, anchor) == link


def test_a_link_leads_to_the_web_to_a_page_or_nowhere() -> None:
    """A web address is taken as it is; a link without any target has none."""
    assert urls.href(Link("x", url="https://a.b/c"), "index.md") == "https://a.b/c"
    assert urls.href(Link("x", page="faq/caches/index.md", anchor="y"), "index.md") == "faq/caches/index.html#y"
    assert urls.href(Link("x"), "index.md") == ""


@pytest.mark.parametrize(
    ("address", "page", "anchor"),
    [
        ("engines/alder", "engines/alder/index.md", ""),
        ("engines/alder:formats.acorn", "engines/alder/index.md", "formats-acorn"),
        ("engines/alder:quickstarts.0", "engines/alder/index.md", "quickstarts-0"),
        ("formats/husk:bits.husk-g32", "formats/husk/index.md", "bits-husk-g32"),
        ("backends/metal", "hardware/backends/metal/index.md", ""),
        ("devices/grove-9:links.vine", "hardware/devices/grove-9/index.md", "links-vine"),
        ("trees/first-tree:outcomes.serve", "decide/first-tree/index.md", "serve"),
        ("faq/caches:questions.kv-cache-size", "faq/caches/index.md", "kv-cache-size"),
        ("faq/caches", "faq/caches/index.md", ""),
        ("caveats/open-port", "caveats/index.md", "open-port"),
        ("myths/trees-are-slow", "myths/index.md", "trees-are-slow"),
        ("glossary/glossary:terms.kv-cache", "glossary/index.md", "kv-cache"),
    ],
)
def test_every_address_has_a_page_and_an_anchor(address: str, page: str, anchor: str) -> None:
    """What the data calls `collection/id:path` is shown at one place, named by ids and never by words."""
    assert urls.link_to(address, "text") == Link("text", page=page, anchor=anchor)
