"""Tables as text: values with a separator between them."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from languages.python.parts.read.files import CannotRead, _place_of
from languages.python.parts.read.heads import _columns_of, _is_full_of_heads, _limited, _TableLine, _wanted_heads
from languages.python.parts.read.rows import Row, _bare, _rows_below_heads
from languages.python.parts.read.text import read_text
from languages.python.parts.telling import _named, sentence, tell

_SEPARATORS = "\t;|,"
"""A comma last, for it stands within texts and numbers, too."""
_LOOKED_AT = 200  # lines that show what separates the values
_LONGEST_CELL = 100_000_000  # characters
_WEB_PAGE = re.compile(r"\s*<(?:!doctype|html|table|\?xml)", re.IGNORECASE)
_SAID_SEPARATOR = re.compile(r"sep=(.)", re.IGNORECASE)
"""As Excel understands it in the first line."""


def read_table(path: str | Path, needed: Sequence[str] = ()) -> list[Row]:
    """The rows of a CSV or TSV file as dicts of str; its `.odd` are (line, text) of what doesn't fit, told as well.
    `needed` columns must be there, else CannotRead, and are keys as you write them."""
    text = read_text(path)
    name = _place_of(path).name
    if _WEB_PAGE.match(text):
        raise CannotRead(sentence("“{name}” can't be read here: it is a web page or XML.", name=name))
    return table_rows(text, needed, name)


def table_rows(text: str, needed: Sequence[str] = (), file: str = "") -> list[Row]:
    """The same of a table in a text (csv, semicolons, tabs, pipes)."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    said = _SAID_SEPARATOR.fullmatch(lines[0])
    separator = said[1] if said else _likely_separator(lines[:_LOOKED_AT], _wanted_heads(needed))
    table = list(_table_lines(lines, separator, 1 if said else 0))
    if unclosed := _limited(", ".join(str(line.number) for line in table if not line.is_closed)):
        tell(_named(file, sentence("Quotation marks aren't closed in these lines: {lines}", lines=unclosed)))
    return _rows_below_heads(table, needed, file)


def _likely_separator(lines: Sequence[str], wanted: Sequence[str]) -> str:
    """That by which the heads are found, and which splits most lines into equally many cells."""

    def fit(separator: str) -> tuple[bool, bool, float, int]:
        table = [line for line in _table_lines(lines, separator) if line.filled]
        if not table:
            return True, True, 1, 0  # it separates nothing from nothing
        usual, times = Counter(len(line.cells) for line in table).most_common(1)[0]
        wide = [line for line in table if len(line.cells) >= usual]
        has_wanted = any(len(_columns_of(line, wanted)) == len(wanted) for line in wide)
        return has_wanted, any(map(_is_full_of_heads, wide)), times / len(table) if usual > 1 else 0, usual

    return max(_SEPARATORS, key=fit)


def _table_lines(lines: Sequence[str], separator: str, first: int = 0) -> Iterator[_TableLine]:
    """Each line with its cells; several together where a quoted cell goes on in the next."""
    csv.field_size_limit(_LONGEST_CELL)
    while first < len(lines):
        rest = (f"{lines[place]}\n" for place in range(first, len(lines)))
        reader = csv.reader(rest, delimiter=separator, skipinitialspace=True, strict=True)
        start = first
        with suppress(csv.Error):
            for cells in reader:
                end = first + reader.line_num
                yield _TableLine(start + 1, [_bare(cell) for cell in cells], "\n".join(lines[start:end]))
                start = end
        if start < len(lines):
            yield _line_alone(lines[start], start + 1, separator)
        first = start + 1


def _line_alone(line: str, number: int, separator: str) -> _TableLine:
    """A line whose quotation marks are no pairs: then they mean nothing, or stand within a text."""
    is_closed = line.count('"') % 2 == 0
    cells = next(
        csv.reader(
            [line],
            delimiter=separator,
            skipinitialspace=True,
            quoting=csv.QUOTE_MINIMAL if is_closed else csv.QUOTE_NONE,
        )
    )
    return _TableLine(number, [_bare(cell) for cell in cells], line, is_closed=is_closed)
