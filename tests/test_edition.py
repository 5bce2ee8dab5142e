"""One edition: the catalog, and what is computed from it once for many pages."""

from __future__ import annotations

from generator.comparisons import COMPARISONS
from generator.edition import Edition


def test_an_edition_holds_every_table_and_the_terms_of_the_glossary(edition: Edition) -> None:
    """Tables by id, and the spellings of the data's own glossary."""
    declared = [comparison.id for comparison in COMPARISONS]
    assert list(edition.tables) == [name for name in declared if name in edition.tables]
    assert all(table.rows for table in edition.tables.values())
    assert edition.terms.terms == edition.catalog.dataset.glossary.terms


def test_pages_of_an_edition_forget_what_others_linked(edition: Edition) -> None:
    """A term is linked once on each page, not once in the site."""
    pages = [
        edition.page("formats.md.j2", path, groups=[("k", "l", "m", [])], table=None) for path in ("a/x.md", "b/x.md")
    ]
    assert [page.path for page in pages] == ["a/x.md", "b/x.md"]
    assert pages[0].text == pages[1].text
