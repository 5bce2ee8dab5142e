"""Reference models for capacity arithmetic, and what of them fits on a device."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from generator import capacity, cells
from generator.derive import Catalog
from generator.edition import Edition
from generator.pages import parts
from generator.schema import Device, Model
from generator.table import Cell, Link
from generator.templating import Artifact

INDEX = "hardware/models/index.md"
CONTEXT = 8192

# Average bits per weight that stand for common choices; what each is made of stands on the format's page.
STORED = (("16 bits", 16.0), ("8 bits", 8.5), ("4 bits", 4.85))


ATTENTION = {
    "mha": "multi-head",
    "gqa": "grouped-query",
    "mla": "multi-head latent",
    "sliding-window": "sliding window",
    "hybrid-linear": "hybrid linear",
}


@dataclass(frozen=True)
class Verdict:
    """What a reader is told about the room that is left: mark, words, and the colour of a level."""

    mark: str
    text: str
    level: str


VERDICTS: dict[capacity.Room, Verdict] = {
    "fits": Verdict("✓", "fits", "supported"),
    "tight": Verdict("◐", "tight", "partial"),
    "too-large": Verdict("✗", "too large", "unsupported"),
}


@dataclass(frozen=True)
class Fit:
    """One model at one size on one device: does it fit, and how fast could one sequence be at most."""

    size: str
    verdict: Verdict
    ceiling: str


@dataclass(frozen=True)
class Shape:
    """A reference model with its exact numbers in words."""

    name: str
    model: Model
    parameters: str
    active: str
    kept: str
    per_token: str
    attention: str
    cell: Cell
    edit: Link


def pages(edition: Edition) -> Iterator[Artifact]:
    catalog = edition.catalog
    yield edition.page("models.md.j2", INDEX, models=shapes(catalog), context=CONTEXT)


def shapes(catalog: Catalog) -> list[Shape]:
    ordered = sorted(catalog.dataset.models.items(), key=lambda item: item[1].parameters)
    return [
        Shape(
            name=name,
            model=model,
            parameters=f"{model.parameters / 1e9:.2f} billion",
            active=f"{model.active_parameters / 1e9:.2f} billion" if model.active_parameters else "all",
            kept=_kept(model),
            per_token=f"{capacity.kv_bytes_per_token(model) / 1024:g} KiB",
            attention=ATTENTION[model.attention] + (f", window {model.window}" if model.window else ""),
            cell=cells.of_text(catalog, f"models/{name}", ""),
            edit=parts.edit_link(catalog, "models", name),
        )
        for name, model in ordered
    ]


def _kept(model: Model) -> str:
    """What one layer keeps of a token: keys and values by head, or one latent vector."""
    if model.latent_dim is not None:
        return f"one latent of {model.latent_dim}"
    return f"{model.kv_heads} × {model.head_dim}"


def stored_words() -> list[str]:
    """The sizes whose files hold more bits a weight than they are called by: `8 bits counts as 8.5`."""
    return [f"{label} counts as {bits:g}" for label, bits in STORED if label != f"{bits:g} bits"]


def fits_on(catalog: Catalog, device: Device) -> list[tuple[Link, list[Fit]]]:
    """For each reference model: at each size, whether weights and one context fit, and the decode ceiling."""
    memory = capacity.usable_bytes(device)
    bandwidth = capacity.bytes_per_second(device.bandwidth) if device.bandwidth else None
    found = []
    for shape in shapes(catalog):
        row = []
        for _, bits in STORED:
            need = capacity.weight_bytes(shape.model, bits) + capacity.kv_bytes(shape.model, CONTEXT)
            room = capacity.room(need, memory)
            reachable = bandwidth is not None and room != "too-large"
            ceiling = capacity.decode_ceiling(shape.model, bits, CONTEXT, bandwidth or 0) if reachable else None
            row.append(Fit(f"{need / capacity.GIB:.1f} GiB", VERDICTS[room], f"{ceiling:.0f}" if ceiling else ""))
        found.append((Link(shape.model.name, page=INDEX, anchor=shape.name), row))
    return found
