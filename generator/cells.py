"""A claim of the data as a `Cell`: word and mark, note, and what stands behind it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from generator import prose, urls
from generator.claims import PlacedClaim
from generator.derive import Catalog
from generator.freshness import Freshness
from generator.schema import Claim, Figure, Fit, Share, Source, Statement, Word
from generator.table import Cell, Detail, Link
from generator.values import said


def word(words: Mapping[str, Word], name: str) -> Word:
    return words[name]


def source_link(source: Source) -> Link:
    """A citation as a link; what has no web address is named by package, file or publisher."""
    text = source.title
    if not source.url and source.package:
        text = f"{source.title} ({source.package}{f', {source.file}' if source.file else ''})"
    elif not source.url and source.publisher:
        text = f"{source.title} ({source.publisher})"
    return Link(text, url=source.url or "")


def checked(claim: Claim) -> str:
    against = f" against {claim.against}" if claim.against else ""
    return f"{claim.as_of}{against}"


def evidence(catalog: Catalog, placed: PlacedClaim) -> tuple[Detail, ...]:
    """What stands behind a claim: sources, day, version, how, and whether it is still fresh."""
    claim, state = placed.claim, catalog.freshness[placed.address]
    vocabulary = catalog.dataset.vocabulary
    fresh = vocabulary.freshness[state.state]
    links = tuple(source_link(catalog.source(placed, source)) for source in claim.sources)
    lines = [
        Detail("Source" if len(links) == 1 else "Sources", links=links),
        Detail("Checked", f"{checked(claim)}, {vocabulary.how[claim.how].label}"),
    ]
    run = catalog.runs.get(placed.address)
    if run is not None:
        lines.append(Detail("Looked again", f"{run.date}, a program, {run.place} {run.version}: {run.saw}"))
    if state.state == "fresh":
        again = _review_day(state)
        lines.append(Detail("Re-check by", str(again)) if again else Detail("State", state.reason))
    else:
        lines.append(Detail("State", f"{fresh.mark} {fresh.label}: {state.reason}"))
    return tuple(lines)


def _review_day(state: Freshness) -> date | None:
    """None for history, which nobody has to check again."""
    return None if state.review_by == date.max else state.review_by


def of_statement(catalog: Catalog, address: str) -> Cell:
    """A support level as a cell; Unknown when nobody has stated it."""
    placed = catalog.claims.get(address)
    if placed is None or not isinstance(placed.claim, Statement):
        return unknown(catalog)
    statement = placed.claim
    level = catalog.dataset.vocabulary.levels[statement.level]
    details = []
    note = prose.words(statement.note) if statement.note else ""
    if note:
        details.append(Detail("Note", note))
    if statement.since:
        details.append(Detail("Since", statement.since))
    if statement.removed:
        details.append(Detail("Removed in", statement.removed))
    if statement.on:
        details.append(Detail("Stated for", ", ".join(catalog.dataset.backends[b].name for b in statement.on)))
    return _cell(catalog, placed, level.label, statement.level, level.mark or "", note, details)


def of_fit(catalog: Catalog, address: str) -> Cell:
    placed = catalog.claims.get(address)
    if placed is None or not isinstance(placed.claim, Fit):
        return unknown(catalog)
    fit = placed.claim
    label = catalog.dataset.vocabulary.fits[fit.fits]
    return _cell(
        catalog, placed, label.label, fit.fits, label.mark or "", fit.because, [Detail("Because", fit.because)]
    )


def of_figure(catalog: Catalog, address: str) -> Cell:
    placed = catalog.claims.get(address)
    if placed is None or not isinstance(placed.claim, (Figure, Share)):
        return unknown(catalog)
    figure = placed.claim
    details = [Detail("Note", figure.note)] if figure.note else []
    return _cell(catalog, placed, said(catalog.dataset, figure), "figure", "", figure.note or "", details)


def of_text(catalog: Catalog, address: str, text: str, state: str = "text", note: str = "", mark: str = "") -> Cell:
    """Any text that a claim backs."""
    placed = catalog.claims.get(address)
    if placed is None:
        return Cell(text, state=state, mark=mark, note=note)
    return _cell(catalog, placed, text, state, mark, note, [Detail("Note", note)] if note else [])


def unknown(catalog: Catalog) -> Cell:
    level = catalog.dataset.vocabulary.levels["unknown"]
    return Cell(level.label, state="unknown", mark=level.mark or "")


def _cell(
    catalog: Catalog, placed: PlacedClaim, text: str, state: str, mark: str, note: str, details: list[Detail]
) -> Cell:
    return Cell(
        text=text,
        state=state,
        mark=mark,
        freshness=catalog.freshness[placed.address].state,
        note=note,
        as_of=placed.claim.as_of,
        against=placed.claim.against or "",
        review_by=_review_day(catalog.freshness[placed.address]),
        details=(*details, *evidence(catalog, placed)),
        link=urls.link_to(placed.address, "In full"),
        address=placed.address,
    )
