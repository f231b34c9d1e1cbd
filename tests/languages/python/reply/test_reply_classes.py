"""Classes of tests: what pytest collects of them, by which name, and what they inherit."""

import subprocess
import sys
from pathlib import Path

from languages.python.reply import parse_tests
from languages.types import ParsedTests

ADD = "Write a function `add(a, b)` that adds two numbers."
FAMILY = '''
import unittest


class Base:
    result = 3

    def test_inherited(self):
        """Inherited."""
        assert add(1, 2) == self.result


class TestChild(Base):
    def test_own(self):
        assert add(1, 0) == 1


class Sibling(Base):
    result = 1 + 2


class TestGrandchild(TestChild):
    def test_own(self):
        assert add(2, 0) == 2


class Lone:
    def test_first(self):
        assert add(1, 1) == 2

    def test_second(self):
        assert Lone.test_first(self) is None


class TestTwice:
    def test_a(self):
        assert add(1, 2) == 3


class TestTwice:
    def test_b(self):
        assert add(2, 2) == 4


class TestThrice(TestTwice):
    pass


class Fake:
    def test(self):
        return 1


def test_fake():
    assert add(Fake().test(), 1) == 2


class Waiting(unittest.IsolatedAsyncioTestCase):
    async def test_waits(self):
        assert await self.three() == add(1, 2)

    async def three(self):
        return 3
'''


def names(parsed: ParsedTests) -> list[str]:
    return [test.name for test in parsed.tests]


def test_inherited_tests_are_listed_and_run_under_the_names_pytest_gives_them(tmp_path: Path) -> None:
    parsed = parse_tests(f"```python\n{FAMILY}```", ADD)
    assert not parsed.dropped
    (tmp_path / "test_solution.py").write_text(parsed.code, encoding="utf-8")
    (tmp_path / "solution.py").write_text("def add(a, b):\n    return a + b\n", encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-rA", "-p", "no:cacheprovider", "--rootdir", str(tmp_path)]
    run = subprocess.run([*command, "test_solution.py"], cwd=tmp_path, capture_output=True, text=True, check=False)
    passed = [line.split("::", 1)[1] for line in run.stdout.splitlines() if line.startswith("PASSED")]
    assert sorted(passed) == sorted(names(parsed)), run.stdout
    assert run.returncode == 0, run.stdout
    expected = {"TestChild::test_inherited", "TestSibling::test_inherited", "TestGrandchild::test_own"}
    assert expected | {"TestThrice::test_b", "TestLone::test_second"} <= set(passed)
    assert "Base::test_inherited" not in passed


def test_a_test_dropped_from_a_base_is_dropped_from_what_inherits_it() -> None:
    base = "class Base:\n    def test_a(self):\n        add(1, 2)\n\n\n"
    parsed = parse_tests(f"{base}class TestAdd(Base):\n    def test_b(self):\n        assert add(1, 2) == 3\n", ADD)
    assert names(parsed) == ["TestAdd::test_b"]
    assert [(test.name, test.reason) for test in parsed.dropped] == [("Base::test_a", "It compares nothing.")]
    assert "class Base:\n    pass\n" in parsed.code


def test_an_inherited_init_keeps_pytest_from_running_a_class() -> None:
    base = "class Base:\n    def __init__(self):\n        self.one = 1\n\n\n"
    test = "    def test_a(self):\n        assert add(self.one, 1) == 2\n\n\n"
    parsed = parse_tests(f"{base}class TestAdd(Base):\n{test}def test_b():\n    assert add(1, 2) == 3\n", ADD)
    assert names(parsed) == ["test_b"]
    assert "`__init__`" in parsed.dropped[0].reason


def test_asynchronous_methods_are_made_plain_or_dropped() -> None:
    plain = "    async def test_a(self):\n        assert add(1, 2) == 3\n\n"
    waiting = "    async def test_b(self):\n        assert await add(1, 2) == 3\n"
    parsed = parse_tests(f"class TestAdd:\n{plain}{waiting}", ADD)
    assert names(parsed) == ["TestAdd::test_a"]
    assert "    def test_a(self):" in parsed.code
    assert [test.name for test in parsed.dropped] == ["TestAdd::test_b"]
    assert "asynchronous" in parsed.dropped[0].reason


def test_methods_of_classes_inside_are_dropped_without_harm_to_the_others() -> None:
    inner = "    class TestInner:\n        def test_a(self):\n            add(1, 2)\n\n"
    more = "        def test_b(self):\n            assert add(1, 2) == 3\n\n"
    outer = "    def test_c(self):\n        add(1, 2)\n\n    def test_d(self):\n        assert add(2, 2) == 4\n"
    parsed = parse_tests(f"class TestOuter:\n{inner}{more}{outer}", ADD)
    assert names(parsed) == ["TestOuter::TestInner::test_b", "TestOuter::test_d"]
    assert [test.name for test in parsed.dropped] == ["TestOuter::test_c", "TestOuter::TestInner::test_a"]
