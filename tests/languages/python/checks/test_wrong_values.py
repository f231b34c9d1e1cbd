from __future__ import annotations

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from languages.python.checks.wrong_values import stranger, unheard_of, wrong

PLAIN = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text() | st.binary()
VALUES = st.recursive(
    PLAIN, lambda inner: st.lists(inner) | st.tuples(inner, inner) | st.dictionaries(st.text(), inner)
)


def replaced(expression: str, **known: str) -> str:
    """An expression as it reads once the part that has to go is replaced."""
    node = ast.parse(expression, mode="eval").body
    names = {name: [ast.parse(value, mode="eval").body] for name, value in known.items()}
    old, new = wrong(node, names)
    return expression.replace(ast.unparse(old), new, 1)


@given(VALUES)
def test_a_stranger_is_another_value_of_the_same_type(value: object) -> None:
    other = stranger(value)
    assert other != value
    assert value is None or type(other) is type(value) or (isinstance(value, complex) and isinstance(other, float))


@given(st.sets(st.integers() | st.text() | st.booleans(), min_size=1))
def test_a_set_has_other_members(value: set[object]) -> None:
    assert stranger(value) != value


def test_it_looks_alike() -> None:
    assert 1000 <= int(str(stranger(2024))) <= 9999
    text = str(stranger("Ab-1"))
    assert (len(text), text[0].isupper(), text[2], text[3].isdigit()) == (4, True, "-", True)
    assert isinstance(stranger([1, "a"]), list)


@pytest.mark.parametrize(
    ("expected", "begins"),
    [
        ("pytest.approx(3.5, abs=0.1)", "pytest.approx("),
        ("[pytest.approx(2.5, rel=1e-09)]", "[pytest.approx("),
        ("date(2024, 3, 5)", "date("),
        ("set([1, 1, 2])", "set({"),
        ("Decimal('1.5')", "Decimal('"),
        ("f'{x} apples'", "'"),
        ("[f(x) for x in y]", "["),
        ("'a' * 3", "'"),
        ("2 ** 10", ""),
        ("(1, unknown)", "("),
        ("not done", "(not (not done))"),
        ("unknown", "'"),
    ],
)
def test_expressions_keep_their_kind(expected: str, begins: str) -> None:
    text = replaced(expected)
    assert text.startswith(begins)
    assert text != expected
    ast.parse(text)


def test_what_a_name_stands_for_tells_its_type() -> None:
    assert replaced("expected", expected="True") == "(not (expected))"
    assert replaced("expected", expected="5").isdigit()
    assert isinstance(ast.literal_eval(unheard_of(ast.Name("expected"), {"expected": [ast.Constant(2.5)]})), float)
