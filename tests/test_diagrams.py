"""Trees as pictures: labels as typed, links that lead somewhere, and one clear line when Graphviz is not there."""

from __future__ import annotations

import os
import re
import shutil
import stat
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from conftest import ROOT

from generator import diagrams
from generator.diagrams import DiagramError
from generator.load import load
from generator.schema import Tree

SVG = "{http://www.w3.org/2000/svg}"
HREF = "{http://www.w3.org/1999/xlink}href"


def tree(ask: str = "Where?", label: str = "Here", title: str = "The end") -> Tree:
    return Tree.model_validate(
        {
            "title": "A tree",
            "summary": "A summary.",
            "considers": {"layer": ["engine"]},
            "evidence": {"as_of": "2026-01-10", "sources": ["s"]},
            "start": "where",
            "questions": {"where": {"ask": ask, "options": [{"label": label, "next": "end"}]}},
            "outcomes": {"end": {"title": title, "because": "b", "next": "n"}},
        }
    )


def kind_of(group: ElementTree.Element) -> str:
    """`node` or `edge`, or nothing for any other group of a picture."""
    return next((kind for kind in group.get("class", "").split() if kind in ("node", "edge")), "")


def drawn(svg: str) -> dict[str, Any]:
    """What a picture shows: nodes with their lines of text and their link, and edges with theirs."""
    found: dict[str, Any] = {}
    for group in ElementTree.fromstring(svg).iter(f"{SVG}g"):
        kind = kind_of(group)
        if kind:
            name = group.findtext(f"{SVG}title")
            lines = [(line.text or "").replace("\xa0", " ").strip() for line in group.iter(f"{SVG}text")]
            links = {link.get(HREF) for link in group.iter(f"{SVG}a")}
            found.setdefault(f"{kind} {name}", []).append((sorted(lines), links))
    return {name: sorted(items, key=str) for name, items in found.items()}


def text_of(element: ElementTree.Element) -> str:
    return " ".join("".join(line.itertext()) for line in element.iter(f"{SVG}text"))


TYPED = [
    r'Is C:\models\new or "\\\\srv"?',
    r"50% \\ half",
    "ends in a backslash \\",
    r"\N and \G and \L and \l",
    "<untested>",
    "<b>bold</b> & <i>",
    "AT&amp;T &lt; &#45; R&D",
    "{a|b} [c] ; // # -- ->",
    "node",
    "什么是“量化”？ 🌲",
    'quo"ted',
]


@pytest.mark.parametrize("text", TYPED)
def test_a_label_reads_exactly_as_typed(text: str) -> None:
    """Backslashes, quotes, tags and entities in a label are text, in questions, options and outcomes."""
    svg = diagrams.draw(tree(text, text, text), "t")
    shown = [text_of(group) for group in ElementTree.fromstring(svg).iter(f"{SVG}g") if kind_of(group)]
    assert [" ".join(label.split()) for label in shown] == [" ".join(text.split())] * 3


def test_long_labels_are_wrapped_by_width() -> None:
    """Chinese characters count twice, so that a box of them is about as wide as one of Latin text."""
    dot = diagrams.dot_of(
        tree("Where will the model run most of the time?", "负载是什么负载是什么负载是什么", "End"), "t"
    )
    assert r'"Where will the\nmodel run most of\nthe time?"' in dot
    lines = re.search(r'"(负[^"]+)"', dot)
    assert lines is not None
    assert all(4 <= len(line) <= 9 for line in lines[1].split(r"\n"))


def test_branches_stand_in_the_order_of_the_options() -> None:
    """From top to bottom, also where a later branch is the deeper one and two branches end in one outcome."""
    deep = tree().model_dump(by_alias=True, exclude_unset=True)
    labels = ["one", "two", "three", "four", "five"]
    ends = ["shared", "second", "more", "last", "shared"]
    deep["questions"]["where"]["options"] = [
        {"label": label, "next": end} for label, end in zip(labels, ends, strict=True)
    ]
    deep["questions"]["more"] = {"ask": "?", "options": [{"label": n, "next": n} for n in ("third", "fourth")]}
    names = ("shared", "second", "third", "fourth", "last")
    deep["outcomes"] = {name: {"title": name, "because": "b", "next": "n"} for name in names}
    picture = ElementTree.fromstring(diagrams.draw(Tree.model_validate(deep), "t"))
    texts = [text for group in picture.iter(f"{SVG}g") if kind_of(group) == "edge" for text in group.iter(f"{SVG}text")]
    heights = {(text.text or "").strip("\xa0 "): float(text.get("y", "nan")) for text in texts}
    assert sorted(labels[:4], key=heights.__getitem__) == labels[:4]
    assert heights["third"] < heights["fourth"]


def test_every_node_links_to_its_place_on_the_page() -> None:
    """Links are anchors of the page that holds the picture, so they work in any folder and under any path."""
    svg = diagrams.draw(tree(), "t")
    assert re.findall(r' href="([^"]*)"', svg) == ["#q-where", "#end"]
    assert "xlink" not in svg


def test_the_picture_is_named_for_screen_readers_and_has_ids_of_its_own() -> None:
    """Title and description are there, their ids carry the tree's name, and hover titles are gone."""
    svg = ElementTree.fromstring(diagrams.draw(tree(title="<End>"), "first-tree"))
    assert svg.get("aria-labelledby") == "kb-first-tree-t kb-first-tree-d"
    assert [(e.tag.removeprefix(SVG), e.get("id"), e.text) for e in list(svg)[:2]] == [
        ("title", "kb-first-tree-t", "A tree"),
        ("desc", "kb-first-tree-d", "A summary. The same tree stands below as text."),
    ]
    assert len(list(svg.iter(f"{SVG}title"))) == 1
    ids = [element.get("id") for element in svg.iter() if element.get("id")]
    assert len(ids) == len(set(ids))


def test_title_and_summary_are_text() -> None:
    """Signs of XML in them do not end the element they stand in."""
    svg = ElementTree.fromstring(diagrams.draw(tree().model_copy(update={"title": "<a> & b"}), "t"))
    assert svg.findtext(f"{SVG}title") == "<a> & b"


# -- programs that are missing, fail or hang ----------------------------------------------------


@pytest.fixture
def fake_dot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Makes a shell script the Graphviz to run."""

    def make(script: str) -> Path:
        path = tmp_path / "fake-dot"
        path.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
        path.chmod(0o755)
        monkeypatch.setenv("KB_DOT", str(path))
        return path

    diagrams.svg_of.cache_clear()
    yield make
    diagrams.svg_of.cache_clear()


def test_a_missing_program_is_one_line_that_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither ours nor the system's: the message names the tree, the cause and the command."""
    monkeypatch.delenv("KB_DOT", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sysconfig, "get_path", lambda _: str(tmp_path))
    with pytest.raises(DiagramError) as error:
        diagrams.draw(tree(), "first-tree")
    assert str(error.value) == (
        "trees/first-tree cannot be drawn: Graphviz is missing: "
        "run 'pip install graphviz-pure', or set KB_DOT to a dot program."
    )


def test_the_system_program_is_the_last_choice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """KB_DOT first, then the one installed with this project, then any `dot`."""
    monkeypatch.setenv("KB_DOT", "/chosen/dot")
    assert diagrams.dot_program() == "/chosen/dot"
    monkeypatch.delenv("KB_DOT")
    assert Path(diagrams.dot_program()).stem == "graphviz-pure"
    system = tmp_path / "dot"
    system.write_text("#!/bin/sh\n", "utf-8")
    system.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sysconfig, "get_path", lambda _: str(tmp_path))
    assert diagrams.dot_program() == str(system)


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("echo syntax error in line 1 >&2; exit 1", "failed with exit code 1: syntax error in line 1"),
        ("exit 3", "failed with exit code 3: no message"),
        ("printf '\\377\\n' >&2; exit 1", "failed with exit code 1: \N{REPLACEMENT CHARACTER}"),
        ("cat >/dev/null", "printed no SVG"),
        ("printf '\\377'", "printed no SVG"),
    ],
)
def test_a_program_that_fails_is_one_line(fake_dot: Any, script: str, message: str) -> None:
    """The exit code and the last thing it said; no traceback, whatever it prints."""
    program = fake_dot(script)
    with pytest.raises(DiagramError) as error:
        diagrams.draw(tree(), "first-tree")
    assert str(error.value).startswith(f"trees/first-tree cannot be drawn: {program} {message}")
    assert "\n" not in str(error.value)


def test_a_program_that_hangs_is_stopped(fake_dot: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """There is a limit on the time for one diagram."""
    monkeypatch.setattr(diagrams, "TIMEOUT_SECONDS", 0.2)
    fake_dot("exec sleep 60")
    with pytest.raises(DiagramError, match=r"took more than 0\.2 s for one diagram and was stopped"):
        diagrams.draw(tree(), "first-tree")


def test_a_name_that_is_no_program(tmp_path: Path, fake_dot: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """KB_DOT may name nothing, or something that cannot be run."""
    monkeypatch.setenv("KB_DOT", str(tmp_path / "nothing"))
    with pytest.raises(DiagramError, match="there is no program"):
        diagrams.draw(tree(), "first-tree")
    program = fake_dot("exit 0")
    program.chmod(stat.S_IRUSR)
    with pytest.raises(DiagramError, match=r"fake-dot cannot be run: Permission denied|printed no SVG"):
        diagrams.draw(tree(), "first-tree")


# -- the real Graphviz --------------------------------------------------------------------------


def system_graphviz() -> str:
    found = shutil.which("dot")
    if found is None and os.environ.get("KB_REQUIRE_ALL"):
        pytest.fail("there is no system Graphviz: install the package graphviz")
    if found is None:
        pytest.skip("no system Graphviz to compare with")
    return found


@pytest.mark.graphviz
def test_the_pinned_renderer_draws_what_graphviz_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nodes, edges, labels and links of every real tree are the same in both pictures."""
    monkeypatch.delenv("KB_DOT", raising=False)
    theirs, ours = system_graphviz(), diagrams.dot_program()
    found = load(ROOT / "data").trees
    assert found
    for name, one in found.items():
        dot = diagrams.dot_of(one, name)
        picture = drawn(diagrams.svg_of(dot, ours))
        assert picture == drawn(diagrams.svg_of(dot, theirs))
        assert len([key for key in picture if key.startswith("node ")]) == len(one.questions) + len(one.outcomes)
        edges = {f"edge {question}->{option.next}" for question, q in one.questions.items() for option in q.options}
        assert {key for key in picture if key.startswith("edge ")} == edges


@pytest.mark.graphviz
@pytest.mark.parametrize("text", TYPED)
def test_graphviz_reads_labels_as_typed_too(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What holds for the pinned renderer holds for the one it stands in for."""
    monkeypatch.setenv("KB_DOT", system_graphviz())
    test_a_label_reads_exactly_as_typed(text)
