import re
from collections import Counter

import pytest

from cancel import Cancel
from languages.checks import CheckContext, Progress
from languages.python.candidates import program, suite
from languages.python.checks.mutmut import MutmutCheck
from languages.python.runner.mutation import even_sample
from languages.types import CheckReport, Mutation
from sandbox.base import Sandbox

SOLUTION = """def size(number):
    if number < 10:
        return "small"
    return "large"


def unused(number):
    return number + 1
"""
STRONG = """from solution import size, unused


def test_borders():
    assert (size(9), size(10)) == ("small", "large")


def test_unused():
    assert unused(1) == 2
"""
WEAK = """from solution import size


def test_it():
    assert size(3)
"""

DOUBLE_TESTS = "from solution import double\n\n\ndef test_double():\n    assert (double(2), double(-3)) == (4, -6)\n"


def check(solution: str, tests: str, sandbox: Sandbox, threshold: float = 0.8, seconds: float = 60) -> CheckReport:
    progress: list[Progress] = []
    context = CheckContext(sandbox, Cancel(), progress.append, threshold)
    report = MutmutCheck(seconds).run(program(solution), suite(tests, ()), context)
    if report.mutation and report.mutation.killed:
        at = progress[-1]
        assert at.done <= at.total == report.mutation.total + report.mutation.left_out + report.mutation.broken
        assert 0 < at.noticed <= report.mutation.caught
        assert at.noticed + at.unnoticed <= at.done
    return report


def test_strong_tests_pass(sandbox: Sandbox) -> None:
    report = check(SOLUTION, STRONG, sandbox)
    assert report.status == "passed", report.summary
    assert report.mutation is not None
    assert report.mutation.score == 1.0
    assert report.findings == ()


def test_weak_tests_fail_and_what_was_missed_is_shown_as_a_diff(sandbox: Sandbox) -> None:
    report = check(SOLUTION, WEAK, sandbox)
    assert report.status == "failed"
    made = report.mutation
    assert made is not None
    assert made.score is not None
    assert made.survived > 0
    assert made.no_tests > 0
    assert "at least 80% must be noticed" in report.summary
    assert any("-    if number < 10:\n+    if number <= 10:" in finding.detail for finding in report.findings)
    assert any(finding.message.startswith("No test reaches") for finding in report.findings)
    assert check(SOLUTION, WEAK, sandbox, threshold=made.score).status == "passed"
    assert check(SOLUTION, WEAK, sandbox, threshold=made.score + 0.01).status == "failed"


IN_WORKERS = """
import multiprocessing


def price(amount):
    if amount >= 10:
        return amount * 3 - 5
    return amount * 3 + 1


def total(amounts):
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return sum(pool.map(price, amounts))


if __name__ == "__main__":
    print("Total:", total([9, 10, 11]))
"""


@pytest.mark.thorough
@pytest.mark.parametrize(
    "test",
    ["def test_it(program):\n    assert program.start().value('Total') == 81\n",
     "from solution import total\n\n\ndef test_it():\n    assert total([9, 10, 11]) == 81\n"],
    ids=["started", "called"],
)  # fmt: skip
def test_mistakes_are_noticed_in_workers_that_begin_as_a_new_interpreter(sandbox: Sandbox, test: str) -> None:
    report = check(IN_WORKERS, test, sandbox)
    assert report.status == "passed", report.summary
    assert report.mutation is not None
    assert report.mutation.killed >= 8


def test_so_few_planted_mistakes_that_they_say_nothing_are_not_checked(sandbox: Sandbox) -> None:
    report = check(
        "def same(a):\n    return a\n",
        "from solution import same\n\n\ndef test_it():\n    assert same(1) == 1\n",
        sandbox,
    )
    assert (report.status, report.helps, report.summary) == (
        "not_checked",
        "nothing",
        "Only 1 mistake planted, too few to say how good the tests are",
    )


def test_nothing_to_plant_a_mistake_in_is_not_checked(sandbox: Sandbox) -> None:
    tests = "from solution import WORDS\n\n\ndef test_words():\n    assert WORDS == ['a']\n"
    report = check("WORDS = ['a']\n", tests, sandbox)
    assert (report.status, report.helps) == ("not_checked", "nothing")
    assert report.mutation == Mutation(0, 0, 0, 0, 0)
    assert report.summary == "No mistake could be planted, so the tests' strength is not known"


CAUGHT = {
    "an endless loop": (
        "def count(number):\n    while number > 0:\n        number -= 1\n    return number\n",
        "from solution import count\n\n\ndef test_count():\n    assert count(3) == 0\n    assert count(-1) == -1\n",
    ),
    "one in what a cache holds": (
        (
            "_seen = {}\n\n\ndef fib(number):\n    if number not in _seen:\n"
            "        _seen[number] = number if number < 2 else fib(number - 1) + fib(number - 2)\n"
            "    return _seen[number]\n"
        ),
        "from solution import fib\n\n\ndef test_fib():\n    assert [fib(n) for n in range(6)] == [0, 1, 1, 2, 3, 5]\n",
    ),
    "one in what is made by the import": (
        "def made(number):\n    return {1: 10, 2: 30}[number] + 5\n\n\nTEN = made(1) - 5\n",
        "from solution import TEN, made\n\n\ndef test_ten():\n    assert (TEN, made(1), made(2)) == (10, 15, 35)\n",
    ),
}


@pytest.mark.parametrize("name", CAUGHT)
def test_a_mistake_is_caught_whatever_it_causes(name: str, sandbox: Sandbox) -> None:
    report = check(*CAUGHT[name], sandbox)
    assert report.status == "passed", report.summary
    assert report.mutation is not None
    assert (report.mutation.timeout > 0) is (name == "an endless loop")


def test_a_mistake_that_breaks_the_import_says_nothing_of_the_tests(sandbox: Sandbox) -> None:
    solution, _ = CAUGHT["one in what is made by the import"]
    report = check(solution, "from solution import TEN\n\n\ndef test_nothing():\n    assert TEN or True\n", sandbox)
    assert report.mutation is not None
    assert (report.mutation.caught, report.mutation.broken) == (0, 1)
    assert report.summary.endswith("; with 1 more it can't even be loaded; at least 80% must be noticed")


def test_tests_that_do_not_pass_twice_are_not_checked(sandbox: Sandbox) -> None:
    tests = (
        "import sys\nfrom solution import size\n\n\ndef test_it():\n"
        "    assert size(1) == 'small'\n    assert 'mutmut' not in sys.modules\n"
    )
    report = check(SOLUTION, tests, sandbox)
    assert report.status == "not_checked"
    assert "could not be repeated" in report.summary


def many(computed: float) -> tuple[str, str]:
    """Nearly 300 possible mistakes in 20 functions, and tests that compute so many seconds for each of them."""
    steps = 3 * "    total += number * 3\n"
    solution, tests = "", "import time\n\nimport solution\n"
    for i in range(20):
        solution += f"\n\ndef f{i}(number):\n    total = {i + 1}\n{steps}    return total\n"
        tests += f"\n\ndef test_{i}():\n    end = time.process_time() + {computed}\n"
        tests += f"    while time.process_time() < end:\n        pass\n    assert solution.f{i}(2) == {i + 19}\n"
    return solution, tests


def test_where_not_all_fit_a_sample_that_is_spread_evenly_is_judged_and_said_so(sandbox: Sandbox) -> None:
    for seconds in (4.5, 9.0, 18.0, 36.0):  # a busy machine tries too few at first
        report = check(*many(0.04), sandbox, seconds=seconds)
        # With fewer than are needed to be sure, it may pass as well.
        if report.status == "passed" and report.helps == "nothing":
            break
    made = report.mutation
    assert made is not None
    assert (report.status, made.score) == ("passed", 1.0)
    assert made.left_out > 0
    assert report.summary == (
        f"{made.total} of {made.total + made.left_out} possible mistakes planted, enough to be 99 % sure: "
        f"{made.total} noticed"
    )


@pytest.mark.parametrize("planted", [30, 61, 120, 200])
def test_every_beginning_of_the_order_is_spread_evenly(planted: int) -> None:
    parts = Counter(number // 30 for number in even_sample.order(240)[:planted])
    assert {part: round(planted / 8 - count) for part, count in parts.items()} == pytest.approx(
        dict.fromkeys(range(8), 0), abs=1
    )


def test_what_comes_after_the_first_that_was_not_planted_does_not_count() -> None:
    first, second, third, *_ = even_sample.order(9)
    results: list[int | None] = [33] * 9
    results[third] = None
    assert even_sample.planted(results) == sorted([first, second])


def test_a_sample_that_is_too_small_is_not_checked(sandbox: Sandbox) -> None:
    report = check(*many(0.0), sandbox, seconds=0.01)
    assert (report.status, report.helps) == ("not_checked", "again")
    assert re.fullmatch(r"Only \d of \d+ possible mistakes planted within 0.01 s", report.summary)


def test_a_comment_can_not_switch_the_check_off(sandbox: Sandbox) -> None:
    solution = (
        "def double(number):\n    if number > 1000000:  # pragma: no mutate\n        return 17  # pragma: no mutate\n"
        "    # pragma: no mutate start\n    if number < -1000000:\n        return 18\n    # pragma: no mutate end\n"
        "    return number * 2\n"
    )
    report = check(solution, DOUBLE_TESTS, sandbox)
    assert report.status == "failed", report.summary
    assert any("return 17" in finding.detail for finding in report.findings)
    assert any("return 18" in finding.detail for finding in report.findings)


@pytest.mark.parametrize("place", ["'notes.txt'", "Path(__file__).with_name('notes.txt')", "Path.home() / 'notes.txt'"])
def test_files_left_behind_by_one_planted_mistake_do_not_disturb_the_next(sandbox: Sandbox, place: str) -> None:
    solution = f"""from pathlib import Path

NOTES = Path({place})

def add(text):
    with NOTES.open("a") as file:
        file.write(text)

def read(limit=99):
    text = NOTES.read_text()
    if limit > 9999:
        limit = limit - 5
    return text[:limit]
"""
    tests = """import solution

def test_add():
    solution.add("a")
    assert solution.read() == "a"
    solution.NOTES.unlink()

def test_add_two():
    solution.add("a")
    solution.add("b")
    assert solution.read() == "ab"
    solution.NOTES.unlink()
"""
    report = check(solution, tests, sandbox)
    assert report.status == "failed", report.summary
    assert sum("limit" in finding.detail for finding in report.findings) >= 4


def test_a_slow_import_is_not_taken_for_an_endless_loop(sandbox: Sandbox) -> None:
    solution = "import time\n\nUNTIL = time.process_time() + 1.2\nwhile time.process_time() < UNTIL:\n    pass\n\n\n"
    report = check(
        f"{solution}def one():\n    return 1\n",
        "from solution import one\n\n\ndef test_one():\n    assert one() == 1\n",
        sandbox,
    )
    assert report.mutation == Mutation(2, 0, 0, 0, 2)


def test_a_mistake_that_takes_all_memory_is_noticed_and_ends_nothing_else(sandbox: Sandbox) -> None:
    part = "def room_{0}(count):\n    return sum(b'x' * max(count - 700_000_000, 1))\n\n\n"
    tests = "import solution\n\n\ndef test_{0}():\n    assert solution.room_{0}(5) == 120\n"
    numbers = range(4)
    report = check("".join(map(part.format, numbers)), "".join(map(tests.format, numbers)), sandbox)
    assert report.mutation, report.summary
    assert report.mutation.killed + report.mutation.timeout >= len(numbers)


def test_what_stands_in_a_class_itself_is_left_alone(sandbox: Sandbox) -> None:
    solution = "class Jar:\n    most = 10\n\n    def left(self, coins):\n        return self.most - coins\n"
    tests = "from solution import Jar\n\n\ndef test_it():\n    assert (Jar().left(3), Jar().left(0)) == (7, 10)\n"
    report = check(solution, tests, sandbox)
    assert (report.status, report.findings) == ("passed", ())


def test_what_no_mistake_can_be_planted_in_is_told(sandbox: Sandbox) -> None:
    solution = (
        "class Cart:\n    def __init__(self, prices):\n"
        "        self.prices = [*prices]\n        self.count = len(prices) + 1\n\n"
        "    @property\n    def total(self):\n        return sum(self.prices)\n"
    )
    tests = "from solution import Cart\n\n\ndef test_it():\n    assert (Cart([1]).total, Cart([1]).count) == (1, 2)\n"
    report = check(solution, tests, sandbox)
    assert report.status == "passed"
    assert re.fullmatch(r"(\d) mistakes planted: \1 noticed; in `Cart.total` none can be planted", report.summary)


def test_where_no_mistake_can_be_planted_in_most_of_the_program_it_is_not_checked(sandbox: Sandbox) -> None:
    tests = "from solution import double, half\n\n\ndef test_it():\n    assert double(half(2)) == 2\n"
    solution = "from functools import cache\n\n\n@cache\ndef double(number):\n    number += number\n    return number\n"
    report = check(f"{solution}\n\ndef half(number):\n    return number / 2\n", tests, sandbox)
    assert report.status == "not_checked"
    assert report.mutation is not None
    assert report.mutation.score == 1.0
    assert "in most of the program none can be planted (`double`)" in report.summary
    report = check(solution, DOUBLE_TESTS, sandbox)
    assert report.status == "not_checked"
    assert report.summary == "No mistake could be planted (`double`), so the tests' strength is not known"


FORGES = """
import json, os, signal
from pathlib import Path

job = Path(os.readlink(f"/proc/{os.getppid()}/cwd"))
if os.environ.get("MUTANT_UNDER_TEST") and job.name == "files":  # the folder of a job
    count = {"killed": 40, "survived": 0, "no_tests": 0, "timeout": 0, "total": 40, "equivalent": 0, "unasked": 0}
    said = {"finished": True, "statistics": count, "missed": [], "names": {}, "killed": [], "unproven": []}
    said |= {"inputs": [], "tried": 0, "statements": 4, "left_alone": {}}
    (job / "mutation.json").write_text(json.dumps(said))
    os.kill(os.getppid(), signal.SIGKILL)


"""


def test_a_program_that_ends_the_job_has_counted_nothing(sandbox: Sandbox) -> None:
    report = check(FORGES + SOLUTION, WEAK, sandbox)
    assert (report.status, report.mutation) == ("not_checked", None), report.summary
