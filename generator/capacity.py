"""Memory and speed of a model on a device, by arithmetic from exact shapes. Bytes throughout; GiB is 2**30, GB is 1e9.

Formulas: weights = parameters x bits / 8; KV cache per token = 2 x layers x KV heads x head size x bytes
(multi-head and grouped-query attention), or layers x latent width x bytes (multi-head latent attention); decode
ceiling = bandwidth / bytes read per token. They bound what is possible and measure nothing. Sources stand in
docs/capacity.md.
"""

from __future__ import annotations

from typing import Literal

from generator.schema import Device, Figure, Model

GIB = 2**30
ROOMY = 0.9  # of the memory: what needs more leaves too little for the engine's own share and for growth
Room = Literal["fits", "tight", "too-large"]
_BYTES = {"GB": 10**9, "GiB": GIB, "MiB": 2**20}
_PER_SECOND = {"GB/s": 10**9, "TB/s": 10**12}


def bytes_of(memory: Figure) -> float:
    """A memory size in bytes. Raises KeyError for a unit that is no memory size."""
    return memory.value * _BYTES[memory.unit]


def usable_bytes(device: Device) -> float:
    """What a model may fill of a device's memory: all of it, or the part that its GPU may take by default."""
    return bytes_of(device.memory) * (device.gpu_share.value if device.gpu_share else 1)


def bytes_per_second(bandwidth: Figure) -> float:
    """A memory bandwidth in bytes per second. Raises KeyError for another unit."""
    return bandwidth.value * _PER_SECOND[bandwidth.unit]


def weight_bytes(model: Model, bits: float) -> float:
    """Bytes of all weights at an average number of bits; every parameter counts, also of experts that rest."""
    return model.parameters * bits / 8


def kv_bytes_per_token(model: Model, bytes_each: float = 2.0) -> float:
    """Bytes that one more token adds to the cache of one sequence, in the layers that keep every token."""
    layers = model.layers if model.full_attention_layers is None else model.full_attention_layers
    if model.latent_dim is not None:
        return layers * model.latent_dim * bytes_each
    return 2 * layers * model.kv_heads * model.head_dim * bytes_each


def kv_bytes(model: Model, tokens: int, bytes_each: float = 2.0) -> float:
    """Bytes of the cache of one sequence of `tokens`; layers with a window hold at most the window."""
    growing = kv_bytes_per_token(model, bytes_each) * tokens
    if model.window is None or model.full_attention_layers is None:
        return growing
    windowed = model.layers - model.full_attention_layers
    return growing + 2 * windowed * model.kv_heads * model.head_dim * bytes_each * min(model.window, tokens)


def room(need: float, memory: float) -> Room:
    """Whether `need` bytes find room in `memory`, and whether anything worth mentioning is left then."""
    if need > memory:
        return "too-large"
    return "fits" if need <= ROOMY * memory else "tight"


def decode_ceiling(model: Model, bits: float, tokens: int, bandwidth: float) -> float:
    """Tokens per second that one sequence cannot exceed: each step reads the active weights and its cache once.

    `bandwidth` is in bytes per second, `tokens` the length of the context at that step.
    """
    active = model.active_parameters or model.parameters
    return bandwidth / (active * bits / 8 + kv_bytes(model, tokens))
