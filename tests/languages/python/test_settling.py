"""What tests expect, told apart from what they do; and tests with other expectations."""

from __future__ import annotations

import pytest

from languages.errors import NoUsableReply
from languages.python.candidates import suite
from languages.python.reply import parse_tests
from languages.python.settling import SETTLING
from languages.types import TestCase

CODE = '''import pytest
from decimal import Decimal
from solution import is_even, split, Stock


def test_value():
    """Ten over three is 5."""
    # five!
    assert split(10, 3) == 5, "should be 5"


def test_many():
    expected = [1, 2.0]
    assert split([1], x=2) == expected
    assert is_even(3)
    assert not is_even(2)
    with pytest.raises(ValueError, match="none"):
        split(1, 0)


def test_state():
    stock = Stock()
    stock.add("tea")
    total = stock.total()
    assert total == pytest.approx(3.5, abs=0.1)
    assert Decimal("19.50") == stock.price
    assert stock.parts() == [pytest.approx(1, rel=1e-09), pytest.approx(2.5, rel=1e-09)]


def test_start(program):
    run = program.start(files={"a.csv": "x;1"}, typed=["3"])
    assert "24.50" in run.text
    assert f"Fee {WORD}" in run.text
    assert f"{run.exit_code}" == "0"
    assert run.files["b.csv"] == "a;2"


@pytest.mark.parametrize("a, b", [(1, 2)])
def test_table(a, b):
    assert split(a, 1) == b


def test_loop():
    for x in (1, 2):
        assert split(x, 1) == x
'''
PROPERTY = '''from hypothesis import given, strategies as st
from solution import shown


@given(amount=st.fractions(), text=st.text())
def test_shown(tmp_path, amount, text):
    """[1] It is shown."""
    assert "." not in shown(amount, text)
'''
FAILED = """E   AssertionError: assert '.' not in '3.5'
E   Failing test case: test_shown(
E       amount=Fraction(7, 2),
E       text='E   )',
E   )
"""
NAMES = ("test_value", "test_many", "test_state", "test_start", "test_table", "test_loop")
TESTS = suite(CODE, [TestCase(name, "Words.") for name in NAMES])


def test_a_test_is_asked_about_without_anything_that_says_what_it_expects() -> None:
    asked = {name: SETTLING.expectation(TESTS, name, 3, "") for name in NAMES}
    assert asked["test_value"].text == "def test_case_3():\n    assert split(10, 3) == ANSWER_3"
    assert (asked["test_value"].numbers, asked["test_value"].values) == ((3,), ("5",))
    assert asked["test_many"].values == ("[1, 2]", "True", "False", "raises ValueError")
    assert asked["test_many"].text.splitlines()[-2:] == [
        "    assert is_even(2) == ANSWER_5",
        "    assert split(1, 0) == ANSWER_6",
    ]
    assert asked["test_state"].values == ("3.5", "Decimal('19.5')", "[1, 2.5]")
    assert "pytest.approx(ANSWER_3, abs=0.1)" in asked["test_state"].text
    assert asked["test_start"].text.splitlines()[1:] == [
        "    run = program.start(files={'a.csv': 'x;1'}, typed=['3'])",
        "    assert ... in run.text",
        "    assert ... in run.text",
        "    assert f'{run.exit_code}' == ...",
        "    assert run.files['b.csv'] == ...",
    ]
    assert asked["test_start"].values == ()
    assert (asked["test_table"].text, asked["test_loop"].text) == ("", ""), (
        "what is expected can't be taken out of them"
    )


CALLED_WITH = """
from decimal import Decimal
from solution import count

TEXT = "a" * 3
TWICE = TEXT + TEXT
DONE = 5
LINES = ["77", "78"]
EXPECTED = {"a": 77}


def calculate(window, name):
    \"\"\"It shows 77.\"\"\"
    window.click(name)


def good(text):
    return count(text) == EXPECTED["a"]


def wanted(number):
    return 77 + number


def test_count():
    rows = TWICE.splitlines()
    assert count(rows) == 6
    assert count(TEXT) == DONE


def test_shown(program):
    window = program.window(files={"a.txt": TEXT})
    calculate(window, "a.txt")
    assert "3" in window.text


def test_joined():
    assert count(TEXT) == "-".join(LINES)
    assert count("") == 0


def test_named():
    expected = EXPECTED["a"]
    assert count("a") == expected
    assert count(TEXT) == wanted(2)
    assert count("") == 0


def test_worked_out():
    total = 5
    expected = wanted(total)
    assert count(TEXT) == expected
    assert count("") == 0


def test_good():
    assert good("a")
    assert count("") == 0


def test_both():
    assert count(EXPECTED) == EXPECTED["a"]
    assert count("") == 0


def test_end(program):
    run = program.start(typed=[TEXT])
    assert run.line("Total").endswith(LINES[0])
    assert "3" in run.text
"""


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("test_count", ["TEXT", "TWICE"]),
        ("test_shown", ["TEXT"]),
        ("test_joined", ["TEXT"]),
        ("test_named", ["TEXT"]),
        ("test_worked_out", ["TEXT"]),
        ("test_good", []),
        ("test_both", []),
        ("test_end", ["TEXT"]),
    ],
)
def test_a_test_is_asked_about_with_what_it_gives_the_program_and_nothing_that_says_what_comes(
    name: str, shown: list[str]
) -> None:
    text = SETTLING.expectation(suite(CALLED_WITH, ()), name, 1, "").text
    names = ("TEXT", "TWICE", "DONE", "LINES", "EXPECTED")
    assert [one for one in names if f"    {one} = " in text] == shown
    assert "77" not in text
    assert ("def calculate(window, name):\n        window.click(name)\n" in text) is (name == "test_shown")
    assert "def good" not in text
    assert "def wanted" not in text


def test_other_values_are_written_in_their_places() -> None:
    new = {"test_value": ["raises ValueError"], "test_many": ["[1, 3]", "False", "False", "None"]}
    changed = SETTLING.with_values(TESTS, new)
    assert "    with pytest.raises(ValueError):\n        split(10, 3)\n" in changed.source
    assert (
        "    expected = [1, 3]\n    assert split([1], x=2) == expected\n    assert not is_even(3)\n" in changed.source
    )
    assert "    assert split(1, 0) == None\n" in changed.source
    assert CODE[CODE.index("def test_state") :] in changed.source
    assert changed.tests[0].description == "Words. (It expects raises ValueError now.)"
    rows = SETTLING.with_values(TESTS, {"test_state": ["3.5", "Decimal('19.5')", "[1, 0.5]"]}).source
    assert "== [pytest.approx(1, rel=1e-09), pytest.approx(0.5, rel=1e-09)]" in rows
    with pytest.raises(NoUsableReply):
        SETTLING.with_values(TESTS, {"test_value": ["Fraction(1, 2)"]})


def test_a_test_is_replaced_by_one_that_was_written_anew() -> None:
    reply = "import re\nfrom solution import split\n\n\ndef test_case_3(program):\n    assert re.match('a', split(1))\n"
    one = SETTLING.only(parse_tests(reply, ""), 3)
    assert one is not None
    changed = SETTLING.with_test(TESTS, "test_start", one)
    assert "def test_start(program):\n    import re\n" in changed.source
    assert "24.50" not in changed.source
    assert [test.name for test in SETTLING.without(changed, ["test_start"]).tests] == [*NAMES[:3], *NAMES[4:]]
    tests = suite("class TestA:\n    def test_a(self, program):\n        assert program.start().text == '1'\n", ())
    assert SETTLING.expectation(tests, "TestA::test_a", 3, "").text.startswith("def test_case_3(program):")
    assert "class TestA:\n    def test_a(self, program):\n        import re\n" in (
        SETTLING.with_test(tests, "TestA::test_a", one).source
    )
    helped = parse_tests(
        "```python\nfrom solution import split\nA = 1\ndef test_case_1():\n    assert split(A) == 2\n```", ""
    )
    only = SETTLING.only(helped, 1)
    assert only is not None
    assert (
        "def test_start():\n    from solution import split\n    A = 1\n"
        in SETTLING.with_test(TESTS, "test_start", only).source
    )
    marked = SETTLING.only(parse_tests(reply.replace("def", "@pytest.mark.parametrize('a', [1])\ndef"), ""), 3)
    assert marked is not None
    with pytest.raises(NoUsableReply):
        SETTLING.with_test(TESTS, "test_start", marked)


def test_an_example_of_the_task_is_known_in_a_test() -> None:
    assert SETTLING.says(TESTS, "test_value", "split(10,3)", "5")
    assert not SETTLING.says(TESTS, "test_value", "split(10, 3)", "4")
    assert SETTLING.says(TESTS, "test_start", "x;1, typed 3", "24.50")
    assert not SETTLING.says(TESTS, "test_start", "nothing", "an error")
    assert not SETTLING.says(TESTS, "test_start", "a pair", "4"), "a part of another number"
    assert not SETTLING.says(TESTS, "test_start", "c. 24.50", "24.50"), "once for both"


def test_answers_are_read_with_mercy() -> None:
    reply = (
        """Let me think: ANSWER_1 = 10 / split ...
**ANSWER_1 = 4**
ANSWER_2: `[1,
 2.0]`
- ANSWER_3 = raises ValueError.
ANSWER_4 = unclear
ANSWER_5 = Decimal("19.50")  # because
{"ANSWER_6": 4, "ANSWER_7": "a"}
ANSWER_8 = "a, b".
ANSWER_9 is True
ANSWER_10 = 3.5 (rounded)
`ANSWER_11 = pytest.raises(KeyError)`
ANSWER_12 = __import__("os").system("x")
ANSWER_13 = """
        + "[" * 3000
    )
    assert SETTLING.read_values(reply, {}) == {
        1: "4",
        2: "[1, 2]",
        3: "raises ValueError",
        4: "unclear",
        5: "Decimal('19.5')",
        6: "4",
        7: "'a'",
        8: "'a, b'",
        9: "True",
        10: "3.5",
        11: "raises KeyError",
    }


def test_a_number_stands_for_an_amount_where_one_is_expected() -> None:
    expected = {1: "Decimal('0.1')", 2: "0.5", 3: "decimal.Decimal('1')", 4: "'0.1'", 5: "Decimal('3')"}
    reply = (
        "ANSWER_1 = 0.20\nANSWER_2 = Decimal('0.50')\nANSWER_3 = Decimal(2)\nANSWER_4 = 0.1\nANSWER_5 = raises KeyError"
    )
    read = SETTLING.read_values(reply, expected)
    assert read == {1: "Decimal('0.2')", 2: "0.5", 3: "decimal.Decimal('2')", 4: "0.1", 5: "raises KeyError"}


def test_one_value_may_be_called_by_a_longer_name() -> None:
    expected = {1: "date(2025, 5, 1)", 2: "[datetime.date(2025, 5, 1)]", 3: "'a'"}
    reply = "ANSWER_1 = datetime.date(2025, 5, 1)\nANSWER_2 = [date(2025, 5, 1)]\nANSWER_3 = 'ValueError: bad line'"
    assert SETTLING.read_values(reply, expected) == {**expected, 3: "'ValueError: bad line'"}


def test_a_property_is_made_for_the_input_with_which_it_failed() -> None:
    tests = suite(PROPERTY, [TestCase("test_shown", "It is shown.", rules=(1,))])
    made = SETTLING.at_input(tests, "test_shown", FAILED)
    assert [case.rules for case in made.tests] == [(1,)]
    assert "amount = Fraction(7, 2)" in made.tests[0].description, "it doesn't hold for every input any more"
    assert made.source.endswith(
        '''def test_shown(tmp_path):
    """[1] It is shown."""
    from fractions import Fraction
    amount = Fraction(7, 2)
    text = 'E   )'
    assert '.' not in shown(amount, text)
'''
    )
    assert "assert ... not in shown(amount, text)" in SETTLING.expectation(made, "test_shown", 1, "").text


@pytest.mark.parametrize(
    "message",
    [
        "",
        "E   assert 1 == 2",
        FAILED.replace("Fraction(7, 2)", "__import__('os')"),
        FAILED.replace("Fraction(7, 2)", "<object>"),
        FAILED.replace("Fraction(7, 2)", "data(...)"),
    ],
)
def test_where_nobody_knows_that_input_the_property_stays(message: str) -> None:
    tests = suite(PROPERTY, [TestCase("test_shown", "It is shown.")])
    assert SETTLING.at_input(tests, "test_shown", message) == tests
    assert SETTLING.at_input(TESTS, "test_value", FAILED) == TESTS


@pytest.mark.parametrize(
    ("stated", "looks_up"),
    [
        ("assert count('a b') == 2", False),
        ("assert stock.count('tea') == 2", False),
        ("assert rows('a;2')[0]['sum'] == 2", True),
        ("assert shown('a;2').splitlines() == ['2']", True),
        ("assert run.value('Ada') == 2", True),
        ("line = run.line('Ada')\n    assert line == '2'", True),
    ],
)
def test_a_test_that_looks_for_where_a_value_stands_is_known(stated: str, looks_up: bool) -> None:
    tests = suite(f"from solution import *\n\n\ndef test_it(run, stock):\n    {stated}\n", [TestCase("test_it", "")])
    assert SETTLING.looks_up(tests, "test_it") is looks_up


TABLES = {
    "parametrize": """@pytest.mark.parametrize("a, b", [(1, 2), pytest.param(3, 4, id="three is 4")])
def test_table(a, b):
    \"\"\"It is so.\"\"\"
    assert split(a, 1) == b
""",
    "loop": """def test_table():
    \"\"\"It is so.\"\"\"
    for a, b in [(1, 2), (3, 4)]:
        assert split(a, 1) == b, "no"
""",
    "named": """def test_table():
    for a, b in CASES.items():
        assert split(a, 1) == b
""",
}


@pytest.mark.parametrize("written", TABLES.values(), ids=TABLES)
def test_a_table_is_asked_about_line_by_line_and_written_anew_so(written: str) -> None:
    code = f"import pytest\nfrom solution import split\n\nCASES = {{1: 2, 3: 4}}\n\n\n{written}"
    tests = SETTLING.at_input(suite(code, [TestCase("test_table", "")]), "test_table", "")
    asked = SETTLING.expectation(tests, "test_table", 1, "")
    assert asked.values == ("2", "4")
    assert asked.text.endswith("assert split(1, 1) == ANSWER_1\n    assert split(3, 1) == ANSWER_2")
    assert "assert split(3, 1) == 5" in SETTLING.with_values(tests, {"test_table": ["2", "5"]}).source


@pytest.mark.parametrize(
    "written",
    [
        "def test_a(program):\n    for a in range(3):\n        assert program.start(typed=[a]).text == a\n",
        "@pytest.mark.parametrize('a', [1])\ndef test_a(program, a):\n    assert program.start(a).text == '1'\n",
        "def test_a():\n    for a in [1, 2]:\n        if a == 2:\n            continue\n        assert split(a) == a\n",
        "def test_a():\n    assert split(1) == 1\n",
    ],
    ids=["no literal", "starts that share a folder", "jumps", "no table"],
)
def test_what_can_not_be_written_out_stays(written: str) -> None:
    tests = suite(f"import pytest\nfrom solution import split\n\n\n{written}", [TestCase("test_a", "")])
    assert SETTLING.at_input(tests, "test_a", "") == tests


def test_of_a_line_that_could_not_be_carried_out_also_what_it_looks_for_is_masked() -> None:
    code = """def test_a(program):
    run = program.start(typed=["3"], files={"a.csv": "x"})
    run.click("Go")
    rows = run.files["result.csv"]
    assert run.value("Ada") == 3
"""
    tests = suite(code, [TestCase("test_a", "")])

    def asked(line: int, rest: str = "E   KeyError: 'result.csv'") -> list[str]:
        message = f"test_solution.py:{line}: in test_a\n    ...\n{rest}"
        return [one.strip() for one in SETTLING.expectation(tests, "test_a", 1, message).text.splitlines()[2:]]

    plain = ["run.click('Go')", "rows = run.files['result.csv']", "assert run.value('Ada') == ..."]
    assert asked(4) == [plain[0], "rows = run.files[...]", plain[2]]
    assert asked(3) == ["run.click(...)", *plain[1:]]
    assert asked(5) == [*plain[:2], "assert run.value(...) == ..."]
    assert asked(4, "solution.py:3: in f\n    x\nE   KeyError: 1") == plain, "the program raised it"
    assert asked(5, "E   AssertionError: assert 2 == 3") == plain
