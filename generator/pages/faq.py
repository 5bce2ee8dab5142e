"""Questions and answers by topic, and the glossary."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from generator import cells, urls
from generator.edition import Edition
from generator.pages import parts
from generator.prose import GLOSSARY
from generator.schema import Term
from generator.table import Link
from generator.templating import Artifact

INDEX = "faq/index.md"


@dataclass(frozen=True)
class Entry:
    """A term of the glossary, and the terms to see also."""

    name: str
    term: Term
    see: tuple[Link, ...]


def pages(edition: Edition) -> Iterator[Artifact]:
    catalog = edition.catalog
    topics = sorted(catalog.dataset.faq.items(), key=lambda item: (item[1].order, item[0]))
    listed = [
        (
            name,
            Link(topic.title, page=urls.page_of("faq", name)),
            topic.summary,
            [
                Link(question.ask, page=urls.page_of("faq", name), anchor=question_id)
                for question_id, question in topic.questions.items()
            ],
        )
        for name, topic in topics
    ]
    yield edition.page("faq.md.j2", INDEX, topics=listed)
    for name, topic in topics:
        questions = [
            {
                "id": question_id,
                "question": question,
                "cited": parts.cited(catalog, question.cites),
                "cell": cells.of_text(catalog, f"faq/{name}:questions.{question_id}", ""),
                "standing": parts.standing(catalog, [f"faq/{name}:questions.{question_id}", *question.cites]),
            }
            for question_id, question in topic.questions.items()
        ]
        yield edition.page(
            "faq_topic.md.j2",
            urls.page_of("faq", name),
            topic=topic,
            questions=questions,
            edit=parts.edit_link(catalog, "faq", name),
        )


def glossary_pages(edition: Edition) -> Iterator[Artifact]:
    catalog = edition.catalog
    terms = catalog.dataset.glossary.terms
    entries = [
        Entry(name, term, tuple(Link(terms[other].term, anchor=other) for other in term.see))
        for name, term in sorted(terms.items(), key=lambda item: item[1].term.casefold())
    ]
    yield edition.page(
        "glossary.md.j2",
        GLOSSARY,
        total=len(entries),
        letters=[(letter, list(found)) for letter, found in groupby(sorted(entries, key=_shelf), key=_shelf)],
        edit=parts.edit_link(catalog, "glossary", "glossary"),
    )


def _shelf(entry: Entry) -> str:
    """The letter under which a term stands; what starts with no letter of the alphabet comes first."""
    first = entry.term.term[:1].upper()
    return first if "A" <= first <= "Z" else ""
