"""Links inside prose: web addresses and addresses of things in the data, nothing that runs, nothing that is gone."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from datetime import date

from generator.load import Dataset, Origin, dotted
from generator.placed import Path_, texts_of
from generator.problems import Problem, did_you_mean
from generator.prose import is_good_target, links_in

_PARTS = {"trees": ("questions", "outcomes"), "faq": ("questions",), "glossary": ("terms",)}


def links_lead_somewhere(dataset: Dataset, today: date) -> Iterator[Problem]:
    known = addresses(dataset)
    for origin, texts in _written(dataset):
        for path, text in texts:
            for target in dict.fromkeys(links_in(text) if "](" in text else ()):
                fault, hint = _fault(target, known)
                if fault:
                    yield origin.problem(path, f"{dotted(path)}: the link to {target!r} {fault}.", "link", hint)


def _fault(target: str, known: Collection[str]) -> tuple[str, str]:
    """What is wrong with a target, and what to write instead; nothing for a good one."""
    if not is_good_target(target):
        return "is not allowed", "Link to https://…, or to a thing in the data such as engines/NAME."
    # `tables/NAME` is no thing in the data; the check of the built site follows those.
    if ":/" in target or target.startswith("tables/") or target in known:
        return "", ""
    return "leads nowhere", did_you_mean(target, known)


def addresses(dataset: Dataset) -> set[str]:
    """Everything that prose may link to: things, their statements, and the parts of trees, topics and glossary."""
    found: set[str] = set()
    for collection, name, document in dataset.documents():
        thing = f"{collection}/{name}"
        found.add(thing)
        found |= {f"{thing}:{'.'.join(map(str, path))}" for path in dataset.claims_in(collection, name) if path}
        for part in _PARTS.get(collection, ()):
            found |= {f"{thing}:{part}.{key}" for key in getattr(document, part)}
    return found


def _written(dataset: Dataset) -> Iterator[tuple[Origin, Sequence[tuple[Path_, str]]]]:
    """All prose that people write, by file."""
    for collection, name, _ in dataset.documents():
        yield dataset.origin(collection, name), dataset.prose_in(collection, name)
    for name in ("features", "sources"):
        yield dataset.origin(name, name), texts_of(getattr(dataset, name), (name,))
    for name in ("vocabulary", "site"):
        yield dataset.origin(name, name), texts_of(getattr(dataset, name))


CHECKS: tuple[Callable[[Dataset, date], Iterator[Problem]], ...] = (links_lead_somewhere,)
