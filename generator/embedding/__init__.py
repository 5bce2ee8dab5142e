"""Blocks between markers in other people's Markdown: found, filled, and compared with what they should say."""
