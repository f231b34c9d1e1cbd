"""Texts, whose encoding nobody tells."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from languages.python.parts.read.files import CannotRead, _content_of, _other_kind, _place_of, _shortened
from languages.python.parts.read.letters import _reading_cost
from languages.python.parts.telling import LANGUAGE, sentence, tell

_ENCODING_MARKS = {
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF32_LE: "utf-32-le",  # begins as UTF-16's
    codecs.BOM_UTF32_BE: "utf-32-be",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
}
_WIDE_ENCODINGS = ("utf-32-le", "utf-32-be", "utf-16-le", "utf-16-be")
_LEAST_ASCII = 0.3
"""The share of blanks, digits and separators in a text of wide characters; what has less was put together by chance."""
_ONE_BYTE = (
    *("cp1252", "cp1250", "cp1251", "cp1253", "cp1254", "cp1255", "cp1256", "cp1257", "cp850", "cp437", "cp852"),
    *("cp866", "cp737", "cp857", "iso8859_2", "iso8859_15", "koi8_r", "koi8_u", "mac_roman", "iso8859_5", "iso8859_7"),
    "cp932",
)
"""The usual ones first."""
_RARER_ENCODING, _FOREIGN_ENCODING = 0.01, 0.6
"""What each place costs, and what one that isn't of the program's language does: less, the more letters show it."""
_ENCODING_AT_HOME = {
    "cp1250": "bs cs hr hu pl ro sk sl sq",
    "cp1251": "be bg kk mk ru sr uk",
    "cp1253": "el",
    "cp1254": "az tr",
    "cp1255": "he",
    "cp1256": "ar fa ur",
    "cp1257": "et lt lv",
}
"""The languages of which Windows writes texts in each; all others in cp1252."""
_TWO_BYTES = {
    "cp932": {*range(0x81, 0x84), *range(0x88, 0x98)},
    "cp949": {*range(0xA1, 0xA4), *range(0xB0, 0xC9)},
    "big5": {*range(0xA1, 0xC7)},
    "gb18030": {*range(0xA1, 0xA4), *range(0xB0, 0xD8)},
    "euc_jp": {*range(0xA1, 0xA6), *range(0xB0, 0xD0)},
}
"""With what the frequent characters of each begin; of those that have equally many, the first."""
_READABLE, _READABLE_IN_PAIRS, _SOME_RUNS = 1.0, 0.4, 3
"""What reads worse was written with more than a byte for each letter; where all that is beyond ASCII comes in pairs of
bytes, it has to read better."""
_GUESSED_FROM = 20_000  # bytes of the lines that have any beyond ASCII
_CONTROLS = re.compile(rb"\x00+|[\x01-\x08\x0e-\x19\x1c-\x1f]")
_BEYOND_ASCII = re.compile(rb"[\x80-\xff]+")
_UNREAD = "�"
_MOST_TOLD_LINES = 5


def read_text(path: str | Path, encoding: str = "") -> str:
    """The text of a file in whatever encoding; lines end in \\n. Letters that can't be read become � and are told."""
    return _decoded(_content_of(path), _place_of(path).name, encoding)


def _decoded(data: bytes, name: str, encoding: str = "") -> str:
    if kind := _other_kind(data, name):
        raise CannotRead(kind)
    text, is_whole = _decoded_somehow(data, encoding, name)
    text = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if not is_whole:
        _tell_of_lines(text, _UNREAD, name)
    _tell_of_lines(text, "\0", name)
    return text.replace("\0", "")


def _decoded_somehow(data: bytes, encoding: str, name: str) -> tuple[str, bool]:
    """A text, and whether all of it could be read."""
    marked = next((known for mark, known in _ENCODING_MARKS.items() if data.startswith(mark)), encoding)
    if marked:
        return _decoded_as(data, marked)
    if _is_binary(data) and not any(_wide_encodings(data)):
        raise CannotRead(sentence("“{name}” is not a text, or it is damaged.", name=name))
    for likely in (*["iso2022_jp"] * (b"\x1b$" in data), *_wide_encodings(data), "utf-8"):
        with suppress(UnicodeError):
            return data.decode(likely), True
    return _decoded_as(data, "utf-8" if _is_nearly_utf_8(data) else _guessed_encoding(data))


def _decoded_as(data: bytes, encoding: str) -> tuple[str, bool]:
    """As much of it as can be read so. Raises `ValueError` for an encoding that there is not."""
    try:
        return data.decode(encoding), True
    except UnicodeError:
        return data.decode(encoding, errors="replace"), False
    except LookupError:
        raise ValueError(sentence("There is no text encoding called “{name}”.", name=encoding)) from None


def _wide_encodings(data: bytes) -> Iterator[str]:
    """UTF-16 or UTF-32 that doesn't say so: some of its characters are a byte with a NUL, and a few are usual ones."""
    for encoding in _WIDE_ENCODINGS if b"\0" in data else ():
        with suppress(UnicodeError):
            text = data.decode(encoding)
            readable = all(line.isprintable() for line in re.split(r"[\r\n\t\ufeff]+", text))
            if readable and sum(map(str.isascii, text)) >= _LEAST_ASCII * len(text):
                yield encoding


def _is_binary(data: bytes) -> bool:
    """Whether a character in twenty is none of a text; a block of NUL bytes counts once, for a crash leaves such."""
    found = len(_CONTROLS.findall(data))
    return found > _SOME_RUNS and 20 * found > len(data)


def _is_nearly_utf_8(data: bytes) -> bool:
    """In other encodings hardly any bytes are a character of UTF-8 by chance."""
    text = data.decode(errors="replace")
    broken = text.count(_UNREAD)
    return sum(character > "\x7f" for character in text) - broken >= broken


def _guessed_encoding(data: bytes) -> str:
    """That in which it reads best."""
    sample = b"\n".join(line for line in data.splitlines() if not line.isascii())[:_GUESSED_FROM]
    cost, narrow = min(_narrow_guesses(sample))
    runs = _BEYOND_ASCII.findall(sample)
    in_pairs = all(len(run) % 2 == 0 for run in runs) and (len(runs) >= _SOME_RUNS or _are_japanese(runs))
    worst = _READABLE_IN_PAIRS if in_pairs else _READABLE
    return max(_wide_guesses(sample))[1] if cost > worst and any(_wide_guesses(sample)) else narrow


def _are_japanese(runs: list[bytes]) -> bool:
    """Few, but long, and each begins with a byte that begins no word elsewhere."""
    return len(b"".join(runs)) >= 2 * _SOME_RUNS and all(run[0] in range(0x81, 0xA0) for run in runs)


def _narrow_guesses(sample: bytes) -> Iterator[tuple[float, str]]:
    foreign = _FOREIGN_ENCODING / max(1, sum(len(run) for run in _BEYOND_ASCII.findall(sample)))
    for place, encoding in enumerate(_ONE_BYTE):
        cost = _reading_cost(sample.decode(encoding, errors="replace")) + place * _RARER_ENCODING
        yield cost + foreign * (encoding != _encoding_at_home()), encoding


def _encoding_at_home() -> str:
    language = LANGUAGE.partition("-")[0].lower()
    return next((name for name, languages in _ENCODING_AT_HOME.items() if language in languages.split()), "cp1252")


def _wide_guesses(sample: bytes) -> Iterator[tuple[float, str]]:
    """How many of its characters are frequent ones, in each encoding of East Asia in which it can be read."""
    for place, (encoding, frequent) in enumerate(_TWO_BYTES.items()):
        with suppress(UnicodeError):
            beyond = [one.encode(encoding) for one in sample.decode(encoding) if one > "\x7f"]
            usual = sum(len(one) == 2 and one[0] in frequent for one in beyond)
            yield usual / len(beyond) - place * 1e-9, encoding


def _tell_of_lines(text: str, what: str, name: str) -> None:
    """Name the lines with `what` in them, the first of them with what they say."""
    found = [(number, line) for number, line in enumerate(text.split("\n"), start=1) if what in line]
    for number, line in found[:_MOST_TOLD_LINES]:
        shown = _shortened(line.replace("\0", _UNREAD))
        tell(
            sentence(
                "{file}, line {line} has characters that can't be read: “{content}”",
                file=name,
                line=number,
                content=shown,
            )
        )
    if rest := [str(number) for number, _line in found[_MOST_TOLD_LINES:]]:
        tell(sentence("{file} has more such lines: {lines}", file=name, lines=_shortened(", ".join(rest))))
