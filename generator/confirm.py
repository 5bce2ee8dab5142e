"""A statement that was checked again: new evidence written into its file, and not one other byte of it changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

import yaml

from generator.claims import PlacedClaim
from generator.freshness import Freshness
from generator.load import Dataset
from generator.placed import Path_
from generator.problems import did_you_mean
from generator.schema import FOLDERS, Document


class ConfirmError(Exception):
    """Why a statement is not to be confirmed so."""


def find(claims: Mapping[str, PlacedClaim], target: str) -> PlacedClaim:
    """A statement by its address or by file and path: `engines/x:backends.cuda`, `data/engines/x.yml:backends.cuda`."""
    address = target
    head, separator, path = target.partition(".yml")
    if separator and (not path or path[0] == ":"):
        folders = head.replace("\\", "/").split("/")
        address = "/".join(folders[-2:]) + path
    if address not in claims:
        raise ConfirmError(f"there is no statement {address!r}. {did_you_mean(address, claims)}")
    return claims[address]


def changes(
    placed: PlacedClaim, state: Freshness, as_of: date, against: str | None, sources: Sequence[str]
) -> dict[str, str]:
    """What becomes new in the evidence of a statement. Raises ConfirmError when that is nothing, or not enough."""
    claim = placed.claim
    if as_of < claim.as_of:
        raise ConfirmError(f"{placed.address} was checked on {claim.as_of}, which is later than {as_of}")
    if state.state == "refuted":
        raise ConfirmError(f"{placed.address} was refuted: {state.reason}. Correct it, or its probe, and run kb probe")
    if state.state == "behind" and against in (None, claim.against):
        raise ConfirmError(f"{placed.address} is behind: {state.reason}. Say --against which version you looked at")
    new: dict[str, str] = {}
    if as_of != claim.as_of:
        new["as_of"] = as_of.isoformat()
    if against is not None and against != claim.against:
        new["against"] = _scalar(against)
    if sources and tuple(sources) != claim.sources:
        new["sources"] = f"[{', '.join(sources)}]"
    if not new:
        raise ConfirmError(f"nothing about the evidence of {placed.address} is new: same day, version and sources")
    return new


def _scalar(text: str) -> str:
    plain = all(sign.isalnum() or sign in ".-_" for sign in text) and not text.startswith("-")
    return text if plain else '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def edited(text: str, collection: str, path: Path_, new: Mapping[str, str]) -> str:
    """The text of a file with fields of one statement replaced or added; `path` is empty for the file itself."""
    node = _at(yaml.compose(text, yaml.SafeLoader), path or ("evidence",))
    if isinstance(node, yaml.ScalarNode):
        start, end = node.start_mark.index, node.end_mark.index
        fields = ", ".join(f"{name}: {value}" for name, value in new.items())
        return _spliced(text, [(start, end, f"{{{_key(collection, path)}: {text[start:end]}, {fields}}}")])
    assert isinstance(node, yaml.MappingNode)
    there = {key.value: (value.start_mark.index, value.end_mark.index) for key, value in node.value}
    splices = [(*there[name], value) for name, value in new.items() if name in there]
    added = [f"{name}: {value}" for name, value in new.items() if name not in there]
    if added and node.flow_style:
        end = node.end_mark.index - 1
        while text[end - 1].isspace():
            end -= 1
        comma = "" if text[end - 1] in ",{" else ","
        splices.append((end, end, f"{comma} {', '.join(added)}"))
    elif added:
        line_end = "\r\n" if "\r\n" in text else "\n"
        start, indent = node.start_mark.index, " " * node.start_mark.column
        splices.append((start, start, "".join(f"{field}{line_end}{indent}" for field in added)))
    return _spliced(text, splices)


def scaffolded(text: str, path: Path_, remark: str) -> str:
    """The text with a line before a statement that says what to do there."""
    mark = _at(yaml.compose(text, yaml.SafeLoader), path or ("evidence",)).start_mark
    lines = text.splitlines(keepends=True)
    line = lines[mark.line]
    indent = line[: len(line) - len(line.lstrip())]
    return "".join([*lines[: mark.line], f"{indent}{remark}\n", *lines[mark.line :]])


def _at(node: yaml.Node | None, path: Path_) -> yaml.Node:
    for part in path:
        if isinstance(node, yaml.SequenceNode) and isinstance(part, int):
            node = node.value[part]
        elif isinstance(node, yaml.MappingNode):
            node = next(value for key, value in node.value if key.value == part)
    assert node is not None
    return node


def _key(collection: str, path: Path_) -> str:
    """The key that a single word stands for in a section: `level`, or `is`."""
    model = FOLDERS[collection]
    assert issubclass(model, Document)
    return model.SECTIONS[str(path[0])][1]


def _spliced(text: str, splices: Sequence[tuple[int, int, str]]) -> str:
    for start, end, replacement in sorted(splices, reverse=True):
        text = text[:start] + replacement + text[end:]
    return text


def inheriting(dataset: Dataset, placed: PlacedClaim, claims: Mapping[str, PlacedClaim]) -> int:
    """How many statements inside a file take their evidence from it, and would be confirmed along with it."""
    if placed.path:
        return 0
    file = (placed.collection, placed.name)
    marks = dataset.origin(*file).marks
    inside = (one for one in claims.values() if (one.collection, one.name) == file and one.path)
    return sum((*one.path, "as_of") not in marks for one in inside)
