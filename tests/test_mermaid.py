"""Trees as Mermaid: the same questions, outcomes and options, with any words."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

from conftest import ROOT
from sampling import SAMPLE, copy_sample, replace_once

from generator.load import load
from generator.mermaid import flowchart
from generator.schema import Tree

NODE = re.compile(r'  (?P<id>[qo]_\w+)(?:\("(?P<ask>[^"]*)"\)|\(\["(?P<end>[^"]*)"\]\):::outcome)')
EDGE = re.compile(r'  (?P<from>q_\w+) -->\|"(?P<label>[^"]*)"\| (?P<to>[qo]_\w+)')


def typed(label: str) -> str:
    """A label as Mermaid shows it: its entities are those of HTML with # for &."""
    assert not re.search(r"[<>`\\{}&]", label), label
    return unescape(re.sub(r"#(\d+);", r"&#\1;", label))


def read(text: str) -> tuple[dict[str, str], list[tuple[str, str, str]]]:
    """Nodes with their labels, and edges. Every line but the frame is one of the two."""
    head, title, describe, *lines, styles = text.splitlines()
    assert head == "flowchart LR"
    assert title.startswith("  accTitle: ")
    assert describe.startswith("  accDescr: ")
    assert styles.startswith("  classDef outcome ")
    nodes: dict[str, str] = {}
    edges = []
    for line in lines:
        node, edge = NODE.fullmatch(line), EDGE.fullmatch(line)
        if node:
            assert node["id"] not in nodes
            nodes[node["id"]] = typed(node["ask"] or node["end"])
        else:
            assert edge, line
            edges.append((edge["from"], typed(edge["label"]), edge["to"]))
    return nodes, edges


def expected(tree: Tree) -> tuple[dict[str, str], list[tuple[str, str, str]]]:
    def name(node: str) -> str:
        return f"{'q' if node in tree.questions else 'o'}_{node.replace('-', '_')}"

    asked = {name(node): question.ask for node, question in tree.questions.items()}
    ends = {}
    for node, outcome in tree.outcomes.items():
        candidates = ", ".join([*outcome.candidates, *outcome.with_])
        ends[name(node)] = f"{outcome.title}: {candidates}" if candidates else outcome.title
    edges = [(name(n), o.label, name(o.next)) for n, question in tree.questions.items() for o in question.options]
    return asked | ends, edges


def test_every_tree_is_whole() -> None:
    """All questions, outcomes and options of the real trees, and of the invented one, with their words."""
    for data in (SAMPLE, ROOT / "data"):
        for name, tree in load(data).trees.items():
            assert read(flowchart(tree, {})) == expected(tree), name


def test_words_stay_as_typed(tmp_path: Path) -> None:
    """Quotes, brackets, entities, comments and directives in a label are text, not Mermaid."""
    data = copy_sample(tmp_path)
    label = """say \\"hi\\" #quot; %%{init}%% [x](y) `a|b` <b>; end --> q_users"""
    replace_once(data / "trees/first.yml", "{label: On a laptop,", f'{{label: "{label}",')
    replace_once(data / "trees/first.yml", "title: Your first tree", 'title: "One; two # three"')
    tree = load(data).trees["first"]
    text = flowchart(tree, {})
    assert read(text) == expected(tree)
    assert "  accTitle: One, two , three\n" in text
