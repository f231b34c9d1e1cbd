"""A repair that shows only what it changes is put into the program."""

from __future__ import annotations

import pytest

from languages.python.reply import completed

EARLIER = '''"""Adds up what lies in a file."""

from decimal import Decimal

LIMIT = 10


def read(text):
    return [Decimal(word) for word in text.split()]


def total(text):
    return sum(read(text)) - 1


def main():
    print(total("1 2"), LIMIT)


if __name__ == "__main__":
    main()
'''
TOTAL = "def total(text):\n    return sum(read(text), Decimal())\n"


@pytest.mark.parametrize(
    ("part", "instead"),
    [
        (TOTAL, TOTAL),
        (TOTAL + "\n\nprint(total('1 2'))\n", TOTAL),
        ("def total(text):\n    return 3\n", "def total(text):\n    return 3\n"),
    ],
    ids=["needs what stood there", "with an example", "has lost the start"],
)
def test_a_part_takes_the_place_of_what_it_repeats(part: str, instead: str) -> None:
    old = "def total(text):\n    return sum(read(text)) - 1\n"
    assert completed(part, EARLIER).split() == EARLIER.replace(old, instead).split()


def test_what_a_part_brings_along_comes_before_what_uses_it() -> None:
    part = "import math\n\nLIMIT = math.inf\n\n\ndef none():\n    return Decimal()\n\n\n"
    whole = completed(part + TOTAL.replace("Decimal()", "none()"), EARLIER)
    names: dict[str, object] = {"__name__": "solution"}
    exec(whole, names)
    assert (str(names["total"]("1 2")), str(names["LIMIT"])) == ("3", "inf")  # type: ignore[operator]
    assert whole.startswith('"""Adds up')
    assert whole.count("LIMIT =") == 1


@pytest.mark.parametrize("replaced", ["", TOTAL], ids=["nothing replaced", "with a replacement"])
def test_what_is_new_comes_after_what_it_needs(replaced: str) -> None:
    earlier = EARLIER.replace("LIMIT = 10", "class Sale:\n    pass")
    whole = completed(f"def one(sale: Sale):\n    return read(sale)\n\n\n{replaced}", earlier)
    assert whole.index("class Sale") < whole.index("def one") < whole.index("if __name__")


@pytest.mark.parametrize(
    "whole",
    [
        EARLIER.replace(" - 1", ""),
        "def total(text):\n    return 3\n\n\nif __name__ == '__main__':\n    print(total(input()))\n",
        "def other():\n    return 3\n",
        "import solution_of_another_kind\n",
    ],
)
def test_a_whole_program_stays_as_it_is(whole: str) -> None:
    assert completed(whole, EARLIER) == whole
