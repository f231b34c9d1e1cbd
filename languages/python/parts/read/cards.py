"""The lines of which calendars (.ics) and address books (.vcf) consist: `NAME;PARAMETER=value:what it says`."""

from __future__ import annotations

import quopri
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from languages.python.parts.read.files import _content_of, _place_of
from languages.python.parts.read.text import _decoded

_CARD_LINE = re.compile(r'(?:[\w-]+\.)?([\w-]+)((?:;[^:;"]*(?:"[^"]*"[^:;"]*)*)*):(.*)', re.DOTALL)
_CARD_PARAMETER = re.compile(r';([^=;:"]+)(?:=((?:[^;"]|"[^"]*")*))?')
_CARD_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_CARD_FOLD = re.compile(rb"\r?\n[ \t]")
_QUOTED_FOLD = re.compile(r"=[ \t]*\n")
_CARD_PART = re.compile(r"((?:[^\\;]|\\.)*)(?:;|$)", re.DOTALL)


@dataclass(frozen=True)
class _CardLine:
    """A line with its name and parameters, in capitals, and its value, as it is written."""

    name: str
    parameters: dict[str, str]
    value: str

    def parameter(self, name: str) -> str:
        return self.parameters.get(name, "")


@dataclass(frozen=True)
class _Card:
    """What stands between `BEGIN` and `END`, without the cards within it."""

    kind: str
    lines: list[_CardLine] = field(default_factory=list)

    def first(self, name: str) -> _CardLine | None:
        return next((line for line in self.lines if line.name == name), None)

    def text(self, name: str) -> str:
        found = self.first(name)
        return _unescaped(found.value).strip() if found else ""


def _cards(path: str | Path) -> Iterator[_Card]:
    """Each card, with those that stand in others before these; one that isn't closed is left out."""
    data = _content_of(path)
    open_cards: list[_Card] = []
    for line in _card_lines(data, _place_of(path).name):
        if line.name == "BEGIN":
            open_cards.append(_Card(line.value.strip().upper()))
        elif line.name == "END" and open_cards:
            yield open_cards.pop()
        elif open_cards:
            open_cards[-1].lines.append(line)
    yield from reversed(open_cards)


def _card_lines(data: bytes, name: str) -> Iterator[_CardLine]:
    """What was folded is one line again: by its bytes, for a letter of several may have been folded, too."""
    text = _decoded(_CARD_FOLD.sub(b"", data), name)
    lines = iter(re.sub(r"\n[ \t]", "", text).split("\n"))
    for line in lines:
        whole = line
        while "QUOTED-PRINTABLE" in line.upper() and whole.endswith("="):
            whole += "\n" + next(lines, "")
        if found := _CARD_LINE.fullmatch(whole):
            parameters = {name.upper(): value.strip('"') for name, value in _CARD_PARAMETER.findall(found[2])}
            yield _CardLine(found[1].upper(), parameters, _unquoted(found[3], parameters))


def _unquoted(value: str, parameters: dict[str, str]) -> str:
    """Quoted-printable, in which vCard 2.1 writes letters beyond ASCII."""
    if "QUOTED-PRINTABLE" not in {name.upper() for pair in parameters.items() for name in pair}:
        return value
    data = quopri.decodestring(_QUOTED_FOLD.sub("", value).encode())
    with suppress(UnicodeError, LookupError):
        return data.decode(parameters["CHARSET"])
    return data.decode(errors="replace")


def _unescaped(value: str) -> str:
    return _CARD_ESCAPE.sub(lambda found: "\n" if found[1].lower() == "n" else found[1], value)


def _card_parts(value: str) -> list[str]:
    """The parts between semicolons; those at the end may be empty."""
    return [_unescaped(part).strip() for part in _CARD_PART.findall(value)]
