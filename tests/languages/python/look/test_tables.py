"""What is said of a table that is too long to be shown."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from languages.python.look.odd import MOST_ROWS
from languages.python.look.tables import table
from tests.languages.python.look.reading import seen

KINDS = ("Rent", "rent", "Feste ", "")


def lines_of(path: Path, content: str) -> list[str]:
    path.write_text(content, encoding="utf-8", newline="")
    return table(path)[1].splitlines()


def test_columns_and_rows_are_described_that_nobody_sees(tmp_path: Path) -> None:
    rows = [f"{day % 28 + 1:02}.03.2025;{KINDS[day % 4]};{day},50;{'-' * (day % 12)}" for day in range(100)]
    rows[50:52] = ["2025-03-07;rent;1\u202f000,00;", rows[3]]
    shown = lines_of(tmp_path / "a.csv", "\r\n".join(["Account;1", "", "Date;Kind;Amount;Note", *rows, ""]))
    assert shown[:6] == [
        "[... invisible: U+202F narrow no-break space, 1 in all, first in line 54 ...]",
        "[... column Date is written as in: 01.03.2025 (99), 2025-03-07 (1) ...]",
        "[... column Kind has only: rent (26), Rent (25), '' (25), 'Feste ' (24) ...]",
        "[... column Amount is written as in: 0,50 (99), 1<U+202F>000,00 (1) ...]",
        "[... cells in each row, by lines: 2 in 1-1, 4 in 3-103 ...]",
        "[... repeated rows: 1, first in line 55 ...]",
    ]
    assert shown[6] == "Account;1"


def test_of_many_rows_it_is_said_how_many_were_looked_at(tmp_path: Path) -> None:
    shown = lines_of(tmp_path / "a.csv", "a,b\n" + "1,2\n" * MOST_ROWS)
    assert shown[0] == f"[... only the first {MOST_ROWS:,} rows were looked at ...]"


def test_of_ragged_rows_it_is_said_how_many_there_are(tmp_path: Path) -> None:
    rows = ["a,b", *("1,2" if number % 3 else "1,2,3" for number in range(60))]
    assert "[... cells in each row, and how many rows have so many: 2 (41), 3 (20) ...]" in lines_of(
        tmp_path / "a.csv", "\n".join([*rows, ""])
    )


def test_a_short_table_is_seen_and_needs_no_words(tmp_path: Path) -> None:
    assert lines_of(tmp_path / "a.csv", "a,b\n1,2\n1,2\n3\n") == ["a,b", "1,2", "1,2", "3"]


def test_a_quote_that_is_never_closed_is_said_and_the_text_is_shown(tmp_path: Path) -> None:
    csv.field_size_limit(131_072)  # the library's own, which parts of programs change
    shown = lines_of(tmp_path / "a.csv", 'a,b\n"x,1\n' + "y,2\n" * 60_000)
    assert shown[0] == "It can't be opened as .csv: field larger than field limit (131072)"
    assert shown[1:3] == ["a,b", '"x,1']


@pytest.mark.parametrize(("name", "row"), [("a.csv", "{},x;y"), ("a.txt", "on day {} it rained")])
def test_short_lines_are_shown_without_a_gap(tmp_path: Path, name: str, row: str) -> None:
    written = [row.format(number) for number in range(1, 91)]
    assert seen(tmp_path, name, "\n".join(written).encode())[1][-90:] == written
    longer = [f"{line} {60 * 'z'}" for line in written]
    assert any("lines left out here" in line for line in seen(tmp_path, name, "\n".join(longer).encode())[1])
