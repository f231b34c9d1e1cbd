import pytest

from languages.python.runner.mutation.plantable import survey, without_pragmas

CART = """class Cart:
    def __init__(self, prices):
        self.prices = prices

    @property
    def total(self):
        "The sum."
        if not self.prices:
            return 0
        return sum(self.prices)

    @classmethod
    def empty(cls):
        return cls([])
"""


@pytest.mark.parametrize("form", ["no mutate", "no mutate block", "no mutate: start", "no mutate end", "x, no mutate"])
def test_a_comment_that_tells_mutmut_to_look_away_loses_its_meaning(form: str) -> None:
    mended = without_pragmas(f"def f(x):  # pragma: {form}\n    return x\n")
    assert "no mutate" not in mended
    assert mended.startswith("def f(x):  # pragma: ")


def test_all_else_stays_as_it_is() -> None:
    source = "x = '# pragma: no mutate'\n\ny = f'''\n# pragma: no mutate\n'''  # pragma: no cover\n"
    assert without_pragmas(source) == source


def test_a_decorated_method_is_left_alone() -> None:
    assert survey(CART) == (5, {"Cart.total": 3})


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("@cache\ndef f():\n    return 1\n", "f"),
        ("@staticmethod\n@cache\ndef f():\n    return 1\n", "f"),
        ("class A:\n    class B:\n        def f(self):\n            return 1\n", "A.B.f"),
        ("if True:\n    def f():\n        return 1\n", "f"),
        ("class A:\n    if True:\n        def f(self):\n            return 1\n", "A.f"),
        ("class A:\n    def __new__(cls):\n        return 1\n", "A.__new__"),
        ("class A(enum.Enum):\n    def __init__(self):\n        self.x = 1\n", "A.__init__"),
        ("f = lambda x: x + 1\n", "lambda (line 1)"),
    ],
)
def test_where_mutmut_does_not_look(source: str, name: str) -> None:
    assert survey(source) == (1, {name: 1})


def test_inside_a_function_only_what_is_decorated_is_left_alone() -> None:
    source = (
        "def outer(g):\n    @wraps(g)\n    def inner():\n        return 1\n    def free():\n        return lambda: 2\n"
    )
    assert survey(source) == (4, {"outer.inner": 1})


def test_all_of_a_plain_program_is_reached() -> None:
    assert survey(
        "X = 1\n\n\nasync def f():\n    return X\n\n\n@dataclass\nclass A:\n    def g(self):\n        ...\n"
    ) == (1, {})
