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


@pytest.mark.parametrize(
    ("text", "word", "line"),
    [
        ("Standard lines\nAll Lines: 9\nLines  7", "Lines", "Lines  7"),
        ("Price per line  1.85\nprice = 3", "Price", "price = 3"),
        ("Total: 9.00\nIncludes total tax", "total", "Total: 9.00"),
        ("Total (EUR): 9.00\nTotal", "Total", "Total (EUR): 9.00"),
        ("Open: 12\n12:00 Lunch", "12", "Open: 12"),
    ],
)
def test_a_label_comes_before_other_lines_with_its_name(text: str, word: str, line: str) -> None:
    assert first(text, [word]) == line


def test_in_a_window_a_label_stands_alone_where_there_is_no_value() -> None:
    assert first("Price per line  1.85\nPrice", ["Price"], empty=True) == "Price"
    assert first("Lines\nLines  7", ["Lines"], empty=True) == "Lines  7"
    assert first("Shop\n2 x tea 10.00\ntea", ["tea"], empty=True) == "2 x tea 10.00"
    assert first("Your total is 12.50\nTotal", ["Total"], empty=True) == "Your total is 12.50"
    assert first("Price per line  1.85", ["Price"], empty=True) == "Price per line  1.85"
