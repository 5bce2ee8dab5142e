"""Hand-written pages with their fragments filled in.

A line `<!-- atlas: diagram=name -->` becomes the drawing of `name.dot` beside the page, a line
`<!-- atlas: table=engines -->` a comparison, and `@newest(engine)` the newest stable release of an engine.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Mapping

from generator import diagrams
from generator.edition import Edition
from generator.exports import html
from generator.problems import DataError, Problem, did_you_mean
from generator.prose import GLOSSARY
from generator.templating import Artifact
from generator.terms import Terms

_FRAGMENT = re.compile(r"^<!-- atlas: *([\w-]+) *= *([\w-]+) *-->[ \t]*$", re.MULTILINE)
_NEWEST = re.compile(r"@newest\(([\w-]+)\)")


def fill(texts: Mapping[str, str], edition: Edition) -> list[Artifact]:
    """Every page that changes: fragments filled, the first use of each glossary term linked.

    Raises DataError with all fragments that cannot be filled.
    """
    problems: list[Problem] = []
    filled = []
    for path, text in texts.items():
        if path.endswith(".md"):
            new = _filled(path, _with_terms(path, text, edition.terms), texts, edition, problems)
            if new != text:
                filled.append(Artifact(path, new))
    if problems:
        raise DataError(problems)
    return filled


def _filled(path: str, text: str, texts: Mapping[str, str], edition: Edition, problems: list[Problem]) -> str:
    def refuse(match: re.Match[str], message: str, hint: str) -> str:
        line = text.count("\n", 0, match.start()) + 1
        problems.append(Problem(f"docs/{path}", line, 1, message, "fragment", hint))
        return match[0]

    def fragment(match: re.Match[str]) -> str:
        kind, name = match[1], match[2]
        if kind not in _KINDS:
            return refuse(match, f"there is no kind of fragment {kind!r}.", did_you_mean(kind, _KINDS))
        try:
            return _KINDS[kind](path, name, texts, edition)
        except KeyError as missing:
            known = (
                edition.tables if kind == "table" else [posixpath.basename(p)[:-4] for p in texts if p.endswith(".dot")]
            )
            return refuse(match, f"there is no {kind} {missing.args[0]!r}.", did_you_mean(name, known))

    def newest(match: re.Match[str]) -> str:
        release = edition.catalog.newest.get(match[1])
        if release is None:
            return refuse(match, f"no release ledger for {match[1]!r}.", did_you_mean(match[1], edition.catalog.newest))
        return f"{release.version} ({release.date})"

    return _NEWEST.sub(newest, _FRAGMENT.sub(fragment, text))


# What is no running text: code, links, tags, attributes.
_NOT_TEXT = re.compile(r"(`[^`]*`|\[[^\]]*\]\([^)]*\)|<[^>]*>|\{:[^}]*\})")


def _with_terms(path: str, text: str, terms: Terms) -> str:
    """The first use of each term in running text as a link with its tooltip; decision records are left as they are."""
    if path.startswith("adr/"):
        return text
    linked: set[str] = set()
    lines, fenced, front = [], False, text.startswith("---\n")
    for number, line in enumerate(text.split("\n")):
        front = front and not (number and line == "---")
        fenced ^= line.lstrip().startswith(("```", "~~~"))
        plain = not (front or fenced or line.startswith(("#", "|", "<", "    ", "---")))
        lines.append(_line_with_terms(path, line, terms, linked) if plain else line)
    return "\n".join(lines)


def _line_with_terms(path: str, line: str, terms: Terms, linked: set[str]) -> str:
    out = []
    for index, part in enumerate(_NOT_TEXT.split(line)):
        for piece, term in terms.split(part) if index % 2 == 0 else [(part, "")]:
            if term and term not in linked:
                linked.add(term)
                to = posixpath.relpath(GLOSSARY, posixpath.dirname(path) or ".")
                tip = terms.terms[term].short.replace('"', "'")
                out.append(f'[{piece}]({to}#{term} "{tip}"){{: .kb-term }}')
            else:
                out.append(piece)
    return "".join(out)


def _diagram(path: str, name: str, texts: Mapping[str, str], edition: Edition) -> str:
    source = posixpath.join(posixpath.dirname(path), f"{name}.dot")
    if source not in texts:
        raise KeyError(name)
    first = texts[source].split("\n", 1)[0]
    title = first.lstrip("/ ").strip() if first.startswith("//") else name
    svg = diagrams.svg_of(texts[source], diagrams.dot_program())
    drawing = diagrams.inline(svg, f"kb-{name}", title, "The text below says the same.")
    hint = '<p class="kb-small kb-phone">The picture scrolls sideways. The text below says the same.</p>\n\n'
    return f'{hint}<div class="kb-scroll" tabindex="0" role="region" aria-label="Diagram: {title}">\n{drawing}\n</div>'


def _table(path: str, name: str, texts: Mapping[str, str], edition: Edition) -> str:
    return html.render(edition.tables[name], path)


_KINDS: Mapping[str, Callable[[str, str, Mapping[str, str], Edition], str]] = {"diagram": _diagram, "table": _table}
