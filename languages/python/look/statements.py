"""Bank statements as SWIFT's MT940: fields `:61:` and `:86:`, each bank's text in its own form."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from .records import Found, Records, located, of_lines
from .said import Look, _

TAG = re.compile(r":(\d{2}[A-Z]?):(.*)", re.DOTALL)
BOOKING = re.compile(
    r"(?P<value_date>\d{6})(?P<entry_date>\d{4})?(?P<mark>R?[CD]|E[CD])(?P<funds>[A-Z])?(?P<amount>[\d.]*,?\d*)"
    r"(?P<type>[A-Z][A-Z0-9]{3})?(?P<reference>[^\n]*?)(?P<bank_reference>//[^\n]*)?(?P<rest>\n.*)?",
    re.DOTALL,
)
BALANCE = re.compile(r"(?P<mark>[CD])(?P<date>\d{6})(?P<currency>[A-Z]{3})(?P<amount>[\d.,]+)\s*")
CODES = re.compile(r"\?\d\d|/[A-Z]{3,5}/|(?:EREF|KREF|MREF|CRED|DEBT|SVWZ|ABWA|ABWE|IBAN|BIC)\+|[<~]\d\d")
HALF_CODE = re.compile(r"\?\d?$")
LONGEST_FIELD = 2_000


def mt940(path: Path) -> Look:
    """The fields of all statements, the parts of bookings, the codes in their texts, and what is written otherwise."""
    return of_lines(path, _("bank statements (MT940)"), fields)


def fields(lines: Sequence[str]) -> Found:
    reading = Reading()
    for number, line in enumerate(lines, start=1):
        reading.take(number, line)
    reading.end_field()
    return list(reading.notes()), reading.records


@dataclass
class Reading:
    """What was found so far; `tag` and `parts` are of the field that has begun at line `begun`."""

    records: Records = field(default_factory=lambda: Records("mark", "funds", "type", "currency"))
    tags: Counter[str] = field(default_factory=Counter)
    tag: str = ""
    begun: int = 0
    parts: list[str] = field(default_factory=list)
    strange: list[int] = field(default_factory=list)
    unread: list[int] = field(default_factory=list)
    split: list[int] = field(default_factory=list)
    ends: Counter[str] = field(default_factory=Counter)
    envelopes: list[int] = field(default_factory=list)

    def take(self, number: int, line: str) -> None:
        if found := TAG.fullmatch(line):
            self.end_field()
            self.tag, self.begun, self.parts = found[1], number, [found[2]]
        elif line.strip() == "-" or line.startswith("-}"):
            self.end_field()
            self.ends[line.strip()[:2]] += 1
        elif line.startswith("{"):
            self.end_field()
            self.envelopes.append(number)
        elif self.tag:
            if HALF_CODE.search(self.parts[-1]):
                self.split.append(number - 1)
            self.parts.append(line)
        elif line.strip():
            self.strange.append(number)

    def end_field(self) -> None:
        """Read the field that ends here."""
        if not self.tag:
            return
        text = "\n".join(self.parts)[:LONGEST_FIELD]
        self.tags[self.tag] += 1
        match self.tag[:2]:
            case "61":
                self.keep(":61: (a booking)", BOOKING.fullmatch(text))
            case "60" | "62" | "64" | "65":
                self.keep(f":{self.tag}: (a balance)", BALANCE.fullmatch(text))
            case "86":
                self.text(text)
            case _:
                self.records.add(f":{self.tag}:", [("", text)])
        self.tag = ""

    def keep(self, kind: str, found: re.Match[str] | None) -> None:
        if not found:
            self.unread.append(self.begun)
            return
        values = {name.replace("_", " "): value for name, value in found.groupdict().items() if value}
        self.records.add(kind, [(name, value.strip("\n")) for name, value in values.items()])

    def text(self, text: str) -> None:
        """The text of a booking: which codes order it, and what stands before the first."""
        joined = text.replace("\n", "")
        found = list(CODES.finditer(joined))
        ends = [*(one.start() for one in found), len(joined)]
        before = ("before the first code" if found else "without codes", joined[: ends[0]])
        after = [(one[0], joined[one.end() : end]) for one, end in zip(found, ends[1:], strict=True)]
        self.records.add(":86: (its text)", [before, *after])

    def notes(self) -> Iterator[str]:
        yield "fields: " + ", ".join(f":{tag}: x{count:,}" for tag, count in self.tags.items())
        ended = ", ".join(f"{end} x{count:,}" for end, count in self.ends.items())
        yield f"statements end with: {ended or 'nothing of their own'}"
        yield from located("SWIFT envelope in { }", self.envelopes)
        yield from located(":61: or a balance that isn't in the usual form", self.unread)
        yield from located("in no field", self.strange)
        yield from located("a line ends within a code such as ?20, which goes on in the next line", self.split)
