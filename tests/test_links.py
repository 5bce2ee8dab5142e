"""Links and anchors of a built site, followed in the files."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator import links


def site(folder: Path, **pages: str) -> Path:
    for name, text in pages.items():
        path = folder / f"{name.replace('__', '/')}.html"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder


def test_good_links_are_not_mentioned(tmp_path: Path) -> None:
    """Files, folders, anchors in any alphabet, raw HTML and SVG, and other hosts: all of these lead somewhere."""
    index = (
        '<base href="nowhere/"><a href="a/b.html#x">1</a><a href="a/">2</a><a href="#%E4%BB%80">3</a>\n'
        '<h2 id="什"></h2><svg><a href="#什"></a></svg><img src="a/pic.svg"><a href="https://example.org/#no">4</a>\n'
        '<a href="mailto:x@example.org">5</a><a href="a/b.html?q=1#x">6</a><a>7</a><link href="a/pic.svg">'
    )
    built = site(tmp_path, index=index, a__b='<p id=x><a href="../index.html">back</a>', a__index="<p>")
    (tmp_path / "a" / "pic.svg").write_text("<svg/>", "utf-8")
    assert links.broken(built) == []


@pytest.mark.parametrize(
    ("link", "reason"),
    [
        ("faq.html#nope", "there is no 'nope' on that page"),
        ("#nope", "there is no 'nope' on that page"),
        ("gone.html", "there is no such file"),
        ("gone/", "there is no such file"),
        ("../outside.html", "leads out of the site"),
        ("/etc/passwd", "leads out of the site"),
    ],
)
def test_a_dead_link_is_named_with_page_line_link_and_reason(tmp_path: Path, link: str, reason: str) -> None:
    """A strict build passes dead anchors; this names page, line, link and what is missing."""
    (tmp_path / "outside.html").write_text("", "utf-8")
    built = site(tmp_path / "site", index=f'<p>\n<a href="{link}">x</a>', faq="<p id=yes>")
    assert links.broken(built) == [f"index.html:2: {link}: {reason}"]


def test_a_missing_picture_is_a_dead_link(tmp_path: Path) -> None:
    """`src` counts as well as `href`, also in HTML that Markdown passed through."""
    assert links.broken(site(tmp_path, index='<img src="x.png">')) == ["index.html:1: x.png: there is no such file"]


def test_an_id_that_stands_twice_is_named(tmp_path: Path) -> None:
    """An anchor that two elements claim leads to the first, whichever was meant."""
    assert links.broken(site(tmp_path, index="<p id=a>\n<p id=a>")) == ["index.html:2: the id 'a' stands twice"]


def test_the_page_for_missing_pages_may_have_absolute_links(tmp_path: Path) -> None:
    """404.html is shown at any address, so its links start at the root of the host."""
    site(tmp_path, **{"404": '<a href="/elsewhere/">x</a>', "index": ""})
    assert links.broken(tmp_path) == []
