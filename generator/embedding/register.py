"""Which documents show what: the register that lets a stale statement say who relies on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from generator import derive
from generator.derive import Catalog
from generator.embedding.documents import Examined
from generator.embedding.fragments import KINDS, chosen_part
from generator.schema import Embeds
from generator.table import Table


def recorded(old: Embeds, place: str, examined: Iterable[Examined], root: str) -> Embeds:
    """The register with what the documents of one place show now, instead of what they showed before."""
    kept = {name: shown for name, shown in old.documents.items() if not name.startswith(f"{place}:")}
    for one in examined:
        blocks = tuple(dict(finding.options) for finding in one.findings if finding.block)
        if blocks:
            kept[f"{place}:{one.path.as_posix().removeprefix(root)}"] = blocks
    return Embeds(documents=dict(sorted(kept.items())))


def text_of(register: Embeds) -> str:
    """The register as YAML, one line a block, sorted, so that a change is one line of a diff."""
    lines = ["# Written by `kb embed --register` only: which documents show what.", "documents:"]
    for name, blocks in register.documents.items():
        lines.append(f"  {_quoted(name)}:")
        lines += [f"    - {{{', '.join(f'{key}: {_quoted(value)}' for key, value in one.items())}}}" for one in blocks]
    return "\n".join([*lines, ""]) if register.documents else f"{lines[0]}\ndocuments: {{}}\n"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def reliances(catalog: Catalog, tables: Mapping[str, Table]) -> Counter[str]:
    """How many registered documents rely on each statement."""
    found: Counter[str] = Counter()
    for blocks in catalog.dataset.embeds.documents.values():
        found.update({address for options in blocks for address in _addresses(catalog, tables, options)})
    return found


def _addresses(catalog: Catalog, tables: Mapping[str, Table], options: Mapping[str, str]) -> Iterator[str]:
    kind = next((kind for kind in KINDS if kind in options), "")
    name, _, part = options.get(kind, "").partition(":")
    if kind == "table" and name in tables:
        try:
            table = chosen_part(tables[name], options)
        except KeyError:
            return  # a row that is gone; the check of the document says so
        yield from (cell.address for row in table.rows for cell in row.cells if cell.address)
    elif kind == "tree" and name in catalog.proofs:
        yield f"trees/{name}"
        yield from (address for proof in catalog.proofs[name].values() for address in derive.stands_on(proof))
    elif kind == "outcome" and part in catalog.proofs.get(name, {}):
        yield from derive.stands_on(catalog.proofs[name][part])
    elif kind == "checklist":
        yield f"checklists/{name}"
    elif kind == "caveats":
        yield from _about(catalog, name, part)


def _about(catalog: Catalog, kind: str, name: str) -> Iterator[str]:
    for key, caveat in catalog.dataset.caveats.items():
        if any(getattr(affected, kind, None) == name for affected in caveat.affects):
            yield f"caveats/{key}"
