"""Runs inside the sandbox: what two outcomes look like to somebody who reads what is shown.

Nobody could object to a blank line more, to a longer row of dashes, or to how many blanks stand between two words.
"""

import ast
import re
from collections.abc import Mapping
from contextlib import suppress

SHOWN = ("text", "printed")
READ_AS_IT_IS = (".txt", ".md", ".log")  # what only people read; in a table or a page blanks may say something
SAYS_SOMETHING = re.compile(r"[^\W_]")
_CORNERS = r"[\s+|:│┼├┤┬┴┌┐└┘]*"
RULED = re.compile(rf"{_CORNERS}(?:[-=_~─━═—]{{3,}}{_CORNERS})+|([*#.+])\1{{7,}}")  # a few stars may be a result


def looks_alike(one: Mapping[str, str], other: Mapping[str, str], is_blank: bool) -> bool:
    """Whether two outcomes differ in nothing that anybody reads.

    Where `is_blank`, a text with nothing to read in it became `None` or `XXXX`, as mutmut makes of a blank line.
    """
    return one.keys() == other.keys() and all(
        one[key] == other[key] or _read(key, one[key], is_blank) == _read(key, other[key], is_blank) for key in one
    )


def _read(key: str, value: str, is_blank: bool) -> object:
    if key in SHOWN:
        return _lines(value, is_blank)
    with suppress(ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
        if key == "files":
            return {name: _of_file(name, content, is_blank) for name, content in dict(ast.literal_eval(value)).items()}
    return value


def _of_file(name: str, content: object, is_blank: bool) -> object:
    reads = isinstance(content, str) and name.casefold().endswith(READ_AS_IT_IS)
    return _lines(str(content), is_blank) if reads else content


def _lines(text: str, is_blank: bool) -> list[str]:
    """Those that aren't blank nor only a rule, with one blank between two words."""
    lines = (" ".join(line.split()) for line in text.splitlines())
    planted = ("None", "XXXX") if is_blank else ()
    return [line for line in lines if line and not RULED.fullmatch(line) and line not in planted]


def is_reworded(one: Mapping[str, str], other: Mapping[str, str], words: str) -> bool:
    """Whether two outcomes are the same but for these words."""
    return bool(words) and _without(one, words) == _without(other, words)


def _without(outcome: Mapping[str, str], words: str) -> dict[str, str]:
    """`XX` is what mutmut adds to a text, and None what is shown where it left one out."""
    plain = {key: value.replace("\\n", "\n").replace("XX", "").casefold() for key, value in outcome.items()}
    return {
        key: "".join(" ".join(value.split()).replace(words, "").replace("none", "").split())
        for key, value in plain.items()
    }
