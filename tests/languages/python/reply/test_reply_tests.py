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


def test_what_asserts_depend_on_goes_with_them() -> None:
    parsed = parse_tests(
        "values = [1, 2]\nassert add(*values) == 3\nassert add(*reversed(values)) == 3\nassert add(0, 0) == 0\n", ADD
    )
    assert len(names(parsed)) == 3
    assert parsed.source.count("    values = [1, 2]\n") == 2


def test_asserts_on_one_state_stay_together_in_their_order() -> None:
    reply = "s = Stack()\ns.push(1)\nassert s.pop() == 1\nassert s.empty()\nt = Stack()\nassert t.empty()\n"
    parsed = parse_tests(reply, "Write a class Stack.")
    assert len(names(parsed)) == 2
    assert "    s = Stack()\n    s.push(1)\n    assert s.pop() == 1\n    assert s.empty()\n" in parsed.source


def test_a_loop_of_asserts_is_one_test() -> None:
    parsed = parse_tests("CASES = [(1, 2, 3), (2, 2, 4)]\nfor a, b, c in CASES:\n    assert add(a, b) == c\n", ADD)
    assert len(names(parsed)) == 1
    assert "    CASES = " in parsed.source


def test_text_of_several_lines_is_not_changed_by_moving_it() -> None:
    parsed = parse_tests('text = """a\n  b\nc"""\nassert count_lines(text) == 3\n', "Write count_lines(text).")
    assert "'a\\n  b\\nc'" in parsed.source


@pytest.mark.parametrize(
    "reply",
    [
        "def check(candidate):\n    assert candidate(1, 2) == 3\n    assert candidate(0, 0) == 0\n\ncheck(add)\n",
        f"def run():\n    assert add(1, 2) == 3\n    assert add(0, 0) == 0\n    print('ok')\n\n{MAIN}    run()\n",
        "def add(a, b):\n    assert add(1, 2) == 3\n    assert add(0, 0) == 0\n",
        "assert add(1, 2) == 3\nassert add(0, 0) == 0\nprint('done')\n",
        f"{MAIN}    assert add(1, 2) == 3\n    assert add(0, 0) == 0\n",
        "assert add(1, 2) == 3; assert add(0, 0) == 0",
        ">>> add(1, 2)\n3\n>>> add(0, 0) == 0\nTrue\n",
        f'{STUB.rstrip()[:-3]}>>> add(0, 0) == 0, "nothing"\n    """\n',
    ],
)
def test_tests_in_other_shapes_become_asserts(reply: str) -> None:
    parsed = parse_tests(reply, STUB)
    assert names(parsed) == ["test_add_1", "test_add_2"]
    assert "assert add(1, 2) == 3" in parsed.source
    assert "assert add(0, 0) == 0" in parsed.source
    assert "def add" not in parsed.source
    assert "print" not in parsed.source


def test_a_check_that_returns_is_called_as_a_whole() -> None:
    check = "def check(candidate):\n    if candidate is None:\n        return\n    assert candidate(1, 2) == 3\n"
    reply = f"{check}\ncheck(add)\n"
    assert "def test_check():\n    check(add)" in parse_tests(reply, STUB).source


def test_a_helper_of_asserts_that_tests_call_stays_a_helper() -> None:
    helper = "def check(function):\n    assert function(1, 2) == 3\n\n"
    parsed = parse_tests(f"{helper}def test_a():\n    check(add)\n", STUB)
    assert names(parsed) == ["test_a"]
    assert "def check(function):" in parsed.source


@pytest.mark.parametrize("task", [ADD, STUB, "Add numbers."])
def test_a_copy_of_the_program_is_removed(task: str) -> None:
    copy = "def carry(a):\n    return a\n\n\ndef add(a, b):\n    return carry(a) + b\n\n\n"
    parsed = parse_tests(f"{copy}def test_add():\n    assert add(1, 2) == 3\n", task)
    assert "def add" not in parsed.source
    assert "def carry" not in parsed.source
    assert "from solution import add\n" in parsed.source


def test_helpers_and_fixtures_of_the_tests_stay() -> None:
    reply = (
        "import pytest\nfrom solution import add\n\nBIG = 10 ** 6\n\ndef pair(n):\n    return n, BIG\n\n"
        "@pytest.fixture\ndef two():\n    return 2\n\ndef test_add(two):\n    assert add(*pair(two)) == BIG + 2\n"
    )
    parsed = parse_tests(reply, ADD)
    for part in ("def pair", "def two", "BIG = 10 ** 6"):
        assert part in parsed.source


def test_only_the_outermost_function_is_the_program_when_nothing_names_it() -> None:
    program = "def plus(a, b):\n    return a + b\n\ndef make():\n    return 1\n"
    reply = f"{program}\ndef test_a():\n    assert plus(make(), 2) == 3\n"
    parsed = parse_tests(reply, "Add numbers.")
    assert "from solution import plus\n" in parsed.source
    assert "def make" in parsed.source


@pytest.mark.parametrize(
    "line",
    [
        "from your_module import add",
        "from main import *",
        "from .solution import add",
        "from src.solution import (\n    add,\n)",
        "",
    ],
)
def test_whatever_the_module_is_called_it_is_solution(line: str) -> None:
    parsed = parse_tests(f"import math\n{line}\n\ndef test_a():\n    assert add(math.floor(1.5), 2) == 3\n", ADD)
    assert "from solution import add" in parsed.source
    assert "import math" in parsed.source
    assert "your_module" not in parsed.source
    assert "main" not in parsed.source


@pytest.mark.parametrize("line", ["from polars import col", "import polars as col"])
def test_an_import_that_may_be_of_a_library_stays_as_it_is(line: str) -> None:
    parsed = parse_tests(f"from solution import add\n{line}\n\ndef test_a():\n    assert add(col, 1) == 3\n", ADD)
    assert f"{line}\n" in parsed.source


def test_a_module_used_as_a_whole_keeps_its_name() -> None:
    parsed = parse_tests("import calculator as c\n\ndef test_a():\n    assert c.add(1, 2) == 3\n", ADD)
    assert "import solution as c" in parsed.source


def test_forgotten_imports_are_added() -> None:
    parsed = parse_tests("def test_a():\n    assert add(math.pi, 0) == pytest.approx(3.14, 0.1)\n", ADD)
    assert parsed.source.startswith("import math\nimport pytest\nfrom solution import add\n")


def test_no_test_is_lost_to_another_of_its_name() -> None:
    one, other = "def test_a():\n    assert add(1, 2) == 3\n", "def test_a():\n    assert add(2, 2) == 4\n"
    assert names(parse_tests(f"{one}\n{other}\n{one}", ADD)) == ["test_a", "test_a_2"]
    methods = "    def test_a(self):\n        assert add(1, 2) == 3\n\n" * 2
    parsed = parse_tests(f"class TestA:\n{methods}\nclass TestA:\n    size = 2\n{methods}", ADD)
    assert names(parsed) == ["TestA::test_a", "TestA::test_a_2", "TestA_2::test_a", "TestA_2::test_a_2"]


def test_a_cut_off_last_test_is_dropped_and_the_others_are_kept() -> None:
    whole = "def test_a():\n    assert add(1, 2) == 3\n\n"
    parsed = parse_tests(f"```python\n{whole}def test_b():\n    assert add(1,", ADD)
    assert names(parsed) == ["test_a"]
    assert parsed.dropped[0].name == "test_b"
    assert "ended in the middle" in parsed.dropped[0].reason
    parsed = parse_tests(f'{whole}assert add(1, 1) == 2, "one', ADD)
    assert names(parsed) == ["test_a"]
    assert len(parsed.dropped) == 1


def test_a_cut_off_class_keeps_its_whole_methods() -> None:
    parsed = parse_tests(
        "class TestAdd:\n    def test_a(self):\n        assert add(1, 2)\n\n    def test_b(self):\n        assert add(",
        ADD,
    )
    assert names(parsed) == ["TestAdd::test_a"]
    assert [test.name for test in parsed.dropped] == ["test_b"]


def test_a_function_the_task_never_asked_for_does_not_spoil_the_other_tests() -> None:
    parsed = parse_tests("assert add(1, 2) == 3\nassert subtract(2, 1) == 1\n", STUB)
    assert names(parsed) == ["test_add_1"]
    assert "`subtract`" in parsed.dropped[0].reason
    assert "import subtract" not in parsed.source


def test_names_are_told_in_words_where_there_is_no_docstring() -> None:
    assert descriptions("def test_empty_list_returns_none():\n    assert add([], []) is None\n") == [
        "Empty list returns none"
    ]
    assert descriptions("class TestAdd:\n    def testBigNumbers(self):\n        assert add(1, 2)\n") == ["Big numbers"]


def test_several_blocks_become_one_file() -> None:
    codes = [
        "import pytest\nfrom solution import add",
        "def test_a():\n    assert add(1, 2) == 3",
        "def test_b():\n    assert add(0, 0) == 0",
    ]
    reply = "and\n".join(f"```python\n{code}\n```\n" for code in codes) + "```bash\npytest -q\n```"
    assert names(parse_tests(reply, ADD)) == ["test_a", "test_b"]


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
    ],
)
def test_what_is_wrong_is_told(reply: str, said: str) -> None:
    assert said in reason(reply)
