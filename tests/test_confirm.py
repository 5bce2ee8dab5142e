"""A statement checked again: its evidence is new, and not one other byte of its file is."""

from __future__ import annotations

import shlex
import sys
from datetime import date
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from conftest import ROOT
from sampling import SAMPLE, copy_sample, line_of, replace_once

from generator import confirm
from generator.claims import all_claims, claims_of
from generator.cli import main
from generator.load import load, parse, read_as
from generator.placed import Path_
from generator.schema import FOLDERS, Claim, Document

DAY = "2026-02-01"
NEW = {"as_of": "2026-02-01", "against": '"9.9 \\"x\\", y"', "sources": "[new-source]"}


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KB_TODAY", DAY)
    return copy_sample(tmp_path)


def kb(*arguments: str, answers: str = "") -> Result:
    result = CliRunner().invoke(main, ["confirm", "--data", "sample", *arguments], input=answers)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


# -- the text ----------------------------------------------------------------------------------


def read(collection: str, text: str) -> dict[Path_, Claim]:
    """The statements of one file."""
    model = FOLDERS[collection]
    value, origin = parse(text, "file.yml")
    document = read_as(model, value, origin)
    assert isinstance(document, Document)
    return dict(claims_of(document))


def assert_only_that(collection: str, before: str, path: Path_) -> None:
    """The edited file says the same of everything, but for the evidence of one statement; all old lines are there."""
    after = confirm.edited(before, collection, path, NEW)
    claims, edited = read(collection, before), read(collection, after)
    changed = edited[path]
    assert (str(changed.as_of), changed.against, changed.sources) == ("2026-02-01", '9.9 "x", y', ("new-source",))
    evidence = {"as_of", "against", "sources"}
    assert changed.model_dump(exclude=evidence) == claims[path].model_dump(exclude=evidence)
    assert {one for one, claim in edited.items() if claim != claims[one]} == {path}
    new = after.splitlines()
    assert sum(line not in new for line in before.splitlines()) <= 3  # each replaced field is on one line at most


@pytest.mark.parametrize("folder", [SAMPLE, ROOT / "data"], ids=["sample", "data"])
def test_every_statement_can_be_confirmed(folder: Path) -> None:
    """Words, flow and block mappings, items of lists, with whatever comments and layout people gave them."""
    count = 0
    for collection, model in FOLDERS.items():
        if not issubclass(model, Document) or not model.SECTIONS:
            continue
        for file in sorted((folder / collection).glob("*.yml")):
            text = file.read_bytes().decode("utf-8")
            paths = [path for path in read(collection, text) if path]
            for path in paths[:: 1 if folder == SAMPLE else 25]:
                assert_only_that(collection, text, path)
                count += 1
    assert count > 60


@pytest.mark.parametrize(
    ("before", "path", "after"),
    [
        ("a:\n  b: x   # why\n", ("a", "b"), "a:\n  b: {level: x, as_of: 1}   # why\n"),
        ("a: {b: {level: x, as_of: 0}}\n", ("a", "b"), "a: {b: {level: x, as_of: 1}}\n"),
        ("a: {b: {level: x, }}\n", ("a", "b"), "a: {b: {level: x, as_of: 1 }}\n"),
        ("a:\n  b:\n    level: x\n    note: >-\n      long\n\n# end\n", ("a", "b"),
         "a:\n  b:\n    as_of: 1\n    level: x\n    note: >-\n      long\n\n# end\n"),
        ("a:\n  - b: x\n    c: y\n", ("a", 0), "a:\n  - as_of: 1\n    b: x\n    c: y\n"),
        ("a:\r\n  b:\r\n    level: x\r\n", ("a", "b"), "a:\r\n  b:\r\n    as_of: 1\r\n    level: x\r\n"),
        ("榆: 🌳\na: {b: x}", ("a", "b"), "榆: 🌳\na: {b: {level: x, as_of: 1}}"),
        ("evidence: {as_of: 0, sources: [x]}\n", (), "evidence: {as_of: 1, sources: [x]}\n"),
        ("evidence:\n  as_of: '0'   # day\n", (), "evidence:\n  as_of: 1   # day\n"),
    ],
)  # fmt: skip
def test_layout_stays(before: str, path: tuple[str | int, ...], after: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Comments, spaces, line ends, quotes elsewhere, a missing last line end, signs beyond ASCII."""
    monkeypatch.setattr(confirm, "_key", lambda collection, path: "level")
    assert confirm.edited(before, "engines", path, {"as_of": "1"}) == after


# -- the command -------------------------------------------------------------------------------

BURR = "engines/birch:formats.burr"


def test_a_statement_behind_is_confirmed_for_the_version_looked_at(data: Path) -> None:
    """It is fresh again, and one line of one file is another. What it cites is still of the old one, which is told."""
    birch = data / "engines/birch.yml"
    before = birch.read_text("utf-8").splitlines()
    line = line_of(birch, "  burr: {level: supported")
    result = kb(BURR, "--against", "1.10.0.post1")
    done, warning = result.output.splitlines()
    assert result.exit_code == 0
    assert done == f"sample/engines/birch.yml:{line}: {BURR}: as_of 2026-02-01, against 1.10.0.post1"
    assert "checked against Birch 1.10.0.post1, but no source cited is of it." in warning
    after = birch.read_text("utf-8").splitlines()
    assert [number for number, (old, new) in enumerate(zip(before, after, strict=True), 1) if old != new] == [line]
    assert BURR not in CliRunner().invoke(main, ["stale", "--data", "sample"]).output


def test_a_statement_may_be_named_by_file_and_path(data: Path) -> None:
    """As it stands in an editor."""
    assert kb("sample/engines/birch.yml:formats.burr", "--against", "1.10.0").exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([BURR], f"{BURR} is behind: 3 stable releases newer than 1.9.0"),
        ([BURR, "--against", "1.9.0"], "Say --against which version you looked at"),
        (["engines/birch:backends.cuda", "--as-of", "2026-01-20"], "nothing about the evidence of"),
        (
            ["engines/birch:backends.cuda", "--as-of", "2026-01-19"],
            "checked on 2026-01-20, which is later than 2026-01-19",
        ),
        (["engines/birch:backends.cuda", "--as-of", "2026-02-02"], "--as-of 2026-02-02 lies after today"),
        (["engines/birch:backends.cude"], "there is no statement 'engines/birch:backends.cude'. Did you mean"),
        (["engines/birch"], "statements inside it; name those you checked"),
        ([], "name a statement as kb stale prints it"),
    ],
)
def test_what_is_no_new_evidence_is_refused(data: Path, arguments: list[str], says: str) -> None:
    """Another day alone does not catch up with a release; a whole file is not confirmed by accident."""
    before = {path: path.read_bytes() for path in data.rglob("*.yml")}
    result = kb(*arguments)
    assert result.exit_code in (1, 2)
    assert says in result.output
    assert {path: path.read_bytes() for path in data.rglob("*.yml")} == before


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--against", "1.11"], "against: 1.11 is not a release in data/releases/birch.yml."),
        (["--source", "gone"], "'gone'"),
    ],
)
def test_evidence_that_would_be_a_problem_is_not_written(data: Path, arguments: list[str], says: str) -> None:
    """The same words as kb check, before anything is on disk."""
    before = (data / "engines/birch.yml").read_bytes()
    result = kb("engines/birch:backends.cuda", *arguments)
    assert result.exit_code == 1
    assert says in result.output
    assert "Nothing is written." in result.output
    assert (data / "engines/birch.yml").read_bytes() == before


def test_a_whole_file_is_confirmed_when_that_is_meant(data: Path) -> None:
    """With all that takes its evidence from there."""
    assert kb("engines/birch", "--all").exit_code == 0
    assert str(load(data).engines["birch"].backends["cuda"].as_of) == DAY
    assert str(load(data).engines["birch"].systems["macos"].as_of) != DAY


def test_the_queue_is_gone_through(data: Path) -> None:
    """Each with its sources at hand; what is skipped stays, a bad answer is asked again."""
    result = kb("--interactive", answers="c\n1.10.0\nnonsense\nc\n1.10.0\n")
    assert "1 of 2  sample/engines/birch.yml:" in result.output
    assert "  manual: " in result.output
    assert "'nonsense' is not one of" in result.output
    assert "Nothing to" in CliRunner().invoke(main, ["stale", "--data", "sample"]).output
    assert kb("--interactive", answers="q\n").exit_code == 0


def test_going_through_the_queue_can_be_stopped(data: Path) -> None:
    """What was written stays written."""
    assert kb("--interactive", answers="s\nq\n").exit_code == 0
    assert kb("--interactive", answers="").exit_code == 130


def editor(tmp_path: Path, change: str) -> str:
    """A program that changes the file it is given with a line of Python, as `text`."""
    script = tmp_path / "editor.py"
    script.write_text(
        "import pathlib, sys\npath = pathlib.Path(sys.argv[-1])\ntext = path.read_text('utf-8')\n"
        f"{change}\npath.write_text(text, 'utf-8')\n",
        "utf-8",
    )
    return shlex.join([sys.executable, str(script)])


def test_what_is_not_true_any_more_is_corrected_in_an_editor(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the statement, dated anew; the line that says what to do does not stay."""
    change = "text = text.replace('burr: {level: supported', 'burr: {level: experimental')"
    monkeypatch.setenv("EDITOR", editor(tmp_path, change))
    result = kb(BURR, "--refute", "--against", "1.10.0")
    assert (result.exit_code, result.output) == (0, f"{BURR}: corrected\n")
    burr = load(data).engines["birch"].formats["burr"]
    assert (burr.level, burr.as_of, burr.against) == ("experimental", date(2026, 2, 1), "1.10.0")
    assert "--refute" not in (data / "engines/birch.yml").read_text("utf-8")


@pytest.mark.parametrize("change", ["text = text", "text = text.replace('level: supported', 'level: suported')"])
def test_an_editor_that_changes_nothing_or_breaks_it_leaves_the_file(
    data: Path, tmp_path: Path, change: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing wrong comes to disk; whoever gives up has lost nothing."""
    monkeypatch.setenv("EDITOR", editor(tmp_path, change))
    before = (data / "engines/birch.yml").read_bytes()
    assert "Left as it was." in kb(BURR, "--refute", answers="n\n").output
    assert (data / "engines/birch.yml").read_bytes() == before


def test_a_refuted_statement_is_not_confirmed(data: Path) -> None:
    """What a program saw is not outvoted by a date."""
    probed = "linux: {level: supported, probe: {package: birch-serve, wheel: manylinux}}"
    replace_once(data / "engines/birch.yml", "  linux: supported\n", f"  {probed}\n")
    digest = next(p.claim.probe.digest for p in all_claims(load(data)) if p.claim.probe)
    (data / "probes").mkdir()
    run = f'{{probe: "{digest}", place: birch-serve, version: "2.0", date: {DAY}, result: refuted, saw: "no wheel"}}'
    (data / "probes/birch.yml").write_text(f'runs:\n  "engines/birch:systems.linux": {run}\n', "utf-8")
    assert "was refuted: birch-serve 2.0 was looked at" in kb("engines/birch:systems.linux").output
