from typing import NamedTuple

import pytest

from languages.errors import NoUsableReply
from languages.python.reply import parse_tests, words
from languages.python.reply.written import WrittenTests
from languages.types import Suite

ADD = "Write a function `add(a, b)` that adds two numbers."
MAIN = 'if __name__ == "__main__":\n'
STUB = 'def add(a, b):\n    """ Add two numbers.\n    >>> add(1, 2)\n    3\n    """\n'


def names(parsed: Suite) -> list[str]:
    return [test.name for test in WrittenTests(parsed.source)]


def descriptions(reply: str, task: str = ADD) -> list[str]:
    return [words.of_function(test.node) for test in WrittenTests(parse_tests(reply, task).source)]


def reason(reply: str, task: str = ADD) -> str:
    with pytest.raises(NoUsableReply) as caught:
        parse_tests(reply, task)
    return caught.value.message


def test_a_pytest_file_comes_back_as_it_was() -> None:
    test = 'def test_small():\n    """One and two are three."""\n    assert add(1, 2) == 3\n'
    code = f"import pytest\nfrom solution import add\n\n\n{test}"
    parsed = parse_tests(f"Here:\n```python\n{code}```\nDone.", ADD)
    assert parsed.source == code
    assert names(parsed) == ["test_small"]
    assert descriptions(code) == ["One and two are three."]


def test_bare_asserts_become_tests_with_a_description() -> None:
    reply = (
        'assert add(1, 2) == 3, "Test Case 1: small numbers"\n'
        "# Negative numbers\nassert add(-1, -2) == -3\n\n"
        'assert add(0, 0) == 0, "Test case 3"\n'
        "assert not add(0, 0)\nassert 4 in [add(2, 2)]\n"
        "with pytest.raises(TypeError):\n    add(None, 1)\n"
        "try:\n    add(1, None)\n    assert False\nexcept TypeError:\n    pass\n"
    )
    parsed = parse_tests(reply, ADD)
    assert descriptions(reply) == [
        "Small numbers",
        "Negative numbers",
        "add(0, 0) gives 0",
        "add(0, 0) is false",
        "[add(2, 2)] contains 4",
        "add(None, 1) raises TypeError",
        "add(1, None) raises TypeError",
    ]
    assert names(parsed) == [f"test_add_{number}" for number in range(1, 8)]
    assert parsed.source.startswith("import pytest\nfrom solution import add\n")


class Read(NamedTuple):
    """A reply to `task`, and what is read from it: the names of its tests, parts of their file, what was dropped."""

    reply: str
    names: tuple[str, ...]
    holds: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()
    task: str = ADD


ONE = "def test_a():\n    assert add(1, 2) == 3\n"
OTHER = "def test_a():\n    assert add(2, 2) == 4\n"
METHODS = "    def test_a(self):\n        assert add(1, 2) == 3\n\n" * 2
BLOCKS = ("import pytest\nfrom solution import add", ONE.strip(), "def test_b():\n    assert add(0, 0) == 0")
READ = {
    "asserts on one state stay together in their order": Read(
        "s = Stack()\ns.push(1)\nassert s.pop() == 1\nassert s.empty()\nt = Stack()\nassert t.empty()\n",
        ("test_case_1", "test_case_2"),
        ("    s = Stack()\n    s.push(1)\n    assert s.pop() == 1\n    assert s.empty()\n",),
        task="Write a class Stack.",
    ),
    "what asserts depend on goes with them": Read(
        "values = [1, 2]\nassert add(*values) == 3\nassert add(*reversed(values)) == 3\nassert add(0, 0) == 0\n",
        ("test_add_1", "test_add_2", "test_add_3"),
        ("    values = [1, 2]\n    assert add(*values)", "    values = [1, 2]\n    assert add(*reversed(values))"),
    ),
    "a loop of asserts is one test": Read(
        "CASES = [(1, 2, 3), (2, 2, 4)]\nfor a, b, c in CASES:\n    assert add(a, b) == c\n",
        ("test_add_1",),
        ("    CASES = ",),
    ),
    "text of several lines is not changed by moving it": Read(
        'text = """a\n  b\nc"""\nassert count_lines(text) == 3\n',
        ("test_count_lines_1",),
        ("'a\\n  b\\nc'",),
        task="Write count_lines(text).",
    ),
    "a helper of asserts that tests call stays a helper": Read(
        "def check(function):\n    assert function(1, 2) == 3\n\ndef test_a():\n    check(add)\n",
        ("test_a",),
        ("def check(function):",),
        task=STUB,
    ),
    "a function of asserts that is no test is called": Read(
        f"def run():\n    assert add(1, 2) == 3\n    return True\n\n{MAIN}    run()\n    unittest.main()\n",
        ("test_run",),
        ("def run():", "def test_run():\n    run()\n"),
    ),
    "helpers and fixtures of the tests stay": Read(
        "import pytest\nfrom solution import add\n\nBIG = 10 ** 6\n\ndef pair(n):\n    return n, BIG\n\n"
        "@pytest.fixture\ndef two():\n    return 2\n\ndef test_add(two):\n    assert add(*pair(two)) == BIG + 2\n",
        ("test_add",),
        ("def pair", "def two", "BIG = 10 ** 6"),
    ),
    "forgotten imports are added": Read(
        "def test_a():\n    assert add(math.pi, 0) == pytest.approx(3.14, 0.1)\n",
        ("test_a",),
        ("import math\nimport pytest\nfrom solution import add\n",),
    ),
    "what another module gives with its `*` stays its own": Read(
        f"from math import *\nfrom solution import add\n\n{ONE.replace('1, 2', 'pi, 2')}",
        ("test_a",),
        ("from math import *\nfrom solution import add\n\n\ndef",),
    ),
    "no test is lost to another of its name": Read(f"{ONE}\n{OTHER}\n{ONE}", ("test_a", "test_a_2")),
    "nor a method, nor a class": Read(
        f"class TestA:\n{METHODS}\nclass TestA:\n    size = 2\n{METHODS}",
        ("TestA::test_a", "TestA::test_a_2", "TestA_2::test_a", "TestA_2::test_a_2"),
    ),
    "a cut-off last test": Read(
        f"```python\n{ONE}\ndef test_b():\n    assert add(1,",
        ("test_a",),
        dropped=("test_b: The reply ended in the middle",),
    ),
    "a cut-off last assert": Read(
        f'{ONE}\nassert add(1, 1) == 2, "one', ("test_a",), dropped=("The reply ended in the middle",)
    ),
    "a cut-off class keeps its whole methods": Read(
        "class TestAdd:\n    def test_a(self):\n        assert add(1, 2)\n\n    def test_b(self):\n        assert add(",
        ("TestAdd::test_a",),
        dropped=("test_b",),
    ),
    "several blocks become one file": Read(
        "and\n".join(f"```python\n{code}\n```\n" for code in BLOCKS) + "```bash\npytest -q\n```", ("test_a", "test_b")
    ),
}


@pytest.mark.parametrize("read", READ.values(), ids=READ)
def test_the_tests_of_a_reply_are_read(read: Read) -> None:
    parsed = parse_tests(read.reply, read.task)
    assert tuple(names(parsed)) == read.names
    assert [part for part in read.holds if part not in parsed.source] == []
    told = [f"{test.name}: {test.reason}" for test in parsed.dropped]
    assert len(told) == len(read.dropped)
    assert all(expected in one for one, expected in zip(told, read.dropped, strict=True)), told


@pytest.mark.parametrize(
    "reply",
    [
        "def add(a, b):\n    assert add(1, 2) == 3\n    assert add(0, 0) == 0\n",
        "assert add(1, 2) == 3\nassert add(0, 0) == 0\nprint('done')\n",
        f"{MAIN}    assert add(1, 2) == 3\n    assert add(0, 0) == 0\n",
        "assert add(1, 2) == 3; assert add(0, 0) == 0",
    ],
)
def test_tests_in_other_shapes_become_asserts(reply: str) -> None:
    parsed = parse_tests(reply, STUB)
    assert names(parsed) == ["test_add_1", "test_add_2"]
    assert "assert add(1, 2) == 3" in parsed.source
    assert "assert add(0, 0) == 0" in parsed.source
    assert "def add" not in parsed.source
    assert "print" not in parsed.source


@pytest.mark.parametrize("task", [ADD, STUB])
def test_a_copy_of_the_program_is_removed(task: str) -> None:
    copy = "def carry(a):\n    return a\n\n\ndef add(a, b):\n    return carry(a) + b\n\n\n"
    parsed = parse_tests(f"{copy}def test_add():\n    assert add(1, 2) == 3\n", task)
    assert "def add" not in parsed.source
    assert "def carry" not in parsed.source
    assert "from solution import add\n" in parsed.source


def test_names_are_told_in_words_where_there_is_no_docstring() -> None:
    assert descriptions("def test_empty_list_returns_none():\n    assert add([], []) is None\n") == [
        "Empty list returns none"
    ]
    assert descriptions("class TestAdd:\n    def testBigNumbers(self):\n        assert add(1, 2)\n") == ["Big numbers"]


def test_tests_that_only_start_the_program_use_it() -> None:
    assert descriptions("def test_it_greets(program):\n    assert program.start().text\n") == ["It greets"]


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        ("", "The reply is empty."),
        ("I would test small numbers, then big ones.", "There is no test in the reply."),
        ("```python\ndef add(a, b):\n    return a + b\n```", "There is no test in the reply."),
        ("```python\ndef test_a():\n    assert 1 + 1 == 2\n```", "never use the program"),
        (
            "```python\ndef helper(:\n    pass\n\ndef test_a():\n    assert add(1, 2) == 3\n```",
            "line 1 (`def helper(:`)",
        ),
        ('assert add(1, 2) == 3, "cut', "ended in the middle"),
        *((f"from {module} import *\n\n{ONE}", "never use the program") for module in ("main", ".solution")),
    ],
)
def test_what_is_wrong_is_told(reply: str, said: str) -> None:
    assert said in reason(reply)
