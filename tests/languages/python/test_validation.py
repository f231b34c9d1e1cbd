"""Which tests are found in a file, and which are dropped with what reason: by real runs on empty programs."""

from __future__ import annotations

from textwrap import indent

import pytest

from agent.validation import PROVES_NOTHING, SKIPPED
from languages.errors import NoUsableReply
from languages.python.reply import parse_tests
from languages.python.runner._scenario.display import NO_SCREEN
from languages.python.validation import narrowed
from languages.types import Suite, TestResult, Verdicts
from sandbox.base import JobLimits, Sandbox
from tests.cheats.runs import validate

ADD = "Write a function `add(a, b)` that adds two numbers."
HEAD = """\
import pytest, sys, unittest
from unittest.mock import Mock, patch
import solution
from solution import add


def quiet(a, b):
    print(add(a, b))


def check(a, b, c):
    assert add(a, b) == c


def twice(a, b, c):
    check(a, b, c)


@pytest.fixture
def windows():
    pytest.skip("no")


@pytest.fixture
def three():
    yield add(1, 2)
    assert add(1, 2) == 3


"""
CAN_FAIL = (
    "check(1, 2, 3)",
    "twice(1, 2, 3)",
    "for function in (check,):\n    function(1, 2, 3)",
    "def inner():\n    assert add(1, 2) == 3\ninner()",
    "with pytest.raises(TypeError):\n    add(1, None)",
    "with pytest.raises(solution.TooLarge):\n    add(10**9, 0)",
    "with pytest.warns(UserWarning):\n    add(1, 2)",
    "try:\n    add(1, None)\n    assert False\nexcept TypeError:\n    pass",
    "try:\n    add(1, None)\n    pytest.fail('no error')\nexcept Exception:\n    pass",
    "try:\n    assert add(1, 2) == 3\nexcept AssertionError:\n    raise",
    "if add(1, 2) != 3:\n    raise AssertionError('three')",
    "assert add(3, 1) == add(3, 1)",
    "assert add(3, 1) != add(4, 1)",
    "assert add(3, 1)",
    "assert not add(0, 0)",
    "assert add(None, 1) is None",
    "values = [1, 2]\nadd(values, 1)\nassert values == [1, 2]",
    "box = solution.Box()\nbox.put(3)\nassert box.count == 1",
    "assert solution.LIMIT > 3",
)
WEAK = (
    "assert isinstance(add(1, 2), int)",
    "assert type(add(1, 2)) is float",
    "assert add(1, 2) == 3 or isinstance(add(1, 2), str)",
    "assert add(3, 1) == add(3, 1)",
    "assert add(1, 2) in (True, False)",
    "assert add(1, 2) != 4 and isinstance(add(1, 2), int)",
    "assert len(add([1], [2])) >= 0",
    "result = add(1, 2)\nassert result == solution.add(1, 2)\nassert isinstance(result, tuple)",
)
WORTHLESS = (
    "add(1, 2)",
    "add(1, 2)\nassert True",
    "print(add(1, 2) == 3)",
    "result = add(1, 2) == 3",
    "def inner():\n    assert add(1, 2) == 4",
    "class Inner:\n    def test_b(self):\n        assert add(1, 2) == 4",
    "try:\n    assert add(1, 2) == 4\nexcept Exception:\n    pass",
    "try:\n    assert add(1, 2) == 4\nexcept (AssertionError, ValueError):\n    print('no')",
    "try:\n    add(1, None)\nexcept TypeError:\n    assert True",
    "try:\n    result = add(1, 2)\nexcept Exception:\n    result = None\nassert result == result",
    "assert (add(1, 2), 'three')",
    "quiet(1, 2)",
    "assert callable(add)",
    "assert isinstance(add(1, 2), object)",
    "if add(1, 2) != 3:\n    return\nassert add(1, 2) == 3",
    "result = add(1, 2)\nassert result == result",
    "add = lambda a, b: a + b\nassert add(1, 2) == 3",
    "with patch('solution.add', return_value=6):\n    assert solution.add(3, 3) == 6",
    "add = Mock(return_value=6)\nassert add(3, 3) == 6\nadd.assert_called_once_with(3, 3)",
    "for value in []:\n    assert add(value, 1) == 0",
)
CHECK = "    assert add(1, 2) == 3\n"
DROPPED = {
    "def test_a(mystery):": (CHECK, "It asks for `mystery`, which nothing provides."),
    "async def test_b():": ("    assert await add(1, 2)\n", "It is asynchronous, which pytest doesn't run by itself."),
    "def test_c():": (
        f"    from no_such_library import get\n{CHECK}",
        "It needs `no_such_library`, but tests can only use pytest",
    ),
    "def test_d():": ("    return add(1, 2)\n", "It compares nothing."),
    "@pytest.mark.skip\ndef test_e():": (CHECK, SKIPPED),
    "@pytest.mark.skipif(sys.platform != 'win32', reason='Windows')\ndef test_f():": (CHECK, SKIPPED),
    "@pytest.mark.xfail(strict=False)\ndef test_g():": (CHECK, SKIPPED),
    "@unittest.skipUnless(False, 'no')\ndef test_h():": (CHECK, SKIPPED),
    "def test_i():": (f"    pytest.skip('no')\n{CHECK}", SKIPPED),
    "def test_j():": (f"    if sys.platform != 'win32':\n        raise unittest.SkipTest\n{CHECK}", SKIPPED),
    "def test_k(windows):": (CHECK, SKIPPED),
    "class TestL:": (
        "    def __init__(self):\n        pass\n\n    def test_l(self):\n        assert add(1, 2)\n",
        "`__init__`",
    ),
    "class TestM:": (
        "    @pytest.mark.parametrize('x', [1])\n    def test_m(self):\n        assert add(1, 2)\n",
        "uses no argument 'x'",
    ),
    "if sys.platform == 'win32':": ("    def test_n():\n        assert add(1, 2) == 3\n", "doesn't run it"),
    "def test_o():": (f'    pytest.skip("{NO_SCREEN}")\n{CHECK}', NO_SCREEN),
    "@hypothesis.given(hypothesis.strategies.integers(min_value=2, max_value=1))\ndef test_p(number):": (
        CHECK,
        "No input can be made up for it: ",
    ),
}
FAMILY = '''
class Base:
    result = 3

    def test_inherited(self):
        """Inherited."""
        assert add(1, 2) == self.result

    def test_worthless(self):
        add(1, 2)


class TestChild(Base):
    def test_own(self):
        assert add(1, 0) == 1


class TestGrandchild(TestChild):
    def test_own(self):
        assert add(2, 0) == 2


class Fake:
    def test(self):
        return 1


@pytest.mark.parametrize("a, b", [(1, 2), (2, 1)])
def test_fake(a, b):
    assert add(Fake().test(), a) == b


class Waiting(unittest.IsolatedAsyncioTestCase):
    async def test_waits(self):
        assert await self.three() == add(1, 2)

    async def three(self):
        return 3


class TestOuter:
    class TestInner:
        def test_a(self):
            add(1, 2)

        def test_b(self):
            assert add(1, 2) == 3


def make(a, b):
    def inner():
        assert add(a, a) == b
    return inner


for n in (1, 2):
    globals()[f"test_made_{n}"] = make(n, 2 * n)

if sys.platform == "win32":
    def test_conditional():
        """Under an `if`."""
        assert add(2, 2) == 5
else:
    def test_conditional():
        """Under an `else`."""
        assert add(2, 2) == 4
'''


def suite(tests: str, sandbox: Sandbox) -> Suite:
    """What is left of a test file."""
    return validate(parse_tests(f"```python\n{HEAD}{tests}\n```", ADD), sandbox)


def written(bodies: tuple[str, ...]) -> str:
    return "\n\n".join(f"def test_{n:02}():\n{indent(body, '    ')}\n" for n, body in enumerate(bodies))


def names(kept: Suite) -> list[str]:
    return [test.name for test in kept.tests]


def test_tests_that_can_fail_are_kept(sandbox: Sandbox) -> None:
    kept = suite(f"{written(CAN_FAIL)}\n\ndef test_fixture(three):\n    add(three, 1)\n", sandbox)
    assert not kept.dropped
    assert len(kept.tests) == len(CAN_FAIL) + 1


def test_tests_that_look_at_nothing_but_a_type_are_marked_as_weak(sandbox: Sandbox) -> None:
    table = "@pytest.mark.parametrize('a', [1, 2])\ndef test_{}(a, tmp_path):\n    assert {}\n"
    tables = [table.format("types", "isinstance(add(a, a), int)"), table.format("values", "add(a, a) == 2 * a")]
    case = "class AddCase(unittest.TestCase):\n    def test_add(self):\n        self.assertEqual(add(1, 2), 3)\n"
    kept = suite("\n\n".join([written((*WEAK, *CAN_FAIL)), *tables, case]), sandbox)
    weak = [test.name for test in kept.tests if test.weak]
    says_nothing = CAN_FAIL.index("assert add(3, 1) == add(3, 1)") + len(WEAK)
    assert weak == [*(f"test_{number:02}" for number in (*range(len(WEAK)), says_nothing)), "test_types"]


def test_where_only_weak_ones_are_left_others_are_asked_for(sandbox: Sandbox) -> None:
    with pytest.raises(NoUsableReply, match="test_00: It passes whatever value of the right type comes"):
        suite(written(WEAK), sandbox)


def test_tests_that_pass_with_nothing_implemented_are_dropped(sandbox: Sandbox) -> None:
    kept = suite(f"{written(WORTHLESS)}\n\ndef test_good():\n{CHECK}", sandbox)
    assert names(kept) == ["test_good"]
    assert {test.reason for test in kept.dropped} == {PROVES_NOTHING}
    assert len(kept.dropped) == len(WORTHLESS)
    assert kept.source.count("def test_") == 1


def test_tests_that_no_program_can_pass_are_dropped_with_the_reason(sandbox: Sandbox) -> None:
    tests = "\n\n".join(f"{head}\n{body}" for head, (body, _) in DROPPED.items())
    kept = suite(f"import hypothesis.strategies\n\n{tests}\n\ndef test_good():\n{CHECK}", sandbox)
    assert names(kept) == ["test_good"]
    told = {test.name.rpartition("::")[2]: test.reason for test in kept.dropped}
    assert sorted(told) == [f"test_{letter}" for letter in "abcdefghijklmnop"]
    for reason, (_, expected) in zip((told[name] for name in sorted(told)), DROPPED.values(), strict=True):
        assert expected in reason
    assert "TestL" not in kept.source


def test_tests_are_listed_by_the_names_pytest_gives_them(sandbox: Sandbox) -> None:
    kept = suite(FAMILY, sandbox)
    assert {test.name: test.description for test in kept.tests} == {
        "TestChild::test_inherited": "Inherited.",
        "TestChild::test_own": "Own",
        "TestGrandchild::test_inherited": "Inherited.",
        "TestGrandchild::test_own": "Own",
        "test_fake": "Fake",
        "Waiting::test_waits": "Waits",
        "TestOuter::TestInner::test_b": "B",
        "test_made_1": "Made 1",
        "test_made_2": "Made 2",
        "test_conditional": "Under an `else`.",
    }
    dropped = [test.name for test in kept.dropped]
    assert dropped == ["TestChild::test_worthless", "TestGrandchild::test_worthless", "TestOuter::TestInner::test_a"]
    assert "test_worthless" not in kept.source


@pytest.mark.parametrize(
    ("tests", "said"),
    [
        ("pytestmark = pytest.mark.skip\n\n\ndef test_a():\n    assert add(1, 2) == 3\n", "skipped"),
        ("import no_such_library as x\n\n\ndef test_a():\n    assert add(x, 2) == 3\n", "It needs `no_such_library`"),
        ("from math import nothing\n\n\ndef test_a():\n    assert add(nothing, 2) == 3\n", "can't be loaded"),
        ("@pytest.mark.parametrize('x', [1])\ndef test_a():\n    assert add(1, 2) == 3\n", "uses no argument 'x'"),
        ("def test_a():\n    add(1, 2)\n", "Each test must call the program"),
        (
            "for n in (1, 2):\n    globals()[f'test_{n}'] = lambda: add(1, 2)\n\n\ndef test_a():\n    assert 1\n",
            "A test can't be used: test_",
        ),
    ],
)
def test_a_file_of_which_nothing_can_be_used_is_refused(tests: str, said: str, sandbox: Sandbox) -> None:
    with pytest.raises(NoUsableReply, match="test") as caught:
        suite(tests, sandbox)
    assert said in caught.value.message


def test_tests_that_the_empty_program_keeps_from_running_are_kept(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("agent.validation.LIMITS", JobLimits(cpu_seconds=1.0, seconds=20.0))
    hanging = "def test_a():\n    while not add(1, 2):\n        pass\n    assert add(1, 2) == 3\n"
    later = "class AddCase(unittest.TestCase):\n    def test_b(self):\n        self.assertEqual(add(1, 2), 3)\n"
    assert names(suite(f"{hanging}\n\n{later}", sandbox)) == ["test_a", "AddCase::test_b"]
    assert names(suite("CASES = add([1], [2])[0]\n\n\ndef test_a():\n    assert add(CASES, 2) == 3\n", sandbox)) == [
        "test_a"
    ]


@pytest.mark.parametrize(
    ("docstring", "rules", "examples", "description"),
    [
        ("[3] Gifts earn nothing.", (3,), (), "Gifts earn nothing."),
        ("[1, 3] Gifts.", (1, 3), (), "Gifts."),
        ("[rule 2] Gifts.", (2,), (), "Gifts."),
        ("[E1] 3 jars are 19.50.", (), (1,), "3 jars are 19.50."),
        ("[2, E1] 3 jars are 19.50.", (2,), (1,), "3 jars are 19.50."),
        ("[2] [Example 10] 3 jars are 19.50.", (2,), (10,), "3 jars are 19.50."),
        ("[12:30] is late.", (), (), "[12:30] is late."),
    ],
)
def test_the_marks_of_a_test_are_what_it_is_about(
    docstring: str, rules: tuple[int, ...], examples: tuple[int, ...], description: str
) -> None:
    draft = parse_tests(
        f'```python\nfrom solution import add\n\n\ndef test_a():\n    """{docstring}"""\n{CHECK}```', ADD
    )
    [test] = narrowed(draft, [Verdicts((TestResult("test_a", "failed"),), 0.1)], {}).tests
    assert (test.rules, test.examples, test.description) == (rules, examples, description)
