"""The text of a block: what its options ask for, as Markdown that GitHub, GitLab and Python-Markdown read alike."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import unescape

from generator.embedding.content import AFFECTED, Content, MissingError, Outcome, Standing, TreeView
from generator.exports.markdown import plain
from generator.problems import did_you_mean
from generator.table import Cell, Link, Table

KINDS = ("table", "tree", "outcome", "checklist", "caveats")
OPTIONS: Mapping[str, tuple[str, ...]] = {
    "table": ("rows", "columns", "notes"),
    "tree": ("as",),
    "outcome": (),
    "checklist": (),
    "caveats": ("resolved",),
}
FORMS = ("outline", "mermaid", "svg")
_FOOT = re.compile(r"<sub>(?P<words>.*) · kb:(?P<sum>[0-9a-f]{12})</sub>")


class OptionError(Exception):
    """What a marker asks for cannot be had; the message is a sentence with what to write instead."""


@dataclass(frozen=True)
class Fragment:
    """The lines of a block without its last one, and what that one says."""

    lines: tuple[str, ...]
    standing: Standing
    revision: str
    link: str
    sources: Mapping[str, str]  # where a fact of `facts_in` is said

    @property
    def foot(self) -> str:
        """The words of the last line: days, cells not in date, the data, and where it stands in full."""
        days = self.standing.oldest
        if self.standing.newest != days:
            days = f"{days} to {self.standing.newest}"
        counts = f"{self.standing.unknown} unknown, {self.standing.due} to check again"
        parts = [f"Checked {days}" if days else "", counts, f"data {self.revision}", self.link]
        return " · ".join(part for part in parts if part)

    @property
    def body(self) -> tuple[str, ...]:
        """All lines that stand between the markers."""
        return ("", *self.lines, "", sealed(self.lines, self.foot), "")


def sealed(lines: Sequence[str], foot: str) -> str:
    """The last line of a block, with a checksum of all above it."""
    return f"<sub>{foot} · kb:{checksum(lines, foot)}</sub>"


def checksum(lines: Sequence[str], foot: str) -> str:
    return hashlib.sha256("\n".join([*lines, foot]).encode("utf-8")).hexdigest()[:12]


def opened(body: Sequence[str]) -> tuple[tuple[str, ...], str, bool] | None:
    """The lines of a block that was written before, the words of its last line, and whether they are as written."""
    lines = [line.rstrip() for line in body]
    while lines and not lines[-1]:
        lines.pop()
    match = _FOOT.fullmatch(lines[-1]) if lines else None
    if match is None:
        return None
    above = lines[:-1]
    while above and not above[-1]:
        above.pop()
    while above and not above[0]:
        above.pop(0)
    return tuple(above), match["words"], match["sum"] == checksum(above, match["words"])


def fragment(options: Mapping[str, str], content: Content) -> Fragment:
    """What a marker asks for. Raises OptionError."""
    asked = [kind for kind in KINDS if kind in options]
    if len(asked) != 1:
        instead = f"not {' and '.join(asked)}" if asked else "for instance table=engines-backends"
        raise OptionError(f"a block shows one of {', '.join(KINDS)}; {instead}.")
    kind = asked[0]
    for option in options:
        if option != kind and option not in OPTIONS[kind]:
            known = OPTIONS[kind] or ("none",)
            raise OptionError(f"{kind}= has no option {option!r}. {did_you_mean(option, known)}")
    try:
        return _RENDER[kind](options, content)
    except MissingError as error:
        raise OptionError(str(error)) from None


# -- tables ------------------------------------------------------------------------------------


def _table(options: Mapping[str, str], content: Content) -> Fragment:
    table = content.table(options["table"])
    notes = _yes_or_no(options, "notes", default=True)
    try:
        chosen = chosen_part(table, options)
    except KeyError as error:
        part = str(error.args[0])
        known = [*(row.id for row in table.rows), *(column.id for column in table.columns)]
        raise OptionError(f"table {table.id} has no row or column {part!r}. {did_you_mean(part, known)}") from None
    lines = list(_table_lines(chosen, content.site, notes))
    coverage = chosen.coverage
    standing = Standing(
        str(coverage.oldest or ""),
        str(coverage.newest or ""),
        coverage.unknown,
        coverage.due + coverage.behind + coverage.overtaken,
    )
    sources = {
        f"{row.head.text}, {column.label}": _source(cell)
        for row in chosen.rows
        for column, cell in zip(chosen.columns, row.cells, strict=True)
    }
    page = f"tables/{table.id}/index.html"
    return Fragment(tuple(lines), standing, content.revision, _link(table.title, page, content), sources)


def chosen_part(table: Table, options: Mapping[str, str]) -> Table:
    """The rows and columns that a marker names. Raises KeyError for one that the table has not."""
    return table.only(_names(options.get("rows")), _names(options.get("columns")))


def _table_lines(table: Table, site: str, with_notes: bool) -> Iterator[str]:
    notes: list[str] = []
    heads = [table.head, *(column.label for column in table.columns)]
    yield _row(plain(head) for head in heads)
    yield _row("---" for _ in heads)
    for row in table.rows:
        yield _row([_to(row.head, site), *(_cell(cell, notes, with_notes) for cell in row.cells)])
    for number, note in enumerate(notes, 1):
        yield from ("",) if number == 1 else ()
        yield f"{number}. {plain(note)}"


def _row(cells: Iterator[str] | Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cell(cell: Cell, notes: list[str], with_notes: bool) -> str:
    text = plain(f"{cell.mark} {cell.text}".strip())
    if not (cell.note and with_notes):
        return text
    if cell.note not in notes:
        notes.append(cell.note)
    return f"{text} <sup>{notes.index(cell.note) + 1}</sup>"


def _source(cell: Cell) -> str:
    links = [link for detail in cell.details for link in detail.links]
    return f"{links[0].text} {links[0].url}".strip() if links else ""


def _names(text: str | None) -> list[str] | None:
    return [name.strip() for name in text.split(",") if name.strip()] if text else None


def _yes_or_no(options: Mapping[str, str], name: str, *, default: bool) -> bool:
    said = options.get(name, "yes" if default else "no")
    if said not in ("yes", "no"):
        raise OptionError(f"{name}={said}: write yes or no.")
    return said == "yes"


# -- trees -------------------------------------------------------------------------------------


def _tree(options: Mapping[str, str], content: Content) -> Fragment:
    form = options.get("as", "outline")
    if form not in FORMS:
        raise OptionError(f"a tree has no form {form!r}. {did_you_mean(form, FORMS)}")
    tree = content.tree(options["tree"])
    if form == "outline":
        lines = [f"**{plain(tree.title)}**", "", *_outline(tree, content.site)]
    elif form == "mermaid":
        lines = ["```mermaid", *tree.mermaid.rstrip("\n").split("\n"), "```"]
    else:
        if not content.site:
            raise OptionError("as=svg shows the picture on the site, whose address is not known. Use as=mermaid.")
        outcomes = (_outcome_line(outcome, content.site) for outcome in tree.outcomes.values())
        lines = [f"![{plain(tree.title)}]({content.site}{tree.picture})", "", *outcomes]
    link = _link(tree.title, tree.page, content)
    return Fragment(tuple(lines), tree.standing, content.revision, link, {})


def _outline(tree: TreeView, site: str) -> Iterator[str]:
    """Questions and their options as a nested list; a question that stands above already is only named."""
    shown: set[str] = set()

    def below(node: str, depth: int) -> Iterator[str]:
        indent = "  " * depth
        if node in tree.outcomes:
            yield f"{indent}{_outcome_line(tree.outcomes[node], site)}"
            return
        ask, options = tree.questions[node]
        again = node in shown
        shown.add(node)
        yield f"{indent}- {plain(ask)}{' (see above)' if again else ''}"
        for label, target in () if again else options:
            yield f"{indent}  - {plain(label)}"
            yield from below(target, depth + 2)

    yield from below(tree.start, 0)


def _outcome_line(outcome: Outcome, site: str) -> str:
    engines = ", ".join(_to(engine, site) for engine in outcome.engines)
    beside = f" with {', '.join(_to(engine, site) for engine in outcome.beside)}" if outcome.beside else ""
    return f"- **{plain(outcome.title)}**: {f'{engines}{beside}' if engines else 'advice, no engine'}"


def _outcome(options: Mapping[str, str], content: Content) -> Fragment:
    name, _, key = options["outcome"].partition(":")
    tree = content.tree(name)
    if key not in tree.outcomes:
        near = did_you_mean(key, tree.outcomes)
        raise OptionError(f"tree {name} has no outcome {key!r}; write outcome=TREE:OUTCOME. {near}")
    outcome = tree.outcomes[key]
    lines = [_outcome_line(outcome, content.site), "", plain(outcome.because), "", plain(outcome.then)]
    link = _link(outcome.title, f"{tree.page}#{key}", content)
    return Fragment(tuple(lines), outcome.standing, content.revision, link, {})


# -- lists -------------------------------------------------------------------------------------


def _checklist(options: Mapping[str, str], content: Content) -> Fragment:
    view = content.checklist(options["checklist"])
    lines = [f"**{plain(view.title)}**"]
    for title, items in view.parts:
        lines += ["", plain(title), "", *(f"- [ ] {plain(item)}" for item in items)]
    return Fragment(tuple(lines), view.standing, content.revision, _link(view.title, view.page, content), {})


def _caveats(options: Mapping[str, str], content: Content) -> Fragment:
    kind, _, name = options["caveats"].partition(":")
    if kind not in AFFECTED or not name:
        raise OptionError("caveats= names what they are about: engine:NAME, format:NAME, backend:NAME, …")
    with_resolved = _yes_or_no(options, "resolved", default=False)
    found = [view for view in content.caveats(kind, name) if with_resolved or not view.resolved]
    lines = []
    for view in found:
        facts = "; ".join(part for part in (view.severity, view.affects, view.resolved) if part)
        lines += [f"- **{plain(view.title)}**: {plain(facts)}", f"  {plain(view.do)}"]
    lines = lines or ["No open caveat is known."]
    link = _link("All caveats", "caveats/index.html", content)
    return Fragment(tuple(lines), _together([view.standing for view in found]), content.revision, link, {})


def _together(standings: Sequence[Standing]) -> Standing:
    """The span of days of several, and how many of them are to be checked again."""
    days = sorted(day for one in standings for day in (one.oldest, one.newest) if day)
    return Standing(days[0], days[-1], 0, sum(one.due > 0 for one in standings)) if days else Standing()


_RENDER: Mapping[str, Callable[[Mapping[str, str], Content], Fragment]] = {
    "table": _table,
    "tree": _tree,
    "outcome": _outcome,
    "checklist": _checklist,
    "caveats": _caveats,
}


def _to(link: Link, site: str) -> str:
    """A link into the site by its full address, or its text where the address is not known."""
    if link.url:
        return f"[{plain(link.text)}]({link.url})"
    if not (site and link.page):
        return plain(link.text)
    page = re.sub(r"\.md$", ".html", link.page)
    return f"[{plain(link.text)}]({site}{page}{f'#{link.anchor}' if link.anchor else ''})"


def _link(title: str, page: str, content: Content) -> str:
    return f"[{plain(title)}]({content.site}{page})" if content.site else plain(title)


# -- facts -------------------------------------------------------------------------------------

_FACT = re.compile(r"\s*- \*\*(?P<key>.+?)\*\*: (?P<value>.*)")
_NODE = re.compile(r"\s*(?P<key>\w+)[\[({]+\"(?P<value>.*?)\"[\])}]+(?::::\w+)?")


def facts_in(lines: Sequence[str]) -> dict[str, str]:
    """What a block asserts, read back from its text: cells by row and column, outcomes and caveats by title."""
    found: dict[str, str] = {}
    heads: list[str] = []
    for line in lines:
        if line.startswith("| "):
            cells = [_bare(cell) for cell in line[2:].removesuffix(" |").split(" | ")]
            if not heads:
                heads = cells
            elif set(line) - set("|-: "):
                found |= {f"{cells[0]}, {head}": cell for head, cell in zip(heads[1:], cells[1:], strict=False)}
            continue
        heads = []
        match = _FACT.fullmatch(line) or _NODE.fullmatch(line)
        if match:
            found[_bare(match["key"])] = _bare(match["value"])
    return found


def _bare(text: str) -> str:
    """Text as it is read: without links, raised numbers of notes, and signs written as numbers."""
    text = re.sub(r"\s*<sup>\d+</sup>", "", text)
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    return unescape(re.sub(r"<br\s*/?>", " ", text)).strip()
