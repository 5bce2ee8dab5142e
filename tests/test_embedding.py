"""Blocks in documents: what they show, what has become of them, and the command that fills and checks them."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from markdown_it import MarkdownIt
from sampling import SAMPLE_DAY, copy_sample, replace_once

from generator.cli import main
from generator.embedding.fragments import checksum, facts_in, opened, sealed
from generator.load import load

SITE = "https://atlas.example/"
TABLE = "<!-- kb:begin table=engines-backends rows=alder,birch columns=metal,cuda -->"
END = "<!-- kb:end -->"


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return copy_sample(tmp_path)


def embed(*arguments: str, day: str = str(SAMPLE_DAY)) -> Result:
    command = ["embed", "--data", "sample", "--today", day, "--site", SITE, *arguments]
    result = CliRunner().invoke(main, command)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def written(text: str, name: str = "design.md") -> Path:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode("utf-8"))
    return path


def verdicts(*arguments: str, day: str = str(SAMPLE_DAY)) -> list[str]:
    found = json.loads(embed("--check", "--format", "json", *arguments, day=day).output)
    return [one["verdict"] for one in found]


@pytest.fixture
def filled(data: Path) -> Path:
    """A document with a table of the sample."""
    path = written(f"# Design\n\n{TABLE}\n{END}\n\nMore.\n")
    assert embed("design.md").exit_code == 0
    return path


# -- what blocks show --------------------------------------------------------------------------


def test_a_table_is_filled_and_then_up_to_date(filled: Path) -> None:
    """With links to the site, notes below, and one last line that says how current it is."""
    lines = filled.read_text("utf-8").splitlines()
    assert lines[:3] == ["# Design", "", TABLE]
    assert lines[4:7] == ["| Engine | Metal | CUDA |", "| --- | --- | --- |",
                          f"| [Alder]({SITE}engines/alder/index.html) | ✓ yes | ✗ no <sup>1</sup> |"]  # fmt: skip
    foot = lines[-5]
    assert foot.startswith("<sub>Checked 2026-01-10 to 2026-01-20 · 0 unknown, 0 to check again · data ")
    assert f"({SITE}tables/engines-backends/index.html) · kb:" in foot
    assert lines[-3:] == [END, "", "More."]
    before = filled.read_bytes()
    again = embed("design.md")
    assert (again.exit_code, again.output) == (0, "1 block in 1 document: 0 written.\n")
    assert embed("design.md", "--check").output == "1 block in 1 document: 1 same.\n"
    assert filled.read_bytes() == before


@pytest.mark.parametrize(
    ("marker", "shows"),
    [
        ("table=engines", "| Engine |"),
        ("table=engines-backends rows=birch notes=no", "| [Birch]"),
        ("tree=first", "- **Alder"),
        ("tree=first as=mermaid", "flowchart LR"),
        ("tree=first as=svg", f"![Your first tree]({SITE}api/v1/trees/first.svg)"),
        ("checklist=before-you-start", "- [ ] Write down the question."),
        ("caveats=engine:birch", "danger"),
        ("caveats=engine:dogwood", "No open caveat is known."),
    ],
)
def test_everything_that_a_block_can_show(data: Path, marker: str, shows: str) -> None:
    """Filled, up to date at once, and Markdown that stays inside its block."""
    path = written(f"<!-- kb:begin {marker} -->\n{END}\n")
    assert embed("design.md").exit_code == 0
    text = path.read_text("utf-8")
    assert shows in text
    assert verdicts("design.md") == ["same"]
    page = MarkdownIt("commonmark", {"html": True}).enable("table").render(text)
    assert page.count("<!-- kb:") == 2


def test_an_outcome_is_shown_with_its_reason(data: Path) -> None:
    """Its candidates in order, why, and what to do next."""
    path = written(f"<!-- kb:begin outcome=first:laptop -->\n{END}\n")
    assert embed("design.md").exit_code == 0
    assert f"- **Alder on the laptop**: [Alder]({SITE}engines/alder/index.html)" in path.read_text("utf-8")


@pytest.mark.parametrize(
    ("marker", "says"),
    [
        ("", "a block shows one of table, tree, outcome, checklist, caveats; for instance table="),
        ("table=engines tree=first", "not table and tree."),
        ("table=engine", "there is no table 'engine'. Did you mean 'engines'?"),
        ("table=engines row=birch", "table= has no option 'row'. Did you mean 'rows'?"),
        ("table=engines rows=brich", "table engines has no row or column 'brich'. Did you mean 'birch'?"),
        ("table=engines notes=maybe", "notes=maybe: write yes or no."),
        ("tree=frist", "there is no tree 'frist'. Did you mean 'first'?"),
        ("tree=first as=png", "a tree has no form 'png'."),
        ("outcome=first", "tree first has no outcome ''; write outcome=TREE:OUTCOME."),
        ("checklist=none", "there is no checklist 'none'."),
        ("caveats=birch", "caveats= names what they are about: engine:NAME"),
        ("caveats=engine:brich", "there is no engine 'brich'. Did you mean 'birch'?"),
    ],
)
def test_what_cannot_be_shown_is_told_at_its_marker(data: Path, marker: str, says: str) -> None:
    """With what to write instead; the document stays as it is, the others are filled."""
    path = written(f"a\n\n<!-- kb:begin {marker} -->\nold\n{END}\n\n{TABLE}\n{END}\n")
    other = written(f"{TABLE}\n{END}\n", "other.md")
    before = path.read_bytes()
    result = embed("design.md", "other.md")
    assert result.exit_code == 1
    assert result.output.startswith("design.md:3:1: ")
    assert says in result.output
    assert path.read_bytes() == before
    assert "| Engine |" in other.read_text("utf-8")


def test_a_picture_needs_the_address_of_the_site(data: Path) -> None:
    """A document elsewhere cannot link into the air."""
    written(f"<!-- kb:begin tree=first as=svg -->\n{END}\n")
    assert "Use as=mermaid." in embed("design.md", "--site", "").output


# -- what has become of them -------------------------------------------------------------------


def test_a_fact_that_changed_is_told_with_its_source(data: Path, filled: Path) -> None:
    """Old and new value, and where it is said; exit code 4, and filling again settles it."""
    replace_once(data / "engines/alder.yml", "cuda: {level: unsupported", "cuda: {level: experimental")
    result = embed("--check", "design.md")
    assert result.exit_code == 4
    assert (
        "design.md:3:1: table=engines-backends rows=alder,birch columns=metal,cuda is out of date. [facts]"
        in result.output
    )
    assert (
        "  Alder, CUDA: ✗ no → ◒ experimental (" in result.output.replace("◐", "◒").replace("~", "◒")
        or "Alder, CUDA: ✗ no →" in result.output
    )
    assert embed("design.md").exit_code == 0
    assert verdicts("design.md") == ["same"]


def test_wording_alone_is_told_apart(data: Path, filled: Path) -> None:
    """The cells say the same; `--fail-on facts` does not mind."""
    replace_once(data / "engines/alder.yml", "The readme names Metal alone.", "Metal alone is in the readme.")
    assert verdicts("design.md") == ["cosmetic"]
    assert embed("--check", "design.md").exit_code == 4
    assert embed("--check", "--fail-on", "facts", "design.md").exit_code == 0


def test_age_alone_is_told_apart(filled: Path) -> None:
    """Nothing changed but that something is due now."""
    assert verdicts("design.md", day="2027-01-01") == ["time"]
    assert embed("--check", "--fail-on", "facts", "design.md", day="2027-01-01").exit_code == 0


def test_other_data_is_no_reason_to_touch_a_document(data: Path, filled: Path) -> None:
    """The revision in the last line is another one; what the block says is not."""
    replace_once(data / "engines/birch.yml", "  linux: supported\n", "")
    before = filled.read_bytes()
    assert verdicts("design.md") == ["same"]
    embed("design.md")
    assert filled.read_bytes() == before


@pytest.mark.parametrize(
    "edit",
    [
        lambda text: text.replace("✓ yes", "✗ no", 1),
        lambda text: text.replace("<sub>Checked", "<sub>Never checked"),
        lambda text: "\n".join(line for line in text.splitlines() if "<sub>" not in line) + "\n",
        lambda text: text.replace("| --- |", "| :-- |", 1),
    ],
    ids=["cell", "last line", "last line gone", "layout"],
)
def test_what_was_edited_by_hand_is_kept(filled: Path, edit: object) -> None:
    """E17: never overwritten without being asked to; then restored, and filling again changes nothing."""
    good = filled.read_bytes()
    assert callable(edit)
    filled.write_text(edit(good.decode()), "utf-8")
    edited = filled.read_bytes()
    assert edited != good
    check = embed("--check", "--diff", "design.md")
    assert (check.exit_code, "[edited]" in check.output, "\n  +" in check.output) == (4, True, True)
    kept = embed("design.md")
    assert (kept.exit_code, filled.read_bytes()) == (4, edited)
    assert "was edited by hand and is left; --force overwrites it." in kept.output
    assert embed("design.md", "--force").exit_code == 0
    assert filled.read_bytes() == good
    assert embed("design.md").output == "1 block in 1 document: 0 written.\n"


def test_an_emptied_block_is_filled_again(filled: Path) -> None:
    """E17: whoever deletes the body wants it anew; the marker line never grows."""
    good = filled.read_text("utf-8")
    start, end = good.index(TABLE) + len(TABLE) + 1, good.index(END)
    filled.write_text(good[:start] + good[end:], "utf-8")
    assert verdicts("design.md") == ["empty"]
    assert embed("--check", "design.md").exit_code == 4
    embed("design.md")
    assert filled.read_text("utf-8") == good


def test_annotations_for_github(data: Path, filled: Path) -> None:
    """Facts are errors, age is a warning; the lines are those of the markers."""
    replace_once(data / "engines/alder.yml", "cuda: {level: unsupported", "cuda: {level: experimental")
    line = embed("--check", "--format", "github", "design.md").stdout
    assert line.startswith("::error file=design.md,line=3,col=1,title=facts::")
    assert "Alder, CUDA: ✗ no" in line


# -- files -------------------------------------------------------------------------------------


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("start", ["", "\ufeff", "---\ntitle: x\n---\n"])
def test_only_the_bytes_between_markers_change(data: Path, line_end: str, start: str) -> None:
    """E05, E10: kind of line end, mark at the start, front matter, a last line without end; then up to date."""
    text = f"{start}# 設計 🌳\n\n> - a\n>\n>   {TABLE}\n>   {END}\n\n\tcode `x\nlast".replace("\n", line_end)
    path = written(text, "設計/文 件.md")
    assert embed("設計").exit_code == 0
    after = path.read_bytes().decode("utf-8")
    head, tail = text.split(f">   {END}")
    assert after.startswith(head)
    assert after.endswith(f">   {END}{tail}")
    assert after.count("\n") == after.count(line_end)
    assert verdicts("設計") == ["same"]


def test_a_file_keeps_its_mode_and_a_link_stays_a_link(data: Path) -> None:
    """The text behind the link changes, atomically, and nothing is left beside it."""
    path = written(f"{TABLE}\n{END}\n", "real/design.md")
    path.chmod(0o640)
    Path("link.md").symlink_to(path)
    assert embed("link.md").exit_code == 0
    assert Path("link.md").is_symlink()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert "| Engine |" in path.read_text("utf-8")
    assert sorted(one.name for one in path.parent.iterdir()) == ["design.md"]


def test_what_cannot_be_written_stops_nobody_else(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A read-only document is told and left; the next one is filled."""
    written(f"{TABLE}\n{END}\n", "one.md")
    other = written(f"{TABLE}\n{END}\n", "two.md")
    real = os.access
    monkeypatch.setattr(
        os, "access", lambda path, mode: (mode != os.W_OK or "one.md" not in str(path)) and real(path, mode)
    )
    result = embed("one.md", "two.md")
    assert result.exit_code == 1
    assert "one.md:1:1: cannot be written: it is read-only." in result.stderr
    assert "| Engine |" in other.read_text("utf-8")
    assert "| Engine |" not in Path("one.md").read_text("utf-8")


def test_folders_are_searched_for_markdown(data: Path) -> None:
    """Hidden folders, installed packages and other files are passed over."""
    names = ["a.md", "deep/b.markdown", ".hidden/c.md", "node_modules/d.md", "e.txt"]
    for name in names:
        written(f"{TABLE}\n{END}\n", f"docs/{name}")
    written("no block here\n", "docs/plain.md")
    assert embed("docs").output.splitlines()[-1] == "2 blocks in 2 documents: 2 written."


def test_a_document_that_is_no_text_is_told(data: Path) -> None:
    """With the byte; nothing is guessed."""
    path = written("", "bad.md")
    path.write_bytes(b"kb: \xff\xfe")
    result = embed("bad.md")
    assert (result.exit_code, "bad.md:1:1: is not UTF-8 at byte 4." in result.output) == (1, True)


def test_without_data_the_way_out_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In somebody else's repository there is none."""
    monkeypatch.chdir(tmp_path)
    written(f"{TABLE}\n{END}\n")
    result = CliRunner().invoke(main, ["embed", "design.md"])
    assert result.exit_code == 2
    assert "name the site to take the data from: --from https://…" in result.output


# -- the register ------------------------------------------------------------------------------


def test_the_register_says_who_relies_on_a_statement(data: Path) -> None:
    """In `kb stale`, where a statement that documents show comes before one that nobody shows."""
    written(f"{TABLE}\n{END}\n", "docs/one.md")
    written(f"<!-- kb:begin table=engines-formats rows=birch -->\n{END}\n", "docs/two.md")
    stale = ["stale", "--data", "sample", "--today", str(SAMPLE_DAY)]
    assert "design document" not in CliRunner().invoke(main, stale).output
    assert embed("docs", "--register", "platform").exit_code == 0
    assert list(load(data).embeds.documents) == ["platform:docs/one.md", "platform:docs/two.md"]
    burr = next(line for line in CliRunner().invoke(main, stale).output.splitlines() if "formats.burr" in line)
    assert "1 design document, 1 table" in burr


def test_the_register_is_of_what_is_there_now(data: Path) -> None:
    """A place that is registered again loses what it shows no more; other places stay."""
    one = written(f"{TABLE}\n{END}\n", "one.md")
    embed("one.md", "--register", "platform")
    embed("one.md", "--register", "wiki")
    one.write_text("nothing\n", "utf-8")
    embed("one.md", "--register", "platform")
    assert list(load(data).embeds.documents) == ["wiki:one.md"]
    embed("one.md", "--register", "wiki")
    assert load(data).embeds.documents == {}
    assert embed("one.md", "--register", "a:b").exit_code == 2


# -- pieces ------------------------------------------------------------------------------------


def test_facts_are_read_back_from_the_text() -> None:
    """Signs written as numbers, links, numbers of notes and line breaks are undone."""
    lines = [
        "| Engine | `a&#124;b` | C |",
        "| --- | --- | --- |",
        "| [El&#91;m&#93;](https://x.example/a) | ✓ yes <sup>2</sup> | AWQ &#124; GPTQ<br>two |",
        "",
        "- **Out**: [Elm](https://x.example), Oak",
        '  o_a["Title: Elm"]',
    ]
    assert facts_in(lines) == {
        "El[m], `a|b`": "✓ yes",
        "El[m], C": "AWQ | GPTQ two",
        "Out": "Elm, Oak",
        "o_a": "Title: Elm",
    }


def test_a_last_line_seals_what_stands_above_it() -> None:
    """Spaces at line ends and empty lines around make no difference; every word does."""
    lines = ("| a |", "", "text")
    body = ["", *lines, "", sealed(lines, "foot"), ""]
    assert opened(body) == (lines, "foot", True)
    assert opened([f"{line}  " for line in body]) == (lines, "foot", True)
    assert opened([line.replace("text", "test") for line in body]) == (("| a |", "", "test"), "foot", False)
    assert opened(["text"]) is None
    assert checksum(lines, "foot") != checksum(lines, "fool")
