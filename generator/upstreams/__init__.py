"""Where releases are published. One module a kind; only this package touches the network."""
