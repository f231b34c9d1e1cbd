"""Names of files that every system takes."""

from __future__ import annotations

import re
import unicodedata

from languages.python.parts.telling import _STARTS

_NAME_LETTERS, _NAME_BYTES = 120, 220
_NAME_END = 40
"""So many letters stay at the end of a name that is too long: a number or a word there tells it from others."""
_NAME_FORBIDDEN = re.compile(r'[\\/:*?"<>|]')
_NAME_UNSEEN = ("Cc", "Cs", "Zl", "Zp", "Co", "Cn")
_NAME_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")
"""They turn the direction of what follows, so that a name seems to be another."""
_NAME_RESERVED = re.compile(r"(?i)(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])\s*(\.|$)")
_NAME_SUFFIX = re.compile(r"\.[A-Za-z0-9]{1,10}\Z")


def safe_name(text: str) -> str:
    """`text` as a file name that every system takes: without `:?"/`, not too long, suffix kept, never a folder."""
    # Another text never gets the name of one before: a result would take the place of the other. A name that was made
    # safe already stays as it is.
    name, number, whole = _name_made_safe(text), 1, str(text)
    given, wanted = _STARTS[-1].names if _STARTS else {}, name
    while whole not in (taken := given.setdefault(_name_compared(wanted), whole), _name_made_safe(taken)):
        number += 1
        wanted = _name_with_tail(name, f" ({number})")
    return wanted


def _name_compared(name: str) -> str:
    """What is the same for two names that are one on some disk."""
    return unicodedata.normalize("NFC", name.casefold())


def _name_made_safe(text: str) -> str:
    name = unicodedata.normalize("NFC", str(text))
    name = "".join("_" if _name_unfit(letter) else letter for letter in name)
    name = re.sub(r"\s+", " ", _NAME_FORBIDDEN.sub("_", name)).strip().rstrip(". ")
    if name.startswith((".", "~")):  # hidden, or as Office calls what it has open
        name = f"_{name[1:]}"
    if not name or _NAME_RESERVED.match(name):
        name = f"_{name}"
    return _name_with_tail(name, "")


def _name_unfit(letter: str) -> bool:
    return letter in _NAME_TURNING or (unicodedata.category(letter) in _NAME_UNSEEN and not letter.isspace())


def _name_with_tail(name: str, tail: str) -> str:
    """`tail` between the stem and the suffix of `name`; what is too much for a file name goes from its middle."""
    found = _NAME_SUFFIX.search(name)
    stem, suffix = (name[: found.start()], found.group()) if found else (name, "")
    end = ""
    if not _name_fits(stem + tail + suffix):
        stem, end = stem[:-_NAME_END], "…" + stem[-_NAME_END:].lstrip(" \u200d")
    while len(stem) > 1 and not _name_fits(stem + end + tail + suffix):
        stem = stem[:-1].rstrip(" .\u200d")
    return stem + end + tail + suffix


def _name_fits(name: str) -> bool:
    return len(name) <= _NAME_LETTERS and len(name.encode()) <= _NAME_BYTES
