"""How what tells a planted mistake apart is said to people."""

from __future__ import annotations

from dataclasses import replace

import pytest

from languages.python.checks.mutation_words import difference, in_words, parameters_of
from languages.types import Mutation

NOTHING = "{}"
LETTER = "{'a letter.docx': b'PK\\x03'}"
OTHER = "{'a letter.docx': b'PK\\x04'}"
TABLE = "{'sums.csv': 'May;3'}"


@pytest.mark.parametrize(
    ("changed", "yours", "said"),
    [
        (LETTER, NOTHING, "leaves the files a letter.docx, yours none"),
        (LETTER, OTHER, "leaves the files a letter.docx, yours the same names with another content"),
        (TABLE, TABLE.replace("3", "4"), "writes “May;3”, yours “May;4”"),
    ],
)
def test_files_that_differ_are_named_and_bytes_are_not_shown(changed: str, yours: str, said: str) -> None:
    missed = {"lines": ["program.start()"], "changed": {"files": changed}, "yours": {"files": yours}}
    assert difference(missed) == f"for a start the changed program {said}"


def test_lists_are_said_by_what_is_in_them() -> None:
    changed, yours = {"value": "['It needs a digit.', 'It''s short.']"}, {"value": "[]"}
    missed = {"lines": ["check(['a'], {1: decimal.Decimal('2.50')})"], "changed": changed, "yours": yours}
    said = "gives “It needs a digit.”, “Its short.”, yours nothing: an empty list"
    assert difference(missed, {"check": ["words", "sums"]}) == f"for words=“a”, sums=1: 2.50 the changed program {said}"


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("share(decimal.Decimal('9.50'), people=3)", "for total=9.50, people=3"),
        ("due(datetime.date(2025, 3, 1), ['a'])", "for `due(datetime.date(2025, 3, 1), ['a'])`"),
        ("count('a b')", "for text='a b'"),
    ],
)
def test_an_input_is_said_by_the_names_of_what_the_function_takes(call: str, said: str) -> None:
    missed = {"lines": [call], "changed": {"value": "Decimal('3.17')"}, "yours": {"value": "date(2025, 3, 1)"}}
    parameters = parameters_of(
        "def share(total, people):\n    pass\n\ndef due(day):\n    pass\n\ndef count(text):\n    pass\n"
    )
    assert difference(missed, parameters) == f"{said} the changed program gives 3.17, yours 2025-03-01"
    assert parameters_of("def share(") == {}


def test_what_is_worked_out_and_what_is_shown_each_have_their_share() -> None:
    both = Mutation(killed=15, survived=3, no_tests=1, timeout=1, total=22, equivalent=2, shown=8, shown_caught=5)
    assert in_words(both, 1000) == (
        "22 mistakes planted: 16 noticed, 2 change nothing anyone could see (1,000 inputs tried), 4 got away; "
        "noticed 11 of 12 in what the program works out, 5 of 8 in what it asks, shows or writes"
    )
    assert in_words(replace(both, shown=20, shown_caught=16), 1000).endswith("4 got away"), "there is only one sort"
