"""The site of the real data as files: links, navigation, exports, search index, and nothing from other hosts."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from urllib.parse import unquote

import pytest
from conftest import ROOT, copy_project, run
from reading import Node, read
from test_site_build import sample_project

from generator import exports, links
from generator.comparisons import COMPARISONS
from generator.feeds import atom, ics
from generator.load import load

# What a browser fetches by itself while it shows a page, as opposed to what a reader may follow.
FETCHING = {"src", "srcset", "poster", "data"}
FETCHED_BY_LINK = {"stylesheet", "icon", "manifest", "preload", "modulepreload", "prefetch", "preconnect"}
ELSEWHERE = re.compile(r"(?:[a-z]+:)?//", re.IGNORECASE)

INDEX_BYTES = 2_500_000  # a browser fetches and reads all of it before the first search
INDEX_ENTRY_CHARACTERS = 8_000


def pages(site: Path) -> dict[str, Node]:
    found = sorted(path for path in site.rglob("*.html") if path.relative_to(site).parts[0] not in ("exports", "api"))
    return {path.relative_to(site).as_posix(): read(path.read_text("utf-8")) for path in found}


def text_files(folder: Path) -> list[Path]:
    suffixes = {".html", ".js", ".css", ".json", ".xml", ".svg", ".md", ".csv", ".yml"}
    return sorted(path for path in folder.rglob("*") if path.suffix in suffixes)


def test_every_link_leads_somewhere(site: Path) -> None:
    """Every link and anchor of the built site exists, in raw HTML and in exports too."""
    assert links.broken(site) == []


def test_the_left_navigation_lists_every_engine(project: Path, site: Path) -> None:
    """Whoever reads about one engine sees all others beside it, with nothing written into mkdocs.yml by hand."""
    engines = load(project / "data").engines
    for name in engines:
        page = read((site / "engines" / name / "index.html").read_text("utf-8"))
        (left,) = [nav for nav in page.all("nav") if "md-nav--primary" in nav.attributes.get("class", "")]
        listed = {
            (site / "engines" / name / href.partition("#")[0]).resolve().relative_to(site).as_posix()
            for _, href in left.links
            if not ELSEWHERE.match(href)
        }
        assert {f"engines/{other}/index.html" for other in engines} <= listed, name
    assert not any(name in (project / "mkdocs.yml").read_text("utf-8") for name in engines)


def test_every_table_can_be_taken_away(site: Path) -> None:
    """Each comparison lies beside the pages in every export format, and its page links to all of them."""
    assert {"md", "html", "csv", "json"} <= exports.formats().keys()
    for comparison in COMPARISONS:
        page = read((site / "tables" / comparison.id / "index.html").read_text("utf-8"))
        for suffix in exports.formats():
            file = site / "exports" / f"{comparison.id}.{suffix}"
            assert file.stat().st_size > 100, file.name
            assert f"../../exports/{file.name}" in {unquote(href.removesuffix("#")) for _, href in page.links}
    assert json.loads((site / "exports" / "engines.json").read_text("utf-8"))
    assert (site / "exports" / "engines.md").read_text("utf-8").startswith("| ")


def test_every_permalink_of_the_api_is_a_place_on_a_page(site: Path) -> None:
    """Whoever follows one from another program finds the page, and the statement, cell or outcome on it."""
    named = {
        match
        for file in (site / "api").rglob("*.json")
        for match in re.findall(r'"(?:permalink|embed)": "([^"]+)"', file.read_text("utf-8"))
    }
    pages_named = {link.partition("#")[0] for link in named}
    assert [page for page in sorted(pages_named) if not (site / page).is_file()] == []
    anchors = {page: set(read((site / page).read_text("utf-8")).ids) for page in pages_named}
    split = [link.partition("#") for link in sorted(named)]
    assert [f"{page}#{anchor}" for page, _, anchor in split if anchor and anchor not in anchors[page]] == []
    assert len(named) > 2_000


def test_paths_in_the_documentation_of_the_api_exist(site: Path) -> None:
    """Every file that an example asks for, and every one that the table lists, lies in the built site."""
    text = (ROOT / "docs" / "api.md").read_text("utf-8")
    named = set(re.findall(r"\b((?:api/v1|embed)/[\w./-]+\.\w+)", text))
    listed = text[text.index("| file below") : text.index("Two kinds of address")]
    for cell in re.findall(r"^\| (`.*?`.*?) \|", listed, re.MULTILINE)[1:]:
        first, *others = re.findall(r"`([\w./-]+)`", cell)
        stem = first.rpartition(".")[0]
        named |= {f"api/v1/{stem + other if other.startswith('.') else other}" for other in (first, *others)}
    assert len(named) > 25
    assert [path for path in sorted(named) if not (site / path).is_file()] == []


def test_the_example_in_python_prints_a_row(site: Path, tmp_path: Path) -> None:
    """The program in the documentation runs on the built site as it stands, but for the host."""
    text = (ROOT / "docs" / "api.md").read_text("utf-8")
    (program,) = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    (tmp_path / "example.py").write_text(program.replace("https://atlas.example", site.as_uri()), "utf-8")
    done = run("example", cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    lines = done.stdout.splitlines()
    assert len(lines) == len(json.loads((site / "api/v1/tables/engines-backends.json").read_text("utf-8"))["columns"])
    assert any(" yes 20" in line and line.endswith("sglang/index.html#backends-cuda") for line in lines)


def test_no_page_fetches_from_another_host(site: Path) -> None:
    """Scripts, styles, pictures, fonts and hints all come from the site itself."""
    found = []
    for name, page in pages(site).items():
        for node in page.all():
            fetched = [value for key, value in node.attributes.items() if key in FETCHING]
            if node.tag == "link" and FETCHED_BY_LINK & set(node.attributes.get("rel", "").split()):
                fetched.append(node.attributes.get("href", ""))
            found += [f"{name}: <{node.tag}> fetches {value}" for value in fetched if ELSEWHERE.match(value)]
    for style in site.rglob("*.css"):
        fetched = re.findall(r"(?:url\(|@import\s*)[\"']?([^\"')]+)", style.read_text("utf-8"))
        found += [f"{style.name} fetches {value}" for value in fetched if ELSEWHERE.match(value)]
    assert found == []


def test_no_file_tells_where_it_was_built(project: Path, site: Path) -> None:
    """No page, export or staged file holds a path of the machine that built it."""
    tells = [str(project), str(ROOT)]
    for file in text_files(project / "build"):
        content = file.read_text("utf-8")
        assert not [tell for tell in tells if tell in content], file.relative_to(site.parent)


def test_wide_tables_stay_out_of_the_search_index(site: Path) -> None:
    """What a cell says is found on the page of its engine, not once more in every table; the index stays small."""
    index = site / "search" / "search_index.json"
    text = {entry["location"]: entry["text"] for entry in json.loads(index.read_text("utf-8"))["docs"]}
    for comparison in COMPARISONS:
        found = text[f"tables/{comparison.id}/index.html"]
        assert len(found) < 1_000, f"{comparison.id}: {found[:300]}"
    assert max(map(len, text.values())) < INDEX_ENTRY_CHARACTERS
    assert index.stat().st_size < INDEX_BYTES


def test_plain_mkdocs_builds_it_too(tmp_path: Path, site: Path) -> None:
    """`mkdocs build --strict` in a fresh checkout, where nothing is staged yet, makes the same pages and exports."""
    folder = copy_project(tmp_path / "fresh")
    done = run("mkdocs", "build", "--strict", cwd=folder)
    assert done.returncode == 0, done.stdout
    assert "WARNING" not in done.stdout
    built = folder / "build" / "site"
    names = {path.relative_to(site) for path in site.rglob("*") if path.is_file()}
    assert names == {path.relative_to(built) for path in built.rglob("*") if path.is_file()}
    changed = [name.as_posix() for name in names if (site / name).read_bytes() != (built / name).read_bytes()]
    assert [name for name in changed if not name.startswith("sitemap.xml")] == []


def test_another_builder_takes_the_staged_pages(project: Path, tmp_path: Path) -> None:
    """Zensical, strict, makes the same pages from what is staged, and no link in them is broken."""
    folder = tmp_path / "second"
    shutil.copytree(project, folder, ignore=shutil.ignore_patterns("site"))
    done = run("zensical", "build", "--strict", "-f", "build/mkdocs.yml", cwd=folder)
    assert done.returncode == 0, done.stdout
    ours, theirs = project / "build" / "site", folder / "build" / "site"
    tables = [f"embed/{path.parent.name}" for path in ours.glob("embed/*/index.html")]
    for name in ("exports", "api", *tables):  # whoever builds, `kb build` adds these afterwards
        shutil.copytree(ours / name, theirs / name, dirs_exist_ok=True)
    for name in (atom.PATH, ics.PATH):
        shutil.copy(ours / name, theirs / name)
    assert pages(theirs).keys() == pages(ours).keys()
    assert links.broken(theirs) == []


@pytest.mark.parametrize("fault", ["[x](nope.md) [y](index.md#nope)", '<a href="nope.html">x</a>'])
def test_a_broken_link_stops_the_build(fault: str, tmp_path: Path) -> None:
    """A dead link or anchor in a hand-written page, in Markdown or raw HTML, is named and the build fails."""
    folder = sample_project(tmp_path / "broken")
    with (folder / "docs" / "evidence.md").open("a", encoding="utf-8") as page:
        page.write(f"\n\n{fault}\n")
    done = run("generator", "build", cwd=folder)
    assert done.returncode != 0
    assert "evidence" in done.stdout
    assert done.stdout.count("nope") >= fault.count("nope")
