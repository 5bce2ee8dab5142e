"""Two whole builds of the invented data, far apart in place and time zone, are the same site to the byte."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from conftest import BUILD_SECONDS, ROOT
from sampling import SAMPLE, SAMPLE_DAY

PLACES = {
    "first": {"PYTHONHASHSEED": "1", "TZ": "UTC", "LC_ALL": "C.UTF-8"},
    "a folder with 中文": {
        "PYTHONHASHSEED": "2",
        "TZ": "Pacific/Kiritimati",
        "LC_ALL": "C",
        "PYTHONUTF8": "0",
        "PYTHONCOERCECLOCALE": "0",
    },
}


def sample_project(folder: Path) -> Path:
    """The invented data with the real configuration and assets; of pages by hand the headings."""
    folder.mkdir()
    shutil.copy2(ROOT / "mkdocs.yml", folder)
    shutil.copytree(SAMPLE, folder / "data")
    shutil.copytree(ROOT / "docs" / "assets", folder / "docs" / "assets", ignore=shutil.ignore_patterns("*.png"))
    for page in (ROOT / "docs").glob("*.md"):
        heads = re.findall(r"^#+ .*\{: #.*\}$", page.read_text("utf-8"), re.MULTILINE)
        (folder / "docs" / page.name).write_text("\n\n".join(heads), "utf-8")
    return folder


def build(project: Path, place: dict[str, str]) -> tuple[int, str]:
    """The exit code of `kb build` in a project, and what it said."""
    always = {name: value for name, value in os.environ.items() if name != "KB_DOT"}
    done = subprocess.run(
        [sys.executable, "-m", "generator", "build", "--today", str(SAMPLE_DAY)],
        cwd=project,
        env=always | {"SOURCE_DATE_EPOCH": "1700000000"} | place,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=BUILD_SECONDS,
        check=False,
    )
    return done.returncode, done.stdout.decode("utf-8")


def site_of(project: Path) -> dict[str, bytes]:
    site = project / "build" / "site"
    return {path.relative_to(site).as_posix(): path.read_bytes() for path in site.rglob("*") if path.is_file()}


def test_two_builds_are_the_same_to_the_byte(tmp_path: Path) -> None:
    """Every file of the site, the compressed site map and the search index too, in any folder, zone and locale."""
    projects = [sample_project(tmp_path / name) for name in PLACES]
    with ThreadPoolExecutor() as threads:
        done = list(threads.map(build, projects, PLACES.values()))
    assert [code for code, _ in done] == [0, 0], done
    one, two = map(site_of, projects)
    assert one.keys() == two.keys()
    assert [path for path in one if one[path] != two[path]] == []
    assert {"index.html", "sitemap.xml.gz", "search/search_index.js", "exports/engines.csv"} <= one.keys()


def test_a_dead_anchor_in_raw_html_fails_the_build(tmp_path: Path) -> None:
    """MkDocs does not follow links in HTML; the build names page, line, link and anchor all the same."""
    project = sample_project(tmp_path / "project")
    (project / "docs" / "extra.md").write_text(
        '# Extra {: #extra }\n\n<a href="faq/choosing/index.html#nope">x</a>\n', "utf-8"
    )
    code, said = build(project, {})
    assert code == 1
    assert re.search(
        r"^extra\.html:\d+: faq/choosing/index\.html#nope: there is no 'nope' on that page$", said, re.MULTILINE
    )
