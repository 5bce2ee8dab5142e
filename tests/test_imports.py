"""The direction of imports, and who alone may write, read the clock, use the network, run programs, know MkDocs."""

from __future__ import annotations

import ast
import re
from functools import cache

import pytest
from conftest import ROOT

GENERATOR = ROOT / "generator"
MODULES = {path.relative_to(GENERATOR).with_suffix("").as_posix(): path for path in sorted(GENERATOR.rglob("*.py"))}

# From the bottom to the top: a module imports from rows below its own, or from its own package.
ROWS = (
    "__init__ problems schema table timewords timeline atomic",
    "placed editors terms",
    "load versions urls capacity",
    "upstreams",
    "claims freshness trees ledgers diagrams mermaid prose exports probes revision facts labels values history",
    "derive checks templating",
    "checked review",
    "cells lookup confirm",
    "probing",
    "outcomes",
    "comparisons overdue changes",
    "chronicle",
    "edition",
    "embedding",
    "pages handwritten feeds",
    "twins api",
    "render",
    "publish links",
    "build",
    "cli",
    "__main__ mkdocs_plugin",
)
ROW_OF = {module: row for row, modules in enumerate(ROWS) for module in modules.split()}

# What only some may do. Names are as written after imports: `date.today`, `open(…, "w")`.
ONLY = {
    "date.today": {"cli"},
    "datetime.now": {"cli"},
    "time.time": set(),
    "write_text": {"publish"},
    "write_bytes": {"publish"},
    "unlink": {"publish", "atomic"},
    "fdopen": {"atomic"},
    "write_atomic": {"publish", "lookup", "probing", "upstreams", "cli", "chronicle"},
    "subprocess": {"cli", "diagrams", "upstreams", "history"},  # upstreams ask programs that know a registry
    "pypi_simple": {"upstreams"},
    "requests": {"upstreams", "cli"},
    "urllib.request": {"upstreams"},
    "mkdocs": {"mkdocs_plugin"},
    "print": set(),
    "click": {"cli"},
    "graphviz": {"diagrams"},
}  # fmt: skip


def part_of(module: str) -> str:
    return module.split("/")[0]


def imports(tree: ast.AST) -> set[str]:
    """The modules a file imports, in dots."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports name the whole path"
            found |= {f"{node.module}.{name.name}" for name in node.names} | {str(node.module)}
    return found


def uses(tree: ast.AST) -> set[str]:
    """What a file imports and calls, also as `object.method` and as the bare method."""
    found = imports(tree) | {name.split(".")[0] for name in imports(tree)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            owner = node.func.value.id if isinstance(node.func.value, ast.Name) else ""
            found |= {node.func.attr, f"{owner}.{node.func.attr}"}
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            found.add(node.func.id)
    return found


@cache
def trees() -> dict[str, ast.Module]:
    return {name: ast.parse(path.read_text("utf-8")) for name, path in MODULES.items()}


@pytest.mark.parametrize("module", MODULES)
def test_imports_point_down(module: str) -> None:
    """Stages meet only in values, so a module knows nothing of those above it."""
    assert part_of(module) in ROW_OF, f"{module}: give it a row in ROWS, as low as it will go"
    for name in imports(trees()[module]):
        other = name.split(".")[1] if name.startswith("generator.") else None
        if other is not None and other != part_of(module):
            assert ROW_OF[other] < ROW_OF[part_of(module)], f"{module} imports {other}, which is not below it"


def test_nobody_does_what_is_left_to_others() -> None:
    """One module writes, one reads the clock, one talks to the network, two run programs, one knows MkDocs."""
    broken = [
        f"generator/{name}.py: {use}"
        for name, tree in trees().items()
        for use in sorted(uses(tree) & ONLY.keys())
        if part_of(name) not in ONLY[use]
    ]
    assert broken == []


def test_the_clock_is_read_once() -> None:
    """There is one place that knows what day it is."""
    calls = [
        f"{name}: {ast.unparse(node)}"
        for name, tree in trees().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("date.today", "datetime.now", "datetime.today")
    ]
    assert calls == ["cli/common: datetime.now(UTC)"]


def test_nobody_opens_a_file_to_write() -> None:
    """`open` with a mode that writes is for nobody; whoever writes goes through publish."""
    calls = [
        f"{name}: {ast.unparse(node)}"
        for name, tree in trees().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] == "open"
        for mode in [*node.args, *(keyword.value for keyword in node.keywords)]
        if isinstance(mode, ast.Constant) and re.fullmatch(r"[rbt]*[wax+][rwaxbt+]*", str(mode.value))
    ]
    assert calls == []


def test_no_engine_is_named_in_code() -> None:
    """Code reads the data; the name of an engine in Python or JavaScript would be a special case, or become one."""
    ids = "|".join(path.stem for path in sorted((ROOT / "data" / "engines").glob("*.yml")))
    code = [*MODULES.values(), *sorted((ROOT / "docs" / "assets" / "js").rglob("*.js"))]
    named = [
        f"{path.relative_to(ROOT)}: {match[0]}"
        for path in code
        for match in re.finditer(rf"(?<![\w-])({ids})(?![\w-])", path.read_text("utf-8"), re.IGNORECASE)
    ]
    assert ids
    assert named == []
