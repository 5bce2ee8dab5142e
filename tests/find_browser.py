"""Find a Chromium for the browser tests and print its path; --install gets one if none is there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

# Also for playwright's `launch(args=...)`. Root needs --no-sandbox; the rest keeps the browser off
# the network and off hardware that a build machine doesn't have.
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

COMMANDS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "microsoft-edge",
    "microsoft-edge-stable",
    "chrome",
    "msedge",
)
MAC_APPS = ("Chromium", "Google Chrome", "Microsoft Edge")
WINDOWS_PROGRAMS = (
    "Chromium/Application/chrome.exe",
    "Google/Chrome/Application/chrome.exe",
    "Microsoft/Edge/Application/msedge.exe",
)
DOWNLOADED = (
    "chromium-*/chrome-linux*/chrome",
    "chromium-*/chrome-mac*/*.app/Contents/MacOS/*",
    "chromium-*/chrome-win*/chrome.exe",
    "chromium_headless_shell-*/*/*headless*shell*",
)
ADVICE = (
    "No working Chromium was found: install Chromium, Chrome or Edge "
    "(Debian: apt-get install chromium), or set KB_CHROMIUM to its executable."
)


class NoBrowserError(Exception):
    """Says in one sentence what to install."""


def find_browser() -> Path:
    """The first browser that really starts; KB_CHROMIUM, when set, is the only one tried."""
    chosen = os.environ.get("KB_CHROMIUM")
    if chosen:
        if starts(Path(chosen)):
            return Path(chosen)
        raise NoBrowserError(f"KB_CHROMIUM is {chosen!r}, and that does not start as a Chromium.")
    for path in list_candidates():
        if starts(path):
            return path
    raise NoBrowserError(ADVICE)


def list_candidates() -> Iterator[Path]:
    for command in COMMANDS:
        if found := shutil.which(command):
            yield Path(found)
    for root in (Path("/Applications"), Path.home() / "Applications"):
        yield from (root / f"{app}.app/Contents/MacOS/{app}" for app in MAC_APPS)
    for variable in ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"):
        if folder := os.environ.get(variable):
            yield from (Path(folder) / program for program in WINDOWS_PROGRAMS)
    for pattern in DOWNLOADED:
        yield from sorted(playwright_folder().glob(pattern), reverse=True)


def playwright_folder() -> Path:
    if chosen := os.environ.get("PLAYWRIGHT_BROWSERS_PATH"):
        return Path(chosen)
    caches = {"darwin": "Library/Caches", "win32": "AppData/Local"}.get(sys.platform, ".cache")
    return Path.home() / caches / "ms-playwright"


def starts(path: Path) -> bool:
    """Renders a page: a stub or a browser lacking a library would still answer --version."""
    if not path.is_file():
        return False
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        page = "data:text/html,<p>kb-ready</p>"
        command = [str(path), *FLAGS, f"--user-data-dir={profile}", "--dump-dom", page]
        try:
            done = subprocess.run(command, capture_output=True, timeout=60, check=False)
        except (OSError, subprocess.TimeoutExpired):
            return False
    return b"kb-ready" in done.stdout


def install_browser() -> None:
    """Debian's own package where we may install it, else Playwright's download."""
    # The package brings a font along (fontconfig), so pages are never without glyphs.
    if shutil.which("apt-get") and (prefix := root_prefix()) is not None:
        apt = [*prefix, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq"]
        run([*apt, "update"])
        if run([*apt, "install", "-y", "--no-install-recommends", "chromium"]):
            return
    run([sys.executable, "-m", "playwright", "install", "chromium"])


def root_prefix() -> list[str] | None:
    """What to put before a command to run it as root; None when we may not."""
    if sys.platform == "win32":
        return None
    if os.geteuid() == 0:
        return []
    sudo = ["sudo", "-n"]
    return sudo if shutil.which("sudo") and run([*sudo, "true"], quiet=True) else None


def run(command: list[str], *, quiet: bool = False) -> bool:
    if not quiet:
        print("+", *command, file=sys.stderr)
    sink = subprocess.DEVNULL if quiet else sys.stderr  # stdout carries the path and nothing else
    try:
        return subprocess.run(command, stdout=sink, stderr=sink, check=False).returncode == 0
    except OSError:
        return False


def main(arguments: list[str]) -> int:
    try:
        try:
            path = find_browser()
        except NoBrowserError:
            if "--install" not in arguments or os.environ.get("KB_CHROMIUM"):
                raise
            install_browser()
            path = find_browser()
    except NoBrowserError as problem:
        print(problem, file=sys.stderr)
        return 1
    print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
