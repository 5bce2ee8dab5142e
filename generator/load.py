"""Files of data/ -> `Dataset`, or every parse problem of every file at once. Reads, never writes."""

from __future__ import annotations

import re
import types
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin

import yaml
from pydantic import BaseModel, ValidationError

from generator.problems import DataError, Problem, did_you_mean
from generator.schema import (
    FILES,
    FOLDERS,
    ID_PATTERN,
    Backend,
    Caveat,
    Checklist,
    Device,
    Document,
    Engine,
    Evidence,
    Faq,
    Feature,
    Format,
    Glossary,
    Ledger,
    Model,
    Myth,
    Site,
    Source,
    Tree,
    Vocabulary,
)

T = TypeVar("T", bound=BaseModel)
Path_ = tuple[str | int, ...]
Mark = tuple[int, int]

_YAML_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
MAX_DEPTH = 40
MAX_ALIASED_NODES = 10_000
MAX_PROBLEMS_A_FILE = 50
_RESERVED = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))}
KEY = "[key]"


@dataclass(frozen=True)
class Origin:
    """Where a document came from, and where in the file each of its parts stands."""

    file: str
    marks: Mapping[Path_, Mark]

    def at(self, path: Path_ = ()) -> Mark:
        while path and path not in self.marks:
            path = path[:-1]
        return self.marks.get(path, (1, 1))

    def problem(self, path: Path_, message: str, rule: str, hint: str = "") -> Problem:
        line, column = self.at(path)
        return Problem(self.file, line, column, message, rule, hint)


@dataclass(frozen=True)
class Dataset:
    """Everything data/ says, typed. Keys are ids; `origins` is keyed by `collection/id`."""

    vocabulary: Vocabulary
    site: Site
    glossary: Glossary
    features: Mapping[str, Feature]
    sources: Mapping[str, Source]
    engines: Mapping[str, Engine] = field(default_factory=dict)
    formats: Mapping[str, Format] = field(default_factory=dict)
    backends: Mapping[str, Backend] = field(default_factory=dict)
    devices: Mapping[str, Device] = field(default_factory=dict)
    models: Mapping[str, Model] = field(default_factory=dict)
    caveats: Mapping[str, Caveat] = field(default_factory=dict)
    myths: Mapping[str, Myth] = field(default_factory=dict)
    trees: Mapping[str, Tree] = field(default_factory=dict)
    faq: Mapping[str, Faq] = field(default_factory=dict)
    checklists: Mapping[str, Checklist] = field(default_factory=dict)
    releases: Mapping[str, Ledger] = field(default_factory=dict)
    origins: Mapping[str, Origin] = field(default_factory=dict)

    def documents(self) -> Iterator[tuple[str, str, Document]]:
        """Every authored file with evidence of its own, as (collection, id, document)."""
        for collection in FOLDERS:
            if collection != "releases":
                for name, document in getattr(self, collection).items():
                    yield collection, name, document
        yield "glossary", "glossary", self.glossary

    def origin(self, collection: str, name: str) -> Origin:
        return self.origins[f"{collection}/{name}"]


# -- YAML --------------------------------------------------------------------------------------


def parse(text: str, file: str) -> tuple[Any, Origin]:
    """YAML text -> plain values with every scalar as text, and the place of each.

    Raises DataError with all faults of the text that can be seen at once.
    """
    _refuse_depth(text, file)
    try:
        root = yaml.compose(text, _YAML_LOADER)
    except yaml.MarkedYAMLError as error:
        raise DataError([_syntax_problem(text, file, error)]) from None
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        raise DataError(
            [Problem(file, line, 1, f"this character cannot stand in YAML: {error.reason}", "yaml")]
        ) from None
    if root is None:
        raise DataError([Problem(file, 1, 1, "the file is empty", "yaml")])
    builder = _Builder(file)
    value = builder.build(root, ())
    if builder.problems:
        raise DataError(builder.problems)
    return value, Origin(file, builder.marks)


def _refuse_depth(text: str, file: str) -> None:
    """Stop nesting bombs before the parser recurses into them."""
    depth = 0
    for match in re.finditer(r"[\[{\]}]", text):
        depth += 1 if match[0] in "[{" else -1
        if depth > 200:
            line = text.count("\n", 0, match.start()) + 1
            raise DataError([Problem(file, line, 1, "lists and mappings are nested too deep", "yaml")])


def _syntax_problem(text: str, file: str, error: yaml.MarkedYAMLError) -> Problem:
    mark = error.problem_mark or error.context_mark
    line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
    source = text.splitlines()[line - 1] if line <= len(text.splitlines()) else ""
    indent = source[: len(source) - len(source.lstrip())]
    if "\t" in indent or source[column - 1 : column] == "\t":
        tab = source.index("\t") + 1
        return Problem(file, line, tab, f"tab at line {line} column {tab}; use spaces", "tab")
    if "single document" in str(error):
        return Problem(
            file, line, column, "a second document starts here; a file holds one", "yaml", "Remove the '---'."
        )
    what = error.problem or error.context or "not YAML"
    context = f" {error.context}" if error.context and error.problem else ""
    hint = ""
    if "mapping values are not allowed" in what:
        hint = "Put the text in quotes when it holds ': '."
    return Problem(file, line, column, f"not readable as YAML: {what}{context}", "yaml", hint)


class _Builder:
    """Builds plain values from YAML nodes, noting where each stands."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.marks: dict[Path_, Mark] = {}
        self.problems: list[Problem] = []
        self._open: set[int] = set()
        self._seen: set[int] = set()
        self._aliased = 0

    def _fault(self, node: yaml.Node, message: str, rule: str, hint: str = "") -> None:
        mark = node.start_mark
        self.problems.append(Problem(self.file, mark.line + 1, mark.column + 1, message, rule, hint))

    def build(self, node: yaml.Node, path: Path_) -> Any:
        if id(node) in self._open:
            self._fault(node, "this alias contains itself", "alias")
            return None
        if len(path) > MAX_DEPTH:
            self._fault(node, "lists and mappings are nested too deep", "yaml")
            return None
        if id(node) in self._seen:
            self._aliased += 1
            if self._aliased > MAX_ALIASED_NODES:
                if self._aliased == MAX_ALIASED_NODES + 1:
                    self._fault(node, f"aliases (*name) repeat more than {MAX_ALIASED_NODES} values", "alias")
                return None
        self._seen.add(id(node))
        if not re.fullmatch(r"tag:yaml\.org,2002:[a-z]+", node.tag):
            self._fault(node, f"the tag {node.tag!r} is not allowed", "tag", "Write a plain value.")
            return None
        self.marks[path] = (node.start_mark.line + 1, node.start_mark.column + 1)
        self._open.add(id(node))
        try:
            return self._value(node, path)
        finally:
            self._open.discard(id(node))

    def _value(self, node: yaml.Node, path: Path_) -> Any:
        if isinstance(node, yaml.SequenceNode):
            return [self.build(item, (*path, index)) for index, item in enumerate(node.value)]
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, path)
        if isinstance(node, yaml.ScalarNode) and not node.style and node.value in ("", "~", "null", "Null", "NULL"):
            self._empty(node, str(path[-1]) if path else "the file")
        return node.value

    def _empty(self, node: yaml.Node, name: str) -> None:
        if " " in name:  # an unquoted comma inside {…} ended the text before it
            hint = f'Put quotes around the whole text before it, which holds a comma: "…, {name}".'
            self._fault(node, f"{name!r} is read as a key of its own", "comma", hint)
        else:
            self._fault(node, f"{name} is empty", "empty", "Write a value, or remove the key.")

    def _mapping(self, node: yaml.MappingNode, path: Path_) -> dict[str, Any]:
        found: dict[str, Any] = {}
        lines: dict[str, int] = {}
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                self._fault(key, "a key must be plain text", "key")
            elif key.value == "<<":
                self._fault(
                    key, "merge keys (<<) are not used here", "merge", "Write the fields out, or use 'evidence:'."
                )
            elif key.value in found:
                self._fault(
                    key, f"{key.value!r} stands here and in line {lines[key.value]}", "duplicate", "Keep one of them."
                )
            else:
                lines[key.value] = key.start_mark.line + 1
                self.marks[(*path, key.value, KEY)] = (key.start_mark.line + 1, key.start_mark.column + 1)
                found[key.value] = self.build(value, (*path, key.value))
        return found


# -- types -------------------------------------------------------------------------------------


def read_as(model: type[T], value: Any, origin: Origin) -> T:
    """Plain values -> a frozen type. Raises DataError naming every field that does not fit."""
    broken_evidence: list[Problem] = []
    if isinstance(value, dict) and "evidence" in value and "evidence" in model.model_fields:
        try:
            Evidence.model_validate(value["evidence"])
        except ValidationError as error:
            # A bad default would be reported again at every cell that inherits it.
            broken_evidence = _problems_of(error, Evidence, origin, ("evidence",))
            value = {**value, "evidence": {"as_of": "2000-01-01", "sources": "placeholder"}}
    try:
        document = model.model_validate(value)
    except ValidationError as error:
        raise DataError(_capped([*broken_evidence, *_problems_of(error, model, origin, ())], origin)) from None
    if broken_evidence:
        raise DataError(broken_evidence)
    return document


def _capped(problems: list[Problem], origin: Origin) -> list[Problem]:
    if len(problems) <= MAX_PROBLEMS_A_FILE:
        return problems
    rest = len(problems) - MAX_PROBLEMS_A_FILE
    last = Problem(origin.file, 10**9, 1, f"{rest} more problems in this file are not shown", "more")
    return [*sorted(problems)[:MAX_PROBLEMS_A_FILE], last]


def _problems_of(error: ValidationError, model: type[BaseModel], origin: Origin, prefix: Path_) -> list[Problem]:
    found: dict[tuple[Mark, str], Problem] = {}
    for fault in error.errors(include_url=False):
        path = _path_in_file((*prefix, *fault["loc"]), origin)
        name = _dotted((*prefix, *fault["loc"]))
        message, rule, hint = _sentence(fault, name, model)
        if fault["type"] == "extra_forbidden":
            path = (*path, KEY) if (*path, KEY) in origin.marks else path
        problem = origin.problem(path, message, rule, hint)
        found.setdefault(((problem.line, problem.column), problem.message), problem)
    return list(found.values())


def _path_in_file(loc: Path_, origin: Origin) -> Path_:
    path: Path_ = ()
    for part in loc:
        if (*path, part) in origin.marks:
            path = (*path, part)
    return path


def _dotted(loc: Path_) -> str:
    text = ""
    for part in loc:
        if part == KEY:
            continue
        text += f"[{part}]" if isinstance(part, int) else f".{part}"
    return text.lstrip(".") or "the file"


def _sentence(fault: Any, name: str, model: type[BaseModel]) -> tuple[str, str, str]:
    """A pydantic fault as (message, rule, hint)."""
    kind, given, context = fault["type"], fault.get("input"), fault.get("ctx", {})
    parent, last = _dotted(fault["loc"][:-1]), str(fault["loc"][-1]) if fault["loc"] else ""
    if kind == "extra_forbidden":
        known = _fields_at(model, fault["loc"][:-1])
        return f"{parent}: unknown key {last!r}.", "key", did_you_mean(last, known)
    if kind == "missing":
        if last in ("as_of", "sources"):
            return (f"{parent}: needs {last!r}.", "missing", "Write it here, or for the whole file under 'evidence:'.")
        return f"{parent}: needs {last!r}.", "missing", ""
    if kind == "literal_error":
        words = re.findall(r"'([^']+)'", context.get("expected", ""))
        near = did_you_mean(str(given), words)
        listed = ", ".join(words)
        return f"{name}: {_shown(given)} is not one of {listed}.", "word", near if near.startswith("Did") else ""
    if kind.endswith("_type") or kind in ("dict_type", "model_type"):
        wanted = {
            "string_type": "text",
            "dict_type": "a mapping (key: value)",
            "model_type": "a mapping (key: value)",
            "tuple_type": "a list",
            "list_type": "a list",
        }.get(kind, kind.removesuffix("_type"))
        return f"{name}: {_shown(given)} is not {wanted}.", "type", ""
    if kind == "string_pattern_mismatch":
        return f"{name}: {_shown(given)} does not have the form {_form(context.get('pattern', ''))}.", "form", ""
    if kind in ("int_parsing", "float_parsing", "int_from_float"):
        return f"{name}: {_shown(given)} is not a number.", "number", ""
    if kind == "string_too_long":
        return f"{name}: longer than {context['max_length']} characters.", "length", "Move the detail into a caveat."
    if kind == "string_too_short" or kind == "too_short":
        return f"{name}: is empty.", "empty", ""
    return f"{name}: {fault['msg'].removeprefix('Value error, ')}.", kind.replace("_", "-"), ""


def _form(pattern: str) -> str:
    if pattern == f"^{ID_PATTERN}$":
        return "of an id: small letters, digits and single hyphens, such as 'llama-cpp'"
    if "a-z]+/" in pattern:
        return "'collection/id' or 'collection/id:path', such as engines/vllm:formats.gguf"
    if "d$" in pattern:
        return "of a number of days, such as 60d"
    return pattern


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "…'"


def _fields_at(model: Any, loc: Path_) -> list[str]:
    """The keys a mapping at `loc` inside `model` may have."""
    kinds: list[Any] = [model]
    for part in loc:
        kinds = [inner for kind in kinds for inner in _step(kind, part)]
    return [
        field.alias or name
        for kind in _flat(kinds)
        if isinstance(kind, type) and issubclass(kind, BaseModel)
        for name, field in kind.model_fields.items()
    ]


def _flat(kinds: list[Any]) -> Iterator[Any]:
    for kind in kinds:
        origin = get_origin(kind)
        if origin is Annotated:
            yield from _flat([get_args(kind)[0]])
        elif origin in (Union, types.UnionType):
            yield from _flat(list(get_args(kind)))
        else:
            yield kind


def _step(kind: Any, part: str | int) -> list[Any]:
    found: list[Any] = []
    for flat in _flat([kind]):
        origin = get_origin(flat)
        if origin is dict:
            found.append(get_args(flat)[1])
        elif origin in (tuple, list):
            found.append(get_args(flat)[0])
        elif isinstance(flat, type) and issubclass(flat, BaseModel):
            found += [field.annotation for name, field in flat.model_fields.items() if part in (name, field.alias)]
    return found


# -- folders -----------------------------------------------------------------------------------


def read_text(path: Path, file: str) -> str:
    """The text of a UTF-8 file without a byte-order mark. Raises DataError for anything else."""
    raw = path.read_bytes()
    if raw.startswith(b"\xef\xbb\xbf"):
        raise DataError(
            [Problem(file, 1, 1, "starts with a byte-order mark", "encoding", "Save it as UTF-8 without BOM.")]
        )
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        column = error.start - raw.rfind(b"\n", 0, error.start)
        raise DataError(
            [Problem(file, line, column, f"is not UTF-8 at byte {error.start}", "encoding", "Save the file as UTF-8.")]
        ) from None


def load(folder: Path) -> Dataset:
    """Every file of a data folder. Raises DataError with the problems of all files together."""
    problems: list[Problem] = []
    origins: dict[str, Origin] = {}
    parts: dict[str, Any] = {name: {} for name in FOLDERS}
    name_of = folder.name
    for collection, name, path in _files(folder, problems):
        file = f"{name_of}/{path.relative_to(folder).as_posix()}"
        model = FOLDERS[collection] if collection in FOLDERS else FILES[name]
        try:
            value, origin = parse(read_text(path, file), file)
            typed = read_as(model, value, origin)
        except DataError as error:
            problems += error.problems
            continue
        origins[f"{collection}/{name}"] = origin
        if collection in FOLDERS:
            parts[collection][name] = typed
        else:
            parts[name] = typed
    problems += [
        Problem(f"{name_of}/{name}.yml", 1, 1, "this file is missing", "missing")
        for name in FILES
        if not (folder / f"{name}.yml").is_file()
    ]
    if problems:
        raise DataError(problems)
    parts["features"] = parts["features"].features
    parts["sources"] = parts["sources"].sources
    return Dataset(**parts, origins=origins)


def _files(folder: Path, problems: list[Problem]) -> Iterator[tuple[str, str, Path]]:
    """Each data file as (collection, id, path), in a stable order; strangers become problems."""
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        if path.is_dir() or any(part.startswith(".") for part in parts):
            continue
        file = f"{folder.name}/{'/'.join(parts)}"
        stem = path.stem
        if parts[0] == "probes":
            continue
        if len(parts) == 1 and path.suffix == ".yml" and stem in FILES:
            yield stem, stem, path
        elif len(parts) == 2 and parts[0] in FOLDERS and path.suffix == ".yml":
            if not re.fullmatch(ID_PATTERN, stem) or stem in _RESERVED:
                problems.append(
                    Problem(
                        file, 1, 1, f"{stem!r} cannot be an id.", "id", "Use small letters, digits and single hyphens."
                    )
                )
            else:
                yield parts[0], stem, path
        else:
            problems.append(Problem(file, 1, 1, "no data file is expected here.", "place", _place_hint(parts, path)))


def _place_hint(parts: tuple[str, ...], path: Path) -> str:
    if path.suffix == ".yaml":
        return f"Rename it to {path.stem}.yml."
    known = FOLDERS if len(parts) > 1 else FILES
    return did_you_mean(parts[0] if len(parts) > 1 else path.stem, known)
