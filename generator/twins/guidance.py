"""Twins of caveats, myths, answers, glossary and checklists."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from generator import cells, urls
from generator.derive import Catalog, caveat_order
from generator.edition import Edition
from generator.pages import caveats, checklists, myths, parts
from generator.prose import GLOSSARY
from generator.schema import Caveat, Checklist, Faq, Term
from generator.twins.text import Twin, Writer, items, plain


def pages(edition: Edition) -> Iterator[Twin]:
    catalog = edition.catalog
    yield _caveats(catalog)
    yield _myths(edition)
    for name, topic in catalog.dataset.faq.items():
        yield _topic(catalog, name, topic)
    yield _glossary(catalog)
    for name, each in checklists.in_order(catalog.dataset.checklists):
        yield _checklist(catalog, name, each)


def stands_on(writer: Writer, lines: Iterable[parts.Line]) -> list[str]:
    """The statements that a text cites, each with its value and evidence."""
    found = []
    for line in lines:
        said = ": ".join(filter(None, (writer.link(line.label), writer.says(line.cell))))
        found.append("Stands on: " + "; ".join(filter(None, (said, writer.why(line.cell)))))
    return found


def _caveats(catalog: Catalog) -> Twin:
    writer = Writer(caveats.INDEX)
    ordered = sorted(catalog.dataset.caveats.items(), key=lambda item: caveat_order(*item))
    blocks = [_caveat(catalog, writer, name, caveat) for name, caveat in ordered]
    return writer.twin(
        "Caveats", "Dated warnings that limit what the tables say, open and most serious first.", *blocks
    )


def _caveat(catalog: Catalog, writer: Writer, name: str, caveat: Caveat) -> str:
    entry = caveats.entry_of(catalog, name, caveat)
    affects = [f"{writer.link(one.link)}{f': {plain(one.only)}' if one.only else ''}" for one in entry.concerned]
    dates = f", {plain(entry.view.dates)}" if entry.view.dates else ""
    lines = [
        f"{plain(entry.view.severity.text)}, {plain(entry.view.kind)}{dates}",
        f"Affects: {'; '.join(affects)}",
        f"Do: {writer.line(caveat.do)}",
        f"Resolved: {writer.line(caveat.resolved.how)}" if caveat.resolved else "",
    ]
    head = f"## {plain(caveat.title)}\n\n{writer.prose(caveat.what)}\n"
    return "\n".join([head, *items(lines), writer.evidence(entry.view.cell)])


def _myths(edition: Edition) -> Twin:
    writer = Writer(myths.INDEX)
    blocks = []
    for entry in (entry for group in myths.groups_of(edition) for entry in group.entries):
        says = [
            f"{writer.link(voice.link)}{f' ({one.when})' if one.when else ''} says: {writer.line(one.says)}"
            for voice, one in entry.positions
        ]
        lines = [f"Verdict: {plain(entry.verdict.text)}", *says, *stands_on(writer, entry.cited)]
        head = f"## “{plain(entry.myth.belief)}”\n\n{writer.prose(entry.myth.truth)}\n"
        blocks.append("\n".join([head, *items(lines), writer.evidence(entry.cell)]))
    summary = "Old impressions and points on which guides disagree, with who says what and what the evidence says."
    return writer.twin("Myths and disagreements", summary, *blocks)


def _topic(catalog: Catalog, name: str, topic: Faq) -> Twin:
    writer = Writer(urls.page_of("faq", name))
    blocks = []
    for question_id, question in topic.questions.items():
        address = f"faq/{name}:questions.{question_id}"
        lines = [
            f"Why: {writer.line(question.why)}",
            f"Do: {writer.line(question.do)}" if question.do else "",
            *stands_on(writer, parts.cited(catalog, question.cites)),
        ]
        head = f"## {plain(question.ask)}\n\n{writer.prose(question.answer)}\n"
        blocks.append("\n".join([head, *items(lines), writer.evidence(cells.of_text(catalog, address, ""))]))
    whole = writer.evidence(cells.of_text(catalog, f"faq/{name}", ""))
    return writer.twin(topic.title, topic.summary, whole, *blocks)


def _glossary(catalog: Catalog) -> Twin:
    writer = Writer(GLOSSARY)
    terms = catalog.dataset.glossary.terms
    ordered = sorted(terms.values(), key=lambda term: term.term.casefold())
    whole = writer.evidence(cells.of_text(catalog, "glossary/glossary", ""))
    blocks = [_term(catalog, writer, term) for term in ordered]
    return writer.twin("Glossary", "The words this site uses, each with what it means here.", whole, *blocks)


def _term(catalog: Catalog, writer: Writer, term: Term) -> str:
    glossary = catalog.dataset.glossary
    found = [glossary.sources.get(name) or catalog.dataset.sources[name] for name in term.sources]
    lines = [
        f"Also: {plain(', '.join(term.also))}" if term.also else "",
        f"See also: {plain(', '.join(glossary.terms[other].term for other in term.see))}" if term.see else "",
        f"Sources: {writer.links(cells.source_link(source) for source in found)}" if found else "",
    ]
    means = f"{writer.line(term.short)}\n\n{writer.prose(term.means)}"
    return "\n".join([f"## {plain(term.term)}\n\n{means}\n", *items(lines)])


def _checklist(catalog: Catalog, name: str, each: Checklist) -> Twin:
    writer = Writer(urls.page_of("checklists", name))
    blocks = []
    for part in each.parts.values():
        lines = [
            f"- [ ] {writer.line(item.do)}" + (f" Why: {writer.line(item.why)}" if item.why else "")
            for item in part.items
        ]
        blocks.append("\n".join([f"## {plain(part.title)}", "", *lines]))
    return writer.twin(
        each.title, each.summary, *blocks, writer.evidence(cells.of_text(catalog, f"checklists/{name}", ""))
    )
