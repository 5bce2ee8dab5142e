"""Everything of data/ as items: its fields as they are named there, with evidence inside each statement."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import date
from typing import Any

from pydantic import BaseModel

from generator import urls
from generator.api.documents import Item, SourceRef
from generator.api.evidence import evidence_of, source_id, source_ref, source_refs
from generator.api.paths import of_address, permalink
from generator.derive import Catalog
from generator.placed import Path_, PlacedClaim
from generator.prose import words
from generator.schema import Claim, Document, Myth, Word
from generator.table import Link

Tell = Callable[[Path_, Claim], dict[str, Any]]


def of_collection(catalog: Catalog, collection: str) -> list[Item]:
    """The items of any collection, in the order of the data."""
    special = {"glossary": _terms, "features": _features, "sources": _sources, "vocabulary": _words}
    return list(special.get(collection, _documents)(catalog, collection))


def _documents(catalog: Catalog, collection: str) -> Iterator[Item]:
    for name, document in getattr(catalog.dataset, collection).items():
        address = f"{collection}/{name}"
        whole = catalog.claims.get(address)
        yield {
            "id": name,
            "address": address,
            "title": title_of(document),
            "path": f"{collection}/{name}.json",
            "permalink": of_address(address),
            "evidence": evidence_of(catalog, whole) if whole else None,
            "sources": _named(catalog, address, document),
            "data": told(document, address, catalog),
        }


def title_of(document: Document) -> str:
    """What a thing is called, without marks."""
    return words(next(str(getattr(document, key)) for key in ("name", "title", "belief") if hasattr(document, key)))


def told(document: Document, owner: str, catalog: Catalog) -> dict[str, Any]:
    """The fields of a document; each statement inside it carries its address, permalink and evidence."""

    def tell(path: Path_, claim: Claim) -> dict[str, Any]:
        address = f"{owner}:{'.'.join(map(str, path))}"
        own = {name: value for name, value in dumped(claim).items() if name not in Claim.model_fields}
        told = {"address": address, "permalink": of_address(address)}
        return {**own, **told, "evidence": evidence_of(catalog, catalog.claims[address])}

    return {name: value for name, value in _plain(document, (), tell).items() if name not in Document.model_fields}


def dumped(record: BaseModel) -> dict[str, Any]:
    return record.model_dump(mode="json", by_alias=True)


def _plain(value: Any, path: Path_, tell: Tell) -> Any:
    if isinstance(value, Claim):
        return tell(path, value)
    if isinstance(value, BaseModel):
        fields = type(value).model_fields.items()
        return {info.alias or name: _plain(getattr(value, name), (*path, name), tell) for name, info in fields}
    if isinstance(value, Mapping):
        return {name: _plain(inner, (*path, name), tell) for name, inner in value.items()}
    if isinstance(value, tuple):
        return [_plain(inner, (*path, index), tell) for index, inner in enumerate(value)]
    return value.isoformat() if isinstance(value, date) else value


def _named(catalog: Catalog, address: str, document: Document) -> dict[str, SourceRef]:
    """The sources that a document names outside its evidence: those of the positions on a myth."""
    names = dict.fromkeys(position.who for position in document.positions) if isinstance(document, Myth) else {}
    found = {name: document.sources.get(name) or catalog.dataset.sources.get(name) for name in names}
    return {name: source_ref(source_id(document, address, name), source) for name, source in found.items() if source}


def _item(name: str, address: str, title: str, path: str, link: str | None, record: BaseModel | dict[str, Any]) -> Item:
    """An item that is no file of its own, and so has the evidence that it is given later, if any."""
    data = dumped(record) if isinstance(record, BaseModel) else record
    return {
        "id": name,
        "address": address,
        "title": title,
        "path": path,
        "permalink": link,
        "evidence": None,
        "sources": {},
        "data": data,
    }


def _terms(catalog: Catalog, collection: str) -> Iterator[Item]:
    whole: PlacedClaim | None = catalog.claims.get("glossary/glossary")
    for name, term in catalog.dataset.glossary.terms.items():
        address = f"glossary/glossary:terms.{name}"
        item = _item(name, address, term.term, f"{collection}/{name}.json", of_address(address), term)
        if whole:
            item["evidence"] = evidence_of(catalog, whole)
            item["sources"] = dict(zip(term.sources, source_refs(catalog, whole, term.sources), strict=True))
        yield item


def _features(catalog: Catalog, collection: str) -> Iterator[Item]:
    for name, feature in catalog.dataset.features.items():
        term = urls.link_to(f"glossary/glossary:terms.{feature.term}", "") if feature.term else None
        path = f"{collection}/{name}.json"
        yield _item(name, f"features/{name}", feature.label, path, permalink(term), feature)


def _sources(catalog: Catalog, collection: str) -> Iterator[Item]:
    """The shared sources, then those of each file. They lie in one file: nobody asks for a single citation."""
    path = f"{collection}.json"
    for name, source in catalog.dataset.sources.items():
        yield _item(name, f"sources/{name}", source.title, path, None, source)
    for owner, thing, document in catalog.dataset.documents():
        for name, source in document.sources.items():
            address = f"{owner}/{thing}"
            link = permalink(Link("", page=urls.page_of(owner, thing)))
            yield _item(
                source_id(document, address, name), f"{address}:sources.{name}", source.title, path, link, source
            )


def _words(catalog: Catalog, collection: str) -> Iterator[Item]:
    vocabulary = catalog.dataset.vocabulary
    for name in type(vocabulary).model_fields:
        entries: Mapping[str, Word | int] = getattr(vocabulary, name)
        data = {key: dumped(word) if isinstance(word, Word) else word for key, word in entries.items()}
        title = name.replace("_", " ").capitalize()
        yield _item(name, f"vocabulary/{name}", title, f"{collection}/{name}.json", None, data)
