"""Where releases are published. One module a kind; only this package touches the network."""

from __future__ import annotations


class UpstreamError(Exception):
    """An upstream gave no usable answer; the message says which and why."""


class MissingFileError(UpstreamError):
    """What was to be looked into was read, and holds no such file."""
