"""Files of data/ -> typed values with their places; every fault of every file at once, and never a traceback.

What is said about each kind of fault stands in tests/problems, one small file a kind.
"""

from __future__ import annotations

import itertools
import random
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from sampling import SAMPLE, copy_sample, problems_of, replace_once
from test_problems import assert_sentence

from generator.load import KEY, MAX_PROBLEMS_A_FILE, Origin, load, parse, read_as
from generator.problems import DataError
from generator.schema import FILES, FOLDERS, WRITTEN, Backend, Document

DOCUMENTS = sorted(path.relative_to(SAMPLE).as_posix() for path in SAMPLE.rglob("*.yml"))


def values(text: str) -> Any:
    return parse(text, "x.yml")[0]


# -- YAML --------------------------------------------------------------------------------------


BOOLEANS = ["no", "Off", "y", "true", "=", "<<", "null-ish", "~x", "2026-02-03"]
NUMBERS = ["1.10", "1.0", "0x1F", "0o17", "0123456", "1234567e8", "5319E7", "1_000", ".inf", "+1", "-0", "12:30"]


@pytest.mark.parametrize("typed", [*BOOLEANS, *NUMBERS])
def test_scalars_stay_what_somebody_typed(typed: str) -> None:
    """Y01, Y02, Y07, Y09: no reader's idea of booleans, numbers and dates gets between the file and the types."""
    assert values(f"key: {typed}\n") == values(f'key: "{typed}"\n') == {"key": typed}


@pytest.mark.parametrize(
    "typed",
    ["{{'x'|replace:'.','-'}}", "{% raw %}", "${{ a.b }}", "a: b", "# c", "*x*", "C:\\new", "\u00a0| `x`", "😀"],
)
def test_anything_can_be_said_in_quotes(typed: str) -> None:
    """Template braces, signs that mean something to YAML, and no-break spaces survive. (D02, D06)"""
    quoted = "'" + typed.replace("'", "''") + "'"
    assert values(f"key: {quoted}\n") == {"key": typed}


def test_every_part_has_its_place() -> None:
    """Lines and columns count from 1; a key and its value have places of their own; the unknown is nearest above."""
    _, origin = parse("a: 1\nb:\n  - x\n  - {c: 榆, d: y}\n", "x.yml")
    assert origin.at() == (1, 1)
    assert origin.at(("b", KEY)) == (2, 1)
    assert origin.at(("b", 0)) == (3, 5)
    assert origin.at(("b", 1, "d")) == (4, 15)
    assert origin.at(("b", 1, "d", KEY)) == (4, 12)
    assert origin.at(("b", 1, "e", "f")) == origin.at(("b", 1)) == (4, 5)
    assert Origin("x.yml", {}).at(("a",)) == (1, 1)


def test_an_alias_bomb_is_stopped_soon() -> None:
    """Y12: a few hundred bytes cost neither time nor memory."""
    names = "abcdefghijklmnop"
    bomb = "a: &a [x,x,x,x,x,x,x,x,x]\n"
    bomb += "".join(f"{new}: &{new} [{','.join(['*' + old] * 9)}]\n" for old, new in itertools.pairwise(names))
    start = time.process_time()
    with pytest.raises(DataError, match=r"^x\.yml:1:22: aliases \(\*name\) repeat more than 10000 values\."):
        parse(bomb, "x.yml")
    assert time.process_time() - start < 2


def test_a_large_file_without_aliases_is_no_bomb() -> None:
    """Y12: ten megabytes of honest text load."""
    large = "terms:\n" + "".join(f"  key-{number}: {'word ' * 2000}\n" for number in range(1000))
    assert len(large) > 10_000_000
    assert len(values(large)["terms"]) == 1000


def test_a_file_of_many_strange_entries_gets_few_messages() -> None:
    """D05, D06: half a megabyte of somebody else's data is told in fifty lines and a number, within seconds."""
    entries = [f'"item-{number}": {{"name": "x", "logo": "x.svg", "homepage_url": ""}}' for number in range(9000)]
    text = "{\n" + ",\n".join(entries) + "\n}\n"
    start = time.process_time()
    with pytest.raises(DataError) as caught:
        read_as(Backend, *parse(text, "x.yml"))
    assert time.process_time() - start < 5
    assert len(caught.value.problems) == MAX_PROBLEMS_A_FILE + 1
    assert "8955 more problems in this file, from here on, are not shown." in str(caught.value)


def test_a_file_of_many_duplicate_keys_gets_few_messages() -> None:
    """The same holds for faults of the YAML itself."""
    with pytest.raises(DataError) as caught:
        parse("a: x\n" * 500, "x.yml")
    assert len(caught.value.problems) == MAX_PROBLEMS_A_FILE + 1


def test_brackets_in_prose_are_no_nesting() -> None:
    """Only YAML's own brackets count for depth."""
    assert values(f'note: "{"[0, 1) " * 500}"\n')["note"].startswith("[0, 1) [0, 1) ")


@pytest.mark.parametrize("opened", ["- ", "[", "{a: ", "? "])
def test_no_depth_exhausts_the_reader(opened: str) -> None:
    """Nesting of any kind ends in a message, not in the depths of the interpreter."""
    with pytest.raises(DataError, match="nested too deep"):
        parse(opened * 50_000 + "x", "x.yml")


# -- folders -----------------------------------------------------------------------------------


def test_all_faults_of_all_files_come_in_one_run(tmp_path: Path) -> None:
    """One broken file hides no other; the list is sorted by place."""
    data = copy_sample(tmp_path)
    replace_once(data / "formats/burr.yml", "kind: method", "kind: methd")
    replace_once(data / "engines/alder.yml", "systems:\n", "systems:\n\tx: y\n")
    replace_once(data / "engines/birch.yml", "license: Apache-2.0", "licence: Apache-2.0")
    (data / "sources.yml").unlink()
    said = problems_of(data)
    assert [line.split(": ")[0] for line in said] == [
        "sample/engines/alder.yml:23:1",
        "sample/engines/birch.yml:1:1",
        "sample/engines/birch.yml:6:1",
        "sample/formats/burr.yml:2:7",
        "sample/sources.yml:1:1",
    ]


def test_what_is_not_ours_is_named_or_left_alone(tmp_path: Path) -> None:
    """Files of editors and systems are ignored when hidden; other strangers are problems."""
    data = copy_sample(tmp_path)
    (data / ".DS_Store").write_bytes(b"\x00\xff")
    (data / "engines" / ".alder.yml.swp").write_bytes(b"\x00\xff")
    (data / "folder.yml").mkdir()
    assert problems_of(data) == []
    (data / "notes.txt").write_text("x", "utf-8")
    (data / "engines" / "alder.yml~").write_text("x", "utf-8")
    assert [line.split(":")[0] for line in problems_of(data)] == ["sample/engines/alder.yml~", "sample/notes.txt"]


def test_a_file_that_cannot_be_read_is_a_problem(tmp_path: Path) -> None:
    """A link that leads nowhere, for instance."""
    data = copy_sample(tmp_path)
    (data / "engines" / "elm.yml").symlink_to(tmp_path / "gone")
    assert problems_of(data) == ["sample/engines/elm.yml:1:1: cannot be read: No such file or directory. [unreadable]"]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32", "cp1252", "gb18030"])
def test_other_encodings_are_told_by_their_first_wrong_byte(tmp_path: Path, encoding: str) -> None:
    """P03: file and byte, whatever the locale of the machine."""
    data = copy_sample(tmp_path)
    text = (data / "backends/metal.yml").read_text("utf-8").replace("Laptops", "Café")
    (data / "backends/metal.yml").write_bytes(text.encode(encoding))
    (said,) = problems_of(data)
    assert re.fullmatch(r"sample/backends/metal\.yml:\d+:\d+: is not UTF-8 at byte \d+\. Save .+ \[encoding\]", said)


def test_an_empty_folder_lacks_every_single_file(tmp_path: Path) -> None:
    """A wrong folder is told file by file, not by a traceback."""
    folder = tmp_path / "nothing"
    folder.mkdir()
    assert problems_of(folder) == [f"nothing/{name}.yml:1:1: this file is missing. [missing]" for name in sorted(FILES)]


def test_messages_name_the_folder_also_when_one_stands_in_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`--data .` has no name of its own, and the messages need one."""
    data = copy_sample(tmp_path)
    (data / "site.yml").unlink()
    monkeypatch.chdir(data)
    assert problems_of(Path()) == ["sample/site.yml:1:1: this file is missing. [missing]"]


def test_a_dataset_holds_everything_by_id() -> None:
    """Ids are file names; documents are every authored file; each origin is the file it came from."""
    sample = load(SAMPLE)
    assert set(sample.engines) == {path.stem for path in (SAMPLE / "engines").glob("*.yml")}
    authored = {f"{collection}/{name}" for collection, name, _ in sample.documents()}
    assert authored == {
        *(path[:-4] for path in DOCUMENTS if "/" in path and "releases" not in path),
        "glossary/glossary",
    }
    assert {origin.file for origin in sample.origins.values()} == {f"sample/{path}" for path in DOCUMENTS}
    assert sample.origin("engines", "birch").file == "sample/engines/birch.yml"


def test_loading_does_not_depend_on_the_order_of_files(tmp_path: Path) -> None:
    """P01: the same files written in another order make the same dataset."""
    folder = tmp_path / "sample"
    for path in reversed(DOCUMENTS):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes((SAMPLE / path).read_bytes())
    one, other = load(SAMPLE), load(folder)
    assert list(one.engines) == list(other.engines)
    assert one == other


# -- whatever people type ----------------------------------------------------------------------


def model_of(path: str) -> Any:
    collection = path.split("/")[0] if "/" in path else path.removesuffix(".yml")
    return {**FOLDERS, **FILES}[collection]


def faults_of(path: str, text: str) -> list[str]:
    try:
        read_as(model_of(path), *parse(text, path))
    except DataError as error:
        return [str(problem) for problem in error.problems]
    return []


def nodes(value: Any, place: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    yield place
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in entries:
        yield from nodes(item, (*place, key))


def with_another(value: Any, place: tuple[str | int, ...], other: Any) -> Any:
    if not place:
        return other
    changed = dict(value) if isinstance(value, dict) else dict(enumerate(value))
    changed[place[0]] = with_another(changed[place[0]], place[1:], other)
    return changed if isinstance(value, dict) else list(changed.values())


@pytest.mark.parametrize("path", DOCUMENTS)
def test_no_value_of_the_wrong_kind_ends_in_a_traceback(path: str) -> None:
    """Each value of each file replaced by a list, a mapping, a word: read, or told in sentences with a place."""
    value, _ = parse((SAMPLE / path).read_text("utf-8"), path)
    dice = random.Random(path)
    others: list[Any] = [["x"], {"x": "y"}, {"is": []}, "no", "-1", "x" * 300, [[{}]], [{"a": {"b": "c"}}]]
    for place in nodes(value):
        other = dice.choice(others)
        text = yaml.dump(with_another(value, place, other), Dumper=yaml.CSafeDumper, allow_unicode=True)
        for said in faults_of(path, text):
            assert_sentence(f"sample/{said}")
            assert 1 <= int(said.split(":")[1]) <= text.count("\n") + 1


@pytest.mark.parametrize("path", DOCUMENTS)
def test_no_slip_of_the_keyboard_ends_in_a_traceback(path: str) -> None:
    """Signs lost, doubled or struck by mistake anywhere in a file: read, or told in sentences with a place."""
    text = (SAMPLE / path).read_text("utf-8")
    dice = random.Random(path)
    for _ in range(60):
        at = dice.randrange(len(text))
        struck = dice.choice(
            ["", text[at] * 2, "\t", ":", ": ", "'", '"', "[", "}", "&", "*", "#", "\n", "\n  ", "\x07", "!"]
        )
        slipped = text[:at] + struck + text[at + 1 :]
        for said in faults_of(path, slipped):
            assert_sentence(f"sample/{said}")
            assert 1 <= int(said.split(":")[1]) <= slipped.count("\n") + 1


@pytest.mark.parametrize("name", sorted(FOLDERS))
def test_an_unknown_key_is_refused_everywhere(name: str) -> None:
    """No collection lets a misspelt field pass in silence."""
    with pytest.raises(DataError, match=r"the file: unknown key 'frobnicate'\."):
        read_as(FOLDERS[name], *parse("frobnicate: x\n", "x.yml"))


def test_the_files_own_faults_are_not_repeated_at_every_cell() -> None:
    """A default that cannot be read is one problem, however many cells inherit it."""
    text = (SAMPLE / "engines/birch.yml").read_text("utf-8").replace("as_of: 2026-01-20", "as_of: 20 January")
    said = faults_of("engines/birch.yml", text)
    assert said == ["engines/birch.yml:14:10: evidence.as_of: '20 January' is not a date like 2026-11-29. [day]"]
    assert all(issubclass(model, Document) for name, model in FOLDERS.items() if name not in WRITTEN)
