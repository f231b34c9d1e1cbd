from agent.checks.mutmut import MutmutCheck
from agent.types import Candidate, CheckReport, Mutation
from cancel import Cancel
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


def check(solution: str, tests: str, sandbox: Sandbox, threshold: float = 0.8, seconds: float = 60) -> CheckReport:
    progress: list[tuple[int, int]] = []
    candidate = Candidate(solution, tests)
    report = MutmutCheck(threshold, seconds).run(candidate, sandbox, Cancel(), lambda *step: progress.append(step))
    if report.mutation and report.mutation.killed:
        assert progress[-1][0] <= progress[-1][1] == report.mutation.total
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
    assert report.mutation is not None
    assert report.mutation.survived > 0
    assert "at least 80% are needed" in report.summary
    assert any("-    if number < 10:\n+    if number <= 10:" in finding.detail for finding in report.findings)


def test_what_no_test_reaches_counts_as_missed(sandbox: Sandbox) -> None:
    report = check(SOLUTION, WEAK, sandbox)
    assert report.mutation is not None
    assert report.mutation.no_tests > 0
    assert any(finding.message.startswith("No test reaches") for finding in report.findings)


def test_the_threshold_decides(sandbox: Sandbox) -> None:
    score = check(SOLUTION, WEAK, sandbox, threshold=0).mutation
    assert score is not None
    assert score.score is not None
    assert check(SOLUTION, WEAK, sandbox, threshold=score.score).status == "passed"
    assert check(SOLUTION, WEAK, sandbox, threshold=score.score + 0.01).status == "failed"


def test_tests_that_reach_nothing_catch_nothing(sandbox: Sandbox) -> None:
    report = check(SOLUTION, "import solution\n\n\ndef test_nothing():\n    assert True\n", sandbox)
    assert report.status == "failed"
    assert report.mutation is not None
    assert (report.mutation.killed, report.mutation.score) == (0, 0.0)
    assert report.mutation.no_tests == report.mutation.total > 0


def test_nothing_to_plant_a_mistake_in_is_not_checked(sandbox: Sandbox) -> None:
    tests = "from solution import WORDS\n\n\ndef test_words():\n    assert WORDS == ['a']\n"
    report = check("WORDS = ['a']\n", tests, sandbox)
    assert report.status == "not_checked"
    assert report.mutation == Mutation(0, 0, 0, 0, 0)
    assert "nothing in the program to plant a mistake in" in report.summary


def test_an_endless_loop_that_a_mistake_causes_is_caught(sandbox: Sandbox) -> None:
    solution = "def count(number):\n    while number > 0:\n        number -= 1\n    return number\n"
    tests = "from solution import count\n\n\ndef test_count():\n    assert count(3) == 0\n    assert count(-1) == -1\n"
    report = check(solution, tests, sandbox)
    assert report.mutation is not None
    assert report.mutation.timeout > 0
    assert report.status == "passed", report.summary


def test_tests_that_do_not_pass_twice_are_not_checked(sandbox: Sandbox) -> None:
    tests = (
        "import os\nfrom solution import size\n\n\ndef test_it():\n"
        "    assert size(1) == 'small'\n    assert os.path.basename(os.getcwd()) != 'mutants'\n"
    )
    report = check(SOLUTION, tests, sandbox)
    assert report.status == "not_checked"
    assert "could not be repeated" in report.summary


def test_running_out_of_time_is_not_checked(sandbox: Sandbox) -> None:
    solution = "import time\n\n\ndef nap(number):\n    time.sleep(0.4)\n    return number + 1\n"
    tests = "from solution import nap\n\n\ndef test_nap():\n    assert nap(1) == 2\n"
    report = check(solution, tests, sandbox, seconds=1.0)
    assert report.status == "not_checked"
