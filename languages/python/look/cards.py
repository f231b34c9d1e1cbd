"""Calendars (iCalendar) and contacts (vCard): components of lines `NAME;PARAMETER=value:value`, long lines folded."""

from __future__ import annotations

import quopri
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from .decoding import BROKEN
from .records import Found, Records, located, of_lines, short
from .said import Look, _

LONGEST_LOGICAL = 2_000
MOST_DEPTH = 20
PROPERTY = re.compile(r'((?:[^":;]|"[^"]*")+)((?:;(?:[^":;]|"[^"]*")*)*):(.*)', re.DOTALL)
GROUP = re.compile(r"^([A-Za-z_-]*)\d+\.")
SAID = ("VALUE", "TZID", "ENCODING", "CHARSET", "TYPE", "RELATED", "RANGE", "X-ABLABEL")
"""Parameters whose values say how to read the line; of any other only its name is shown."""
QUOTED = re.compile(r"QUOTED-PRINTABLE", re.IGNORECASE)
CHARSET = re.compile(r"CHARSET=([\w.-]+)", re.IGNORECASE)
MOST_DECODED = 3


def calendar(path: Path) -> Look:
    """The kinds of components with all their properties, and what is broken."""
    return of_lines(path, _("a calendar (iCalendar)"), components)


def contacts(path: Path) -> Look:
    """The contacts of each version with all their properties, and what is broken."""
    return of_lines(path, _("contacts (vCard)"), components)


def components(lines: Sequence[str]) -> Found:
    reading = Reading()
    for number, line in logical(lines, reading):
        reading.take(number, line)
    return list(reading.notes()), reading.records


@dataclass
class Reading:
    """What was found so far; `open` are the components that have begun, the innermost last."""

    records: Records = field(default_factory=Records)
    open: list[tuple[int, str, list[tuple[str, str]]]] = field(default_factory=list)
    folded: list[int] = field(default_factory=list)
    torn: list[int] = field(default_factory=list)
    soft: list[int] = field(default_factory=list)
    strange: list[int] = field(default_factory=list)
    unmatched: list[int] = field(default_factory=list)
    undecodable: list[int] = field(default_factory=list)
    decoded: dict[str, str] = field(default_factory=dict)

    def take(self, number: int, line: str) -> None:
        """One logical line, which begins at the `number`th of the file."""
        found = PROPERTY.fullmatch(line[:LONGEST_LOGICAL])
        if not line.strip():
            return
        if not found:
            self.strange.append(number)
            return
        name, parameters, value = found[1], found[2], found[3]
        match name.strip().upper():
            case "BEGIN":
                self.begin(number, value.strip().upper())
            case "END":
                self.end(number, value.strip().upper())
            case _:
                self.keep(number, GROUP.sub(r"\g<1>1.", name), parameters, value)

    def begin(self, number: int, kind: str) -> None:
        if len(self.open) < MOST_DEPTH:
            self.open.append((number, kind, []))
        else:
            self.unmatched.append(number)

    def end(self, number: int, kind: str) -> None:
        if not self.open or self.open[-1][1] != kind:
            self.unmatched.append(number)
        if any(one == kind for _number, one, _values in self.open):
            while self.close() != kind:
                pass

    def close(self) -> str:
        _number, kind, values = self.open.pop()
        versions = [value for name, value in values if kind == "VCARD" and name.upper() == "VERSION"]
        inside = [one for _at, one, _values in self.open if one != "VCALENDAR"]
        self.records.add(" in ".join([" ".join([kind, *versions[:1]]), *reversed(inside)]), values)
        return kind

    def keep(self, number: int, name: str, parameters: str, value: str) -> None:
        if not self.open:
            self.unmatched.append(number)
            return
        self.open[-1][2].append((name + told_of(parameters), value))
        if QUOTED.search(parameters):
            self.decode(number, name, parameters, value)

    def decode(self, number: int, name: str, parameters: str, value: str) -> None:
        found = CHARSET.search(parameters)
        charset = found[1] if found else "utf-8"
        try:
            said = quopri.decodestring(value.encode()).decode(charset)
        except (UnicodeError, LookupError):
            self.undecodable.append(number)
            return
        if len(self.decoded) < MOST_DECODED and said != value:
            self.decoded.setdefault(charset, f"decoded from {charset}, line {number:,}: {name}: {short(said)}")

    def notes(self) -> Iterator[str]:
        """What is broken or goes on in the next line; what is still open at the end is closed."""
        yield from located("not closed by END", [number for number, _kind, _values in self.open])
        while self.open:
            self.close()
        yield from located("BEGIN, END or property out of place", self.unmatched)
        yield from located("neither NAME:value nor the rest of a line before", self.strange)
        yield from located("quoted-printable that isn't in its CHARSET (UTF-8 where it has none)", self.undecodable)
        yield from located(f"{len(self.folded):,} folded lines go on in the next, after a blank", self.folded)
        yield from located("folded within a character: join the bytes before they are decoded", self.torn)
        yield from located(f"{len(self.soft):,} quoted-printable lines end in = and go on in the next", self.soft)
        yield from self.decoded.values()


def logical(lines: Sequence[str], reading: Reading) -> Iterator[tuple[int, str]]:
    """The lines, each with its number, put together where they are folded or go on after `=`; with each, no blank
    comes in between."""
    begun, parts, soft = 1, [""], False
    for number, line in enumerate(lines, start=1):
        if soft or (line[:1] in (" ", "\t") and number > 1):
            if not soft:
                reading.folded.append(number)
                if line[1:2] == BROKEN:
                    reading.torn.append(number)
            parts.append(line if soft else line[1:])
        else:
            yield begun, "".join(parts)
            begun, parts = number, [line]
        soft = line.endswith("=") and bool(QUOTED.search(parts[0][:200]))
        if soft:
            parts[-1] = parts[-1][:-1]
            reading.soft.append(number)
    yield begun, "".join(parts)


def told_of(parameters: str) -> str:
    """The parameters as far as they say how to read the value."""
    shown = []
    for one in parameters.split(";")[1:]:
        name, equals, _value = one.partition("=")
        shown.append(f";{one}" if not equals or name.upper() in SAID else f";{name}=...")
    return "".join(shown)
