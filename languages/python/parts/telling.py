"""What parts say to the person, in the language of the program."""

from __future__ import annotations

import dis
from collections.abc import Callable
from dataclasses import dataclass, field

ERROR_LOG = "error log.txt"
LANGUAGE = "en"
"""As in `de` or `en-GB`; a program says its own."""
SENTENCES: dict[str, str] = {}
"""What an English sentence is in that language. It is filled in where the parts are put into a program."""
_LISTENERS: list[Callable[[str], None]] = []
_LAST_WORDS: list[Callable[[str], None]] = []
"""How a window that is open says why the program ends: what is told in it goes with it."""
_REDRAWS: list[Callable[[], None]] = []
"""How a window that is open shows at once what was told in it, while the program goes on."""
_AT_END: list[Callable[[], None]] = []
"""What is still to be told once the program has done all it does."""
_REMEMBERED: dict[str, None] = {}
"""The names of the files by which this program remembers, once it has looked for them."""


@dataclass
class _Start:
    """One start of the program: whether it opens a `window`, how many `questions` the person was asked so far, and
    which text gave which of the `names` of files."""

    window: bool = False
    questions: int = 0
    names: dict[str, str] = field(default_factory=dict)


_STARTS: list[_Start] = []
"""The start that goes on; none where functions are called without one, as tests do."""


def sentence(english: str, **values: object) -> str:
    """`english` in the program's language, with each `{name}` replaced by its value."""
    return SENTENCES.get(english, english).format(**values)


def tell(text: str) -> None:
    """Say `text` to the person: in the open window, else in the terminal."""
    (_LISTENERS[-1] if _LISTENERS else print)(text)


def _named(file: str, text: str) -> str:
    return f"{file}: {text}" if file else text


def _is_in_words(error: Exception) -> bool:
    """Whether the program itself raised `error`, to say something, and not Python or a package."""
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    if not trace or not isinstance(error, ValueError | OSError) or getattr(error, "errno", None) or not str(error):
        return False
    frame = trace.tb_frame
    raised = frame.f_code.co_code[trace.tb_lasti] == dis.opmap["RAISE_VARARGS"]
    return raised and frame.f_globals.get("sentence") is sentence
