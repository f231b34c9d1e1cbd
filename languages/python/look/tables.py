"""Tables as text, with a delimiter."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from .decoding import decoded
from .lines import FIRST, LAST, REST, WHOLE, cut, ends
from .odd import MOST_ROWS, Row, unlike
from .said import Look, _
from .texts import text

DELIMITERS = ";\t,|"


def table(path: Path) -> Look:
    """How a table is written: encoding, delimiter, columns and rows; then its own first and last lines."""
    found = decoded(path)
    if not found or not found[0].strip():
        return text(path)
    content, encoding = found
    delimiter = likely_delimiter(content)
    reader = csv.reader(io.StringIO(content, newline=""), delimiter=delimiter)
    rows, columns, kept = 0, 0, dict[int, list[str]]()
    for row in reader:
        rows, columns = rows + any(row), max(columns, len(row))
        if any(row) and rows <= MOST_ROWS:
            kept[reader.line_num] = row
    lines = [line.rstrip("\r\n") for line in io.StringIO(content, newline="")]
    ending = "CRLF" if "\r\n" in content else "LF"
    odd = [f"line {number}, unlike those shown: {cut(lines[number - 1])}" for number in odd_ones(kept, len(lines))]
    shown = ends(map(cut, lines[:FIRST]), map(cut, lines[FIRST:][-REST:]), len(lines), "lines", odd)
    sort = _(
        "table, %(encoding)s, delimiter %(delimiter)s, %(columns)s columns, %(rows)s filled rows with the first, "
        "lines end in %(ending)s",
        encoding=encoding,
        delimiter=repr(delimiter),
        columns=columns,
        rows=rows,
        ending=ending,
    )
    return sort, "\n".join(shown)


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
