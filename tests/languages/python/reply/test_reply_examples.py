import pytest

from languages.errors import BadExample
from languages.python.reply import merge_examples, parse_tests
from languages.types import Suite, TestCase

MODEL = parse_tests(
    "from datetime import date\n\ndef f(x):\n    return x\n\ndef test_f():\n    assert day(f(date(2020, 1, 2))) == 2\n",
    "Write `day`.",
)


def test_each_example_becomes_a_test_of_the_user() -> None:
    merged = merge_examples(MODEL, ["day(1) == 3", "assert day(2) == 4", '"a" in day("x")'])
    added = merged.tests[len(MODEL.tests) :]
    assert [test.name for test in added] == [f"test_user_example_{number}" for number in (1, 2, 3)]
    assert [test.source for test in added] == ["user"] * 3
    assert added[0].description == "Your example: day(1) == 3"
    assert merged.source.startswith(MODEL.source.rstrip())
    assert (
        '    """Your example: day(1) == 3"""\n    from solution import day\n    assert day(1) == 3\n' in merged.source
    )


@pytest.mark.parametrize(
    ("example", "imports"),
    [
        ("f(1) == 1", "    from solution import f\n"),
        (
            "day(date(2020, 1, 2)) == math.floor(2.5)",
            "    import math\n    from solution import day\n    from datetime import date\n",
        ),
    ],
    ids=["the program's, not what the model calls the same", "the modules that are needed"],
)
def test_examples_import_what_they_use(example: str, imports: str) -> None:
    assert imports in merge_examples(MODEL, [example]).source


def test_examples_stand_without_any_test_of_a_model_and_none_change_nothing() -> None:
    merged = merge_examples(Suite({}, ()), ["day(1) == 1"])
    compile(merged.source, "test_solution.py", "exec")
    assert len(merged.tests) == 1
    assert merge_examples(MODEL, []) == MODEL


def test_a_test_of_the_model_with_that_name_is_not_replaced() -> None:
    model = Suite({}, (TestCase("test_user_example_1", "One."),))
    assert [test.name for test in merge_examples(model, ["day(2) == 2"]).tests] == [
        "test_user_example_1",
        "test_user_example_2",
    ]


@pytest.mark.parametrize(
    "example",
    [
        "",
        "day(1) = 2",
        "day(1) equals 2",
        "1 == 1",
        "day(1), 2",
        "42",
        "import os",
        "assert day(1); x = 2",
        "day(1)\0",
        "'\ud800'",
        "-" * 99_999 + "day(1)",
        "yield day(1)",
    ],
)
def test_an_example_that_cannot_be_a_test_is_refused_with_advice(example: str) -> None:
    with pytest.raises(BadExample) as caught:
        merge_examples(MODEL, [example])
    assert "add(1, 2) == 3" in caught.value.advice
