"""The schema for editors accepts what people write in data/, and finds what is plainly wrong."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from conftest import ROOT
from jsonschema import Draft202012Validator

from generator import editors
from generator.schema import FOLDERS


class _EditorLoader(yaml.SafeLoader):
    """YAML 1.2 as editors read it: numbers, true and false; no dates, no yes and no."""


_EditorLoader.yaml_implicit_resolvers = {
    first: [
        (tag, pattern) for tag, pattern in found if tag not in ("tag:yaml.org,2002:timestamp", "tag:yaml.org,2002:bool")
    ]
    for first, found in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
_EditorLoader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"^(?:true|false)$"), list("tf"))


def as_an_editor_reads(path: Path) -> Any:
    return yaml.load(path.read_text("utf-8"), _EditorLoader)


def files_of(kind: str) -> list[Path]:
    data = ROOT / "data"
    return sorted((data / kind).glob("*.yml")) if kind in FOLDERS else [data / f"{kind}.yml"]


@pytest.mark.parametrize("kind", editors.KINDS)
def test_every_file_of_data_is_accepted(kind: str) -> None:
    """Nothing that `kb check` accepts is underlined in an editor."""
    schema = editors.schema_of(kind)
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    said = [
        f"{path.name}: {fault.json_path}: {fault.message[:200]}"
        for path in files_of(kind)
        for fault in validator.iter_errors(as_an_editor_reads(path))
    ]
    assert said == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("status: {is: active}", "status: {is: actve}"),
        ("backends:\n", "backend:\n"),
        ("layer: engine", "layer: [engine]"),
    ],
)
def test_a_plain_fault_is_found(old: str, new: str, tmp_path: Path) -> None:
    """A word that is not in the list, a field that is none, a list where a word belongs."""
    text = (ROOT / "tests" / "sample" / "engines" / "alder.yml").read_text("utf-8")
    assert text.count(old) == 1
    (tmp_path / "x.yml").write_text(text.replace(old, new), "utf-8")
    validator = Draft202012Validator(editors.schema_of("engines"))
    assert validator.is_valid(as_an_editor_reads(ROOT / "tests" / "sample" / "engines" / "alder.yml"))
    assert not validator.is_valid(as_an_editor_reads(tmp_path / "x.yml"))
