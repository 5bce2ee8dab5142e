"""The same data gives the same bytes: on any day without news, in any folder, time zone, locale and hash order."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import pytest
from sampling import SAMPLE, SAMPLE_DAY

from generator.derive import derive
from generator.load import load
from generator.publish import add_extras, stage
from generator.render import Rendering, render

RENDER = """
import hashlib, json, sys
from datetime import date
from pathlib import Path
from generator.derive import derive
from generator.load import load
from generator.render import render
done = render(derive(load(Path(sys.argv[1])), date.fromisoformat(sys.argv[2])))
found = [[artifact.path, hashlib.sha256(artifact.text.encode("utf-8")).hexdigest()] for artifact in done.files]
print(json.dumps([found, done.nav]))
"""
# Python then takes the locale at its word: text is ASCII wherever nobody names an encoding.
PLAIN_C = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
PLACES = [
    {"PYTHONHASHSEED": "0", "TZ": "UTC", "LC_ALL": "C.UTF-8"},
    {"PYTHONHASHSEED": "1", "TZ": "Pacific/Kiritimati", **PLAIN_C},
    {"PYTHONHASHSEED": "4242", "TZ": "Pacific/Niue", "LC_ALL": "C.UTF-8"},
]


def copy_backwards(folder: Path) -> Path:
    """The sample with its files made in another order, as another file system would list them."""
    for path in sorted(SAMPLE.rglob("*.yml"), reverse=True):
        target = folder / "sample" / path.relative_to(SAMPLE)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)
    return folder / "sample"


def test_the_same_bytes_everywhere(tmp_path: Path, rendering: Rendering) -> None:
    """Other hash seeds, time zones, locales, working folders and file orders render the same artifacts."""
    always = {name: value for name, value in os.environ.items() if name != "KB_DOT"}

    def render_in(number: int) -> str:
        data = copy_backwards(tmp_path / f"folder {number} 夾") if number else SAMPLE
        command = [sys.executable, "-W", "error", "-c", RENDER, str(data), str(SAMPLE_DAY)]
        place = always | PLACES[number]
        return subprocess.run(command, cwd=data.parent, env=place, stdout=subprocess.PIPE, check=True).stdout.decode()

    with ThreadPoolExecutor() as threads:
        said = list(threads.map(render_in, range(len(PLACES))))
    first, *others = [json.loads(text) for text in said]
    assert [path for path, _ in first[0]] == [artifact.path for artifact in rendering.files]
    for other in others:
        assert other == first


def test_a_day_without_news_changes_nothing(tmp_path: Path) -> None:
    """No page or export carries the day it was made: a day later the same data writes no file."""
    data = load(SAMPLE)
    today, tomorrow = (render(derive(data, SAMPLE_DAY + timedelta(days=days))) for days in (0, 1))
    pages, site = tmp_path / "pages", tmp_path / "site"
    first = stage(today, tmp_path / "none", pages).written + add_extras(today, site).written
    assert first == len(today.files)
    assert stage(tomorrow, tmp_path / "none", pages).written == add_extras(tomorrow, site).written == 0


@pytest.mark.parametrize("place", [PLAIN_C, {"PYTHONIOENCODING": "cp1252"}], ids=["ascii", "cp1252"])
def test_commands_speak_utf_8_in_any_locale(place: dict[str, str], tmp_path: Path) -> None:
    """Marks, Chinese and quotation marks neither stop a command nor come out as something else."""
    data = copy_backwards(tmp_path / "資料")
    environment = os.environ | place

    def kb(*arguments: str) -> tuple[int, str]:
        command = [sys.executable, "-m", "generator", *arguments, "--data", str(data), "--today", str(SAMPLE_DAY)]
        done = subprocess.run(command, env=environment, capture_output=True, check=False)
        assert b"Traceback" not in done.stderr
        return done.returncode, done.stdout.decode("utf-8")

    code, said = kb("table", "engines-features", "--as", "md")
    assert code == 0
    assert "✗ no" in said
    topic = data / "faq" / "choosing.yml"
    topic.write_text(topic.read_text("utf-8").replace("title: Choosing", "“壞”: 錯"), "utf-8")
    code, said = kb("check")
    assert code == 1
    assert "sample/faq/choosing.yml:1:1: the file: unknown key '“壞”'." in said
