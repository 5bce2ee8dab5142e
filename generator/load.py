"""Files of data/ -> `Dataset`, or every parse problem of every file at once. Reads, never writes."""

from __future__ import annotations

import re
import types
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

import yaml
from pydantic import BaseModel, ValidationError

from generator.placed import Path_, PlacedClaim, claims_of, texts_of
from generator.problems import DataError, Problem, did_you_mean
from generator.schema import (
    FILES,
    FOLDERS,
    ID_PATTERN,
    OPTIONAL_FILES,
    WRITTEN,
    Backend,
    Case,
    Caveat,
    Checklist,
    Claim,
    Device,
    Document,
    Embeds,
    Engine,
    Evidence,
    Faq,
    Feature,
    Format,
    Glossary,
    Ledger,
    Model,
    Myth,
    ProbeRuns,
    Site,
    Source,
    Tree,
    Vocabulary,
)

T = TypeVar("T", bound=BaseModel)
Mark = tuple[int, int]

_CUT = re.compile(r" +#(?=[^\s#])")  # `#5` after a text without quotes: YAML drops it without a word

_BASE: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


_TAG_OF: dict[type[yaml.Node], str] = {
    yaml.ScalarNode: "tag:yaml.org,2002:str",
    yaml.SequenceNode: "tag:yaml.org,2002:seq",
    yaml.MappingNode: "tag:yaml.org,2002:map",
}


class _TextLoader(_BASE):  # type: ignore[misc]
    """Finds no numbers, dates or booleans in plain text, which we keep as text anyway."""

    def resolve(self, kind: type[yaml.Node], value: Any, implicit: Any) -> str:
        """The tag of a node by its kind alone; the general way, which looks at every value, takes twice as long."""
        return _TAG_OF[kind]

    def descend_resolver(self, current_node: Any, current_index: Any) -> None:
        """Nothing depends on where a node stands."""

    def ascend_resolver(self) -> None:
        """Nothing depends on where a node stands."""


MAX_DEPTH = 40
MAX_ALIASED_NODES = 10_000
MAX_PROBLEMS_A_FILE = 50
_RESERVED = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))}
KEY = "[key]"
_PLAIN_TAGS = {f"tag:yaml.org,2002:{kind}" for kind in ("str", "seq", "map")}
TOO_DEEP = "lists and mappings are nested too deep."


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
    cases: Mapping[str, Case] = field(default_factory=dict)
    releases: Mapping[str, Ledger] = field(default_factory=dict)
    probes: Mapping[str, ProbeRuns] = field(default_factory=dict)
    embeds: Embeds = field(default_factory=Embeds)
    origins: Mapping[str, Origin] = field(default_factory=dict)

    def documents(self) -> Iterator[tuple[str, str, Document]]:
        """Every authored file with evidence of its own, as (collection, id, document)."""
        for collection in FOLDERS:
            if collection not in WRITTEN:
                for name, document in getattr(self, collection).items():
                    yield collection, name, document
        yield "glossary", "glossary", self.glossary

    def document(self, collection: str, name: str) -> Document:
        """One authored file with evidence of its own. The glossary is one file and no folder."""
        held: Any = getattr(self, collection)
        found: Document = held if isinstance(held, Document) else held[name]
        return found

    @cached_property
    def claims(self) -> tuple[PlacedClaim, ...]:
        """Every claim of every file; collected once, because many rules look at all of them."""
        return tuple(
            PlacedClaim(collection, name, path, claim)
            for (collection, name), claims in self._claims_by_file.items()
            for path, claim in claims.items()
        )

    def claims_in(self, collection: str, name: str) -> Mapping[Path_, Claim]:
        """The claims of one file by their place in it."""
        return self._claims_by_file[collection, name]

    def prose_in(self, collection: str, name: str) -> Sequence[tuple[Path_, str]]:
        """All prose of one file, also of its sources, with its place."""
        return self._prose_by_file[collection, name]

    @cached_property
    def _claims_by_file(self) -> Mapping[tuple[str, str], Mapping[Path_, Claim]]:
        return {(collection, name): dict(claims_of(document)) for collection, name, document in self.documents()}

    @cached_property
    def _prose_by_file(self) -> Mapping[tuple[str, str], Sequence[tuple[Path_, str]]]:
        return {(collection, name): texts_of(document) for collection, name, document in self.documents()}

    @cached_property
    def by_address(self) -> Mapping[str, PlacedClaim]:
        """Every claim by its address."""
        return {placed.address: placed for placed in self.claims}

    @cached_property
    def engine_ids(self) -> Mapping[str, str]:
        """The id of an engine by its name in small letters."""
        return {engine.name.casefold(): name for name, engine in self.engines.items()}

    def origin(self, collection: str, name: str) -> Origin:
        return self.origins[f"{collection}/{name}"]


# -- YAML --------------------------------------------------------------------------------------


def parse(text: str, file: str) -> tuple[Any, Origin]:
    """YAML text -> plain values with every scalar as text, and the place of each.

    Raises DataError with all faults of the text that can be seen at once.
    """
    _refuse_characters(text, file)
    try:
        root = yaml.compose(text, _TextLoader)
    except yaml.MarkedYAMLError as error:
        raise DataError([_syntax_problem(text, file, error)]) from None
    except RecursionError:
        raise DataError([Problem(file, 1, 1, TOO_DEEP, "yaml")]) from None
    if root is None:
        raise DataError([Problem(file, 1, 1, "the file is empty.", "yaml")])
    builder = _Builder(file, text)
    value = builder.build(root, ())
    if builder.problems:
        raise DataError(_capped(builder.problems))
    return value, Origin(file, builder.marks)


def _refuse_characters(text: str, file: str) -> None:
    """Name the first character that YAML forbids; its readers give no line for it."""
    match = yaml.reader.Reader.NON_PRINTABLE.search(text)
    if match is None:
        return
    line = text.count("\n", 0, match.start()) + 1
    column = match.start() - text.rfind("\n", 0, match.start())
    message = f"the character U+{ord(match[0]):04X} cannot stand in YAML."
    raise DataError([Problem(file, line, column, message, "yaml", "Remove it.")])


# What the YAML reader says, and what that usually means for somebody who writes prose and lists.
_SYNTAX: tuple[tuple[str, str, str], ...] = (
    ("maximum nesting depth", TOO_DEEP, ""),
    ("single document", "a second document starts here; a file holds one.", "Remove the '---'."),
    ("mapping values are not allowed", "text that holds ': ' is read as a key.", "Put the whole text in quotes."),
    ("unexpected end of stream", "the quote that opens here is never closed.", ""),
    ("cannot start any token", "text cannot start with this character.", "Put the whole text in quotes."),
    ("alphabetic or numeric character", "text cannot start with '*' or '&'.", "Put the whole text in quotes."),
    ("undefined alias", "text that starts with '*' is an alias, and this one is not defined.", "Put it in quotes."),
    ("duplicate anchor", "text that starts with '&' is an anchor, and this one stands twice.", "Put it in quotes."),
    ("flow sequence", "the list that opens here is not closed.", "Write commas between its items and ']' at its end."),
    ("flow mapping", "the mapping that opens here is not closed.", "Write commas between its keys and '}' at its end."),
    ("block", "this does not continue what stands above.", "Check the indent; text after a quote belongs inside it."),
)
_OPENED = ("unexpected end of stream", "flow sequence", "flow mapping")  # the place of interest is where it began


def _syntax_problem(text: str, file: str, error: yaml.MarkedYAMLError) -> Problem:
    said = f"{error.context or ''} {error.problem or ''}".strip()
    needle, message, hint = next((row for row in _SYNTAX if row[0] in said), ("", f"not readable as YAML: {said}.", ""))
    mark = (needle in _OPENED and error.context_mark) or error.problem_mark or error.context_mark
    line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
    source = "".join(text.splitlines()[line - 1 : line])
    if needle in _OPENED and _CUT.search(source):
        hint = "Put the text with ' #' in quotes: without them the rest of its line is a comment."
    indent = source[: len(source) - len(source.lstrip())]
    if "\t" in indent or source[column - 1 : column] == "\t":
        tab = source.index("\t") + 1
        return Problem(file, line, tab, f"tab at line {line} column {tab}; use spaces.", "tab")
    return Problem(file, line, column, message, "yaml", hint)


class _Builder:
    """Builds plain values from YAML nodes, noting where each stands."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self._cut = {line: written for line, written in enumerate(text.split("\n")) if " #" in written}
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
            self._fault(node, "this alias contains itself.", "alias", "Write the values out.")
            return None
        if len(path) > MAX_DEPTH:
            self._fault(node, TOO_DEEP, "yaml")
            return None
        if id(node) in self._seen:
            self._aliased += 1
            if self._aliased > MAX_ALIASED_NODES:
                if self._aliased == MAX_ALIASED_NODES + 1:
                    message = f"aliases (*name) repeat more than {MAX_ALIASED_NODES} values."
                    self._fault(node, message, "alias", "Write the values out.")
                return None
        self._seen.add(id(node))
        if node.tag not in _PLAIN_TAGS:
            tag = node.tag.replace("tag:yaml.org,2002:", "!!")
            self._fault(node, f"the tag {tag!r} is not allowed.", "tag", "Remove it, or put the whole text in quotes.")
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
        if _is_empty(node):
            hint = "Write a value, or remove the key." if path else ""
            self._fault(node, f"{dotted(path)}: is empty.", "empty", hint)
        elif self._cut and self._is_cut(node):
            message = f"{dotted(path)}: ends before the ' #', because the rest of the line is a comment."
            self._fault(node, message, "comment", "Put the whole text in quotes; a comment has a space after its '#'.")
        return node.value

    def _is_cut(self, node: yaml.Node) -> bool:
        """Whether a text without quotes ends where YAML begins a comment that its writer meant as text."""
        is_plain = isinstance(node, yaml.ScalarNode) and not node.style
        return is_plain and bool(_CUT.match(self._cut.get(node.end_mark.line, ""), node.end_mark.column))

    def _mapping(self, node: yaml.MappingNode, path: Path_) -> dict[str, Any]:
        found: dict[str, Any] = {}
        lines: dict[str, int] = {}
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                hint = "Put text that starts with '{' or '[' in quotes."
                self._fault(key, "a key must be plain text.", "key", hint)
            elif key.value == "<<":
                hint = "Write the fields out, or use 'evidence:'."
                self._fault(key, "merge keys (<<) are not used here.", "merge", hint)
            elif key.value in found:
                message = f"{key.value!r} stands here and in line {lines[key.value]}."
                self._fault(key, message, "duplicate", "Keep one of them.")
            elif node.flow_style and _is_empty(value) and value.start_mark.index == key.end_mark.index:
                # An unquoted comma inside {…} ended the text before it.
                hint = f'Put quotes around the whole text before it, which holds a comma: "…, {key.value}".'
                self._fault(key, f"{key.value!r} is read as a key of its own.", "comma", hint)
            else:
                lines[key.value] = key.start_mark.line + 1
                self.marks[(*path, key.value, KEY)] = (key.start_mark.line + 1, key.start_mark.column + 1)
                found[key.value] = self.build(value, (*path, key.value))
        return found


def _is_empty(node: yaml.Node) -> bool:
    return isinstance(node, yaml.ScalarNode) and not node.style and node.value in ("", "~", "null", "Null", "NULL")


# -- types -------------------------------------------------------------------------------------


def read_as(model: type[T], value: Any, origin: Origin) -> T:
    """Plain values -> a frozen type. Raises DataError naming every field that does not fit."""
    broken_evidence = _broken_evidence(model, value, origin)
    if broken_evidence:
        # A bad default would be reported again at every cell that inherits it.
        value = {**value, "evidence": {"as_of": "2000-01-01", "sources": "placeholder"}}
    try:
        document = model.model_validate(value)
    except ValidationError as error:
        raise DataError(_capped([*broken_evidence, *_problems_of(error, model, origin, ())])) from None
    if broken_evidence:
        raise DataError(broken_evidence)
    return document


def _broken_evidence(model: type[BaseModel], value: Any, origin: Origin) -> list[Problem]:
    if not isinstance(value, dict) or not issubclass(model, Document):
        return []
    evidence = value.get("evidence", {})
    try:
        Evidence.model_validate(evidence)
    except ValidationError as error:
        return _problems_of(error, Evidence, origin, ("evidence",))
    missing = [field for field in ("as_of", "sources") if field not in evidence]
    if model.SECTIONS and missing:
        message = f"evidence: needs {' and '.join(missing)}, for what the file itself says."
        return [origin.problem(("evidence",), message, "evidence")]
    return []


def _capped(problems: list[Problem]) -> list[Problem]:
    """The first problems of a file; the rest as a number, at the place where they begin."""
    if len(problems) <= MAX_PROBLEMS_A_FILE:
        return problems
    shown, hidden = sorted(problems)[:MAX_PROBLEMS_A_FILE], sorted(problems)[MAX_PROBLEMS_A_FILE:]
    message = f"{len(hidden)} more problems in this file, from here on, are not shown."
    return [*shown, Problem(hidden[0].file, hidden[0].line, hidden[0].column, message, "more")]


def _problems_of(error: ValidationError, model: type[BaseModel], origin: Origin, prefix: Path_) -> list[Problem]:
    found: dict[tuple[Mark, str], Problem] = {}
    for fault in error.errors(include_url=False):
        if fault["type"] == "too_short" and fault["input"]:
            continue  # its items are faulty, not missing
        loc = (*prefix, *fault["loc"])
        path = _path_in_file(loc, origin)
        message, rule, hint = _sentence(fault, loc, model)
        if fault["type"] == "extra_forbidden":
            path = (*path, KEY) if (*path, KEY) in origin.marks else path
        elif fault["type"] != "missing" and loc[-1:] != path[-1:] and loc[-1] in Evidence.model_fields:
            hint = "It comes from 'evidence:'. Write it here, or for this part under 'evidence: sections:'."
        problem = origin.problem(path, message, rule, hint)
        found.setdefault(((problem.line, problem.column), problem.message), problem)
    return list(found.values())


def _path_in_file(loc: Path_, origin: Origin) -> Path_:
    path: Path_ = ()
    for part in loc:
        if (*path, part) in origin.marks:
            path = (*path, part)
    return path


def dotted(loc: Path_) -> str:
    """A place in a file as people write it: `questions.where.options[0]`."""
    text = ""
    for part in loc:
        if part == KEY:
            continue
        text += f"[{part}]" if isinstance(part, int) else f".{part}"
    return text.lstrip(".") or "the file"


_WANTED = {
    "string_type": "text",
    "dict_type": "a mapping (key: value)",
    "model_type": "a mapping (key: value)",
    "tuple_type": "a list",
    "list_type": "a list",
    "date_type": "a date like 2026-11-29",
    "bool_type": "true or false",
    "int_type": "a number",
    "float_type": "a number",
}
_NUMBERS = {
    "int_parsing": "is not a whole number",
    "int_parsing_size": "is too large a number",
    "float_parsing": "is not a number",
    "finite_number": "is not a finite number",
}
_BOUNDS = {"greater_than_equal": ("ge", "smaller"), "less_than_equal": ("le", "larger")}


def _sentence(fault: Any, loc: Path_, model: type[BaseModel]) -> tuple[str, str, str]:
    """A pydantic fault as (message, rule, hint)."""
    kind, given, context = fault["type"], fault.get("input"), fault.get("ctx", {})
    name, parent, last = dotted(loc), dotted(loc[:-1]), str(loc[-1]) if loc else ""
    if kind == "extra_forbidden":
        known = _fields_at(model, fault["loc"][:-1])
        return f"{parent}: unknown key {last!r}.", "key", did_you_mean(last, known)
    if kind == "missing":
        return f"{parent}: needs {last!r}.", "missing", did_you_mean("", _words_at(model, fault["loc"]))
    if kind == "literal_error":
        words = re.findall(r"'([^']+)'", context.get("expected", ""))
        near = did_you_mean(given, words) if isinstance(given, str) else ""
        listed = ", ".join(words)
        return f"{name}: {_shown(given)} is not one of {listed}.", "word", near if near.startswith("Did") else ""
    if kind in _WANTED:
        return f"{name}: needs {_WANTED[kind]}, not {_shown(given)}.", "type", ""
    if kind == "string_pattern_mismatch":
        form, hint = _form(context.get("pattern", ""), str(given))
        return f"{name}: {_shown(given)} does not have the form {form}.", "form", hint
    if kind in _NUMBERS:
        return f"{name}: {_shown(given)} {_NUMBERS[kind]}.", "number", ""
    if kind in _BOUNDS:
        bound, word = _BOUNDS[kind]
        return f"{name}: {_shown(given)} is {word} than {context[bound]}.", "number", ""
    if kind == "string_too_long":
        hint = "Move the detail into a caveat." if last == "note" else ""
        return f"{name}: is longer than {context['max_length']} characters.", "length", hint
    if kind in ("string_too_short", "too_short"):
        return f"{name}: is empty.", "empty", ""
    return f"{name}: {fault['msg']}.", kind.replace("_", "-"), ""


def _form(pattern: str, given: str) -> tuple[str, str]:
    if pattern == f"^{ID_PATTERN}$":
        hint = f"Write a list: [{given}]." if "," in given else ""
        return "of an id: small letters, digits and single hyphens, such as 'my-engine'", hint
    if "a-z]+/" in pattern:
        return "'collection/id' or 'collection/id:path', such as engines/my-engine:formats.gguf", ""
    if "d$" in pattern:
        return "of a number of days, such as 60d", ""
    return pattern, ""


def _shown(value: object) -> str:
    if isinstance(value, list):
        return "a list"
    if isinstance(value, dict):
        return "a mapping"
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "…'"


def _fields_at(model: Any, loc: Path_) -> list[str]:
    """The keys a mapping at `loc` inside `model` may have."""
    return [
        field.alias or name
        for kind in _kinds_at(model, loc)
        if isinstance(kind, type) and issubclass(kind, BaseModel)
        for name, field in kind.model_fields.items()
    ]


def _words_at(model: Any, loc: Path_) -> list[str]:
    """The words that a value at `loc` inside `model` may be, if they are a closed list."""
    return [word for kind in _kinds_at(model, loc) if get_origin(kind) is Literal for word in get_args(kind)]


def _kinds_at(model: Any, loc: Path_) -> list[Any]:
    kinds: list[Any] = [model]
    for part in loc:
        kinds = [inner for kind in kinds for inner in _step(kind, part)]
    return list(_flat(kinds))


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
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise DataError([Problem(file, 1, 1, f"cannot be read: {error.strerror}.", "unreadable")]) from None
    if raw.startswith(b"\xef\xbb\xbf"):
        raise DataError(
            [Problem(file, 1, 1, "starts with a byte-order mark.", "encoding", "Save it as UTF-8 without BOM.")]
        )
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        column = error.start - raw.rfind(b"\n", 0, error.start)
        raise DataError(
            [Problem(file, line, column, f"is not UTF-8 at byte {error.start}.", "encoding", "Save the file as UTF-8.")]
        ) from None


Known = dict[tuple[str, str], tuple[Any, Origin]]  # what files of earlier loads meant, by name and text


def load(folder: Path, instead: Mapping[Path, str] | None = None, known: Known | None = None) -> Dataset:
    """Every file of a data folder. Raises DataError with the problems of all files together.

    `instead` gives other texts for some files, by their resolved path, to see what they would mean. `known` is kept by
    whoever loads many states of one folder, most files of which are the same: those become the same frozen values.
    """
    others = instead or {}
    problems: list[Problem] = []
    origins: dict[str, Origin] = {}
    parts: dict[str, Any] = {name: {} for name in FOLDERS}
    folder = folder.resolve()  # `.` has no name of its own
    name_of = folder.name
    for collection, name, path in _files(folder, problems):
        file = f"{name_of}/{path.relative_to(folder).as_posix()}"
        model = FOLDERS[collection] if collection in FOLDERS else {**FILES, **OPTIONAL_FILES}[name]
        try:
            typed, origin = _read(model, others[path] if path in others else read_text(path, file), file, known)
        except DataError as error:
            problems += error.problems
            continue
        origins[f"{collection}/{name}"] = origin
        if collection in FOLDERS:
            parts[collection][name] = typed
        else:
            parts[name] = typed
    problems += [
        Problem(f"{name_of}/{name}.yml", 1, 1, "this file is missing.", "missing")
        for name in FILES
        if not (folder / f"{name}.yml").is_file()
    ]
    if problems:
        raise DataError(problems)
    parts["features"] = parts["features"].features
    parts["sources"] = parts["sources"].sources
    return Dataset(**parts, origins=origins)


def _read(model: type[BaseModel], text: str, file: str, known: Known | None) -> tuple[Any, Origin]:
    if known is not None and (file, text) in known:
        return known[file, text]
    value, origin = parse(text, file)
    done = read_as(model, value, origin), origin
    if known is not None:
        known[file, text] = done
    return done


def _files(folder: Path, problems: list[Problem]) -> Iterator[tuple[str, str, Path]]:
    """Each data file as (collection, id, path), in a stable order; strangers become problems."""
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        if path.is_dir() or any(part.startswith(".") for part in parts):
            continue
        file = f"{folder.name}/{'/'.join(parts)}"
        stem = path.stem
        if len(parts) == 1 and path.suffix == ".yml" and stem in (*FILES, *OPTIONAL_FILES):
            yield stem, stem, path
        elif len(parts) == 2 and parts[0] in FOLDERS and path.suffix == ".yml":
            if stem in _RESERVED:
                problems.append(Problem(file, 1, 1, f"{stem!r} cannot be an id.", "id", "Windows reserves this name."))
            elif not re.fullmatch(ID_PATTERN, stem):
                hint = "Use small letters, digits and single hyphens."
                problems.append(Problem(file, 1, 1, f"{stem!r} cannot be an id.", "id", hint))
            else:
                yield parts[0], stem, path
        else:
            problems.append(Problem(file, 1, 1, "no data file is expected here.", "place", _place_hint(parts, path)))


def _place_hint(parts: tuple[str, ...], path: Path) -> str:
    if path.suffix == ".yaml":
        return f"Rename it to {path.stem}.yml."
    if len(parts) > 1 and parts[0] in FOLDERS:
        return f"In {parts[0]}/ stand files such as {parts[0]}/NAME.yml and no folders."
    known = FOLDERS if len(parts) > 1 else FILES
    return did_you_mean(parts[0] if len(parts) > 1 else path.stem, known)
