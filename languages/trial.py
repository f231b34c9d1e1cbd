"""How a finished program is tried in the sandbox with one's own input.

One that opens windows is tried by lines of JSON. On its standard input comes what a person does: {"click": [x, y],
"button": 1}, {"drag": [[x, y], ...]}, {"wheel": [x, y], "by": 3}, downwards, {"type": "text"}, {"key": "Enter",
"held": ["Control"]} with the names that keys have in browsers, {"close": true}; the end of the input ends it. On its
standard output stands what there is to see: {"pixels": base64 of zlib of three bytes each, "left", "top", "width",
"height", "title"} as often as it changes, where `left` and `top` say which place of the screen is the picture's corner,
and {"shown": "..."}, what the program printed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

FOLDER = "_assay"
"""Where everything lies that is not the program's own or the user's."""

NOTE = f"{FOLDER}/note.json"

KEYS = (
    *("Backspace", "Tab", "Enter", "Escape", "Delete", "Insert", "Home", "End", "PageUp", "PageDown"),
    *("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"),
    *(f"F{number}" for number in range(1, 13)),
)
"""That can be pressed by their names, beside every character."""


@dataclass(frozen=True, slots=True)
class Trial:
    """What is run beside the program: `files`, all below `FOLDER`, and a command.

    It may leave `NOTE` as JSON: `value`, what a call returned as a text, and `problem`, what went wrong, with plain
    words in its first line. `sentences` are those words, as far as they are known: so they can be said in any language.
    """

    files: Mapping[str, bytes]
    command: tuple[str, ...]
    sentences: tuple[str, ...] = ()
