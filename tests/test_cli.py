"""The commands as people call them: what they print, where, and the exit code."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta, tzinfo
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from package_index import Answer, Index, page, serving
from sampling import SAMPLE, copy_sample, line_of, replace_once

from generator.cli import main, today_utc
from generator.comparisons import COMPARISONS
from generator.exports import formats
from generator.load import load

DAY = "2026-02-01"


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the sample, seen from the folder it is in."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KB_TODAY", DAY)
    return copy_sample(tmp_path)


def kb(*arguments: str) -> Result:
    """The command in this process. An exception that is no exit is a traceback to a user."""
    result = CliRunner().invoke(main, arguments)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


# -- check -------------------------------------------------------------------------------------


def test_check_says_how_much_it_looked_at(data: Path) -> None:
    """Clean data: one line, with what is to be looked at again, and exit code 0."""
    result = kb("check", "--data", "sample", "--today", DAY)
    assert result.exit_code == 0
    assert result.output.startswith("No problems in ")
    assert result.output.endswith(", 2 to check again (kb stale).\n")


def test_check_prints_every_problem_and_their_number(data: Path) -> None:
    """Problems go to the standard output, one a line; the count goes beside it; exit code 1."""
    replace_once(data / "engines/birch.yml", "  acorn: supported\n", "  acron: supported\n")
    replace_once(data / "engines/birch.yml", "  linux: supported\n", "  linx: supported\n")
    result = kb("check", "--data", "sample", "--today", DAY)
    assert result.exit_code == 1
    linx, acron = (line_of(data / "engines/birch.yml", text) for text in ("  linx:", "  acron:"))
    where = "sample/engines/birch.yml"
    assert result.stdout.splitlines() == [
        f"{where}:{linx}:3: systems.linx: there is no system 'linx'. Did you mean 'linux'? [reference]",
        f"{where}:{acron}:3: formats.acron: there is no format 'acron'. Did you mean 'acorn'? [reference]",
    ]
    assert result.stderr == "2 problems.\n"


def test_check_counts_one_problem_in_the_singular(data: Path) -> None:
    """Words agree with their number."""
    replace_once(data / "engines/birch.yml", "  linux: supported\n", "  linx: supported\n")
    assert kb("check", "--data", "sample").stderr == "1 problem.\n"


def test_problems_as_json_carry_every_field(data: Path) -> None:
    """For programs: a list of objects, and nothing else on the standard output."""
    replace_once(data / "engines/birch.yml", "  linux: supported\n", "  linx: supported\n")
    result = kb("check", "--data", "sample", "--format", "json")
    assert json.loads(result.stdout) == [
        {
            "file": "sample/engines/birch.yml",
            "line": line_of(data / "engines/birch.yml", "  linx:"),
            "column": 3,
            "message": "systems.linx: there is no system 'linx'.",
            "rule": "reference",
            "hint": "Did you mean 'linux'?",
            "level": "error",
        }
    ]
    assert result.exit_code == 1


def test_problems_for_github_are_annotations(data: Path) -> None:
    """Each line marks a line of a file in a pull request; signs that end a field are escaped."""
    (data / "a,b:c.yml").write_text("x: y\n", "utf-8")
    replace_once(data / "engines/birch.yml", "is: active", "is: 100%")
    result = kb("check", "--data", "sample", "--format", "github")
    assert result.exit_code == 1
    stray, word = result.stdout.splitlines()
    assert stray.startswith("::error file=sample/a%2Cb%3Ac.yml,line=1,col=1,title=place::no data file is expected")
    assert "'100%25' is not one of active, maintenance, archived." in word


@pytest.mark.parametrize("style", ["json", "github"])
def test_stale_statements_are_warnings_of_check(data: Path, style: str) -> None:
    """Old content is still content: listed for machines, exit code 0. (V07)"""
    result = kb("check", "--data", "sample", "--format", style)
    assert result.exit_code == 0
    if style == "json":
        assert [found["level"] for found in json.loads(result.output)] == ["warning", "warning"]
    else:
        assert [line.split(" ")[0] for line in result.output.splitlines()] == ["::warning", "::warning"]


def test_strict_makes_stale_statements_problems(data: Path) -> None:
    """For those who want it: the same list as errors, exit code 1."""
    result = kb("check", "--data", "sample", "--strict", "--format", "json")
    assert [found["level"] for found in json.loads(result.stdout)] == ["error", "error"]
    assert result.exit_code == 1


def test_files_are_named_as_seen_from_the_current_folder(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that a terminal or an editor can open them: below here by a relative path, elsewhere by a full one."""
    (data / "notes.txt").write_text("x", "utf-8")

    def named(folder: str) -> str:
        return kb("check", "--data", folder).stdout.split(":")[0]

    assert named("sample") == named(str(data)) == "sample/notes.txt"
    monkeypatch.chdir(data)
    assert named(".") == "notes.txt"
    monkeypatch.chdir(data / "engines")
    assert named("..") == named(str(data)) == (data / "notes.txt").as_posix()


# -- bad calls ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["check", "--data", "nowhere"], "Directory 'nowhere' does not exist"),
        (["check", "--data", "sample/site.yml"], "'sample/site.yml' is a file"),
        (["check", "--data", "sample", "--today", "soon"], "'soon' is not a date like 2026-11-29"),
        (["check", "--data", "sample", "--today", "2026-02-30"], "'2026-02-30' is not a date like 2026-11-29"),
        (["check", "--data", "sample", "--format", "xml"], "'xml' is not one of 'text', 'json', 'github'"),
        (["chekc"], "No such command 'chekc'"),
        (["table", "engine", "--data", "sample"], "there is no table 'engine'. Did you mean 'engines'?"),
        (
            ["table", "engines", "--data", "sample", "--rows", "brich"],
            "has no row or column 'brich'. Did you mean 'birch'?",
        ),
        (["table", "engines", "--data", "sample", "--columns", "layers"], "Did you mean 'layer'?"),
        (["table", "engines", "--data", "sample", "--as", "xls"], "'xls' is not one of"),
        (["releases", "--data", "sample", "brich"], "'brich' is no engine with a release feed."),
        (["releases", "--data", "sample", "alder"], "'alder' is no engine with a release feed."),
    ],
)
def test_a_wrong_call_is_told_with_exit_code_2(data: Path, arguments: list[str], says: str) -> None:
    """V07: a call that makes no sense is not a problem of the data; one sentence, and what was meant."""
    result = kb(*arguments)
    assert result.exit_code == 2
    assert says in result.stderr
    assert result.stdout == ""


@pytest.mark.parametrize("verb", [["build", "--data", "sample"], ["serve"]], ids=lambda verb: verb[0])
def test_a_site_is_built_in_the_folder_of_the_project(data: Path, verb: list[str]) -> None:
    """Elsewhere there is nothing to build; that is said before anything is written."""
    result = kb(*verb)
    assert result.exit_code == 2
    assert "there is no mkdocs.yml here" in result.stderr
    assert [path.name for path in data.parent.iterdir()] == ["sample"]


def test_a_wrong_day_in_the_environment_is_told(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """KB_TODAY overrides the clock, and a typing error in it is no traceback."""
    monkeypatch.setenv("KB_TODAY", "tomorrow")
    result = kb("check", "--data", "sample")
    assert result.exit_code == 2
    assert "KB_TODAY is 'tomorrow', which is not a date like 2026-11-29" in result.stderr


@pytest.mark.parametrize("verb", [["check"], ["stale"], ["table", "engines"], ["releases"]], ids=lambda verb: verb[0])
def test_broken_data_stops_every_verb_with_the_problems(data: Path, verb: list[str]) -> None:
    """What is wrong, where, and exit code 1; never a traceback."""
    (data / "engines" / "birch.yml").write_bytes(b"name: \xff\n")
    result = kb(*verb, "--data", "sample")
    assert result.exit_code == 1
    assert result.stdout == "sample/engines/birch.yml:1:7: is not UTF-8 at byte 6. Save the file as UTF-8. [encoding]\n"


def test_broken_data_is_json_where_json_was_asked_for(data: Path) -> None:
    """A program that reads `stale` can read what is wrong, too."""
    (data / "site.yml").unlink()
    (found,) = json.loads(kb("stale", "--data", "sample", "--format", "json").stdout)
    assert found["file"] == "sample/site.yml"


def test_help_lists_the_verbs() -> None:
    """`kb --help` is where people start."""
    shown = kb("--help").output
    assert all(f"  {verb} " in shown for verb in ("check", "build", "serve", "stale", "releases", "table"))
    assert kb("-h").output == shown


# -- stale -------------------------------------------------------------------------------------


def test_stale_lists_what_to_check_again_and_why(data: Path) -> None:
    """File and line, the statement, its state, the reason; then their number."""
    birch = data / "engines/birch.yml"
    macos, burr = (
        line_of(birch, text) for text in ("  macos: {level: unsupported, as_of", "  burr: {level: supported")
    )
    result = kb("stale", "--data", "sample", "--today", DAY)
    assert result.exit_code == 0
    due = "engines/birch:systems.macos is due: was to be checked again by 2025-08-30, for 155 days"
    behind = "engines/birch:formats.burr is behind: 3 stable releases newer than 1.9.0 known, newest"
    newest = "1.10.0.post1 of 2026-01-12; of its own line 1.9.1 of 2025-12-05, for 73 days"
    assert result.output.splitlines() == [
        f"sample/engines/birch.yml:{macos}: {due}",
        f"sample/engines/birch.yml:{burr}: {behind} {newest}; it carries 1 table",
        "2 statements to check again.",
    ]


def test_stale_ranks_by_what_stands_on_it(data: Path) -> None:
    """Of two statements equally old, the one that an outcome rests on comes first and says so."""
    old = "as_of: 2025-10-30, sources: [readme]"
    replace_once(data / "engines/alder.yml", "metal: {level: supported,", f"metal: {{level: supported, {old},")
    replace_once(data / "engines/alder.yml", "cuda: {level: unsupported,", f"cuda: {{level: unsupported, {old},")
    lines = kb("stale", "--data", "sample", "--today", DAY).output.splitlines()
    told = [line for line in lines if "engines/alder:backends" in line]
    assert ["metal" in line for line in told] == [True, False]
    assert re.search(r"; it carries \d tree paths?, .*\d tables?$", told[0])
    assert "tree path" not in told[1]


def test_stale_looks_ahead(data: Path) -> None:
    """`--on` answers what will be due then, as `--today` does."""
    later = (date.fromisoformat(DAY) + timedelta(400)).isoformat()
    few, many = (kb("stale", "--data", "sample", "--on", day).output.count("\n") for day in (DAY, later))
    assert few < many
    ahead, then = (kb("stale", "--data", "sample", option, later).output for option in ("--on", "--today"))
    assert ahead == then


def test_stale_can_fail_for_schedulers(data: Path) -> None:
    """Exit code 3 when anything is overdue and `--fail` is given; 0 without it, and when nothing is."""
    assert kb("stale", "--data", "sample", "--fail").exit_code == 3
    assert kb("stale", "--data", "sample").exit_code == 0
    birch = data / "engines/birch.yml"
    replace_once(birch, "as_of: 2025-06-01, ", "")
    replace_once(birch, "against: 1.9.0, ", "")
    clean = kb("stale", "--data", "sample", "--fail")
    assert (clean.exit_code, clean.output) == (0, "Nothing to check again.\n")


def test_stale_as_json_and_for_github(data: Path) -> None:
    """The same list for programs and for pull requests."""
    found = json.loads(kb("stale", "--data", "sample", "--format", "json").output)
    assert {one["address"]: one["state"] for one in found} == {
        "engines/birch:formats.burr": "behind",
        "engines/birch:systems.macos": "due",
    }
    assert {one["file"] for one in found} == {"sample/engines/birch.yml"}
    ticked = kb("stale", "--data", "sample", "--format", "markdown").output
    assert ticked.count("- [ ] `engines/birch:") == 2
    lines = kb("stale", "--data", "sample", "--format", "github").output.splitlines()
    assert [line.startswith("::warning file=sample/engines/birch.yml,line=") for line in lines] == [True, True]


# -- table -------------------------------------------------------------------------------------


def test_table_without_a_name_lists_the_tables() -> None:
    """Also without any data, since the list is the program's own."""
    listed = kb("table", "--data", str(SAMPLE)).output.splitlines()
    assert [line.split()[0] for line in listed] == [comparison.id for comparison in COMPARISONS]


@pytest.mark.parametrize("suffix", sorted(formats()))
def test_every_table_prints_in_every_format(suffix: str) -> None:
    """Text that ends with a line end and exit code 0; a table that the data gives no rows says so."""
    for comparison in COMPARISONS:
        result = kb("table", comparison.id, "--as", suffix, "--data", str(SAMPLE), "--today", DAY)
        assert result.exit_code == 0 or f"table {comparison.id} has no rows" in result.output
        assert result.output.endswith("\n")


def test_rows_and_columns_come_in_the_order_asked_for() -> None:
    """Spaces after the commas are no part of an id."""
    table = ["table", "engines-backends", "--data", str(SAMPLE), "--today", DAY, "--as", "csv"]
    chosen = kb(*table, "--rows", "birch, alder", "--columns", "metal,cuda").output
    lines = chosen.lstrip("\ufeff").splitlines()
    assert [line.split(",")[0].strip('"') for line in lines[1:3]] == ["Birch", "Alder"]
    assert lines[0].index("Metal") < lines[0].index("CUDA")


# -- releases ----------------------------------------------------------------------------------


@pytest.fixture
def index(data: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Index]:
    """A package index, and a second engine that publishes there but has no ledger yet."""
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    replace_once(
        data / "engines/alder.yml",
        "{none_because: The Alder people publish no list of releases.}",
        "{pypi: alder}",
    )
    with serving() as found:
        monkeypatch.setenv("KB_INDEX_URL", found.url)
        found.answers["alder"] = page("alder", "alder-0.9-py3-none-any.whl 2026-01-09T10:00:00Z")
        yield found


RECORDED = (
    "birch_serve-1.2.0.tar.gz 2025-06-02T10:00:00Z",
    "birch_serve-1.9.0.tar.gz 2025-09-01T10:00:00Z",
    "birch_serve-1.10.0.tar.gz 2025-11-20T10:00:00Z",
    "birch_serve-1.9.1.tar.gz 2025-12-05T10:00:00Z",
    "birch_serve-2.0.0rc1.tar.gz 2026-01-05T10:00:00Z",
    "birch_serve-1.10.1.tar.gz 2026-01-08T10:00:00Z yanked",
    "birch_serve-1.10.0.post1.tar.gz 2026-01-12T10:00:00Z",
)
NEW = "birch_serve-2.0.0.tar.gz 2026-01-30T10:00:00Z"


def test_releases_adds_what_is_new_and_nothing_else(data: Path, index: Index) -> None:
    """P05: the difference is the new line and the day of the look-up; other engines get their ledger, too."""
    ledger = data / "releases" / "birch.yml"
    before = ledger.read_text("utf-8")
    index.answers["birch-serve"] = page("birch-serve", *RECORDED, NEW)
    result = kb("releases", "--data", "sample")
    assert (result.exit_code, result.output) == (0, "alder: 1 new, 1 in all\nbirch: 1 new, 8 in all\n")
    after = before.replace("looked_up: 2026-01-20", f"looked_up: {DAY}")
    assert ledger.read_text("utf-8") == after + '  - {version: "2.0.0", date: 2026-01-30, channel: stable}\n'
    assert 'upstream: {pypi: "alder"}' in (data / "releases" / "alder.yml").read_text("utf-8")
    assert list(ledger.parent.glob(".*")) == []


def test_a_second_look_on_the_same_day_touches_nothing(data: Path, index: Index) -> None:
    """P05: same bytes, same time of the file."""
    index.answers["birch-serve"] = page("birch-serve", *RECORDED, NEW)
    kb("releases", "--data", "sample")
    ledger = data / "releases" / "birch.yml"
    os.utime(ledger, (1, 1))
    assert kb("releases", "--data", "sample").output == "alder: 0 new, 1 in all\nbirch: 0 new, 8 in all\n"
    assert ledger.stat().st_mtime == 1


def test_releases_asks_only_for_the_engines_named(data: Path, index: Index) -> None:
    """One engine, one question."""
    assert kb("releases", "--data", "sample", "alder").output == "alder: 1 new, 1 in all\n"
    assert index.asked == ["alder"]


def test_an_upstream_that_deleted_a_release_takes_nothing_away(data: Path, index: Index) -> None:
    """R13: a ledger never shrinks; one release may vanish upstream."""
    index.answers["birch-serve"] = page("birch-serve", *RECORDED[1:], NEW)
    assert "birch: 1 new, 8 in all\n" in kb("releases", "--data", "sample").output


FAILURES: dict[str, tuple[Answer | None, str]] = {
    "unknown": (None, "the package index knows no project 'birch-serve'"),
    "forbidden": (Answer(b'{"message": "Forbidden"}', 403), "HTTP status 403"),
    "server error": (Answer(b"oops", 500), "HTTP status 500"),
    "garbage": (Answer(b"<html>sign in</html>"), "it is not what the package index API describes"),
    "shrunken": (page("birch-serve", NEW), "the answer lacks 7 of 7 recorded releases, among them 1.10.0.post1"),
    "empty": (page("birch-serve"), "names no dated release"),
    "changed day": (
        page("birch-serve", RECORDED[0].replace("2025-06-02", "2025-06-03"), *RECORDED[1:], NEW),
        "1.2.0 was recorded for 2025-06-02 and is now shown for 2025-06-03",
    ),
    "future day": (
        page("birch-serve", *RECORDED, NEW.replace("2026-01-30", "2026-02-02")),
        "2.0.0 is dated 2026-02-02, which lies after today, 2026-02-01",
    ),
}


@pytest.mark.parametrize(("answer", "says"), FAILURES.values(), ids=FAILURES)
def test_a_failed_look_up_changes_nothing_and_stops_nobody_else(
    data: Path, index: Index, answer: Answer | None, says: str
) -> None:
    """R13: the ledger stays byte for byte, also its time; the others go on; the exit code says that one failed."""
    if answer is not None:
        index.answers["birch-serve"] = answer
    ledger = data / "releases" / "birch.yml"
    before = ledger.read_bytes()
    os.utime(ledger, (1, 1))
    result = kb("releases", "--data", "sample")
    assert result.exit_code == 1
    assert result.stdout == "alder: 1 new, 1 in all\n"
    assert result.stderr.startswith("birch: nothing changed: ")
    assert says in result.stderr
    assert (ledger.read_bytes(), ledger.stat().st_mtime) == (before, 1)


def test_a_ledger_that_cannot_be_written_stops_nobody_else(
    data: Path, index: Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk, for instance: one sentence, exit code 1, and the next engine is looked up."""

    def full(path: Path, content: bytes) -> None:
        if path.stem == "alder":
            raise OSError(28, "No space left on device")

    monkeypatch.setattr("generator.lookup.write_atomic", full)
    index.answers["birch-serve"] = page("birch-serve", *RECORDED, NEW)
    result = kb("releases", "--data", "sample")
    assert (result.exit_code, result.stdout) == (1, "birch: 1 new, 8 in all\n")
    assert "alder: nothing changed: [Errno 28] No space left on device" in result.stderr


def test_releases_are_put_in_the_channel_that_the_engine_file_says(data: Path, index: Index) -> None:
    """An upstream may call a nightly build stable, or list what is no release at all; its engine's file knows."""
    rules = '{pypi: alder, channels: {nightly: "^2026"}, only: "^[0-9.]+$"}'
    replace_once(data / "engines/alder.yml", "{pypi: alder}", rules)
    files = ("alder-0.9.tar.gz", "alder-2026.1.9.tar.gz", "alder-0.9rc1.tar.gz")
    index.answers["alder"] = page("alder", *(f"{file} 2026-01-09T10:00:00Z" for file in files))
    kb("releases", "--data", "sample", "alder")
    ledger = load(data).releases["alder"]
    assert [(one.version, one.channel) for one in ledger.releases] == [("0.9", "stable"), ("2026.1.9", "nightly")]


def test_two_runs_at_once_lose_nothing(data: Path, index: Index) -> None:
    """Each reads the ledger again when it is its turn to write."""
    index.answers["birch-serve"] = page("birch-serve", *RECORDED, NEW)
    command = [sys.executable, "-m", "generator", "releases"]
    add = [*command, "add", "--data", "sample", "birch", "--source", "https://birch.example/2"]
    look = [*command, "--data", "sample", "birch"]
    environment = {**os.environ, "KB_TODAY": DAY, "PYTHONPATH": str(Path(__file__).parent.parent)}
    versions = [f"1.8.{number}" for number in range(4)]
    runs = [subprocess.Popen(look, cwd=data.parent, env=environment)]
    runs += [subprocess.Popen([*add, one, "2025-08-01"], cwd=data.parent, env=environment) for one in versions]
    assert [run.wait(60) for run in runs] == [0] * 5
    recorded = [one.version for one in load(data).releases["birch"].releases]
    assert {*versions, "2.0.0", "1.2.0"} <= set(recorded)


def test_a_release_without_a_feed_is_recorded_with_its_source(data: Path) -> None:
    """For an app of which only a web page tells; it is written like any other, and read back."""
    source = "https://alder.example/news/1"
    result = kb("releases", "add", "alder", "b9123", "2026-01-09", "--source", source, "--data", "sample")
    assert (result.exit_code, result.output) == (0, "alder: b9123 of 2026-01-09 added, 1 in all\n")
    assert load(data).releases["alder"].releases[0].source == source
    assert kb("check", "--data", "sample").exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["elm", "1.0", "2026-01-09"], 2, "there is no engine 'elm'."),
        (["birch", "1.9.0", "2026-01-09"], 1, "birch: nothing changed: 1.9.0 is recorded already."),
        (["birch", "9.0", "2026-02-02"], 1, "birch: nothing changed: 2026-02-02 lies after today, 2026-02-01."),
        (["birch", "9.0", "soon"], 2, "'soon' is not a date like 2026-11-29"),
        (["birch", " ", "2026-01-09"], 2, "version: String should have at least 1 character"),
    ],
)
def test_a_release_that_cannot_be_recorded_changes_nothing(
    data: Path, arguments: list[str], code: int, says: str
) -> None:
    """One sentence, and the ledger as it was."""
    before = (data / "releases/birch.yml").read_bytes()
    result = kb("releases", "add", *arguments, "--source", "https://birch.example/9", "--data", "sample")
    assert result.exit_code == code
    assert says in result.output
    assert (data / "releases/birch.yml").read_bytes() == before


def test_an_upstream_replaces_what_was_recorded_by_hand(data: Path, index: Index) -> None:
    """A day read off a web page gives way to the one in the index."""
    source = ("--source", "https://alder.example/news/1", "--data", "sample")
    kb("releases", "add", "alder", "v0.9", "2026-01-08", *source)
    assert kb("releases", "--data", "sample", "alder").output == "alder: 0 new, 1 in all\n"
    release = load(data).releases["alder"].releases[0]
    assert (release.version, str(release.date), release.source) == ("0.9", "2026-01-09", None)


# -- probe -------------------------------------------------------------------------------------

MANYLINUX = "birch_serve-2.0.0-py3-none-manylinux_2_28_x86_64.whl"
PROBED = "linux: {level: supported, probe: {package: birch-serve, wheel: manylinux}}"


def shows(index: Index, *files: str) -> None:
    index.answers["birch-serve"] = page("birch-serve", *(f"{file} 2026-01-30T10:00:00Z" for file in files))


def test_a_probe_that_holds_counts_as_a_check(data: Path, index: Index) -> None:
    """Recorded beside the statement, whose file is untouched; the statement is then as fresh as the run."""
    birch = data / "engines/birch.yml"
    replace_once(birch, "  linux: supported\n", f"  {PROBED}\n")
    before = birch.read_bytes()
    behind = "engines/birch:systems.linux is behind"
    index.answers["birch-serve"] = page("birch-serve", *RECORDED, NEW)
    kb("releases", "--data", "sample", "birch")
    assert behind in kb("stale", "--data", "sample").output
    shows(index, MANYLINUX)
    result = kb("probe", "--data", "sample")
    assert (result.exit_code, result.output.splitlines()) == (
        0,
        [
            f"engines/birch:systems.linux: confirmed at birch-serve 2.0.0: {MANYLINUX}",
            "1 confirmed, 0 refuted, 0 could not be looked at.",
        ],
    )
    assert birch.read_bytes() == before
    run = load(data).probes["birch"].runs["engines/birch:systems.linux"]
    assert (run.result, run.version, str(run.date)) == ("confirmed", "2.0.0", DAY)
    assert behind not in kb("stale", "--data", "sample").output


def test_a_probe_that_fails_refutes_its_statement(data: Path, index: Index) -> None:
    """Exit code 3; the statement is refuted until somebody has looked, and nothing else is."""
    replace_once(data / "engines/birch.yml", "  linux: supported\n", f"  {PROBED}\n")
    shows(index, "birch_serve-2.0.0-py3-none-win_amd64.whl")
    result = kb("probe", "--data", "sample", "birch")
    assert result.exit_code == 3
    assert "1 refuted" in result.output
    stale = kb("stale", "--data", "sample").output
    assert "engines/birch:systems.linux is refuted: birch-serve 2.0.0 was looked at on 2026-02-01: no wheel" in stale
    assert kb("check", "--data", "sample").exit_code == 0
    assert kb("check", "--data", "sample", "--strict").exit_code == 1


def test_a_changed_statement_is_not_refuted_by_an_old_run(data: Path, index: Index) -> None:
    """A result belongs to the probe that was run, and to the check it came after."""
    birch = data / "engines/birch.yml"
    replace_once(birch, "  linux: supported\n", f"  {PROBED}\n")
    shows(index, "birch_serve-2.0.0-py3-none-win_amd64.whl")
    kb("probe", "--data", "sample")
    replace_once(birch, "wheel: manylinux", "wheel: win_amd64")
    assert "refuted" not in kb("stale", "--data", "sample").output
    replace_once(birch, "wheel: win_amd64", "wheel: manylinux")
    assert "refuted" in kb("stale", "--data", "sample").output
    replace_once(birch, PROBED[:-1], f"{PROBED[:-1]}, as_of: 2026-02-02")
    assert "refuted" not in kb("stale", "--data", "sample", "--today", "2026-02-03").output


def test_a_place_that_cannot_be_looked_at_changes_nothing(data: Path, index: Index) -> None:
    """The earlier result stays; exit code 0, since nothing was refuted."""
    replace_once(data / "engines/birch.yml", "  linux: supported\n", f"  {PROBED}\n")
    shows(index, MANYLINUX)
    kb("probe", "--data", "sample")
    kept = (data / "probes/birch.yml").read_bytes()
    index.answers["birch-serve"] = Answer(b"oops", 500)
    result = kb("probe", "--data", "sample")
    assert result.exit_code == 0
    assert "not looked at birch-serve: no usable answer on 'birch-serve': HTTP status 500" in result.stderr
    assert (data / "probes/birch.yml").read_bytes() == kept


def test_results_of_statements_that_are_gone_go_too(data: Path, index: Index) -> None:
    """A file of results speaks of what is there."""
    birch = data / "engines/birch.yml"
    windows = "windows: {level: supported, probe: {package: birch-serve, wheel: win}}"
    replace_once(birch, "  linux: supported\n", f"  {PROBED}\n  {windows}\n")
    shows(index, "birch_serve-2.0.0-py3-none-manylinux_win.whl")
    kb("probe", "--data", "sample")
    assert len(load(data).probes["birch"].runs) == 2
    replace_once(birch, f"  {windows}\n", "")
    kb("probe", "--data", "sample")
    assert list(load(data).probes["birch"].runs) == ["engines/birch:systems.linux"]


def test_probes_of_an_engine_that_has_none_is_a_typing_error(data: Path) -> None:
    assert "no statement of 'elm' has a probe." in kb("probe", "--data", "sample", "elm").output


# -- any machine -------------------------------------------------------------------------------


def run(*arguments: str, cwd: Path, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """The command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "generator", *arguments],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent), **environment},
        capture_output=True,
        check=False,
        timeout=60,
    )


def test_output_is_utf_8_whatever_the_locale(data: Path) -> None:
    """P03: marks and Chinese text neither stop a command nor come out as something else."""
    (data / "榆.txt").write_text("x", "utf-8")
    plain = {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": ""}
    check = run("check", "--data", "sample", cwd=data.parent, **plain)
    assert check.returncode == 1
    assert b"Traceback" not in check.stderr
    (data / "榆.txt").unlink()
    table = run("table", "engines-backends", "--data", "sample", cwd=data.parent, **plain)
    assert table.returncode == 0, table.stderr
    assert "✓ yes" in table.stdout.decode("utf-8")
    birch = data / "engines/birch.yml"
    replace_once(birch, "family: serving", "family: 服務")
    told = run("check", "--data", "sample", cwd=data.parent, **plain)
    assert "there is no family '服務'" in told.stdout.decode("utf-8")


class Clock:
    """Stands still half an hour before midnight in UTC, when it is already tomorrow east of Greenwich."""

    @staticmethod
    def now(zone: tzinfo | None = None) -> datetime:
        return datetime(2026, 2, 28, 23, 30, tzinfo=UTC).astimezone(zone)


@pytest.fixture(params=["Pacific/Kiritimati", "Pacific/Pago_Pago", "UTC"])
def zone(request: pytest.FixtureRequest) -> Iterator[None]:
    """The time zone of the machine."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TZ", request.param)
        patch.delenv("KB_TODAY", raising=False)
        patch.setattr("generator.cli.common.datetime", Clock)
        time.tzset()
        yield
    time.tzset()


@pytest.mark.usefixtures("zone")
def test_today_is_the_day_in_utc(monkeypatch: pytest.MonkeyPatch) -> None:
    """F01: one rule for everybody, whatever the zone of the machine; KB_TODAY overrides it."""
    assert today_utc() == date(2026, 2, 28)
    monkeypatch.setenv("KB_TODAY", "2026-03-05")
    assert today_utc() == date(2026, 3, 5)
