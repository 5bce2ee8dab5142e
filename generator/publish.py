"""Write a rendering to a folder, or compare with it. Writes below build/ only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import yaml

from generator.atomic import write_atomic
from generator.render import Nav, Rendering

OUR_PLUGIN = "atlas"
HAND_WRITTEN_NAV = "About"
METHOD_ORDER = [
    f"method/{name}.md" for name in ("how-inference-works", "metrics", "serving-stack", "choosing", "benchmarking")
]


class PublishError(Exception):
    """Two things want the same path, or a path leads out of the folder."""


@dataclass(frozen=True)
class Published:
    written: int
    unchanged: int
    removed: int


def stage(rendering: Rendering, hand_written: Path, folder: Path) -> Published:
    """Pages and hand-written files side by side in `folder`; what nothing produces any more is removed.

    A file whose bytes did not change is not touched, so that a watching server rebuilds only what changed.
    """
    wanted: dict[str, bytes] = {}
    for artifact in rendering.artifacts:
        _claim(wanted, artifact.path, artifact.text.encode("utf-8"))
    for path in sorted(hand_written.rglob("*")):
        relative = path.relative_to(hand_written)
        if relative.as_posix() in rendering.filled or path.suffix == ".dot":
            continue
        if path.is_file() and not any(part.startswith(".") for part in relative.parts):
            _claim(wanted, relative.as_posix(), path.read_bytes())
    return _synchronize(wanted, folder)


def add_extras(rendering: Rendering, site: Path) -> Published:
    """What is no page, into a built site, whatever built it. Raises PublishError before anything is written.

    Of a folder that holds no pages what nothing produces any more is removed.
    """
    wanted: dict[str, bytes] = {}
    for artifact in rendering.extras:
        _claim(wanted, artifact.path, artifact.text.encode("utf-8"))
    with_pages = {artifact.path.partition("/")[0] for artifact in rendering.artifacts}
    done = Published(0, 0, 0)
    for folder in sorted({path.partition("/")[0] for path in wanted}):
        inside = {path.partition("/")[2]: text for path, text in wanted.items() if path.startswith(f"{folder}/")}
        alone = {folder: wanted[folder]} if folder in wanted else {}
        ours = bool(inside) and folder not in with_pages
        one = _synchronize(inside, site / folder) if ours else _write(inside, site / folder)
        for part in (one, _write(alone, site)):
            done = Published(done.written + part.written, done.unchanged + part.unchanged, done.removed + part.removed)
    return done


def _claim(wanted: dict[str, bytes], path: str, content: bytes) -> None:
    if path in wanted:
        raise PublishError(f"two things want to be {path}: one of them is generated, so rename the other.")
    if path.startswith("/") or ".." in path.split("/"):
        raise PublishError(f"{path} leads out of the output folder.")
    wanted[path] = content


def _write(wanted: Mapping[str, bytes], folder: Path) -> Published:
    written = 0
    for path, content in wanted.items():
        target = folder / path
        if not target.is_file() or target.read_bytes() != content:
            write_atomic(target, content)
            written += 1
    return Published(written, len(wanted) - written, 0)


def _synchronize(wanted: Mapping[str, bytes], folder: Path) -> Published:
    done = _write(wanted, folder)
    removed = 0
    for found in sorted(folder.rglob("*"), reverse=True):
        if found.is_dir() and not any(found.iterdir()):
            found.rmdir()
        elif found.is_file() and found.relative_to(folder).as_posix() not in wanted:
            found.unlink()
            removed += 1
    return replace(done, removed=removed)


def site_config(root: Path, nav: Nav) -> str:
    """A configuration for any builder of MkDocs sites: the hand-written one, our navigation, no plugin of ours."""
    config: dict[str, Any] = yaml.safe_load((root / "mkdocs.yml").read_text("utf-8"))
    plugins = [
        plugin for plugin in config["plugins"] if OUR_PLUGIN not in (plugin if isinstance(plugin, dict) else [plugin])
    ]
    derived = {
        "INHERIT": "../mkdocs.yml",
        "docs_dir": "docs",
        "site_dir": "site",
        "plugins": plugins,
        "nav": [*nav, *hand_written_nav(root / "docs")],
    }
    return "# Written by the generator; edit ../mkdocs.yml instead.\n" + yaml.safe_dump(
        derived, sort_keys=False, allow_unicode=True
    )


def hand_written_nav(docs: Path) -> Nav:
    """The hand-written pages: method pages as a section of their own, then the rest, then the decision records."""
    first = [name for name in ("contributing.md", "evidence.md") if (docs / name).is_file()]
    others = sorted(path.name for path in docs.glob("*.md") if path.name not in first)
    folders = {
        name: sorted(p.relative_to(docs).as_posix() for p in (docs / name).glob("*.md")) for name in ("method", "adr")
    }
    about: list[Any] = [*first, *others]
    if folders["adr"]:
        about.append({"Decision records": folders["adr"]})
    folders["method"].sort(key=lambda path: METHOD_ORDER.index(path) if path in METHOD_ORDER else len(METHOD_ORDER))
    method = [{"Method": folders["method"]}] if folders["method"] else []
    return [*method, {HAND_WRITTEN_NAV: about}]


def publish(rendering: Rendering, root: Path) -> Published:
    """The staged pages and the derived configuration, below `root/build`."""
    build = root / "build"
    done = stage(rendering, root / "docs", build / "docs")
    config = site_config(root, rendering.nav).encode("utf-8")
    target = build / "mkdocs.yml"
    if not target.is_file() or target.read_bytes() != config:
        write_atomic(target, config)
    return done
