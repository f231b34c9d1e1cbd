"""Tests that check nothing never count as tests."""

import pytest

from languages.errors import NoUsableReply
from languages.python.reply import parse_tests
from languages.types import ParsedTests

ADD = "Write a function `add(a, b)` that adds two numbers."
GOOD = "def test_good():\n    assert add(1, 2) == 3\n\n\n"


def left_out(parsed: ParsedTests) -> dict[str, str]:
    return {test.name: test.reason for test in parsed.dropped}


@pytest.mark.parametrize(
    ("body", "meant"),
    [
        ("return add(3, 4) == 8", "assert add(3, 4) == 8"),
        ("return add(1, 2) == 3 and not add(0, 0)", "assert add(1, 2) == 3 and (not add(0, 0))"),
        ("add(3, 4) == 8  # eight", "assert add(3, 4) == 8  # eight"),
        ("add(3, 4) == 8, 'eight'", "assert add(3, 4) == 8, 'eight'"),
        ("assert (add(3, 4) == 8, 'eight')", "assert add(3, 4) == 8, 'eight'"),
        ("for n in (1, 2):\n        add(n, n) == 2 * n", "    assert add(n, n) == 2 * n"),
    ],
)
def test_a_comparison_without_an_assert_gets_one(body: str, meant: str) -> None:
    parsed = parse_tests(f"def test_a():\n    {body}\n", ADD)
    assert [test.name for test in parsed.tests] == ["test_a"]
    assert f"    {meant}\n" in parsed.code


def test_methods_get_their_asserts_too() -> None:
    parsed = parse_tests("class TestAdd:\n    def test_a(self):\n        return add(3, 4) == 8\n", ADD)
    assert "        assert add(3, 4) == 8\n" in parsed.code


@pytest.mark.parametrize(
    "body",
    [
        "add(1, 2)",
        "print(add(1, 2) == 3)",
        "result = add(1, 2) == 3",
        "def inner():\n        assert add(1, 2) == 4",
        "class Inner:\n        def test_b(self):\n            assert add(1, 2) == 4",
        "try:\n        assert add(1, 2) == 4\n    except Exception:\n        pass",
        "try:\n        assert add(1, 2) == 4\n    except (AssertionError, ValueError):\n        print('no')",
        "try:\n        add(1, None)\n    except TypeError:\n        assert True",
        "assert (add(1, 2), 'three')",
        "quiet(1, 2)",
    ],
)
def test_a_test_that_cannot_fail_is_dropped(body: str) -> None:
    helper = "def quiet(a, b):\n    print(add(a, b))\n\n\n"
    parsed = parse_tests(f"{helper}{GOOD}def test_a():\n    {body}\n", ADD)
    assert [test.name for test in parsed.tests] == ["test_good"]
    assert left_out(parsed) == {"test_a": "It compares nothing."}
    assert "test_a" not in parsed.code


@pytest.mark.parametrize(
    "body",
    [
        "check(1, 2, 3)",
        "twice(1, 2, 3)",
        "for function in (check,):\n        function(1, 2, 3)",
        "def inner():\n        assert add(1, 2) == 3\n    inner()",
        "with pytest.raises(TypeError):\n        add(1, None)",
        "with pytest.warns(UserWarning):\n        add(1, 2)",
        "try:\n        add(1, None)\n        assert False\n    except TypeError:\n        pass",
        "try:\n        add(1, None)\n        pytest.fail('no error')\n    except Exception:\n        pass",
        "try:\n        assert add(1, 2) == 3\n    except AssertionError:\n        raise",
        "try:\n        add(1, None)\n    except Exception as error:\n        assert isinstance(error, TypeError)",
        "if add(1, 2) != 3:\n        raise AssertionError('three')",
    ],
)
def test_a_test_that_can_fail_is_kept(body: str) -> None:
    helpers = "def check(a, b, c):\n    assert add(a, b) == c\n\n\ndef twice(a, b, c):\n    check(a, b, c)\n\n\n"
    parsed = parse_tests(f"import pytest\n\n{helpers}{GOOD}def test_a():\n    {body}\n", ADD)
    assert [test.name for test in parsed.tests] == ["test_good", "test_a"]
    assert not parsed.dropped


def test_a_fixture_or_a_method_that_checks_counts() -> None:
    fixture = "@pytest.fixture\ndef three():\n    yield add(1, 2)\n    assert add(1, 2) == 3\n\n\n"
    check = "    def check(self, a):\n        self.assertEqual(add(a, 0), a)\n\n"
    methods = f"{check}    def test_b(self):\n        self.check(1)\n"
    parsed = parse_tests(
        f"{fixture}def test_a(three):\n    add(three, 1)\n\n\nclass AddCase(unittest.TestCase):\n{methods}", ADD
    )
    assert [test.name for test in parsed.tests] == ["test_a", "AddCase::test_b"]


def test_a_class_keeps_the_methods_that_check() -> None:
    methods = "    def test_a(self):\n        add(1, 2)\n\n    def test_b(self):\n        assert add(1, 2) == 3\n"
    parsed = parse_tests(
        f"class TestAdd:\n{methods}\n\nclass TestNone:\n    def test_c(self):\n        add(1, 2)\n", ADD
    )
    assert [test.name for test in parsed.tests] == ["TestAdd::test_b"]
    assert list(left_out(parsed)) == ["TestAdd::test_a", "TestNone::test_c"]
    assert "TestNone" not in parsed.code


def test_a_reply_whose_tests_check_nothing_is_refused() -> None:
    with pytest.raises(NoUsableReply, match="No test can be used: test_a: It compares nothing"):
        parse_tests("def test_a():\n    add(1, 2)\n", ADD)
