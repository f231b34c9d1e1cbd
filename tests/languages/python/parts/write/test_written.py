# ruff: noqa: RUF005  (times without a zone, and wide letters, are what it is about)
"""Values stand in files as the people of the program's language write them."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from languages.python.parts.write.written import (
    _cell_text,
    _cells_below,
    _is_like_formula,
)
from tests.languages.python.parts.folder import ProgramFolder

DAY = date(2025, 2, 3)


@pytest.mark.parametrize(
    ("language", "number", "day"),
    [
        ("en", "1234.50", "2025-02-03"),
        ("en-US", "1234.50", "02/03/2025"),
        ("en-GB", "1234.50", "03/02/2025"),
        ("en-ZA", "1234.50", "2025/02/03"),
        ("en-CA", "1234.50", "2025-02-03"),
        ("de", "1234,50", "03.02.2025"),
        ("de-AT", "1234,50", "03.02.2025"),
        ("de-CH", "1234.50", "03.02.2025"),
        ("fr", "1234,50", "03/02/2025"),
        ("fr-CH", "1234,50", "03.02.2025"),
        ("es", "1234,50", "03/02/2025"),
        ("es-MX", "1234.50", "03/02/2025"),
        ("it", "1234,50", "03/02/2025"),
        ("nl", "1234,50", "03-02-2025"),
        ("pt-BR", "1234,50", "03/02/2025"),
        ("pl", "1234,50", "03.02.2025"),
        ("sv", "1234,50", "2025-02-03"),
        ("hu", "1234,50", "2025. 02. 03."),
        ("ja", "1234.50", "2025/02/03"),
        ("zh-CN", "1234.50", "2025/02/03"),
        ("ko", "1234.50", "2025. 02. 03."),
        ("ar", "1234.50", "03/02/2025"),
        ("he", "1234.50", "03.02.2025"),
        ("xx", "1234.50", "2025-02-03"),
    ],
)
def test_each_language(folder: ProgramFolder, language: str, number: str, day: str) -> None:
    folder.speak(language)
    assert (_cell_text(Decimal("1234.50")), _cell_text(DAY)) == (number, day)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, ""),
        (True, "yes"),
        (False, "no"),
        (0, "0"),
        (-1234567, "-1234567"),
        (Decimal("1E+3"), "1000"),
        (Decimal("1E-7"), "0,0000001"),
        (Decimal("-0.00"), "0,00"),
        (Decimal("-0.50"), "-0,50"),
        (Decimal("12345678901234567890.12"), "12345678901234567890,12"),
        (Decimal("NaN"), ""),
        (float("inf"), ""),
        (0.1 + 0.2, "0,3"),
        (1e20, "100000000000000000000"),
        (1 / 3, "0,333333333333333"),
        (datetime(2025, 2, 3, 9, 5), "03.02.2025 09:05"),
        (datetime(2025, 2, 3, 9, 5, 7, tzinfo=UTC), "03.02.2025 09:05:07"),
        (date(33, 4, 3), "03.04.0033"),
        (time(0, 0), "00:00"),
        (timedelta(minutes=90), "1:30"),
        (timedelta(days=2, seconds=5), "48:00:05"),
        (-timedelta(minutes=61, seconds=1), "-1:01:01"),
        (-timedelta(microseconds=1), "0:00"),
        ("3.50", "3.50"),
        ("a\r\nb\rc\nd", "a\nb\nc\nd"),
        ("a\x00\x1b\x0b\uffff\ud83d\tb", "a����" + "�\tb"),
        (Path("a/b"), "a/b"),
        (["x"], "['x']"),
    ],
)
def test_each_value(folder: ProgramFolder, value: Any, text: str) -> None:
    folder.speak("de")
    assert _cell_text(value) == text


@pytest.mark.parametrize(
    "text",
    [
        "=1+1",
        "+1",
        "+49 170 12",
        "-1+1",
        "- milk",
        "-x",
        "@SUM(A1)",
        "\t=1",
        "\ta",
        "  =1",
        "\n=1",
        "\u00a0=1",
        "＝1",
        "＋1",
        "－x",
    ]
    + ["＠x", "-1 EUR x", "-2+3", "=", "+", "@", "-.", "-1e5", "- - 3"],
)
def test_what_a_spreadsheet_would_reckon(text: str) -> None:
    assert _is_like_formula(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "-5",
        "-5,00",
        "-1.234,50 €",
        "-12%",
        "- 3.50 EUR",
        "-1'200.50",
        "-1 200",
        "-",
        "--",
        "X=1",
        "---",
        "a=1",
        "5",
        "'=1",
        " -5",
    ]
    + ["Tea", "1+1", "a@b.org", "-5\n"],
)
def test_what_it_would_not(text: str) -> None:
    assert not _is_like_formula(text)


@given(st.text(max_size=20))
def test_only_amounts_begin_with_a_sign(text: str) -> None:
    if text.strip()[:1] in ("=", "+", "@"):
        assert _is_like_formula(text)


def test_rows_may_be_dicts() -> None:
    rows = [{"b": 2, "a": 1}, {"a": 3, "c": 4}, (5, 6), "text", 7, iter([8])]
    assert _cells_below(["a", "b"], rows) == [[1, 2], [3, None], [5, 6], ["text"], [7], [8]]
