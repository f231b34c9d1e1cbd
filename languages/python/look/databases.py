"""SQLite databases: the tables with the types that their values really have, and how each begins."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import quote

from .records import Values
from .said import Look, _, listed, ngettext, unknown

MOST_TABLES = 20
MOST_COLUMNS = 40
MOST_ROWS = 5_000  # that are looked at
LARGEST_VALUE = 1_000_000  # bytes
LONGEST_SQL = 300
STEPS, WORK = 100_000, 200
"""Of SQLite's machine, and how many times these may be done for one answer: a view could make it endless."""
SCHEMA = """
    SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite^_%' ESCAPE '^'
    ORDER BY type = 'table' DESC, type = 'view' DESC, rowid
"""
MAGIC = b"SQLite format 3\0"


def database(path: Path) -> Look:
    """The tables and views of a database, which is only read."""
    with path.open("rb") as file:
        if file.read(len(MAGIC)) != MAGIC:
            return unknown(path), "It isn't an SQLite database that can be read; it may be encrypted."
    with closing(sqlite3.connect(f"file:{quote(str(path.absolute()))}?mode=ro&immutable=1", uri=True)) as opened:
        guard(opened)
        parts = list(islice(answers(opened, SCHEMA), MOST_ROWS))
        tables = [part for part in parts if part[0] in ("table", "view")]
        lines = [line for kind, name, sql in tables[:MOST_TABLES] for line in said_of(opened, kind, name, sql)]
    count = sum(kind == "table" for kind, _name, _sql in tables)
    sort = listed(_("an SQLite database"), ngettext("%(count)s table", "%(count)s tables", count))
    return sort, "\n".join([*newest(path), *lines, *others(parts, tables[:MOST_TABLES])])


def newest(path: Path) -> Iterator[str]:
    if Path(f"{path}-wal").exists():
        yield "Beside it lies what was written last (-wal), which isn't read here."


def others(parts: Sequence[tuple[Any, ...]], shown: Sequence[tuple[Any, ...]]) -> Iterator[str]:
    """What else there is, by name: further tables, indexes and triggers."""
    names = [f"{kind} {name}" for kind, name, _sql in parts if (kind, name, _sql) not in shown]
    if names:
        yield f"and {', '.join(names[:MOST_TABLES])}{' ...' if len(names) > MOST_TABLES else ''}"


def guard(opened: sqlite3.Connection) -> None:
    """Nothing in the file is run beyond what reads it, and nothing for long."""
    opened.text_factory = lambda data: data.decode("utf-8", "replace")
    opened.execute("PRAGMA trusted_schema = OFF")
    opened.execute("PRAGMA query_only = ON")
    opened.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LARGEST_VALUE)


def answers(opened: sqlite3.Connection, sql: str) -> Iterator[tuple[Any, ...]]:
    """The rows of an answer; raises `sqlite3.Error` where it takes too long, or the file is broken."""
    left = iter(range(WORK))
    opened.set_progress_handler(lambda: next(left, None) is None, STEPS)
    return iter(opened.execute(sql))


def said_of(opened: sqlite3.Connection, kind: str, name: str, sql: str) -> Iterator[str]:
    """A table's columns with their types and how they are written, and the number of its rows; of a view its query."""
    table = quoted(name)  # no question can have a table's name as a parameter
    try:
        columns = list(islice(answers(opened, f"PRAGMA table_info({table})"), MOST_COLUMNS))
        ((count,),) = answers(opened, f"SELECT count(*) FROM {table}")  # noqa: S608  # nosec B608
        yield f"{kind} {name}: {count:,} rows"
        yield from column_lines(columns, answers(opened, f"SELECT * FROM {table} LIMIT {MOST_ROWS}"))  # noqa: S608  # nosec B608
        for key in islice(answers(opened, f"PRAGMA foreign_key_list({table})"), MOST_COLUMNS):
            yield f"  {key[3]} refers to {key[2]}.{key[4]}"
        if kind == "view":
            yield f"  {' '.join(sql.split())[:LONGEST_SQL]}"
    except sqlite3.Error as problem:
        yield f"{kind} {name} can't be read: {problem}"


def column_lines(columns: Sequence[tuple[Any, ...]], rows: Iterable[tuple[Any, ...]]) -> Iterator[str]:
    """Each column as it is declared, and the types of its values, of which SQLite lets each be another."""
    types, forms = [Counter[str]() for _column in columns], [Values() for _column in columns]
    for row in rows:
        for value, kinds, form in zip(row, types, forms, strict=False):
            kinds[type(value).__name__ if value is not None else "NULL"] += 1
            if value is not None:
                form.add([f"<{len(value):,} bytes>" if isinstance(value, bytes) else str(value)])
    for (_place, name, declared, needed, _default, key), kinds, form in zip(columns, types, forms, strict=True):
        said = ", ".join(filter(None, [declared or "no type", "primary key" * bool(key), "not null" * bool(needed)]))
        found = ", ".join(f"{kind} x{count:,}" for kind, count in kinds.most_common())
        yield ": ".join(filter(None, [f"  {name} ({said})", found or "no values", form.examples()]))


def quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
