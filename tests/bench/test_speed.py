"""How long our part of a build takes, as a share of the whole, and how it grows with the data. Prints Markdown tables.

Shares and growth compare processor times of one run on one machine; no number of seconds is ever asserted.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Callable
from datetime import date
from functools import partial
from pathlib import Path
from typing import TypeVar

import pytest
from conftest import TODAY, copy_project, run

from generator import diagrams, links
from generator.checked import pages_by_hand
from generator.checks import check
from generator.derive import derive
from generator.load import load
from generator.publish import add_extras, publish
from generator.render import render

pytestmark = pytest.mark.bench

T = TypeVar("T")

STAGES = ("load", "check", "derive", "render", "publish")
TARGET = 0.15
REPEATS = 3
NOT_LINEAR = 3.0  # a statement among fifty times as many may cost this much more; a quadratic stage costs fifty times


def best(times: int, work: Callable[[], object]) -> float:
    """Seconds of processor time, of commands that were run too: the least of several, as all else only ever adds."""
    return min(timed(work)[1] for _ in range(times))


def timed(work: Callable[[], T]) -> tuple[T, float]:
    start = sum(os.times()[:4])
    done = work()
    return done, sum(os.times()[:4]) - start


def stage_times(root: Path, times: int) -> tuple[dict[str, float], int]:
    """The least seconds of each stage, everything from scratch, and the number of statements."""
    runs = [_one_run(root) for _ in range(times)]
    return {stage: min(seconds[stage] for seconds, _ in runs) for stage in STAGES}, runs[0][1]


def _one_run(root: Path) -> tuple[dict[str, float], int]:
    shutil.rmtree(root / "build", ignore_errors=True)
    diagrams.svg_of.cache_clear()
    today = date.fromisoformat(TODAY)
    dataset, load_time = timed(lambda: load(root / "data"))
    problems, check_time = timed(lambda: check(dataset, today))
    assert problems == []
    catalog, derive_time = timed(lambda: derive(dataset, today))
    rendering, render_time = timed(lambda: render(catalog, pages_by_hand(root / "docs")))
    _, publish_time = timed(lambda: publish(rendering, root))
    seconds = (load_time, check_time, derive_time, render_time, publish_time)
    return dict(zip(STAGES, seconds, strict=True)), len(catalog.claims)


def succeed(*command: str, cwd: Path) -> None:
    done = run(*command, cwd=cwd, seconds=3600)
    assert done.returncode == 0, done.stdout


def multiply(data: Path, factor: int) -> None:
    """Engines, caveats and ledgers as many times over, each copy under a new id and name."""
    originals = {name: sorted((data / name).glob("*.yml")) for name in ("engines", "caveats", "releases")}
    for number in range(2, factor + 1):
        for folder, paths in originals.items():
            for path in paths:
                text = path.read_text("utf-8")
                if folder != "releases":
                    text = re.sub(r'^((?:name|title): .*?)("?)$', rf"\1 {number}\2", text, count=1, flags=re.MULTILINE)
                if folder == "caveats":
                    text = re.sub(r"\bengine: ([a-z0-9-]+)", rf"engine: \1-x{number}", text)
                path.with_stem(f"{path.stem}-x{number}").write_text(text, "utf-8")


def table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> None:
    lines = [head, ("---", *("---:" for _ in head[1:])), *rows]
    print("\n" + "\n".join(f"| {' | '.join(line)} |" for line in lines))


def test_our_share_of_a_build(tmp_path: Path) -> None:
    """What each stage takes of one whole `kb build`, and against plain `mkdocs build` of the same staged pages."""
    root = copy_project(tmp_path / "project")
    whole = best(REPEATS, lambda: succeed("generator", "build", cwd=root))
    plain = best(REPEATS, lambda: succeed("mkdocs", "build", "--strict", "-f", "build/mkdocs.yml", cwd=root))
    site = tmp_path / "site"
    shutil.copytree(root / "build" / "site", site)
    following = best(REPEATS, lambda: links.broken(site))
    seconds, statements = stage_times(root, REPEATS)
    rendering = render(derive(load(root / "data"), date.fromisoformat(TODAY)), pages_by_hand(root / "docs"))
    seconds["exports"] = best(REPEATS, lambda: add_extras(rendering, site))
    ours = sum(seconds.values())
    everything = {**seconds, "**ours together**": ours, "follow every link": following, "plain `mkdocs build`": plain}
    everything["whole `kb build`"] = whole
    print(f"\n\n{statements} statements, {len(rendering.artifacts)} files, Python {sys.version.split()[0]}")
    table(
        ("stage", "s", "of the whole", "of plain `mkdocs build`"),
        [(name, f"{took:.2f}", f"{took / whole:.1%}", f"{took / plain:.1%}") for name, took in everything.items()],
    )
    verdict = "met" if ours / whole < TARGET else "MISSED"
    print(f"\nTarget: ours under {TARGET:.0%} of the whole: {ours / whole:.1%}, {verdict}.")
    assert 0 < ours < whole


def test_growth_is_linear(tmp_path: Path) -> None:
    """At 10 and 50 times the engines and caveats a statement costs about what it does now, in every stage."""
    seconds, statements, plain = {}, {}, {}
    for factor in (1, 10, 50):
        root = copy_project(tmp_path / f"x{factor}")
        multiply(root / "data", factor)
        seconds[factor], statements[factor] = stage_times(root, 1 if factor == 50 else REPEATS)
        if factor < 50:
            plain[factor] = best(1, partial(succeed, "mkdocs", "build", "-f", "build/mkdocs.yml", cwd=root))
        shutil.rmtree(root)

    def cost(stage: str, factor: int) -> float:
        """Against the cost of one statement in the data as it is."""
        return seconds[factor][stage] / statements[factor] / (seconds[1][stage] / statements[1])

    print(f"\n\nStatements: {', '.join(f'{count} at {factor}x' for factor, count in statements.items())}")
    rows = [
        (stage, *(f"{seconds[factor][stage]:.2f}" for factor in seconds), *(f"{cost(stage, f):.2f}" for f in (10, 50)))
        for stage in STAGES
    ]
    ours = {factor: sum(found.values()) for factor, found in seconds.items()}
    rows.append(("**ours together**", *(f"{ours[factor]:.2f}" for factor in ours), "", ""))
    rows.append(("plain `mkdocs build`", f"{plain[1]:.2f}", f"{plain[10]:.2f}", "", "", ""))
    table(("stage", "s at 1x", "s at 10x", "s at 50x", "a statement at 10x", "a statement at 50x"), rows)
    print(f"\nOurs against plain `mkdocs build`: {ours[1] / plain[1]:.1%} at 1x, {ours[10] / plain[10]:.1%} at 10x.")
    assert {stage: cost(stage, 50) for stage in STAGES if cost(stage, 50) > NOT_LINEAR} == {}
