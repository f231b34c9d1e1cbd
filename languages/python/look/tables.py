"""Tables as text, with a delimiter."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from .columns import blocks, repeated, summary
from .decoding import decoded
from .invisible import endings, margins, remarks
from .lines import FIRST, LAST, MOST_SHORT, WHOLE, cut, ends, split
from .odd import MOST_ROWS, Row, unlike
from .said import Look, Sort, _
from .texts import broken, text

DELIMITERS = ";\t,|"


def table(path: Path) -> Look:
    """How a table is written: encoding, delimiter, columns and rows; then its own first and last lines."""
    found = decoded(path)
    if not found or not found[0].strip():
        return text(path)
    content, encoding = found
    try:
        return _read(content, encoding)
    except csv.Error as problem:
        return broken(path, problem)


def _read(content: str, encoding: Sort | str) -> Look:
    delimiter = likely_delimiter(content)
    reader = csv.reader(io.StringIO(content, newline=""), delimiter=delimiter)
    rows, columns, kept = 0, 0, dict[int, list[str]]()
    for row in reader:
        rows, columns = rows + any(row), max(columns, len(row))
        if any(row) and rows <= MOST_ROWS:
            kept[reader.line_num] = row
    lines = split(content)
    sort = _(
        "table, %(encoding)s, delimiter %(delimiter)s, %(columns)s columns, %(rows)s filled rows with the first, "
        "lines end in %(ending)s",
        encoding=encoding,
        delimiter=repr(delimiter),
        columns=columns,
        rows=rows,
        ending=next(iter(endings(content)), "LF"),
    )
    about = [*remarks(lines), *margins(content, lines), *(_about(kept, rows) if rows > WHOLE else ())]
    return sort, "\n".join([*about, *_lines(lines, kept)])


def _about(rows: Mapping[int, Row], total: int) -> Iterator[str]:
    """What nobody can see who is shown only some of the rows."""
    yield from summary(rows, total)
    yield from blocks(rows)
    yield from repeated(rows)


def _lines(lines: Sequence[str], kept: Mapping[int, Row]) -> Iterator[str]:
    odd = [f"line {number:,}, unlike those shown: {cut(lines[number - 1])}" for number in odd_ones(kept, len(lines))]
    return ends(map(cut, lines[:FIRST]), map(cut, lines[FIRST:][-MOST_SHORT:]), len(lines), "lines", odd)


def odd_ones(rows: Mapping[int, Row], total: int) -> list[int]:
    """The numbers of rows that are written otherwise than the first and last ones, of a table of `total`."""
    numbers = list(rows)
    shown = [place for place, number in enumerate(numbers) if number <= FIRST or number > total - LAST]
    return [numbers[place] for place in unlike(list(rows.values()), shown)] if total > WHOLE else []


def likely_delimiter(content: str) -> str:
    """The character that splits most of the first rows into equally many cells, the more the better."""

    def fits(delimiter: str) -> int:
        sample = content[:20_000].splitlines()[:30]
        ((cells, times),) = Counter(map(len, csv.reader(sample, delimiter=delimiter))).most_common(1) or [(1, 0)]
        return times * (cells - 1)

    return max(DELIMITERS, key=fits)
