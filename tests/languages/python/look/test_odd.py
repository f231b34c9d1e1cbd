"""Which rows of a long table are shown because they are written otherwise."""

from __future__ import annotations

from datetime import date

import pytest

from languages.python.look.odd import MOST, MOST_ROWS, MOST_SHAPES, Row, shape, unlike


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("03.05.2025", "2025-05-03"),
        ("03.05.2025", "3.5.25"),
        ("12,50", "12.50"),
        ("1.250,00", "250,00"),
        ("12.50", "-12.50"),
        ("12.50", "12.50 EUR"),
        ("12.50", ""),
        ("12.50", 12.5),
        (date(2025, 5, 3), "2025-05-03"),
        (12.5, None),
    ],
)
def test_what_is_read_in_another_way_has_another_shape(one: object, other: object) -> None:
    assert shape(one) != shape(other)


@pytest.mark.parametrize(
    ("one", "other"), [("03.05.2025", "17.12.1999"), ("Bo", "Anna-Lena Groß, Köln"), (7, 12.5), ("7", "120")]
)
def test_what_is_read_alike_has_one_shape(one: object, other: object) -> None:
    assert shape(one) == shape(other)


def test_of_each_new_shape_the_first_row_is_shown() -> None:
    rows = [["Ada", "1,50"]] * 100
    rows[40:43] = ["Bo", "2"], ["Cy", ""], ["Di", "3"]
    rows[60] = ["Ed"]
    assert unlike(rows, [*range(10), 97, 98, 99]) == [40, 41, 60]
    assert unlike(rows, [40, 41, 60]) == [0]
    assert unlike([], []) == []


def test_a_column_of_free_texts_says_nothing() -> None:
    texts: list[Row] = [["1", "-" * (number % (MOST_SHAPES + 1))] for number in range(100)]
    assert unlike(texts, [0]) == []


def test_there_is_an_end_to_it() -> None:
    wide = [["1"] * 100, *(["1"] * number + ["x"] for number in range(50))]
    assert unlike(wide, [0]) == list(range(1, MOST + 1))
    assert unlike([["1"]] * MOST_ROWS + [["x"]], [0]) == []
