import ast
from dataclasses import replace

import pytest

from languages.errors import NoUsableReply
from languages.python.candidates import suite
from languages.python.helpers import helped
from languages.python.language import PYTHON
from languages.python.settling import SETTLING
from languages.python.strengthening import comparable, drafted, joined, read_inputs
from languages.types import TellingInput, TestCase

BEFORE = suite("from solution import f\n\n\ndef test_f():\n    assert f(1)\n", [TestCase("test_f", "It does.")])


def test_a_call_becomes_a_test_of_which_nobody_is_told_what_the_program_gives() -> None:
    one = TellingInput("price(Item('a'), decimal.Decimal('2'))", ("m1",), "decimal.Decimal('4.20')")
    made = drafted(one, {"test_price_item_a_decimal_decimal_2"})
    (test,) = made.tests
    assert (test.name, test.scenario) == ("test_price_item_a_decimal_decimal_2_2", False)
    assert "from solution import Item, price" in made.source
    asked = SETTLING.expectation(made, test.name, 3, "")
    assert (asked.values, asked.numbers) == (("Decimal('4.2')",), (3,))
    assert "== ANSWER_3" in asked.text
    assert "4.2" not in asked.text
    answered = SETTLING.with_values(made, {test.name: ("Decimal('4.30')",)})
    both = joined(BEFORE, answered)
    assert [case.name for case in both.tests] == ["test_f", test.name]
    assert ast.parse(both.source)
    assert "Decimal('4.30')" in both.source


def test_a_new_test_may_use_what_the_others_have_beside_them() -> None:
    code = """import json
from solution import f, g

SIZE = 3

def book(name):
    return json.dumps([name, SIZE, g(0)])

"""
    tests = suite(f"{code}def test_f():\n    assert f(book('a'))\n", [TestCase("test_f", "It does.")])
    reply = "```python\ndef test_g():\n    assert f(book('b')) == 2\n```"
    new = replace(PYTHON.read_tests(reply, ""), tests=(TestCase("test_g", "So."),))
    assert "from solution import book, f" in new.source
    whole = helped(tests, new)
    assert "from solution import book" not in whole.source
    added = joined(tests, whole).source.partition("def test_g")[2]
    assert "f(book('b')) == 2" in added
    assert {line.strip() for line in added.splitlines()}.isdisjoint({"import json", "SIZE = 3", "def book(name):"})
    assert "def test_f" not in whole.source
    assert helped(tests, BEFORE) == BEFORE


def test_a_new_test_brings_what_stands_otherwise_there_and_what_reads_that() -> None:
    code = (
        "import json\n\nSIZE = 3\n\n\ndef book():\n    return json.dumps(SIZE)\n\n\ndef test_{}():\n    assert book()\n"
    )
    tests, new = (
        suite(text, [TestCase(name, "It does.")])
        for text, name in ((code.format("f"), "test_f"), (code.format("g").replace("3", "4"), "test_g"))
    )
    added = joined(tests, new).source.partition("def test_g")[2]
    assert {"SIZE = 4", "def book():"} <= {line.strip() for line in added.splitlines()}
    assert "import json" not in added


def test_the_mere_beginning_of_a_pdf_can_be_read() -> None:
    assert drafted(TellingInput("program.start(web={'http://a.org/b.pdf': b'%PDF-1.4 %%EOF'})", ()), ()).starts


def test_an_error_can_be_answered_by_a_value() -> None:
    made = drafted(TellingInput("f(0)", (), "raises ZeroDivisionError"), ())
    assert SETTLING.expectation(made, "test_f_0", 1, "").values == ("raises ZeroDivisionError",)
    assert "assert f(0) == 5" in SETTLING.with_values(made, {"test_f_0": ("5",)}).source


def test_what_is_done_with_an_object_becomes_a_test() -> None:
    made = drafted(TellingInput("stock = Stock(3)\nstock.add('tea')\nstock.items", (), "{'tea': 1}"), ())
    assert "from solution import Stock\n" in made.source
    asked = SETTLING.expectation(made, made.tests[0].name, 1, "")
    assert asked.values == ("{'tea': 1}",)
    assert "stock.add('tea')\n    assert stock.items == ANSWER_1" in asked.text
    refused = drafted(TellingInput("stock = Stock(-1)", (), "raises ValueError"), ())
    assert SETTLING.expectation(refused, "test_stock_1", 1, "").values == ("raises ValueError",)


def test_a_start_is_asked_about_as_a_whole() -> None:
    made = drafted(TellingInput("program.start(typed=['1'])\nprogram.start(typed=['Ada', '9'])", ()), ())
    (test,) = made.tests
    assert test.scenario
    assert "“Ada”, “9” typed" in test.description
    asked = SETTLING.expectation(made, test.name, 1, "")
    assert (asked.values, asked.text.count("program.start(")) == ((), 2)
    assert "assert ... in (run.files, run.text)" in asked.text


@pytest.mark.parametrize(
    ("source", "outcome"),
    [
        ("f(1)", "Item(name='a')"),
        ("f(1)", "raises ItsOwnError"),
        ("f(1)", "'≈ JPEG picture, 1 x 1, with 0'"),
        ("f(eval('1'))", "1"),
        ("f.__globals__.clear()", "None"),
        ("import os", "1"),
        ("f(1) or g(2)", "1"),
        (f"f({bytes(range(200))!r})", "1"),
        ("f(b'%PDF-1.3 stream BT endstream')", "1"),
    ],
)
def test_what_is_no_mere_call_with_values_is_no_test(source: str, outcome: str) -> None:
    with pytest.raises(NoUsableReply):
        drafted(TellingInput(source, (), outcome), ())


@pytest.mark.parametrize(
    ("old", "new", "can"),
    [
        ("1", "2.5", True),
        ("[1]", "(1,)", False),
        ("'4'", "4", False),
        ("None", "'a'", True),
        ("raises ValueError", "3", True),
        ("Decimal('1')", "2.5", False),
        ("Decimal('1')", "Decimal('2')", True),
    ],
)
def test_values_of_two_types_say_nothing_against_each_other(old: str, new: str, can: bool) -> None:
    assert comparable(old, new) is can


def test_inputs_are_calls_with_values_whatever_stands_around_them() -> None:
    reply = """<think>f(0)</think> Sure:
```python
f(1, day=date(2025, 5, 1))
assert f(Decimal("1.5")) == 3
f(1, day=date(2025, 5, 1))
value = f([1, {"a": (2, -3)}])
f(open("x"))
1 + 1
this is no Python
```"""
    assert read_inputs(reply) == [
        "f(1, day=datetime.date(2025, 5, 1))",
        "f(decimal.Decimal('1.5'))",
        "f([1, {'a': (2, -3)}])",
    ]
    assert read_inputs("program.start(typed=['Ada'])") == ["program.start(typed=['Ada'])"]
    assert read_inputs("program.start(); program.start(typed=[''])\nf(1); f(2)\nLike this?") == [
        "program.start()\nprogram.start(typed=[''])",
        "f(1)",
        "f(2)",
    ]
    assert read_inputs("stock = Stock(3); stock.add('tea'); stock.items\ncart = Cart(); cart.add(open('x'))") == [
        "stock = Stock(3)\nstock.add('tea')\nstock.items"
    ]
    with pytest.raises(NoUsableReply):
        read_inputs("Sorry, no.")


def test_an_input_may_have_a_zip_as_what_is_in_it() -> None:
    line = """program.start(files={'essays.zip': {'Ada/essay.txt': ('Once upon', '2025-05-09 21:00')}})"""
    assert read_inputs(f"```python\n{line}\n```") == [line]
    assert "Ada/essay.txt" in drafted(TellingInput(line, ()), ()).source


def test_what_a_test_stands_for_stays_in_front_of_what_it_takes_along() -> None:
    code = (
        'from solution import f\n\nROW = "a;1"\n\n\ndef test_row():\n    """[2] A row is read."""\n    assert f(ROW)\n'
    )
    both = joined(BEFORE, suite(code, [TestCase("test_row", "A row is read.", rules=(2,))]))
    added = next(node for node in ast.parse(both.source).body if getattr(node, "name", "") == "test_row")
    assert isinstance(added, ast.FunctionDef)
    assert ast.get_docstring(added) == "[2] A row is read."
