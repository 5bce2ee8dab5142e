"""Everything produced from the invented data of tests/sample, against tests/golden, byte for byte.

After a change that is meant:  pytest tests/test_golden.py --accept  writes the new files; look at them with git diff.
"""

from __future__ import annotations

import difflib
import os
import re
import shutil
from itertools import islice
from pathlib import Path

import pytest
from conftest import ROOT
from sampling import SAMPLE

from generator import diagrams
from generator.load import load
from generator.publish import site_config
from generator.render import Rendering

GOLDEN = Path(__file__).parent / "golden"
DIFF_LINES = 40
# Of the API a few files stand for all; tests/test_api.py has the shape of each kind.
API = re.compile(
    r"api/v1/(index|freshness|engines/alder|trees/first|tables/engines-backends)\.\w+|embed/engines-backends/.*"
)


def in_lines(text: str) -> list[str]:
    """A text in lines that are short enough to compare by eye."""
    return text.replace("><", ">\n<").splitlines()


def compare(found: dict[str, str], folder: Path, accept: bool) -> None:
    """Fail with every difference between texts and the files of a folder, or write the texts there."""
    if accept:
        shutil.rmtree(folder, ignore_errors=True)
        for name, text in found.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(text.encode("utf-8"))
        return
    paths = [path for path in folder.rglob("*") if path.is_file()]
    wanted = {path.relative_to(folder).as_posix(): path.read_bytes().decode("utf-8") for path in paths}
    said = [f"{name}: nothing produces it any more" for name in sorted(wanted.keys() - found.keys())]
    said += [f"{name}: is new" for name in sorted(found.keys() - wanted.keys())]
    for name in sorted(found.keys() & wanted.keys()):
        if found[name] != wanted[name]:
            lines = difflib.unified_diff(
                in_lines(wanted[name]), in_lines(found[name]), "golden", "now", n=1, lineterm=""
            )
            said.append("\n".join([f"{name}: differs", *islice(lines, DIFF_LINES)]))
    if said:
        where = folder.relative_to(ROOT).as_posix()
        said.append(f"If this is meant, accept it: pytest tests/test_golden.py --accept  (writes {where})")
        pytest.fail("\n".join(said), pytrace=False)


@pytest.fixture
def accept(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--accept") or os.environ.get("KB_ACCEPT"))


def test_every_page_and_export_is_as_accepted(rendering: Rendering, accept: bool) -> None:
    """Pages, twins and exports of the sample are the accepted ones, no more and no fewer; of the API some."""
    pages = {artifact.path: artifact.text for artifact in rendering.artifacts}
    # The twin of a page has the name that the page has before it is built.
    twins = {f"twins/{extra.path}": extra.text for extra in rendering.extras if extra.path in pages}
    others = {
        extra.path: extra.text
        for extra in rendering.extras
        if extra.path not in pages and (not extra.path.startswith(("api/", "embed/")) or API.fullmatch(extra.path))
    }
    compare(pages | twins | others, GOLDEN / "artifacts", accept)


def test_the_derived_configuration_is_as_accepted(rendering: Rendering, accept: bool, tmp_path: Path) -> None:
    """The configuration for other builders: the real mkdocs.yml without our plugin, and the navigation."""
    shutil.copy2(ROOT / "mkdocs.yml", tmp_path)
    (tmp_path / "docs" / "adr").mkdir(parents=True)
    for name in ("contributing.md", "evidence.md", "adr/0001-first.md"):
        (tmp_path / "docs" / name).write_text("", "utf-8")
    compare({"mkdocs.yml": site_config(tmp_path, rendering.nav)}, GOLDEN / "configuration", accept)


def test_the_source_of_a_diagram_is_as_accepted(accept: bool) -> None:
    """DOT is compared as text, so that a difference shows before it is drawn."""
    trees = load(SAMPLE).trees
    compare({f"{name}.dot": diagrams.dot_of(tree, name) for name, tree in trees.items()}, GOLDEN / "diagrams", accept)


def test_a_difference_says_what_differs_and_how_to_accept_it() -> None:
    """The message names each file and the one command, and shows the changed lines."""
    folder = GOLDEN / "diagrams"
    text = (folder / "first.dot").read_text("utf-8")
    with pytest.raises(pytest.fail.Exception) as failure:
        compare({"first.dot": text.replace("Only", "Merely"), "second.dot": ""}, folder, accept=False)
    assert str(failure.value).startswith("second.dot: is new\nfirst.dot: differs\n")
    assert '+\tlook [label="Merely looking"' in str(failure.value)
    assert str(failure.value).endswith(
        "accept it: pytest tests/test_golden.py --accept  (writes tests/golden/diagrams)"
    )
    with pytest.raises(pytest.fail.Exception, match=r"first\.dot: nothing produces it any more"):
        compare({}, folder, accept=False)
