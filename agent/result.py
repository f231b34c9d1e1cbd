"""The result of a run, by which a person tells whether the program is right: what came of it among their own files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from agent.report import Report
from languages.brief import Example
from languages.outcome import AT_ONCE, FileOut, Said, Start

VALUE = re.compile(r"(?P<name>[^:=]{1,80}?)\s*[:=]\s+(?P<value>\S.*)")
MOST_VALUES, LONGEST = 12, 80
"""Values that are kept of a use, and characters of one."""


@dataclass(frozen=True, slots=True)
class Shown:
    """Something in a result that may be wrong: `what` it is, in words for a model, and what `came` there."""

    what: str
    came: str


def result_of(report: Report) -> Start | None:
    """The start whose result the person is shown; None where nothing tells one, or the run goes on.

    One beside their own files comes first, and of these one that left something or in which something was typed; a
    double-click comes before what else a test did.
    """
    return None if report.status == "running" else most_telling(report.outcome.starts)


def most_telling(starts: Iterable[Start]) -> Start | None:
    """The one of these by which a program is known, as `result_of` says; None where none tells anything."""
    telling = [one for one in starts if _is_own(one) or _has_more(one) or one.test == AT_ONCE]
    return min(telling, default=None, key=lambda one: (not _is_own(one), not _has_more(one), one.test != AT_ONCE))


def shown_at(start: Start, place: str) -> Shown | None:
    """What stands at a place of the result, as in `cell:0:1:2:3`, for file, table, row and column, or in `line:4`; None
    where there is nothing."""
    kind, *numbers = place.split(":")
    if not all(number.isdecimal() for number in numbers):
        return None
    try:
        match kind, list(map(int, numbers)):
            case "cell", [file, table, row, column]:
                return _cell(start.files[file], table, row, column)
            case "line", [line]:
                came = lines_of(start)[line].text
                return Shown(f'the line "{came}" that it shows', came)
    except IndexError:
        return None
    return None


def lines_of(start: Start) -> Sequence[Said]:
    """What it showed and what was typed, line by line, without empty ones."""
    lines = (Said(line.strip(), turn.typed) for turn in start.said for line in turn.text.splitlines())
    return [line for line in lines if line.text]


def values_of(start: Start) -> tuple[tuple[str, str], ...]:
    """What it came to: the values that it shows or writes, each behind what it is of, as far as one can tell them."""
    shown = (VALUE.fullmatch(line.text) for line in lines_of(start) if not line.typed)
    pairs = [(found["name"], found["value"]) for found in shown if found]
    tables = (table for file in start.files if file.change != "removed" for table in file.tables)
    pairs += [(row[0], row[-1]) for table in tables for row in (*table.rows[1:], *table.last) if len(row) > 1]
    told = {name[:LONGEST]: value[:LONGEST] for name, value in reversed(pairs) if name and value}
    return tuple(reversed(told.items()))[:MOST_VALUES]


def right_instead(start: Start, shown: Shown, should: str) -> Example:
    """The example that the person gives by saying what `should` come in place of what is `shown`."""
    made_of = f", made of {', '.join(start.given)}" if start.given else ""
    return Example(f"{shown.what}{made_of}", should, confirmed=True)


def _cell(file: FileOut, table: int, row: int, column: int) -> Shown:
    seen = file.tables[table]
    rows = seen.rows + seen.last
    came = rows[row][column]
    return Shown(", ".join(_of_cell(file, seen.title, rows, row, column)), came)


def _of_cell(file: FileOut, title: str, rows: Sequence[Sequence[str]], row: int, column: int) -> Iterator[str]:
    yield f"in {file.path}"
    if title:
        yield f'in "{title}"'
    if row and column < len(rows[0]) and rows[0][column]:
        yield f'the column "{rows[0][column]}"'
    if column and rows[row][0]:
        yield f'the row "{rows[row][0]}"'
    else:
        yield f"row {row + 1}"


def _is_own(start: Start) -> bool:
    return start.is_theirs and bool(start.given)


def _has_more(start: Start) -> bool:
    """Whether there is more to see than that it was started: files, a window, or an answer to what was typed."""
    answers = any(turn.typed and turn.text for turn in start.said)
    return not start.problem and (answers or any(file.change != "removed" for file in start.files))
