import datetime
import decimal
import pathlib
from collections import Counter
from typing import Any

import pytest

from languages.python.runner.mutation.survivors.spoken import Unspeakable, source_of, told

VALUES = [
    None,
    [1, (2,), {"a": {3}}, set(), frozenset({1})],
    (1.5, float("inf"), "ä\n", b"x"),
    {datetime.date(2025, 1, 2): decimal.Decimal("0.10")},
    pathlib.Path("notes.txt"),
]


@pytest.mark.parametrize("value", VALUES, ids=str)
def test_a_value_is_written_as_source_that_gives_it_again(value: Any) -> None:
    names = {"datetime": datetime, "decimal": decimal, "pathlib": pathlib}
    assert eval(source_of(value), names) == value


def test_what_has_no_source_is_refused() -> None:
    for value in (object(), print, iter([1]), [Counter()]):
        with pytest.raises(Unspeakable):
            source_of(value)


class Plain:
    def __init__(self, value: int) -> None:
        self.value = value


def test_equal_values_are_told_alike_wherever_they_lie() -> None:
    assert told(Plain(1)) == told(Plain(1)) != told(Plain(2))
    assert told({2, 1}) == told({1, 2})
    assert told(0.1 + 0.2) == told(0.3)
    assert told(1) != told(1.0)
    assert (told(set[int]()), told((1,))) == ("set()", "(1,)")
    assert told(x for x in (1, 2)) == "generator[1, 2]"


def test_looking_on_changes_nothing() -> None:
    numbers = iter([1, 2])
    told(numbers, aloof=True)
    assert list(numbers) == [1, 2]
    assert told(list(range(99)), aloof=True) != told([*range(98), 0], aloof=True)
