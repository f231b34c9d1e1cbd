"""Which line has what somebody looks for."""

import pytest

from languages.python.runner._scenario.lines import first

TEXT = "Mayor: 930.00\nmay: 30.00\nSum: 1,930 (9.50 of it)\n9 jars of (tea)"


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["May"], "may: 30.00"),
        (["may", "30.00"], "may: 30.00"),
        (["mayo"], "Mayor: 930.00"),
        (["930"], "Mayor: 930.00"),
        (["1,930"], "Sum: 1,930 (9.50 of it)"),
        (["9"], "9 jars of (tea)"),
        (["(tea)"], "9 jars of (tea)"),
        (["jars", "sum"], ""),
    ],
)
def test_whole_words_come_first(words: list[str], line: str) -> None:
    assert first(TEXT, words) == line


def test_without_words_it_is_the_first() -> None:
    assert first(TEXT, []) == "Mayor: 930.00"
    assert first("", ["a"]) == ""


def test_a_name_is_looked_for_as_a_label_and_as_it_is_written_first() -> None:
    window = "Standard lines\nPrice per line  1.85\nAll Lines: 9\nLines  7\nPrice\nNote: the price"
    assert first(window, ["Lines"]) == "Lines  7"
    assert first(window, ["Price"]) == "Price"
    assert first(window, ["lines"]) == "Standard lines"
    assert first("the sum of May\nIn May 3\nmay 4", ["May"]) == "the sum of May"
