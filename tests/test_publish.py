"""Writing a rendering to a folder: only what changed, nothing half, nothing outside, nothing left over."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
import yaml

from generator import publish
from generator.atomic import write_atomic
from generator.publish import Published, PublishError, stage
from generator.render import Rendering
from generator.templating import Artifact

LONG_AGO = 1_000_000_000


def rendering(**files: str) -> Rendering:
    return Rendering(tuple(Artifact(path.replace("__", "/") + ".md", text) for path, text in files.items()), [])


def files(folder: Path) -> dict[str, str]:
    return {p.relative_to(folder).as_posix(): p.read_text("utf-8") for p in folder.rglob("*") if p.is_file()}


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    """Hand-written pages: one, with a picture and a hidden file beside it."""
    folder = tmp_path / "docs"
    (folder / "assets").mkdir(parents=True)
    (folder / "about.md").write_text("by hand", "utf-8")
    (folder / "assets" / "logo.svg").write_text("<svg/>", "utf-8")
    (folder / ".about.md.swp").write_text("an editor's", "utf-8")
    return folder


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "out"


def test_pages_and_hand_written_files_stand_side_by_side(docs: Path, out: Path) -> None:
    """What is generated and what is written by hand are staged together; hidden files of editors are not."""
    done = stage(rendering(index="home", engines__alder__index="中文"), docs, out)
    assert done == Published(written=4, unchanged=0, removed=0)
    assert files(out) == {
        "index.md": "home",
        "engines/alder/index.md": "中文",
        "about.md": "by hand",
        "assets/logo.svg": "<svg/>",
    }


def test_a_second_run_touches_nothing(docs: Path, out: Path) -> None:
    """A file whose bytes did not change keeps its time, so that a watching server builds only what changed."""
    stage(rendering(a="one", b="two"), docs, out)
    for path in out.rglob("*.*"):
        os.utime(path, (LONG_AGO, LONG_AGO))
    assert stage(rendering(a="one", b="2"), docs, out) == Published(written=1, unchanged=3, removed=0)
    assert {p.name for p in out.rglob("*.*") if p.stat().st_mtime != LONG_AGO} == {"b.md"}
    assert (out / "b.md").read_text("utf-8") == "2"


def test_what_nothing_produces_any_more_is_removed(docs: Path, out: Path) -> None:
    """Stale pages go, with the folders they leave empty, whoever left them there."""
    stage(rendering(engines__alder__index="x", index="home"), docs, out)
    (out / "stranger.txt").write_text("left over", "utf-8")
    (docs / "about.md").unlink()
    assert stage(rendering(index="home"), docs, out) == Published(written=0, unchanged=2, removed=3)
    assert sorted(p.relative_to(out).as_posix() for p in out.rglob("*")) == ["assets", "assets/logo.svg", "index.md"]


def test_two_artifacts_on_one_path_are_an_error(docs: Path, out: Path) -> None:
    """Neither of two generated pages wins, and nothing is written."""
    twice = Rendering((Artifact("a.md", "one"), Artifact("a.md", "one")), [])
    with pytest.raises(PublishError, match=r"two things want to be a\.md"):
        stage(twice, docs, out)
    assert not out.exists()


def test_a_hand_written_page_must_not_hide_a_generated_one(docs: Path, out: Path) -> None:
    """The same holds between a generated page and one written by hand."""
    with pytest.raises(PublishError, match=r"two things want to be about\.md"):
        stage(rendering(about="generated"), docs, out)
    assert not out.exists()


@pytest.mark.parametrize("path", ["../outside.md", "a/../../outside.md", "/outside.md", "a/.."])
def test_a_path_that_leads_out_is_refused(docs: Path, out: Path, path: str) -> None:
    """Nothing is ever written outside the output folder."""
    with pytest.raises(PublishError, match="leads out of the output folder"):
        stage(Rendering((Artifact("good.md", ""), Artifact(path, "evil")), []), docs, out)
    assert not out.exists()


def test_exports_go_into_the_built_site_alone(docs: Path, out: Path, tmp_path: Path) -> None:
    """A builder would make pages of Markdown exports, so it never sees them; stale ones go from the site."""
    done = Rendering(
        (Artifact("index.md", "home"),), [], extras=(Artifact("exports/a.md", "| a |"), Artifact("exports/a.csv", "a"))
    )
    site = tmp_path / "site"
    (site / "exports").mkdir(parents=True)
    (site / "exports" / "old.csv").write_text("", "utf-8")
    (site / "index.html").write_text("built", "utf-8")
    stage(done, docs, out)
    assert publish.add_extras(done, site) == Published(written=2, unchanged=0, removed=1)
    assert files(site) == {"index.html": "built", "exports/a.md": "| a |", "exports/a.csv": "a"}
    assert set(files(out)) == {"index.md", "about.md", "assets/logo.svg"}
    assert publish.add_extras(done, site) == Published(written=0, unchanged=2, removed=0)
    with pytest.raises(PublishError, match="leads out"):
        publish.add_extras(Rendering((), [], extras=(Artifact("exports/../index.html", "evil"),)), site)


def test_a_written_file_keeps_its_mode(tmp_path: Path) -> None:
    """A new file can be read by everybody; one that exists keeps the mode somebody gave it."""
    new, old = tmp_path / "new" / "file", tmp_path / "old"
    write_atomic(new, b"x")
    old.write_bytes(b"before")
    old.chmod(0o600)
    write_atomic(old, b"after")
    assert stat.S_IMODE(new.stat().st_mode) == 0o644
    assert stat.S_IMODE(old.stat().st_mode) == 0o600
    assert old.read_bytes() == b"after"


def test_an_interrupted_write_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever interrupts, also the person at the keyboard: the old file is whole and no scrap lies beside it."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    target = tmp_path / "file"
    target.write_bytes(b"before")
    monkeypatch.setattr(Path, "replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_atomic(target, b"after")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    assert target.read_bytes() == b"before"


PROJECT = """\
site_name: Test
docs_dir: docs
plugins:
  - search: {lang: en}
  - offline
  - atlas: {data_dir: elsewhere}
markdown_extensions: [tables]
"""


@pytest.fixture
def root(docs: Path) -> Path:
    (docs.parent / "mkdocs.yml").write_text(PROJECT, "utf-8")
    (docs / "adr").mkdir()
    (docs / "adr" / "0001-first.md").write_text("", "utf-8")
    (docs / "contributing.md").write_text("", "utf-8")
    return docs.parent


def test_the_derived_configuration_inherits_and_adds_the_navigation(root: Path) -> None:
    """Any builder can read it: our plugin is left out, the others stay, and hand-written pages close the list."""
    text = publish.site_config(root, [{"Home": "index.md"}, {"问题": [{"全部": "faq/index.md"}]}])
    assert "问题" in text
    assert yaml.safe_load(text) == {
        "INHERIT": "../mkdocs.yml",
        "docs_dir": "docs",
        "site_dir": "site",
        "plugins": [{"search": {"lang": "en"}}, "offline"],
        "nav": [
            {"Home": "index.md"},
            {"问题": [{"全部": "faq/index.md"}]},
            {"About": ["contributing.md", "about.md", {"Decision records": ["adr/0001-first.md"]}]},
        ],
    }


def test_publishing_twice_writes_once(root: Path) -> None:
    """Pages and configuration below build/, written when they differ and left alone when they do not."""
    assert publish.publish(rendering(index="home"), root).written == 5
    config = root / "build" / "mkdocs.yml"
    os.utime(config, (LONG_AGO, LONG_AGO))
    assert publish.publish(rendering(index="home"), root) == Published(written=0, unchanged=5, removed=0)
    assert config.stat().st_mtime == LONG_AGO
    publish.publish(Rendering((), [{"Home": "about.md"}]), root)
    assert config.stat().st_mtime != LONG_AGO
