"""A decision tree as DOT, and DOT as inline SVG: theme-aware, linked, ids unique on the page. Alone runs Graphviz."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sysconfig
import textwrap
import unicodedata
from functools import lru_cache
from html import escape
from pathlib import Path

import graphviz

from generator.schema import Tree

FONT = "DejaVu Sans"  # its widths also fit Chinese, whatever face the page then uses
TIMEOUT_SECONDS = 20


class DiagramError(Exception):
    """Graphviz is missing or refused; the message says what to do."""


def question_anchor(name: str) -> str:
    return f"q-{name}"


def dot_of(tree: Tree, name: str) -> str:
    """DOT source of a tree. Nodes link to the anchors of the same tree on its page."""
    graph = graphviz.Digraph(
        name,
        graph_attr={
            "id": f"kb-{name}",
            "rankdir": "LR",
            "ordering": "out",  # branches from top to bottom as the options stand in the data
            "bgcolor": "transparent",
            "ranksep": "0.3",
            "nodesep": "0.22",
            "fontname": FONT,
            "pad": "0.1",
        },
        node_attr={"fontname": FONT, "fontsize": "13", "shape": "box", "style": "rounded", "margin": "0.16,0.09"},
        edge_attr={"fontname": FONT, "fontsize": "11", "arrowsize": "0.7"},
    )
    for question_id, question in tree.questions.items():
        graph.node(
            question_id, _label(question.ask, 19), URL=f"#{question_anchor(question_id)}", **{"class": "question"}
        )
    for outcome_id, outcome in tree.outcomes.items():
        graph.node(outcome_id, _label(outcome.title, 22), URL=f"#{outcome_id}", **{"class": "answer"})
    for question_id, question in tree.questions.items():
        for option in question.options:
            graph.edge(question_id, option.next, label=_label(f" {option.label} ", 17))
    return str(graph.source)


def _label(text: str, width: int) -> str:
    """Text as typed, wrapped by display width; Chinese characters count twice."""
    wide = sum(unicodedata.east_asian_width(c) in "WF" for c in text)
    lines = textwrap.wrap(text.strip(), max(width - wide, width // 2), break_long_words=bool(wide)) or [text]
    typed: str = graphviz.nohtml(r"\n".join(_typed(line) for line in lines))
    return typed


def _typed(line: str) -> str:
    r"""DOT reads \N as an order and &lt; as a sign; double and escape them so that they stay text."""
    return line.replace("\\", "\\\\").replace("&", "&amp;")


def dot_program() -> str:
    """The Graphviz to run: KB_DOT, else the one installed with this project, else the system's."""
    chosen = os.environ.get("KB_DOT")
    if chosen:
        return chosen
    suffix = ".exe" if os.name == "nt" else ""
    ours = Path(sysconfig.get_path("scripts"), f"graphviz-pure{suffix}")
    if ours.is_file():
        return str(ours)
    found = shutil.which("graphviz-pure") or shutil.which("dot")
    if found is None:
        raise DiagramError("Graphviz is missing: run 'pip install graphviz-pure', or set KB_DOT to a dot program.")
    return found


@lru_cache(maxsize=256)
def svg_of(dot: str, program: str) -> str:
    """DOT as SVG, as the program prints it. Raises DiagramError when it is missing, fails or hangs."""
    try:
        done = subprocess.run(
            [program, "-Tsvg"], input=dot.encode("utf-8"), capture_output=True, timeout=TIMEOUT_SECONDS, check=False
        )
    except FileNotFoundError:
        raise DiagramError(f"there is no program {program!r} to draw with; set KB_DOT to a Graphviz dot.") from None
    except OSError as error:
        raise DiagramError(f"{program} cannot be run: {error.strerror}.") from None
    except subprocess.TimeoutExpired:
        raise DiagramError(f"{program} took more than {TIMEOUT_SECONDS} s for one diagram and was stopped.") from None
    if done.returncode != 0:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise DiagramError(f"{program} failed with exit code {done.returncode}: {said[-1] if said else 'no message'}")
    svg = done.stdout.decode("utf-8", "replace")
    if "<svg" not in svg:
        raise DiagramError(f"{program} printed no SVG; set KB_DOT to a Graphviz dot.")
    return svg


def draw(tree: Tree, name: str) -> str:
    """A tree as an SVG element to be placed in a page. Raises DiagramError naming the tree."""
    try:
        svg = svg_of(dot_of(tree, name), dot_program())
    except DiagramError as error:
        raise DiagramError(f"trees/{name} cannot be drawn: {error}") from None
    return inline(svg, f"kb-{name}", tree.title, f"{tree.summary}{_BELOW}")


_BELOW = " The same tree stands below as text."

# Outside our pages no style sheet gives a picture its colours.
_ALONE = (
    "<style>svg{color:#1f2937}text{fill:currentColor}a{text-decoration:none}"
    ".node path{fill:#f3f6f8;stroke:#4b5563}.answer path{fill:#dce9ed;stroke:#1b6b80}"
    ".edge path{stroke:#4b5563}.edge polygon{fill:#4b5563;stroke:none}"
    "@media (prefers-color-scheme:dark){svg{color:#e6ebf0}.node path{fill:#1a222b;stroke:#b4bec9}"
    ".answer path{fill:#143642;stroke:#6cc9de}.edge path{stroke:#b4bec9}.edge polygon{fill:#b4bec9}}</style>"
)


def alone(svg: str, page: str) -> str:
    """A drawn tree as a picture of its own: sized, coloured, its nodes linked to the page of the tree."""
    box = re.search(r'viewBox="[\d.-]+ [\d.-]+ ([\d.]+) ([\d.]+)"', svg)
    size = f'width="{box[1]}pt" height="{box[2]}pt" ' if box else ""
    svg = re.sub(r'<svg class="kb-graph" (.*?) style="[^"]*" ', rf"<svg \1 {size}", svg, count=1)
    linked = svg.replace(f"{_BELOW}</desc>", "</desc>").replace('href="#', f'href="{escape(page, quote=True)}#')
    start = linked.index(">") + 1
    return f"{linked[:start]}{_ALONE}{linked[start:]}\n"


def inline(svg: str, name: str, title: str, description: str) -> str:
    """Graphviz's SVG without what a page must not carry, with a name for screen readers."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<!--.*?-->\n?", "", svg, flags=re.DOTALL)
    svg = re.sub(r"<title>.*?</title>\n?", "", svg, flags=re.DOTALL)
    svg = svg.replace("&#45;", "-").replace("xlink:href", "href")
    svg = re.sub(r' xlink:title="[^"]*"', "", svg).replace(' xmlns:xlink="http://www.w3.org/1999/xlink"', "")
    size = re.search(r'width="([\d.]+)pt" height="([\d.]+)pt"', svg)
    width = float(size[1]) * 4 / 3 if size else 800
    head = (
        f'<svg class="kb-graph" role="graphics-document document" aria-labelledby="{name}-t {name}-d" '
        f'style="--kb-width:{width:.0f}px" '
    )
    svg = re.sub(r'<svg width="[^"]+" height="[^"]+"\s*', head, svg, count=1)
    start = svg.index(">") + 1
    return (
        f'{svg[:start]}<title id="{name}-t">{escape(title)}</title><desc id="{name}-d">{escape(description)}</desc>'
        f"{svg[start:].strip()}"
    )
