"""What the attack makes of a workbook is still one, and differs as it is said."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence

import openpyxl
import pytest

from languages.python.runner.attacks import workbooks

HEAD = ("Name", "Fee", "Code")
ROWS = [HEAD, ("Ada", 3, None), ("Bo", None, 5), ("Cy", 1.5, 7)]


def content(rows: Sequence[tuple[object, ...]]) -> bytes:
    book, saved = openpyxl.Workbook(), io.BytesIO()
    for row in rows:
        book.active.append(row)
    book.save(saved)
    return saved.getvalue()


def rows_of(data: bytes) -> list[tuple[object, ...]]:
    return [*openpyxl.load_workbook(io.BytesIO(data)).active.iter_rows(values_only=True)]


@pytest.mark.parametrize(
    ("changed", "rows"),
    [
        (workbooks.bad_row, [*ROWS[:2], ("qzx", None, "qzx"), ROWS[3]]),
        (workbooks.error_row, [*ROWS[:2], ("#N/A", None, "#N/A"), ROWS[3]]),
        (workbooks.far_row, [*ROWS[:2], ("Bo", None, workbooks.LAST_DAY), ROWS[3]]),
        (workbooks.headless, [(None, None, None), *ROWS[1:]]),
        (workbooks.twice_as_wide, [row * 2 for row in ROWS]),
        (workbooks.many_times, [HEAD, *ROWS[1:] * 11]),
    ],
)
def test_rows_are_changed(changed: Callable[[bytes], bytes], rows: Sequence[tuple[object, ...]]) -> None:
    assert rows_of(changed(content(ROWS))) == rows


def test_columns_go_on_behind_z() -> None:
    row = tuple(range(20))
    assert rows_of(workbooks.twice_as_wide(content([row, row]))) == [row * 2] * 2


def test_what_can_not_be_changed_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    whole, lonely = content(ROWS), content(ROWS[:1])
    damaged = whole[:500]
    assert workbooks.headless(damaged) == damaged
    assert workbooks.headless(lonely) == lonely
    monkeypatch.setattr(workbooks, "MOST_UNPACKED", 1000)
    assert workbooks.headless(whole) == whole
