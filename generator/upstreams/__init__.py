"""Where releases are published. One module a kind; only this package touches the network."""

from __future__ import annotations


class UpstreamError(Exception):
    """An upstream gave no usable answer; the message says which and why."""
