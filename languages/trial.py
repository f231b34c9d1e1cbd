"""How a finished program is tried in the sandbox with one's own input."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

FOLDER = "_assay"
"""Where everything lies that is not the program's own or the user's."""

NOTE = f"{FOLDER}/note.json"


@dataclass(frozen=True, slots=True)
class Trial:
    """What is run beside the program: `files`, all below `FOLDER`, and a command.

    It may leave `NOTE` as JSON: `value`, what a call returned as a text, and `problem`, what went wrong, with plain
    words in its first line.
    """

    files: Mapping[str, bytes]
    command: tuple[str, ...]
