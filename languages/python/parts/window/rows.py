"""Tables in a window."""

from __future__ import annotations

import re
import string
import unicodedata
from collections.abc import Iterable, Sequence
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any

from languages.python.parts.telling import sentence
from languages.python.parts.window.adding import _window_inside, _window_scrollbar
from languages.python.parts.window.editing import _WINDOW_EDGE, _window_choose_all, _window_copy, _window_menu
from languages.python.parts.write.written import _cell_text, _cells_below, _is_like_formula

_TABLE_RED, _TABLE_ROSE = "#a00000", "#ffe0e0"
_TABLE_ROWS, _TABLE_COLUMN, _TABLE_LOOKED_AT = 10, 40, 1000


def add_table(parent: Any, label: str, heads: Sequence[str]) -> Any:
    """Add a table (a Treeview) for show_rows(table, rows). Chosen: [rows[int(item)] for item in table.selection()], for
    its items are called by their places in rows."""
    from tkinter import ttk

    inside = _window_inside(parent)
    frame = ttk.Frame(inside)
    table: Any = ttk.Treeview(frame, columns=list(range(len(heads))), show="headings", height=_TABLE_ROWS)
    table.tag_configure("marked", foreground=_TABLE_RED, background=_TABLE_ROSE)
    table.heads, table.rows, table.order = list(heads), [], None  # a column, and whether it goes down
    for column, head in enumerate(heads):
        table.heading(column, text=head, command=lambda column=column: _table_sort(table, column))
    _window_scrollbar(frame, table, sideways=True)
    ttk.Label(inside, text=label).grid(
        row=(row := inside.grid_size()[1]), columnspan=2, sticky="w", pady=(_WINDOW_EDGE, 0)
    )
    frame.grid(row=row + 1, columnspan=2, sticky="nsew")
    inside.rowconfigure(row + 1, weight=1)
    _table_copies(table)
    return table


def show_rows(table: Any, rows: Iterable[Any], marked: Iterable[int] = ()) -> None:
    """Show these rows in a table in place of those that were there; give numbers and dates as they are. Those `marked`,
    by their places, are red."""
    table.rows = _cells_below(table.heads, rows)
    for column in range(len(table.heads)):
        values = [row[column] for row in table.rows if column < len(row)]
        is_number = all(isinstance(value, int | float | Decimal | timedelta | None) for value in values)
        table.column(column, anchor="e" if values and is_number else "w", width=_table_width(table, column, values))
    table.delete(*table.get_children())
    red = {*marked}
    for place, row in enumerate(table.rows):
        texts = [" ".join(_cell_text(value).split("\n")) for value in row]
        table.insert("", "end", str(place), values=texts, tags=["marked"] if place in red else [])
    if table.order:  # only once the program has seen its rows in its own order
        table.after_idle(_table_arrange, table)


def _table_width(table: Any, column: int, values: Sequence[Any]) -> int:
    from tkinter import font

    letters = font.nametofont("TkDefaultFont", root=table)
    texts = [table.heads[column], *(_cell_text(value)[:_TABLE_COLUMN] for value in values[:_TABLE_LOOKED_AT])]
    return max(map(letters.measure, map(str, texts))) + 3 * _WINDOW_EDGE


def _table_sort(table: Any, column: int) -> None:
    """Up at the first click on a head, down at the next. Each row stays the item that it is."""
    table.order = column, table.order == (column, False)
    _table_arrange(table)


def _table_arrange(table: Any) -> None:
    if table.winfo_exists():
        for place, item in enumerate(_table_sorted(table.rows, *table.order)):
            table.move(str(item), "", place)


def _table_sorted(rows: Sequence[Sequence[Any]], column: int, is_down: bool) -> list[int]:
    """The places of the rows, in that order."""

    def key(place: int) -> tuple[int, Any]:
        return _table_key(rows[place][column] if column < len(rows[place]) else None)

    return sorted(range(len(rows)), key=key, reverse=is_down)


def _table_key(value: Any) -> tuple[int, Any]:
    """Numbers before dates before texts, nothing first; `scan 2` before `scan 10`."""
    match value:
        case None | "":
            return 0, 0
        case int() | float() | Decimal():
            return 1, value
        case timedelta():
            return 2, value
        case time():
            return 3, value.replace(tzinfo=None)
        case datetime():
            return 4, value.replace(tzinfo=None)
        case date():
            return 4, datetime(value.year, value.month, value.day)  # noqa: DTZ001
    return 5, _table_natural(str(value))


def _table_natural(text: str) -> list[tuple[int, int, str]]:
    letters = "".join(one for one in unicodedata.normalize("NFD", text.casefold()) if not unicodedata.combining(one))
    parts = re.findall(r"[0-9]+|[^0-9]+", letters)
    return [(0, int(part[:18]), part) if part[0] in string.digits else (1, 0, part) for part in parts]


def _table_copies(table: Any) -> None:
    def copy(_: Any = None) -> str:
        rows = table.selection() or table.get_children()
        lines = ["\t".join(map(_table_pasted, table.item(row, "values"))) for row in rows]
        _window_copy(table, "\n".join(lines))
        return "break"

    for keys in ("<<Copy>>", "<Control-Key-c>", "<Control-Key-C>"):
        table.bind(keys, copy)
    for keys in ("<<SelectAll>>", "<Control-Key-a>", "<Control-Key-A>"):
        table.bind(keys, lambda _: _window_choose_all(table))
    _window_menu(table, [(sentence("Copy"), copy), (sentence("Select all"), lambda: _window_choose_all(table))])


def _table_pasted(value: Any) -> str:
    """As a spreadsheet takes it where it is pasted: text never as a formula."""
    text = " ".join(str(value).split("\t"))
    return f"'{text}" if _is_like_formula(text) else text
