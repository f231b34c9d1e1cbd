from __future__ import annotations

import pytest

from languages.columns import MOST_COLUMNS, MOST_NEWS, columns_moved
from languages.outcome import Table


def seen(*headers: str) -> list[Table]:
    """A table for each of these first rows, whose cells are parted by bars."""
    return [Table(f"Sheet {place}", (tuple(header.split("|")), ("1", "2"))) for place, header in enumerate(headers)]


BANK = {"bank.csv": seen("Date|Payee|Amount"), "rules.csv": seen("word|category")}


@pytest.mark.parametrize(
    ("name", "header", "news"),
    [
        ("bank.csv", "Date|Payee|Amount", ()),
        ("july.csv", " Date |Payee|Amount", ()),
        ("bank.csv", "Date|Amount|Payee", ("“Payee” is column 3, and was column 2", "“Amount” is column 2, and was")),
        ("july.csv", "Date|Via|Payee|Sum", ("“Payee” is column 3", "“Amount” isn't", "“Via” is new", "“Sum” is new")),
        ("bank.csv", "Day|To", ("“Date” isn't", "“Payee” isn't", "“Amount” isn't", "“Day” is new", "“To” is new")),
        ("other.csv", "x|y", ()),
        ("bank.csv", "Date|Payee|Amount|[... +2 ...]", ()),
        ("july.xlsx", "Date|Amount|Payee", ()),
        ("bank.csv", "2025-01-01|shop|3.50", ()),
    ],
)  # fmt: skip
def test_columns_that_moved_went_or_came_are_named(name: str, header: str, news: tuple[str, ...]) -> None:
    said = columns_moved(BANK, {name: seen(header)})
    assert len(said) == len(news)
    for sentence, part in zip(said, news, strict=True):
        assert part in sentence
        assert sentence.startswith(f"{name}: ")


def test_lines_above_the_names_are_no_columns() -> None:
    before, after = (
        Table("", (("Account", "Joint"), ("Balance", "7"), tuple(names.split("|")), ("2 Jun", "780", "")))
        for names in ("Date|Out|In", "Date|In|Out")
    )
    said = columns_moved({"bank.csv": [before]}, {"july.csv": [after]})
    assert [one.partition(": ")[2].partition(",")[0] for one in said] == ["“Out” is column 3", "“In” is column 2"]


def test_each_sheet_is_held_against_its_own() -> None:
    book = {"book.xlsx": seen("a|b", "c|d")}
    assert columns_moved(book, {"next.xlsx": seen("a|b", "d|c")})[0].startswith("next.xlsx: “c” is column 2")


def test_what_was_not_looked_at_is_not_said_to_be_missing() -> None:
    wide = [f"c{number}" for number in range(MOST_COLUMNS)]
    assert columns_moved({"a.csv": seen("|".join(["gone", *wide[1:]]))}, {"a.csv": seen("|".join(wide))}) == ()
    assert columns_moved({"a.csv": []}, {"a.csv": seen("a|b")}) == ()


def test_names_from_a_hostile_file_are_cut_and_harmless() -> None:
    (first, *_) = columns_moved(BANK, {"bank.csv": seen("Date|Payee|\u202e" + "x" * 500)})
    assert len(first) < 200
    many = [seen("|".join(letters)) for letters in ("abcdefghij", "klmnopqrst")]
    assert len(columns_moved({"a.csv": many[0]}, {"a.csv": many[1]})) == MOST_NEWS
