"""Links and anchors of a built site, followed in the files themselves, raw HTML included."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


@dataclass
class _Page(HTMLParser):
    ids: set[str] = field(default_factory=set)
    links: list[tuple[str, int]] = field(default_factory=list)
    twice: list[tuple[str, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id" and value:
                if value in self.ids:
                    self.twice.append((value, self.getpos()[0]))
                self.ids.add(value)
            elif name in ("href", "src") and value and tag != "base":
                self.links.append((value, self.getpos()[0]))


def broken(site: Path) -> list[str]:
    """Every link that leads nowhere and every id used twice, as `page:line: what`. Other hosts are not asked."""
    site = site.resolve()
    pages: dict[Path, _Page] = {}
    for path in sorted(site.rglob("*.html")):
        page = _Page()
        page.feed(path.read_text("utf-8"))
        pages[path] = page
    found = []
    for path, page in pages.items():
        name = path.relative_to(site).as_posix()
        found += [f"{name}:{line}: the id {value!r} stands twice" for value, line in page.twice]
        if name == "404.html":
            continue  # its links are absolute, since it is shown at any address
        for link, line in page.links:
            reason = _fault(site, path, link, pages)
            if reason:
                found.append(f"{name}:{line}: {link}: {reason}")
    return found


def _fault(site: Path, page: Path, link: str, pages: dict[Path, _Page]) -> str:
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return ""
    target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
    if target.is_dir():
        target /= "index.html"
    if not target.is_relative_to(site):
        return "leads out of the site"
    if not target.is_file():
        return "there is no such file"
    anchor = unquote(parts.fragment)
    if anchor and target.suffix == ".html":
        known = pages.get(target)
        if known is not None and anchor not in known.ids:
            return f"there is no {anchor!r} on that page"
    return ""
