"""Tasks that are specifications already say themselves what will be built."""

from __future__ import annotations

import pytest

from languages.brief import Brief, Example
from languages.python.specification import expression as expression_of
from languages.python.specification import specified

STUB = 'def add(a: int, b: int = 0) -> int:\n    """Give the sum.\n\n    >>> add(1, 2)\n    3\n    """\n'


@pytest.mark.parametrize(
    ("task", "interface"),
    [
        (STUB, ("add(a: int, b: int=0) -> int",)),
        ("Write add(a, b), which gives the sum.", ("add(a, b)",)),
        (
            "Two functions: `fingerprint(text)` and `same(first, second=None)`.",
            ("fingerprint(text)", "same(first, second=None)"),
        ),
        ("class Stock:\n    def put(self, name):\n        ...\n", ("Stock",)),
    ],
)
def test_a_signature_is_the_interface(task: str, interface: tuple[str, ...]) -> None:
    brief = specified(task)
    assert brief
    assert (brief.kind, brief.interface) == ("function", interface)


def test_examples_of_calls_are_examples() -> None:
    assert specified("Add two numbers.\n>>> add(1, 2)\n3\n") == Brief(
        "function", examples=(Example("add(1, 2)", "3", "add(1, 2)\n3"),)
    )


@pytest.mark.parametrize(
    ("given", "expected", "expression"),
    [
        ("add(1, 2)", "3", "add(1, 2) == 3"),
        ("add(1, 2) > 2", "True", "(add(1, 2) > 2) == True"),
        ("names()", "['Ann', None]", "names() == ['Ann', None]"),
        ("name()", "Ann", ""),
        ("3 jars for 6.50", "19.50", ""),
        ("1 + 2", "3", ""),
        ("len('abc')", "3", ""),
        ("Stock().count('tea')", "0", "Stock().count('tea') == 0"),
        ("stock.count('tea')", "3", ""),
        ("add(1,", "3", ""),
    ],
)
def test_an_example_of_a_call_is_an_expression_and_one_in_words_is_none(
    given: str, expected: str, expression: str
) -> None:
    assert expression_of(Example(given, expected)) == expression


@pytest.mark.parametrize(
    "task",
    [
        "Sort my photo(s) into folders by month.",
        "Meine Schüler(innen) sollen üben, z.B. 3 (mal 4).",
        "Give me the plan (with dates) for 7 teams(sometimes 6 or 8).",
        "",
    ],
)
def test_plain_words_say_nothing_of_the_kind(task: str) -> None:
    assert specified(task) is None


def test_the_last_example_of_a_docstring_ends_before_its_quotes() -> None:
    brief = specified(
        'def double(n):\n    """ Twice it.\n    >>> double(1)\n    2\n    >>> double(2)\n    4\n    """\n'
    )
    assert brief
    assert [(one.given, one.expected) for one in brief.examples] == [("double(1)", "2"), ("double(2)", "4")]


HEAD = 'def f(a, b=None):\n    """Do it.\n'


@pytest.mark.parametrize(
    ("line", "example"),
    [
        ("f(1, 2) == 3", ("f(1, 2)", "3")),
        ('* f("a b") ➞ ["a", "b"].', ('f("a b")', '["a", "b"]')),
        ("For example, `f([1, 2])` should return -1.5, and", ("f([1, 2])", "-1.5")),
        ("f(b='x') => 'y'  # for it is so", ("f(b='x')", "'y'")),
        ("f(1) -> (2, 3)", ("f(1)", "(2, 3)")),
        ("f(')')=True", ("f(')')", "True")),
        ("f(1) -> 19 - 5 = 14", None),
        ("f(1) == 3.33...", None),
        ("f(1) == 3 or 4", None),
        ("f(1) -> 2, 3 are left", None),
        ("f(1) -> 11,90", None),
        ("f(1) == 1,234.50", None),
        ("f(1) * f(2) == 3", None),
        ("Wrong: f(1) == 3", None),
        ("f() -> None", None),
        ("f(1) == 2, f(1) == 3", None),
        ("- f(1) -> None, as nothing comes of it", ("f(1)", "None")),
        ("f(1) -> ('Venus')", None),
        ("f(a) == 3", None),
        ("f(1) is small", None),
        ("f(1) -> Ann", None),
        ("g(1) == 3", None),
        ("f(1 == 3", None),
    ],
)
def test_a_call_with_what_comes_of_it_is_an_example(line: str, example: tuple[str, str] | None) -> None:
    brief = specified(f'{HEAD}    {line}\n    """\n')
    assert brief
    assert [(one.given, one.expected, one.words) for one in brief.examples] == ([(*example, line)] if example else [])


def test_what_is_said_twice_is_one_example_and_plain_words_are_none() -> None:
    brief = specified(f'{HEAD}    >>> f(1)\n    2\n\n    f(1) == 2\n    """\n')
    assert brief
    assert [one.given for one in brief.examples] == ["f(1)"]
    assert specified("The table has =ROUND(2.567, 1) = 2.6 in it. Make a page of it.") is None
    specified(f"{HEAD}" + "    f(" * 20_000)


STUB_OF_TWO = 'def most(arr, k):\n    """{}\n    """\n'
STUB_OF_ONE = 'def most(arr):\n    """{}\n    """\n'


@pytest.mark.parametrize(
    ("words", "example"),
    [
        ("Input: arr = [-3, -4, 5], k = 3\n    Output: [-4, -3, 5]", ("most([-3, -4, 5], 3)", "[-4, -3, 5]")),
        ("Input:\n  arr : [1, 2]\n  k : 1\nOutput: [2]", ("most([1, 2], 1)", "[2]")),
        ('For arr = [1], k = 2 the output should be "none".', ("most([1], 2)", '"none"')),
        ("For k = 2, arr = [1, 5], the result will be 5. No more.", ("most([1, 5], 2)", "5")),
        (">>> most([4], 1) == [4]", ("most([4], 1)", "[4]")),
        ("assert most([4], 1) == [4]", ("most([4], 1)", "[4]")),
        ("most([4], 0)  # returns []", ("most([4], 0)", "[]")),
        ("most([4], 0) => false", ("most([4], 0)", "False")),
    ],
)
def test_examples_are_read_however_tasks_write_them(words: str, example: tuple[str, str]) -> None:
    brief = specified(STUB_OF_TWO.format(words))
    assert brief
    assert [(one.given, one.expected) for one in brief.examples] == [example]


@pytest.mark.parametrize(
    "words",
    [
        "Input: arr = [1]\nOutput: [1]",  # what is k?
        "The output should be 5 for most lists.",
        "For each k the output is 3 or less.",
        "Input: arr = numbers, k = 2\nOutput: 3",
    ],
)
def test_what_names_not_all_that_goes_in_is_no_example(words: str) -> None:
    brief = specified(STUB_OF_TWO.format(words))
    assert brief
    assert not brief.examples


def test_a_single_parameter_need_not_be_named() -> None:
    brief = specified(STUB_OF_ONE.format("Example 1:\n  Input: [4, 2]\n  Output: 2\n  Explanation: it is."))
    assert brief
    assert [(one.given, one.expected) for one in brief.examples] == [("most([4, 2])", "2")]
    assert brief.examples[0].words == "Input: [4, 2] Output: 2"
