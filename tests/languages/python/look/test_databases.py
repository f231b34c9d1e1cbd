"""SQLite databases, also those that are made to do harm."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.languages.python.look.reading import looked, seen

TABLES = """
CREATE TABLE members (id INTEGER PRIMARY KEY, name TEXT NOT NULL, paid, joined TEXT, photo BLOB);
CREATE TABLE fees (member INTEGER REFERENCES members(id), "odd ""name" REAL);
CREATE INDEX by_member ON fees (member);
CREATE VIEW owing AS SELECT name FROM members WHERE paid IS NULL;
CREATE VIEW endless AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n;
"""
ROWS = [
    ("Ada", 12.5, "2025-05-03", b"123"),
    ("Bo", "12,50", "03.05.2025", None),
    ("Cy", None, "1746230400", None),
]


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    path = tmp_path_factory.mktemp("look") / "club #1?.db"
    with closing(sqlite3.connect(path)) as made:
        made.executescript(TABLES)
        made.executemany("INSERT INTO members (name, paid, joined, photo) VALUES (?, ?, ?, ?)", ROWS)
        made.commit()
    sort, said = looked(path)
    assert sort == "an SQLite database, 2 tables"
    return said


@pytest.mark.parametrize(
    "line",
    [
        "table members: 3 rows",
        "  id (INTEGER, primary key): int x3: 1",
        "  name (TEXT, not null): str x3: Ada",
        "  paid (no type): float x1, str x1, NULL x1: 12.5 | 12,50",
        "  joined (TEXT): str x3: 2025-05-03 | 03.05.2025 | 1746230400",
        "  photo (BLOB): NULL x2, bytes x1: <3 bytes>",
        "table fees: 0 rows",
        '  odd "name (REAL): no values',
        "  member refers to members.id",
        "view owing: 1 rows",
        "  CREATE VIEW owing AS SELECT name FROM members WHERE paid IS NULL",
        "view endless can't be read: interrupted",
        "and index by_member",
    ],
)
def test_tables_come_with_the_types_and_forms_of_their_values(lines: list[str], line: str) -> None:
    assert line in lines


def test_a_database_is_known_by_how_it_begins_and_broken_where_it_ends(tmp_path: Path) -> None:
    assert seen(tmp_path, "history", b"SQLite format 3\0" + b"\0" * 100)[0] == "an SQLite database, broken"
    assert seen(tmp_path, "thumbs.db", b"\xd0\xcf\x11\xe0")[1][0].startswith("It isn't an SQLite database")
