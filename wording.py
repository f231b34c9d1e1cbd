"""Making what a model or a tool wrote safe to show, and numbers pleasant to read: for the terminal and the page."""

from __future__ import annotations

import re
import unicodedata

from message import say

# Control, format, surrogate and private-use characters, as Unicode names its categories.
_HIDDEN = ("Cc", "Cf", "Cs", "Co")
_WEB_PAGE = re.compile(r"<(?:!doctype|html|head|body)\b", re.IGNORECASE)
_ESCAPE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b\n]*(?:\x07|\x1b\\)?)")


def printable(text: str) -> str:
    """`text` without what could steer a terminal or turn the reading direction.

    Drops ANSI escapes, control characters, format characters such as the right-to-left overrides
    and halves of surrogate pairs, but keeps line ends and tabs.
    """
    return "\n".join(line if line.isprintable() else _printable_line(line) for line in text.split("\n"))


def _printable_line(line: str) -> str:
    return "".join(
        character
        for character in _ESCAPE.sub("", line)
        if character == "\t" or unicodedata.category(character) not in _HIDDEN
    )


def encodable(text: str) -> str:
    """`text` as it can be written and sent: halves of surrogate pairs that belong together become one character,
    others U+FFFD."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def cut(text: str, limit: int) -> str:
    """Both ends of a text longer than `limit` characters, with a note between them of what was left out."""
    if len(text) <= limit:
        return text
    half = limit // 2
    return f"{text[:half]}\n[... {len(text) - 2 * half:,} characters left out here ...]\n{text[-half:]}"


def clock(seconds: float) -> str:
    """Elapsed time as `0:07` or `12:34`."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def plural(count: int, word: str) -> str:
    """`1 test`, `2 tests`."""
    return f"{count:,} {word}{'' if count == 1 else 's'}"


def error_line(message: str) -> str:
    """The line of pytest's failure that says what was wrong: the first that it marks with an E."""
    lines = message.strip().splitlines() or ["failed"]
    return next((line[1:].strip() for line in lines if line.startswith("E ")), lines[0])[:160]


def without_markup(said: str) -> str:
    """What a service said of an error; of a whole web page, as what stands before one sends, only its title."""
    if not _WEB_PAGE.search(said):
        return said
    title = re.search(r"<title[^>]*>([^<]*)", said, re.IGNORECASE)
    return (
        " ".join(title[1].split())[:200] if title and title[1].strip() else say("a web page came instead of an answer")
    )


def without_secrets(host: str) -> str:
    """The address of a service as it may be shown: without a user and password in front of it."""
    return re.sub(r"//[^/]*@", "//", host)
