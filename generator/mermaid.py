"""A decision tree as Mermaid, which GitHub, GitLab and many wikis draw. We write the text; nothing here draws it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from generator.schema import Tree

# Signs that end a quoted label, start HTML, Markdown or a directive in it, or are entities; written as entities.
_ACTIVE = re.compile(r"[#&<>\"`\\{}]")


def flowchart(tree: Tree, engines: Mapping[str, str]) -> str:
    """Questions as rounded boxes, outcomes as stadiums, options on the arrows.

    An outcome names its candidates in the order in which to try them; `engines` gives their names.
    """
    return "\n".join(["flowchart LR", *(f"  {line}" for line in _lines(tree, engines))]) + "\n"


def _lines(tree: Tree, engines: Mapping[str, str]) -> Iterator[str]:
    yield f"accTitle: {_sentence(tree.title)}"
    yield f"accDescr: {_sentence(tree.summary)}"
    for name, question in tree.questions.items():
        yield f'{_node("q", name)}("{_label(question.ask)}")'
    for name, outcome in tree.outcomes.items():
        named = ", ".join(engines.get(one, one) for one in (*outcome.candidates, *outcome.with_))
        label = _label(f"{outcome.title}: {named}" if named else outcome.title)
        yield f'{_node("o", name)}(["{label}"]):::outcome'
    for name, question in tree.questions.items():
        for option in question.options:
            kind = "q" if option.next in tree.questions else "o"
            yield f'{_node("q", name)} -->|"{_label(option.label)}"| {_node(kind, option.next)}'
    yield "classDef outcome stroke-width:2px"


def _node(kind: str, name: str) -> str:
    """A name that is no word of Mermaid's, such as `end`; ids hold no underscores, so two never become one."""
    return f"{kind}_{name.replace('-', '_')}"


def _label(text: str) -> str:
    """Text as typed, in one line."""
    return _ACTIVE.sub(lambda match: f"#{ord(match[0])};", " ".join(text.split()))


def _sentence(text: str) -> str:
    """The rest of a line, which knows no entities and ends at a semicolon or a sign that starts a comment."""
    return re.sub(r"[;#%]+", ",", " ".join(text.split()))
