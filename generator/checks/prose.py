"""Links inside prose: web addresses and addresses of things in the data, nothing that runs, nothing that is gone."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from datetime import date
from functools import cache
from typing import Any

from pydantic import BaseModel

from generator.claims import claims_of
from generator.load import Dataset, Origin, dotted
from generator.placed import SCALARS, Path_
from generator.problems import Problem, did_you_mean
from generator.prose import is_good_target, links_in
from generator.schema import Probe

_CODE = ("commands", "command")  # shown as typed; brackets there are no links
_PARTS = {"trees": ("questions", "outcomes"), "faq": ("questions",), "glossary": ("terms",)}


def links_lead_somewhere(dataset: Dataset, today: date) -> Iterator[Problem]:
    known = addresses(dataset)
    for origin, start, value in _written(dataset):
        for path, text in texts_of(value, start):
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
        found |= {f"{thing}:{'.'.join(map(str, path))}" for path, _ in claims_of(document) if path}
        for part in _PARTS.get(collection, ()):
            found |= {f"{thing}:{part}.{key}" for key in getattr(document, part)}
    return found


def _written(dataset: Dataset) -> Iterator[tuple[Origin, Path_, Any]]:
    """Everything people write, with the file and the place in it."""
    for collection, name, document in dataset.documents():
        yield dataset.origin(collection, name), (), document
    for name in ("features", "sources"):
        yield dataset.origin(name, name), (name,), getattr(dataset, name)
    for name in ("vocabulary", "site"):
        yield dataset.origin(name, name), (), getattr(dataset, name)


def texts_of(value: Any, path: Path_) -> Iterator[tuple[Path_, str]]:
    """All prose inside a value, with its place."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, Probe):
        return
    elif isinstance(value, BaseModel):
        for name, written in _fields(type(value)):
            yield from texts_of(getattr(value, name), (*path, written))
    elif isinstance(value, tuple):
        for index, item in enumerate(value):
            yield from texts_of(item, (*path, index))
    elif not isinstance(value, SCALARS) and isinstance(value, Mapping):
        for key, item in value.items():
            yield from texts_of(item, (*path, key))


@cache
def _fields(kind: type[BaseModel]) -> tuple[tuple[str, str], ...]:
    """The fields that may hold prose, with their names as people write them."""
    return tuple((name, field.alias or name) for name, field in kind.model_fields.items() if name not in _CODE)


CHECKS: tuple[Callable[[Dataset, date], Iterator[Problem]], ...] = (links_lead_somewhere,)
