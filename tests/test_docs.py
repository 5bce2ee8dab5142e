"""Documentation is tested: what it names exists, and what exists is named."""

from __future__ import annotations

import re
import types
from collections.abc import Iterator
from typing import Annotated, Any, Union, get_args, get_origin

import click
import pytest
from conftest import ROOT
from pydantic import BaseModel

from generator import schema
from generator.cli import VERBS, main
from generator.load import parse, read_as

DOCUMENTS = ["README.md", "docs/contributing.md"]
DATA_MODEL = (ROOT / "docs" / "data-model.md").read_text("utf-8")
FRAGMENTS = {"vocabulary"}  # their examples show a part of the file


def code_in(text: str) -> list[str]:
    """Lines of code: of fenced blocks, and what stands between backticks."""
    blocks = re.findall(r"^```[^\n]*\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    rest = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    return [line for block in blocks for line in block.splitlines()] + re.findall(r"`([^`\n]+)`", rest)


# -- commands ----------------------------------------------------------------------------------


def options_of(verb: str) -> set[str]:
    context = click.Context(main)
    command = main.get_command(context, verb)
    assert command is not None, f"kb {verb}: there is no such verb"
    inner = list(command.commands.values()) if isinstance(command, click.Group) else []
    return {"--help", *(text for one in (command, *inner) for option in one.params for text in option.opts)}


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_verb_and_option_exists(document: str) -> None:
    """`kb VERB --option` in a document is a command that can be typed."""
    found = [match for code in code_in((ROOT / document).read_text("utf-8"))
             for match in re.finditer(r"(?:^|[/\s])kb ([a-z]+)([^#|]*)", code)]  # fmt: skip
    assert found
    for match in found:
        assert set(re.findall(r"--[a-z-]+", match[2])) <= options_of(match[1]), match[0]


@pytest.mark.parametrize("document", DOCUMENTS)
def test_options_named_alone_belong_to_some_verb(document: str) -> None:
    """An option in running text is one that a verb of ours has."""
    known = set().union(*(options_of(verb) for verb in VERBS))
    alone = [code for code in code_in((ROOT / document).read_text("utf-8")) if re.match(r"--[a-z]", code)]
    assert [code for code in alone if code.split()[0] not in known] == []


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_make_target_exists(document: str) -> None:
    """`make TARGET` in a document is a target of the Makefile."""
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    named = {match[1] for code in code_in((ROOT / document).read_text("utf-8"))
             for match in re.finditer(r"^make ([a-z]+)", code)}  # fmt: skip
    assert named
    assert named <= targets


def test_every_verb_is_mentioned_somewhere() -> None:
    """A verb that no document names is one that nobody finds; `make` runs some of them."""
    said = "\n".join(code for document in DOCUMENTS for code in code_in((ROOT / document).read_text("utf-8")))
    for verb in VERBS:
        assert f"kb {verb}" in said or f"make {verb}" in said, verb


@pytest.mark.parametrize("document", DOCUMENTS)
def test_files_that_are_named_exist(document: str) -> None:
    """A path in a document leads to a file or folder of this repository; so do links to files."""
    text = (ROOT / document).read_text("utf-8")
    paths = [code for code in code_in(text) if re.fullmatch(r"(data|docs|generator|tests)/[\w./-]*", code)]
    beside = (ROOT / document).parent
    links = [link.split("#")[0] for link in re.findall(r"\]\(([^):]+)\)", text) if "…" not in link]
    missing = [path for path in paths if not (ROOT / path).exists()]
    missing += [link for link in links if link and not (beside / link).exists() and not link.startswith("engines/")]
    assert missing == []


# -- the data model ----------------------------------------------------------------------------


def section(name: str) -> str:
    """The part of the page below the heading with an anchor, up to the next one of its level."""
    match = re.search(rf"^## [^\n]*\{{: #{name} \}}\n(.*?)(?=^## |\Z)", DATA_MODEL, re.MULTILINE | re.DOTALL)
    assert match is not None, f"docs/data-model.md has no section {{: #{name} }}"
    return match[1]


def types_in(annotation: Any) -> Iterator[type[BaseModel]]:
    """The record types that a field may hold."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    elif get_origin(annotation) in (Annotated, Union, types.UnionType, dict, tuple, list):
        for inner in get_args(annotation):
            yield from types_in(inner)


def fields_of(kind: type[BaseModel], seen: set[type[BaseModel]]) -> set[str]:
    """The names of all fields of a type and of the types inside it, as they are written in YAML."""
    if kind in seen:
        return set()
    seen.add(kind)
    found = {info.alias or name for name, info in kind.model_fields.items()}
    return found.union(
        *(fields_of(inner, seen) for info in kind.model_fields.values() for inner in types_in(info.annotation))
    )


COLLECTIONS: dict[str, type[BaseModel]] = {**schema.FOLDERS, **schema.FILES}
SHARED: tuple[type[BaseModel], ...] = (schema.Evidence, schema.Source, schema.Statement, schema.Figure)


@pytest.mark.parametrize("name", COLLECTIONS)
def test_every_field_is_documented_in_the_section_of_its_file(name: str) -> None:
    """A field is an entry of an example or stands between backticks; what all statements share has its own section."""
    shared = section("evidence") + section("sources")
    common = set().union(*(fields_of(kind, set()) for kind in SHARED))
    text = section(name)
    for field in sorted(fields_of(COLLECTIONS[name], set())):
        where = text + shared if field in common else text
        entry = rf"(^|[\s{{,])(# )?{field}:|`[^`]*\b{field}\b[^`]*`"
        assert re.search(entry, where, re.MULTILINE), f"docs/data-model.md, {name}: {field!r} is not mentioned"


@pytest.mark.parametrize("name", [name for name in COLLECTIONS if name not in FRAGMENTS])
def test_every_example_is_a_file_that_loads(name: str) -> None:
    """The example of each kind of file is one that the loader accepts."""
    (example,) = re.findall(r"^```yaml\n(.*?)^```", section(name), re.MULTILINE | re.DOTALL)
    value, origin = parse(example, f"{name}.yml")
    read_as(COLLECTIONS[name], value, origin)


def test_every_word_with_a_meaning_in_code_is_documented() -> None:
    """Where a field takes one of a few words, the page lists them."""
    closed = [schema.How, schema.SourceKind, schema.Severity, schema.Verdict, schema.Exposure, schema.Auth, schema.Unit,
              schema.BitsPer, schema.Channel, schema.FormatKind, schema.Acceptable, schema.Status]  # fmt: skip
    words = {word for kind in closed for word in get_args(kind)} | set(get_args(schema.Level)) - {"unknown"}
    assert [word for word in sorted(words) if not re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", DATA_MODEL)] == []
