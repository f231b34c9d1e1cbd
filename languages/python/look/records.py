"""What many records have in common, said once and in few lines, then how the file begins.

A record is of a kind, such as an event, a contact or a booking, and has named values. Of each kind all names are
shown, and of each name the different ways in which its values are written, by the shapes of `odd`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, groupby
from pathlib import Path

from .decoding import decoded
from .invisible import margins, remarks, visible
from .lines import cut, split
from .notes import Note
from .odd import shape
from .said import Look, Sort
from .texts import described, text

MOST_RECORDS = 20_000
MOST_NAMES = 40
MOST_SHAPES = 8  # of values that are written in more ways than this, each is a free text
FREE = 2  # examples of a free text
IN_SHORT, WRITTEN = "[... what is in it, in short ...]", "[... as it is written ...]"
LONGEST_VALUE = 60
LONGEST_CHOICE = 20
LONGEST_SUMMARY = 2_400
FEW_LINES = 12  # that are shown as they are, for who reads them sees all records
SMALL = 2_000  # characters of a file that is shown as a whole
RAW = 1_200  # and of the beginning of any other
FEW = 3  # places that are named of what is odd
NEW_LINE = re.compile(r"\r\n|\r|\n")
BASE64 = re.compile(r"\s?[A-Za-z0-9+/]{40,}={0,2}\s*")


@dataclass
class Values:
    """How the values of one name are written: each value where there are few, for each shape its first one."""

    choice: bool = False
    records: int = 0
    most: int = 0
    total: int = 0
    texts: Counter[str] = field(default_factory=Counter)
    shapes: Counter[str] = field(default_factory=Counter)
    firsts: dict[str, str] = field(default_factory=dict)

    def add(self, values: Sequence[str]) -> None:
        self.records, self.most = self.records + 1, max(self.most, len(values))
        self.total += len(values)
        for value in values:
            form = shape(value[: 2 * LONGEST_VALUE])
            if form in self.shapes or len(self.shapes) <= MOST_SHAPES:
                self.shapes[form] += 1
                self.firsts.setdefault(form, short(value))
            if value[:LONGEST_VALUE] in self.texts or len(self.texts) <= MOST_SHAPES:
                self.texts[value[:LONGEST_VALUE]] += 1

    def line(self, name: str, of: int) -> str:
        some = f"in {self.records:,} of {of:,}" if self.records < of else ""
        several = f"up to {self.most:,} in one" if self.most > 1 else ""
        note = ", ".join(filter(None, (some, several)))
        return f"{name}{f' ({note})' if note else ''}: {self.examples()}"

    def examples(self) -> str:
        if self._are_choices():
            return " | ".join(f"{short(text)} (x{count:,})" for text, count in self.texts.items())
        if len(self.shapes) > MOST_SHAPES:
            return " | ".join([*list(self.firsts.values())[:FREE], "... and many other forms"])
        several = len(self.shapes) > 1
        others = (f" (and {one - 1:,} of this form)" if several and one > 1 else "" for one in self.shapes.values())
        return " | ".join(map("".join, zip(self.firsts.values(), others, strict=True)))

    def _are_choices(self) -> bool:
        """Whether there are few short values, of which each is worth a place: they come again and again, or are known
        to be a choice."""
        few = 1 < len(self.texts) <= MOST_SHAPES and (self.choice or len(self.texts) < self.total)
        return few and (self.choice or all(len(text) < LONGEST_CHOICE for text in self.texts))


@dataclass
class Kind:
    count: int = 0
    names: dict[str, Values] = field(default_factory=dict)
    more: set[str] = field(default_factory=set)


class Records:
    """Collects records, and says what there is; of very many it says only how many. Of `choices` each value is said."""

    def __init__(self, *choices: str) -> None:
        self._choices = choices
        self._kinds: dict[str, Kind] = {}
        self.total = 0

    def add(self, kind: str, values: Iterable[tuple[str, str]]) -> None:
        """Take one more of a kind; where that has but one value, this goes without a name."""
        self.total += 1
        if self.total > MOST_RECORDS:
            return
        known = kind in self._kinds or len(self._kinds) < MOST_NAMES
        found = self._kinds.setdefault(kind if known else "others", Kind())
        found.count += 1
        named: dict[str, list[str]] = {}
        for name, value in values:
            named.setdefault(name, []).append(value)
        for name, several in named.items():
            if name in found.names or len(found.names) < MOST_NAMES:
                found.names.setdefault(name, Values(name in self._choices)).add(several)
            elif len(found.more) < MOST_RECORDS:
                found.more.add(name)

    def lines(self) -> Iterator[str]:
        """For each kind how many there are, and a line for each name; names that two kinds share come twice."""
        for name, kind in self._kinds.items():
            if kind.names.keys() == {""}:
                yield f"{name} x{kind.count:,}: {kind.names[''].examples()}"
                continue
            yield f"{name} x{kind.count:,}:"
            yield from (f"  {values.line(short(one), kind.count)}" for one, values in kind.names.items())
            if kind.more:
                yield f"  and {len(kind.more):,} other names"
        if self.total > MOST_RECORDS:
            yield f"only the first {MOST_RECORDS:,} of {self.total:,} were looked into"


def short(value: str) -> str:
    """A value on one line, or its beginning where it is long."""
    line = visible(NEW_LINE.sub("\\\\n", value)) or "(empty)"
    return line if len(line) <= LONGEST_VALUE else f"{line[:LONGEST_VALUE]}[... {len(line) - LONGEST_VALUE:,} more]"


def located(what: str, numbers: Sequence[int], where: str = "line") -> list[str]:
    """A note that names where something odd is: the first few places; none where it is nowhere."""
    if not numbers:
        return []
    first = ", ".join(f"{number:,}" for number in numbers[:FEW])
    more = f" and {len(numbers) - FEW:,} more" if len(numbers) > FEW else ""
    return [f"{what}: {where} {first}{more}"]


Found = tuple[Sequence[str], Records]
"""What has to be said of a file, such as what is broken, and the records in it."""


def of_lines(path: Path, sort: Sort, find: Callable[[Sequence[str]], Found]) -> Look:
    """The look at a text that is made of lines: what is found in these, then how it begins."""
    found = decoded(path)
    if not found or not found[0].strip():
        return text(path)
    content, encoding = found
    lines = split(content)
    notes, records = find(lines)
    known = records.lines() if len(lines) > FEW_LINES else ()
    unseen = [*remarks(lines), *margins(content, lines)]
    return described(sort, content, encoding), "\n".join([*unseen, told([*notes, *known], content)])


def told(lines: Sequence[str], content: str) -> str:
    """The summary if there is any, then how the file begins."""
    summary = [IN_SHORT, *fitting(lines, LONGEST_SUMMARY), WRITTEN] if lines else []
    return "\n".join([*summary, *as_written(content)])


def as_written(content: str) -> list[str]:
    """The first lines of a text, all of them where it is small; of a picture in letters only one line."""
    shown = without_pictures(split(content))
    return fitting([cut(line) for line in shown], SMALL if len(content) <= SMALL else RAW)


def fitting(lines: Sequence[str], room: int) -> list[str]:
    """As many of the lines as have room, and how many were left out."""
    ends = list(accumulate(len(line) + 1 for line in lines))
    fit = bisect_right(ends, room)
    return [*lines[:fit], *left_out(len(lines) - fit)]


def without_pictures(lines: Iterable[str]) -> Iterator[str]:
    """The lines; of several after each other that are Base64 only the first."""
    for in_letters, group in groupby(lines, lambda line: bool(BASE64.fullmatch(line))):
        several = list(group)
        yield from several[:1] if in_letters else several
        yield from left_out(len(several) - 1) if in_letters else ()


def left_out(count: int) -> list[str]:
    return [Note(f"[... {count:,} lines left out here ...]")] if count > 0 else []
