"""Documents of Word (.docx): the rows of their tables, and their text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from languages.python.parts.read.files import CannotRead, _place_of, _shortened
from languages.python.parts.read.heads import (
    _YEAR_HEAD,
    _as_head,
    _columns_of,
    _has_several,
    _limited,
    _place_of_unknown_heads,
    _TableLine,
    _wanted_heads,
)
from languages.python.parts.read.rows import Row, _rows_below_heads
from languages.python.parts.read.text import _UNREAD, _tell_of_lines
from languages.python.parts.read.word import (
    _WORD_PARAGRAPH,
    _WORD_TABLE,
    _is_headed,
    _word_blocks,
    _word_body,
    _word_lines,
    _word_lines_of,
    _word_text,
)
from languages.python.parts.telling import sentence, tell


def read_document(path: str | Path, needed: Sequence[str] = ()) -> list[Row]:
    """The rows of all tables of a .docx with the `needed` heads, as dicts of str; tables left out are told.
    Without `needed`: of all with the heads of the first."""
    name = _place_of(path).name
    tables = list(_word_tables(_word_body(path)))
    if not tables:
        raise CannotRead(sentence("“{name}” has no table with anything in it.", name=name))
    wanted = _wanted_heads(needed) or _heads_of_first(tables)
    found = _tables_with(tables, wanted, name) or [max(tables, key=lambda one: _count_of_heads(one, wanted)).lines]
    rows = sorted((row for lines in found for row in _rows_below_heads(lines, wanted, name)), key=lambda row: row.line)
    texts = {row.line: " ".join(str(row).split()) for row in rows}
    _tell_of_lines("\n".join(texts.get(line, "") for line in range(1, max(texts, default=0) + 1)), _UNREAD, name)
    return rows


def document_text(path: str | Path) -> str:
    """The text of a .docx, also that in tables and text boxes: each paragraph in a line. Not headers and footers."""
    name = _place_of(path).name
    text = _word_lines_of(_word_body(path).iter(_WORD_PARAGRAPH))
    _tell_of_lines(text, _UNREAD, name)
    if not text.strip():
        tell(sentence("“{name}” has no text that can be read. It may be scanned.", name=name))
    return text


@dataclass(frozen=True)
class _WordTable:
    """A table with its filled lines, and what shows whether it goes on from the one before."""

    lines: list[_TableLine]
    is_headed: bool
    is_apart: bool
    """Whether there is text between the two."""
    is_nested: bool

    @property
    def first(self) -> _TableLine:
        """Below a title in all cells, which were made one."""
        return next(filter(_has_several, self.lines), self.lines[0])


def _word_tables(body: ElementTree.Element) -> Iterator[_WordTable]:
    """Those with something in them; one that is in a cell of another stands behind that."""
    number, is_apart = 0, True
    for block in _word_blocks(body):
        for table in block.iter(_WORD_TABLE):
            lines = list(_word_lines(table, number))
            number += len(lines)
            if filled := [line for line in lines if line.filled]:
                yield _WordTable(filled, _is_headed(table), is_apart, table is not block)
        is_apart = block.tag == _WORD_PARAGRAPH and (is_apart or bool(_word_text(block).strip()))


def _heads_of_first(tables: Sequence[_WordTable]) -> list[str]:
    """Of one with several rows and columns, if there is one: other tables only put things beside each other."""
    usual = (one for one in tables if len(one.lines) > 1 and _has_several(one.first))
    lines = next(usual, tables[0]).lines
    return _wanted_heads([_as_head(cell) for cell in lines[_place_of_unknown_heads(lines)].filled])


def _count_of_heads(table: _WordTable, wanted: Sequence[str]) -> int:
    return max(len(_columns_of(line, wanted)) for line in table.lines)


def _tables_with(tables: Sequence[_WordTable], wanted: Sequence[str], file: str) -> list[list[_TableLine]]:
    """The lines of each that has these heads, with those of tables that go on from it. What is done is told."""
    found: list[list[_TableLine]] = []
    before: _WordTable | None = None
    joined, left_out = [], []
    for table in tables:
        if _count_of_heads(table, wanted) == len(wanted):
            found.append(list(table.lines))
            before = before if table.is_nested else _WordTable(found[-1], table.is_headed, table.is_apart, False)
        elif before and _goes_on(table, before):
            joined += [] if _is_like_rows(table, before) and not table.is_apart else [table]
            before.lines.extend(table.lines)
        else:
            left_out.append(table)
            before = before if table.is_nested else None
    if found:
        _tell_of_tables(joined, left_out, wanted, file)
    return found


def _goes_on(table: _WordTable, before: _WordTable) -> bool:
    """Whether it has as many columns, and no heads of its own as far as that can be seen."""
    if table.is_nested or table.is_headed or len(table.first.cells) != len(before.first.cells):
        return False
    is_like_rows = _is_like_rows(table, before)
    if is_like_rows is not None:
        return is_like_rows
    return before.is_headed or "" in table.first.cells or not table.is_apart


def _is_like_rows(table: _WordTable, before: _WordTable) -> bool | None:
    """Whether its first line has numbers where rows have some; None where nothing can be compared."""
    first = {place: _has_number(cell) for place, cell in enumerate(table.first.cells) if cell != ""}
    above = [first[place] for place in _columns_of_numbers(before) if place in first]
    below = [first[place] for place in _columns_of_numbers(table) if place in first]
    if any(above):
        return True
    return False if above or not all(below) else None


def _columns_of_numbers(table: _WordTable) -> Iterator[int]:
    """In which most of what stands below the heads has numbers."""
    first = table.first
    for place in range(len(first.cells)):
        cells = [line.cells[place] for line in table.lines if line.cells[place] != "" and line is not first]
        if 2 * sum(map(_has_number, cells)) > len(cells):
            yield place


def _has_number(cell: Any) -> bool:
    """As an amount, a date and a time have, but hardly any head; a year is one."""
    return any(map(str.isdecimal, cell)) and not _YEAR_HEAD.fullmatch(cell)


def _tell_of_tables(
    joined: Sequence[_WordTable], left_out: Sequence[_WordTable], wanted: Sequence[str], file: str
) -> None:
    more, others = _beginnings(joined), _beginnings(left_out)
    heads = _limited(", ".join(f"“{head}”" for head in wanted))
    if more:
        tell(
            sentence(
                "{file}: tables without column heads are read as part of the one before: {tables}",
                file=file,
                tables=more,
            )
        )
    if others:
        tell(
            sentence(
                "{file}: only tables with the columns {heads} are read. Left out: {others}",
                file=file,
                heads=heads,
                others=others,
            )
        )


def _beginnings(tables: Sequence[_WordTable]) -> str:
    """What their first lines say, merged cells once."""
    first = ("; ".join(dict.fromkeys(table.lines[0].filled)) for table in tables)
    return _limited(", ".join(f"“{_shortened(line)}”" for line in first))
