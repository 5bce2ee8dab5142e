"""Support that cannot be true together: a format on an engine that reaches none of its hardware, and the like."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import date

from generator.load import Dataset
from generator.problems import Problem
from generator.schema import Statement

# Levels at which something can be used, whatever it takes.
USABLE = frozenset({"supported", "partial", "experimental", "plugin"})


def usable(cells: Mapping[str, Statement]) -> set[str]:
    return {name for name, statement in cells.items() if statement.level in USABLE}


def formats_find_their_hardware(dataset: Dataset, today: date) -> Iterator[Problem]:
    for name, engine in dataset.engines.items():
        reached = usable(engine.backends)
        for format_id in usable(engine.formats):
            format_ = dataset.formats.get(format_id)
            wanted = usable(format_.backends) if format_ else set()
            if wanted and reached and not wanted & reached:
                message = (
                    f"formats.{format_id}: {format_id} runs on {', '.join(sorted(wanted))}, "
                    f"but {name} runs on {', '.join(sorted(reached))}."
                )
                yield dataset.origin("engines", name).problem(("formats", format_id), message, "pair")


def narrowed_features_find_their_hardware(dataset: Dataset, today: date) -> Iterator[Problem]:
    for name, engine in dataset.engines.items():
        reached = usable(engine.backends)
        for section in ("features", "formats"):
            for cell, statement in getattr(engine, section).items():
                for backend in statement.on:
                    if backend in dataset.backends and backend not in reached:
                        message = f"{section}.{cell}: is said to work on {backend}, which {name} does not reach."
                        yield dataset.origin("engines", name).problem((section, cell), message, "pair")


def containers_hold_the_format(dataset: Dataset, today: date) -> Iterator[Problem]:
    """`stored_in` names containers, not methods."""
    for name, format_ in dataset.formats.items():
        for index, container in enumerate(format_.stored_in):
            holder = dataset.formats.get(container)
            if holder is not None and holder.kind != "container":
                message = f"stored_in: {container} is a {holder.kind}, not a container."
                yield dataset.origin("formats", name).problem(("stored_in", index), message, "pair")


def devices_run_on_their_architecture(dataset: Dataset, today: date) -> Iterator[Problem]:
    """A number format that a device computes natively must not be called slow on its architecture."""
    for name, device in dataset.devices.items():
        for format_id, statement in device.precisions.items():
            format_ = dataset.formats.get(format_id)
            general = format_.acceleration.get(device.architecture) if format_ else None
            if general and (statement.level == "supported") != (general.level == "supported"):
                message = (
                    f"precisions.{format_id}: {statement.level}, but formats/{format_id} says "
                    f"{general.level} on {device.architecture}."
                )
                yield dataset.origin("devices", name).problem(("precisions", format_id), message, "pair")


CHECKS: tuple[Callable[[Dataset, date], Iterator[Problem]], ...] = (
    formats_find_their_hardware,
    narrowed_features_find_their_hardware,
    containers_hold_the_format,
    devices_run_on_their_architecture,
)
