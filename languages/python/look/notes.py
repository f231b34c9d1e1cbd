"""Notes of ours in an excerpt, as in `[... 12 rows left out here ...]`: nothing in a file may look like one.

Imports nothing of ours.
"""

from __future__ import annotations

import re

LIKE_ONE = re.compile(r"(?<!\\)\[(?=\s*(?:\.\.\.|…)(?!\s*\]))")


class Note(str):
    """A line of ours among lines from a file: it stays as it is."""

    __slots__ = ()


def as_data(text: str) -> str:
    """`text` from a file, with a backslash before what looks like a note of ours; see `languages.files.as_data`."""
    return LIKE_ONE.sub(r"\\[", text)


def cut_off(text: str, most: int) -> str:
    """`text` from a file as data, or its beginning and how much more there is."""
    return as_data(text) if len(text) <= most else f"{as_data(text[:most])}[... +{len(text) - most:,} ...]"
