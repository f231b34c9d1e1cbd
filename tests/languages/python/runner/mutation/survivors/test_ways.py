"""Inputs are written in the other ways that a program reads."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from languages.python.runner.mutation.survivors.ways import known_to

PROGRAM = """
import re
from datetime import date, datetime
MONTHS = ("jan", "feb")
FORMATS = ["%d.%m.%Y", "%Y-%m-%d"]
NOBODYS = "%H:%M"

def day(text):
    for one in FORMATS:
        try:
            return datetime.strptime(text, one).date()
        except ValueError:
            continue
    if found := re.fullmatch(r"([0-9]{1,2}) ([a-z]{3}) ([0-9]{4}|[0-9]{2})", text):
        return date(int(found[3]), MONTHS.index(found[2]) + 1, int(found[1]))

def amount(text):
    if re.fullmatch(r"[0-9]+,[0-9]{2}", text) or re.match(r"[1-9][0-9]{0,2}([.][0-9]{3})+,[0-9]{2} (EUR)?", text):
        return text
"""
DAYS = "day;sum\n08.02.2025;12,50\n"


def other_ways(source: str, text: str) -> list[str]:
    return list(known_to(source).other_ways(text))


def cells(texts: Sequence[str], column: int) -> set[str]:
    return {text.splitlines()[1].split(";")[column] for text in texts}


def test_what_a_function_reads_is_written_in_its_other_ways() -> None:
    others = other_ways(PROGRAM, DAYS)
    assert "2025-02-08" in cells(others, 0)
    assert all(text.startswith("day;sum\n") for text in others), "nothing reads the heads"
    amounts = cells(others, 1) - {"12,50"}
    assert any("." in amount for amount in amounts)
    assert any("EUR" in amount for amount in amounts)
    assert not any(":" in text for text in others)


def test_words_and_numbers_are_those_that_are_known() -> None:
    days = other_ways(PROGRAM, "8 feb 2025")
    assert {"8 jan 2025", "8 feb 25"} & set(days)
    assert other_ways(PROGRAM, "Ada") == other_ways("x = 1", "8 feb 2025") == []


def test_it_is_always_the_same() -> None:
    assert other_ways(PROGRAM, DAYS) == other_ways(PROGRAM, DAYS)


@pytest.mark.parametrize("pattern", ["(", "(?<=a)b", r"(?P<a>.)(?P=a)", "a{1000}", "(a*)*b" * 30])
def test_a_pattern_of_which_nothing_can_be_made_up_does_no_harm(pattern: str) -> None:
    source = f"import re\ndef f(text):\n    return re.fullmatch({pattern!r}, text) or re.fullmatch('[0-9]+', text)\n"
    assert other_ways(source, "12")
