"""Links and anchors of a built site, followed in the files themselves, raw HTML included."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from functools import cache
from html import unescape
from pathlib import Path
from urllib.parse import unquote, urlsplit

# A start tag with its attributes. Comments, scripts and styles are passed over whole: nothing in them is a tag.
# The parser of the standard library takes six times as long, which is a third of a whole build.
_TAG = re.compile(
    r"""<!--.*?-->|<(?:(script|style)\b|(?P<tag>[a-z][\w:-]*))(?P<attributes>(?:"[^"]*"|'[^']*'|[^'">])*)>"""
    r"(?(1).*?</\1)",
    re.IGNORECASE | re.DOTALL,
)
_ATTRIBUTE = re.compile(r"""([^\s=/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+)))?""")


@dataclass
class _Page:
    """The anchors of a page, and its links and second anchors with their lines."""

    ids: set[str] = field(default_factory=set)
    links: list[tuple[str, int]] = field(default_factory=list)
    twice: list[tuple[str, int]] = field(default_factory=list)


def _read(text: str) -> _Page:
    page = _Page()
    line, end = 1, 0
    for tag in _TAG.finditer(text):
        line += text.count("\n", end, tag.start())
        end = tag.start()
        for name, *forms in _ATTRIBUTE.findall(tag["attributes"] or ""):
            value = unescape("".join(forms))
            if name.lower() == "id" and value:
                if value in page.ids:
                    page.twice.append((value, line))
                page.ids.add(value)
            elif name.lower() in ("href", "src") and value and tag["tag"] != "base":
                page.links.append((value, line))
    return page


def broken(site: Path) -> list[str]:
    """Every link that leads nowhere and every id used twice, as `page:line: what`. Other hosts are not asked."""
    files = {path.relative_to(site).as_posix(): path for path in sorted(site.rglob("*")) if path.is_file()}
    pages = {name: _read(path.read_text("utf-8")) for name, path in files.items() if path.suffix == ".html"}

    @cache
    def target_of(folder: str, path: str) -> str:
        return _target(files, folder, path)

    found = []
    for name, page in pages.items():
        found += [f"{name}:{line}: the id {value!r} stands twice" for value, line in page.twice]
        if name == "404.html":
            continue  # its links are absolute, since it is shown at any address
        for link, line in page.links:
            parts = urlsplit(link)
            if not (parts.scheme or parts.netloc):
                target = target_of(posixpath.dirname(name), parts.path) if parts.path else name
                if reason := _fault(target, unquote(parts.fragment), files, pages):
                    found.append(f"{name}:{line}: {link}: {reason}")
    return found


def _target(files: Container[str], folder: str, path: str) -> str:
    """The file that a link leads to, as a path below the site; of a folder, its index."""
    target = posixpath.normpath(posixpath.join(folder, unquote(path)))
    return target if target in files else posixpath.normpath(f"{target}/index.html")


def _fault(target: str, anchor: str, files: Container[str], pages: Mapping[str, _Page]) -> str:
    if target.startswith(("/", "../")):
        return "leads out of the site"
    if target not in files:
        return "there is no such file"
    if anchor and target in pages and anchor not in pages[target].ids:
        return f"there is no {anchor!r} on that page"
    return ""
