"""What stands beside a name, and what it is."""

from __future__ import annotations

from datetime import date, datetime, time
from decimal import Decimal
from typing import Any

import pytest

from languages.python.runner._scenario.likeness import Several
from languages.python.runner._scenario.value import Value
from languages.python.runner._scenario.values import beside


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("19.50", [Decimal("19.50"), 19.5, Decimal("19.5"), "19.50"]),
        ("19,50 €", [Decimal("19.50"), "19,50 €"]),
        ("EUR 1.250,00", [1250, 1250.0]),
        ("$1,250.00", [1250]),
        ("1 250,00", [1250]),
        ("1'250'000", [1250000]),
        ("\N{MINUS SIGN}10", [-10]),
        ("-10.00 EUR", [-10]),
        ("1,250", [1250, Decimal("1.25")]),
        ("0.250", [Decimal("0.25")]),
        ("3 jars", [3, "3  jars"]),
        ("15 %", [15]),
        ("owes 19.50.", [Decimal("19.50")]),
        ("2025-03-01", [date(2025, 3, 1)]),
        ("01.03.2025", [date(2025, 3, 1)]),
        ("on 1 March 2025", [date(2025, 3, 1)]),
        ("3.333", [pytest.approx(3.33, abs=0.01)]),
        ("2:30 pm", [time(14, 30)]),
        ("12:05 a.m.", [time(0, 5)]),
        ("5kg", [5]),
        ("90 min", [90]),
        ("EUR12.50", [Decimal("12.50")]),
        ("March 1, 2025, 9:30", [date(2025, 3, 1), datetime.fromisoformat("2025-03-01 09:30"), time(9, 30)]),
    ],
)
def test_a_value_equals_what_it_says(text: str, same: list[object]) -> None:
    assert all(Value(text) == one for one in same)


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("-10 of 10", [10, -10]),
        ("100", [10, 1, True, "10"]),
        ("1", [True]),
        ("19.50", [Decimal("19.51"), 1950, Decimal("9.50"), "19.5"]),
        ("-19.50", [Decimal("19.50")]),
        ("0.250", [250]),
        ("2.50 and 3.50", [Decimal("2.50")]),
        ("2 3", [2, 3, 23]),
        ("2025-03-01", [2025, date(2025, 1, 3)]),
        ("12:30", [12, 30, time(12, 31)]),
        ("2:30 pm", [time(2, 30)]),
        ("3.5", [pytest.approx(3.33, abs=0.01)]),
        ("4a7f", [4, 47]),
        ("none", [0, None]),
    ],
)
def test_and_nothing_else(text: str, other: list[object]) -> None:
    assert not any(Value(text) == one for one in other)


def test_a_test_reckons_with_it_as_with_what_it_says() -> None:
    read: Any = Value  # it answers as a number does, and is text to who checks types
    fee, day, clock = read("549,20 €"), read("01.03.2025"), read("2:30 pm")
    assert (abs(read("-3,50")), -fee, +fee) == (Decimal("3.50"), Decimal("-549.20"), Decimal("549.20"))
    assert (fee + 1, 1 + fee, fee - Decimal("0.20"), 600 - fee) == (Decimal("550.20"),) * 2 + (549, Decimal("50.80"))
    assert (fee * 2, 2 * fee, fee / 2, fee - read("49,20"), fee * 0.5) == (
        Decimal("1098.40"),
        Decimal("1098.40"),
        Decimal("274.60"),
        500,
        Decimal("274.60"),
    )
    assert sum([fee, fee]) == Decimal("1098.40")
    assert (int(fee), float(fee), round(fee), round(fee, 1)) == (549, 549.2, 549, Decimal("549.2"))
    assert fee.quantize(Decimal(1)) == 549
    assert 549 < fee <= Decimal("549.20")
    assert fee >= read("9,00") > 8.5
    assert (day.year, day.isoformat(), clock.hour) == (2025, "2025-03-01", 14)
    assert date(2025, 2, 1) < read("2025-03-15") < date(2025, 4, 1)
    assert (fee + " each", read("b") > "a", read("1,250") + 0) == ("549,20 € each", True, 1250)


@pytest.mark.parametrize("text", ["none", "2.50 and 3.50", ""])
def test_with_what_is_no_number_nobody_reckons(text: str) -> None:
    read: Any = Value
    with pytest.raises(TypeError, match="isn't one number"):
        abs(read(text))
    with pytest.raises(TypeError, match="isn't one number"):
        read(text) > 3  # noqa: B015
    with pytest.raises(AttributeError):
        read(text).nothing  # noqa: B018


SHOWN = """This program gives change.
Amount?
Change: 3.50
Home score  3  Guest score  5
Name  Jars  Owes
Ada  3  19.50
Bo  1  6.50
Total = 26.00 EUR
Cy owes 4.20 by now
Tip (10%): 2.60
Sum
30.20
"""


@pytest.mark.parametrize(
    ("words", "value"),
    [
        (["change"], Decimal("3.50")),
        (["Home score"], 3),
        (["Guest score"], 5),
        (["Ada", "Owes"], Decimal("19.50")),
        (["Bo", "Jars"], 1),
        (["total"], 26),
        (["Cy"], Decimal("4.20")),
        (["Sum"], Decimal("30.20")),
        (["Tip (10%)"], Decimal("2.60")),
        (["Name"], "Jars"),
    ],
)
def test_it_stands_beside_its_name(words: list[str], value: object) -> None:
    assert beside(words, SHOWN) == value


LEAGUE = """The league

Place  Team       Played  Goals  Points
1      Bees            2    2:0       4
2      Red Socks       2              1
3      Ants                   0:2     0

Made today
"""


@pytest.mark.parametrize(
    ("words", "value"),
    [
        (["Bees", "Points"], 4),
        (["Bees", "Place"], 1),
        (["Red Socks", "Goals"], None),
        (["Red Socks", "Points"], 1),
        (["Ants", "Goals"], "0:2"),
        (["Ants", "Played"], None),
    ],
)
def test_a_name_may_stand_in_any_column_and_cells_may_be_empty(words: list[str], value: object) -> None:
    cells = [["Place", "Team", "Played", "Goals", "Points"], ["1", "Bees", "2", "2:0", "4"]]
    cells += [["2", "Red Socks", "2", "", "1"], ["3", "Ants", "", "0:2", "0"]]
    text = "\n".join("  ".join(filter(None, row)) for row in cells)  # as a page and a list of a window show it
    if value is None:
        assert beside(words, text, None, [cells]) == ""
    else:
        assert [beside(words, LEAGUE), beside(words, text, None, [cells])] == [value, value]


def test_a_row_is_called_by_its_first_cell_where_one_is_called_so() -> None:
    games = "Home  Away  Goals\nBees  Ants  2\nAnts  Owls  1\n"
    assert beside(["Ants", "Goals"], games) == 1
    assert beside(["Owls", "Goals"], games) == 1


def test_a_field_has_its_label_for_a_name() -> None:
    assert beside(["People"], "People  1", {"People:": "4", "Tip": "5"}) == 4


def test_heads_of_a_table_stand_beside_no_value() -> None:
    shown = "Sightings: 6\nKind  Sightings  Birds\nHeron  2  4\n\nPlace  Sightings  Kinds\nPond  6  3\n"
    assert beside(["Sightings"], shown) == 6
    assert beside(["Name"], "Name  Ada\nSum  12\n") == "Ada"
    # Of a table without rows, or with words alone, only the table itself tells.
    assert beside(["Stamps"], "Stamps  3\nDay  Stamps  Free\n", None, [[["Day", "Stamps", "Free"]]]) == 3


@pytest.mark.parametrize(("words", "text"), [(["score"], SHOWN), (["Ada"], "Ada: 1\nAda: 2")])
def test_two_are_both_named(words: list[str], text: str) -> None:
    with pytest.raises(Several, match=r"'\d'.*'\d'"):
        beside(words, text)


@pytest.mark.parametrize("words", [["Dora"], ["Amount"], ["Ada", "Pays"]])
def test_where_none_is_all_is_shown(words: list[str]) -> None:
    with pytest.raises(AssertionError, match="Nothing stands beside"):
        beside(words, SHOWN)
