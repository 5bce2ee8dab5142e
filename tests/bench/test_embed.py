"""How long `kb embed --check` takes on many documents, against `cog --check` on as many. Prints Markdown tables.

Both are commands with a start of their own; processor time of one run on one machine is compared.
"""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT, TODAY, run
from test_speed import best, table

pytestmark = pytest.mark.bench

BLOCKS = (
    "table=engines-backends rows=vllm,sglang,llama-cpp columns=cuda,rocm,metal",
    "table=engines-formats rows=vllm,ollama",
    "caveats=engine:vllm",
)
TEXT = "A sentence of a design document with **words** and `code`, as long as sentences are. " * 6 + "\n\n"
TARGET_SECONDS = 5


def documents(folder: Path, count: int, blocks: tuple[str, ...]) -> Path:
    folder.mkdir()
    order = random.Random(1)
    for number in range(count):
        parts = [f"{TEXT}## Part {part}\n\n{TEXT}{block}\n" for part, block in enumerate(order.sample(blocks, 3))]
        (folder / f"d{number}.md").write_text(f"# Document {number}\n\n{''.join(parts)}{TEXT}", "utf-8")
    return folder


def embed(folder: Path, *options: str) -> None:
    done = run("generator", "embed", str(folder), "--data", "data", "--today", TODAY, *options, cwd=ROOT, seconds=600)
    assert done.returncode == 0, done.stdout


def cog(folder: Path, *options: str) -> None:
    files = sorted(str(path) for path in folder.glob("*.md"))
    (folder / "files.txt").write_text("\n".join(files), "utf-8")
    command = [sys.executable, "-m", "cogapp", *options, f"@{folder / 'files.txt'}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr


def test_checking_many_documents(tmp_path: Path) -> None:
    """A thousand documents with three blocks each, ten times fewer, and the same with another tool."""
    ours = tuple(f"<!-- kb:begin {block} -->\n<!-- kb:end -->\n" for block in BLOCKS)
    loop = "for n in range({}): cog.outl(f'| row {{n}} | yes | no |')"
    theirs = tuple(f"<!-- [[[cog\n{loop.format(count)}\n]]] -->\n<!-- [[[end]]] -->\n" for count in (5, 20, 30))
    rows: list[tuple[str, ...]] = []
    seconds: dict[int, float] = {}
    for count in (100, 1000):
        folder = documents(tmp_path / f"kb{count}", count, ours)
        embed(folder)
        other = documents(tmp_path / f"cog{count}", count, theirs)
        cog(other, "-r", "-c")
        seconds[count] = best(3, lambda folder=folder: embed(folder, "--check"))  # type: ignore[misc]
        with_cog = best(3, lambda other=other: cog(other, "--check", "-c"))  # type: ignore[misc]
        rows.append((str(count), f"{seconds[count]:.2f}", f"{with_cog:.2f}", f"{seconds[count] / with_cog:.1f}"))
    table(("documents", "`kb embed --check`, s", "`cog --check`, s", "ratio"), rows)
    verdict = "met" if seconds[1000] < TARGET_SECONDS else "MISSED"
    print(f"\nTarget: 1000 documents under {TARGET_SECONDS} s of processor time: {seconds[1000]:.2f}, {verdict}.")
    assert 0 < seconds[100] < seconds[1000]
