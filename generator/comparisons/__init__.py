"""The comparison tables, one declaration each. Adding one here gives it a page and every export."""

from __future__ import annotations

from generator.comparisons import engines, guidance, things
from generator.comparisons.base import RUNNERS, Comparison, apart, capital, natural, said_by
from generator.comparisons.engines import newest_cell
from generator.derive import Catalog
from generator.table import Table

__all__ = [
    "COMPARISONS",
    "RUNNERS",
    "Comparison",
    "apart",
    "capital",
    "natural",
    "newest_cell",
    "said_by",
    "tables",
]

COMPARISONS: tuple[Comparison, ...] = (
    Comparison(
        "engines",
        "Engines at a glance",
        "What each engine is for, where it runs and how current it is.",
        engines.at_a_glance,
    ),
    Comparison(
        "engines-backends",
        "Engines and hardware backends",
        "Which engine runs on which hardware interface.",
        engines.backends,
    ),
    Comparison(
        "engines-formats",
        "Engines and formats",
        "Which engine reads which container, method or number format.",
        engines.formats,
    ),
    Comparison(
        "engines-features",
        "Engines and serving features",
        "What each engine offers to clients and operators.",
        engines.features,
    ),
    Comparison(
        "engines-parallelism",
        "Engines and parallelism",
        "How each engine spreads one model over devices and machines.",
        engines.parallelism,
    ),
    Comparison(
        "engines-precisions",
        "Precision by architecture and engine",
        "Where a low-precision format is computed natively, and where it only saves memory.",
        engines.precisions,
    ),
    Comparison(
        "engines-security",
        "Security defaults",
        "What listens where, and who may call it, when a server is started with no options.",
        engines.security,
    ),
    Comparison(
        "devices",
        "Devices",
        "Memory, bandwidth, links and peak rates, with the unit and what is counted.",
        things.devices,
    ),
    Comparison(
        "formats",
        "Formats",
        "Containers, quantization methods and number formats: size, readers, and where they are fast.",
        things.format_list,
    ),
    Comparison(
        "orchestrators",
        "Orchestrators",
        "What runs many engine workers as one service, and what it adds.",
        engines.orchestrators,
    ),
    Comparison(
        "gateways", "Gateways", "What stands between clients and models for keys, limits and policy.", engines.gateways
    ),
    Comparison(
        "pick-by-need",
        "Pick by need",
        "The outcomes of the first tree, side by side.",
        guidance.from_tree("first-candidate"),
    ),
    Comparison(
        "pick-by-hardware",
        "Pick by hardware",
        "Hardware, and the engines to try on it first.",
        guidance.from_tree("by-hardware"),
    ),
    Comparison(
        "workload-bottlenecks",
        "Workload and bottleneck",
        "What limits each kind of load, and what to measure.",
        guidance.from_tree("by-workload"),
    ),
    Comparison("layers", "Layers of a serving stack", "Which job each layer does, and what does it.", guidance.layers),
    Comparison("families", "Families", "What engines are built to be good at.", guidance.families),
    Comparison("metrics", "Metrics", "What each number answers.", guidance.metrics),
)


def tables(catalog: Catalog) -> dict[str, Table]:
    """Every table that has rows, by its id."""
    built = (comparison.build(comparison, catalog) for comparison in COMPARISONS)
    return {table.id: table for table in built if table.rows}
