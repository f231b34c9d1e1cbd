"""What a file may be called: a relative path with `/` that Windows, macOS and Linux take alike, and for the same.

The one place that knows the rules: for what people and strangers give, what a job gets, and all that is written.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

from message import say
from sandbox.errors import BadPath

LONGEST = 240  # bytes; Windows ends at 260 letters
LEADS_OUT = re.compile(r"[/\\]|[A-Za-z]:|(.*[/\\])?\.\.([/\\]|$)", re.DOTALL)
FORBIDDEN = frozenset('<>:"|?*\\')  # on Windows, where `:` also names a stream of a file, and `\` a folder
UNWRITABLE = ("Cc", "Cs", "Zl", "Zp")  # Unicode's control characters, halves of surrogate pairs, separators of lines
DEVICES = re.compile(r"(con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])\s*(\..*)?", re.IGNORECASE)


def check_paths(names: Iterable[str]) -> None:
    """Raises `BadPath` for a path that leads out of its folder, that not every system can have, or that one takes for
    another of them."""
    known: dict[str, str] = {}
    for name in dict.fromkeys(names):
        _check(name)
        if known.setdefault(same_file(name), name) != name:
            raise two_files(name)


def is_portable(name: str) -> bool:
    """Whether every system can have a file of this name, below a folder."""
    try:
        _check(name)
    except BadPath:
        return False
    return True


def same_file(name: str) -> str:
    """A text that is equal for paths which some system takes for the same: whatever the case, and the way in which
    accents are written."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", str(PurePosixPath(name))).casefold())


def place_below(folder: Path, name: str) -> Path:
    """Where a file of this name lies in `folder`. Raises `BadPath` where that isn't in it, also by a link in it."""
    _check(name)
    place = folder / name
    if not place.resolve().is_relative_to(folder.resolve()):
        raise _leads_out(name)
    return place


def two_files(name: str) -> BadPath:
    """That a path is there already, as far as some system can tell."""
    return BadPath(
        say("Two files would be called %(path)s, or differ only in capitals.", path=_shown(name)),
        say("Rename one of them, then try again."),
    )


def _check(name: str) -> None:
    if LEADS_OUT.match(name):
        raise _leads_out(name)
    path = PurePosixPath(name)
    if not path.parts or len(name.encode(errors="replace")) > LONGEST or not all(map(_is_writable, path.parts)):
        raise BadPath(
            say(
                "No computer, or not every one, can have a file called %(value)s.",
                value=_shown(name) or "nothing at all",
            ),
            say("Rename it, then try again."),
        )


def _is_writable(part: str) -> bool:
    """Whether each system takes it as it is; Windows leaves out what it ends in."""
    odd = any(letter in FORBIDDEN or unicodedata.category(letter) in UNWRITABLE for letter in part)
    return not (odd or part.endswith((".", " ")) or DEVICES.fullmatch(part.strip()))


def _leads_out(name: str) -> BadPath:
    return BadPath(
        say("A file is called %(shown)s, which leads out of its folder.", shown=_shown(name)),
        say("Nothing was taken. Only give what comes from somebody you trust."),
    )


def _shown(name: str) -> str:
    return (name if name.isprintable() else ascii(name)[1:-1])[:LONGEST]
