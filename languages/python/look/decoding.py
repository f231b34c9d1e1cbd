"""Texts, whose encoding nobody tells."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from .alphabets import cost
from .said import MAGIC, Sort, _, ngettext

MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF32_LE: "utf-32",  # begins as UTF-16's
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
WIDE = ("utf-16-le", "utf-16-be")
ONE_BYTE = (
    *("cp1252", "cp1250", "cp1251", "cp1253", "cp1254", "cp1255", "cp1256", "cp1257", "cp850", "cp852", "cp866"),
    *("cp737", "cp857", "iso8859_2", "iso8859_15", "koi8_r", "koi8_u", "mac_roman", "iso8859_5", "iso8859_7", "cp932"),
)
"""The usual ones first."""
RARER, FEW = 0.01, 3
"""A rarer encoding has to read better by so much, where there are few letters by more."""
TWO_BYTES = {
    "cp932": {*range(0x81, 0x84), *range(0x88, 0x98)},
    "cp949": {*range(0xA1, 0xA4), *range(0xB0, 0xC9)},
    "big5": range(0xA1, 0xC7),
    "gb18030": {*range(0xA1, 0xA4), *range(0xB0, 0xD8)},
    "euc_jp": {*range(0xA1, 0xA6), *range(0xB0, 0xD0)},
}
"""With what the frequent characters of each begin; of those that have equally many, the first."""
READABLE, READABLE_IN_PAIRS, SOME = 1.0, 0.4, 3
"""What reads worse was written with more than a byte for each letter, or is no text; where all that is beyond ASCII
comes in pairs of bytes, it has to read better."""
CLOSE = 0.3
"""What reads worse by no more than this may be it, too; of a few letters, by more."""
SAMPLE = 100_000  # bytes of the lines that have any beyond ASCII
CONTROLS = re.compile(rb"[\x00-\x07\x0e-\x19\x1c-\x1f]")
BEYOND_ASCII = re.compile(rb"[\x80-\xff]+")
DECLARED = re.compile(rb"""(?:encoding|charset)\s*=\s*["']?([A-Za-z][\w.:-]*)""")
WINDOWS = {"iso-8859-1": "cp1252", "latin1": "cp1252", "latin-1": "cp1252"}
"""What is meant by these names on the web: https://encoding.spec.whatwg.org/#names-and-labels"""
BROKEN = "�"

Text = tuple[str, Sort | str]
"""What it says, and the name of its encoding, by which Python knows it; with the next best where that is a guess."""


def decoded(path: Path) -> Text | None:
    """A text with its encoding; None for what is no text."""
    data = path.read_bytes()
    marked = (name for mark, name in MARKS.items() if data.startswith(mark))
    for encoding in (*marked, *["iso2022_jp"] * (b"\x1b$" in data), "utf-8", *_declared(data)):
        with suppress(UnicodeError, LookupError):
            text = data.decode(encoding)
            return (text, encoding) if "\0" not in text else _wide(data)
    if data.startswith(tuple(MAGIC)):
        return None
    return _wide(data) or _broken(data) or _guessed(data)


def _declared(data: bytes) -> Iterator[str]:
    """What an XML file or a web page says of itself."""
    if data.lstrip().startswith(b"<") and (found := DECLARED.search(data[:1024])):
        name = found[1].decode().lower()
        yield WINDOWS.get(name, name)


def _wide(data: bytes) -> Text | None:
    """UTF-16 that doesn't say so: some of its characters are a byte with a NUL."""
    found = []
    for encoding in WIDE if b"\0" in data else ():
        with suppress(UnicodeError):
            text = data.decode(encoding)
            if "\0" not in text and all(line.isprintable() for line in re.split(r"[\r\n\t\ufeff]+", text)):
                found.append((sum(map(str.isascii, text)), text, encoding))
    usual, text, encoding = max(found, default=(0, "", ""))
    return (text, encoding) if usual else None


def _broken(data: bytes) -> Text | None:
    """UTF-8 in which a few bytes are something else, or a line ends within a character; in other encodings hardly any
    bytes are a character of UTF-8 by chance."""
    text = data.decode(errors="replace")
    broken = text.count(BROKEN)
    whole = sum(character > "\x7f" for character in text) - broken
    if CONTROLS.search(data) or whole < max(SOME, broken):
        return None
    said = ngettext("utf-8, but for %(count)s byte that isn't", "utf-8, but for %(count)s bytes that aren't", broken)
    return text, said


def _guessed(data: bytes) -> Text | None:
    """The encoding in which it reads best."""
    if CONTROLS.search(data):
        return None
    sample = b"\n".join(line for line in data.splitlines() if not line.isascii())[:SAMPLE]
    narrow = sorted(_narrow(sample), key=lambda guess: guess[0])
    runs = BEYOND_ASCII.findall(sample)
    in_pairs = all(len(run) % 2 == 0 for run in runs) and (len(runs) >= SOME or _are_japanese(runs))
    wide = _wider(sample) if narrow[0][0] > (READABLE_IN_PAIRS if in_pairs else READABLE) else []
    worst = narrow[0][0] + CLOSE + 1 / len(b"".join(runs))
    near = [(name, text) for cost, name, text in narrow if cost < worst]
    return _named(data, wide or near)


def _are_japanese(runs: Sequence[bytes]) -> bool:
    """Few, but long, and each begins with a byte that begins no word elsewhere."""
    return sum(map(len, runs)) >= 2 * SOME and all(run[0] in range(0x81, 0xA0) for run in runs)


def _narrow(sample: bytes) -> Iterator[tuple[float, str, str]]:
    rarer = RARER * (1 + FEW / len(b"".join(BEYOND_ASCII.findall(sample))))
    for place, encoding in enumerate(ONE_BYTE):
        with suppress(UnicodeError):
            text = sample.decode(encoding)
            yield cost(text) + place * rarer, encoding, text


def _wider(sample: bytes) -> list[tuple[str, str]]:
    """The encodings of East Asia in which it can be read, that with the most frequent characters first."""
    found: list[tuple[float, str, str]] = []
    for encoding, frequent in TWO_BYTES.items():
        with suppress(UnicodeError):
            text = sample.decode(encoding)
            beyond = [one.encode(encoding) for one in text if one > "\x7f"]
            found.append((sum(len(one) == 2 and one[0] in frequent for one in beyond) / len(beyond), encoding, text))
    found.sort(key=lambda guess: -guess[0])
    return [(encoding, text) for share, encoding, text in found if share > found[0][0] - CLOSE]


def _named(data: bytes, guesses: Sequence[tuple[str, str]]) -> Text | None:
    """The text by the first guess that holds for all of it, and the next that reads otherwise."""
    for place, (name, read) in enumerate(guesses):
        with suppress(UnicodeError):
            text = data.decode(name)
            others = [other for other, otherwise in guesses[place:] if otherwise != read]
            return text, _("%(name)s, or %(other)s", name=name, other=others[0]) if others else name
    return None
