"""A `Table` in the forms other programs read. Each module has `SUFFIX` and `render(table)`; being here is enough."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Mapping

from generator.table import Table


def formats() -> Mapping[str, Callable[[Table], str]]:
    """Every export by its file suffix, such as `csv`."""
    names = sorted(module.name for module in pkgutil.iter_modules(__path__))
    modules = [importlib.import_module(f"{__name__}.{name}") for name in names]
    return {module.SUFFIX: module.render for module in modules}
