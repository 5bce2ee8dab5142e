"""A decision tree as Mermaid text, for places that draw it themselves, such as GitHub and GitLab."""

from __future__ import annotations

from collections.abc import Mapping

from generator.schema import Tree


def mermaid_of(tree: Tree, engine_names: Mapping[str, str]) -> str:
    """A flowchart; outcomes name their candidates in the order in which to try them."""
    lines = ["flowchart LR"]
    for key, question in tree.questions.items():
        lines.append(f"  {_id('q', key)}({_text(question.ask)})")
    for key, outcome in tree.outcomes.items():
        names = ", ".join(engine_names.get(one, one) for one in (*outcome.candidates, *outcome.with_))
        lines.append(f"  {_id('o', key)}[{_text(f'{outcome.title}: {names}' if names else outcome.title)}]")
    for key, question in tree.questions.items():
        for option in question.options:
            target = _id("q" if option.next in tree.questions else "o", option.next)
            lines.append(f"  {_id('q', key)} -->|{_text(option.label)}| {target}")
    return "\n".join(lines) + "\n"


def _id(kind: str, key: str) -> str:
    """A word such as `end` would be read as one of Mermaid's own."""
    return f"{kind}_{key.replace('-', '_')}"


def _text(text: str) -> str:
    """Text as typed, in quotes; signs that end the quotes or start an entity or a tag go by their number."""
    typed = "".join(f"#{ord(sign)};" if sign in '"#<>&`' else sign for sign in " ".join(text.split()))
    return f'"{typed}"'
