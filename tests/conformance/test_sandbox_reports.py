"""How every sandbox reports the tests that pytest runs in it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cancel import Cancel
from errors import Cancelled
from languages.python.testing import read_news
from languages.types import TestResult
from sandbox.base import Job, JobLimits, Sandbox
from tests.conformance.sandbox_helpers import ADD, on_process, outcomes, reports, run

MIXED_TESTS = b"""
import pytest
from solution import add

def test_right(): assert add(1, 2) == 3
def test_wrong(): assert add(1, 2) == 4

@pytest.fixture
def broken(): raise ValueError("no fixture")
def test_broken(broken): pass

@pytest.mark.parametrize("x", [1, 2])
def test_each(x): assert x == 1

@pytest.mark.skip(reason="not now")
def test_skipped(): pass

@pytest.fixture
def breaks_later():
    yield
    raise ValueError("too late")
def test_breaks_later(breaks_later): pass
"""


def test_each_test_is_reported_once_with_its_outcome_what_was_asserted_and_the_values(sandbox: Sandbox) -> None:
    result = run(sandbox, "pytest", files={"solution.py": ADD, "test_it.py": MIXED_TESTS})
    assert outcomes(result) == {
        "test_it.py::test_right": "passed",
        "test_it.py::test_wrong": "failed",
        "test_it.py::test_broken": "error",
        "test_it.py::test_each[1]": "passed",
        "test_it.py::test_each[2]": "failed",
        "test_it.py::test_skipped": "skipped",
        "test_it.py::test_breaks_later": "error",
    }
    assert result.exit_code == 1
    assert "2 failed, 3 passed, 1 skipped, 2 errors" in result.stdout
    messages = {test.node_id.split("::")[1]: test.message for test in reports(result)}
    for said in ("assert 3 == 4", "where 3 = add(1, 2)", "test_it.py:6: in test_wrong"):
        assert said in messages["test_wrong"]
    assert "ValueError: no fixture" in messages["test_broken"]
    assert "ValueError: too late" in messages["test_breaks_later"]
    assert messages["test_right"] == ""
    assert "not now" in messages["test_skipped"]


def test_the_same_failure_has_the_same_words_in_another_job(sandbox: Sandbox) -> None:
    code = b"""
import os

def test_folder(): assert os.getcwd() == 0

def test_temporary(tmp_path): assert open(tmp_path / "missing")

def test_environment(): assert os.environ["TMPDIR"] == 0

def test_address(): assert object() == 0
"""
    first, second = (run(sandbox, "pytest", files={"test_it.py": code}) for _ in range(2))
    assert reports(first) == reports(second)
    messages = [test.message for test in reports(first)]
    assert "'.' == 0" in messages[0]
    assert "'/tmp/pytest-of-assay/pytest-0/folder0/missing'" in messages[1]
    assert "'/tmp' == 0" in messages[2]
    assert "<object object at 0x…> == 0" in messages[3]


def test_a_test_that_has_ended_is_told_while_others_go_on(sandbox: Sandbox) -> None:
    code = b"""
import time

def test_quick(): pass
def test_failing(): assert False
def test_slow(): time.sleep(60)
"""
    cancel, told = Cancel(), list[TestResult]()

    def hear(news: Any) -> None:
        told.extend(read_news(news))
        if len(told) == 2:
            cancel.cancel("both were told")

    with pytest.raises(Cancelled):
        sandbox.run(Job({"test_it.py": code}, ("pytest",), on_news=hear), cancel)
    assert told == [TestResult("test_quick", "passed"), TestResult("test_failing", "failed")]


@on_process
def test_nothing_tells_a_program_which_test_it_is_in(sandbox: Sandbox) -> None:
    code = b"""
import os, pytest
@pytest.mark.parametrize("expected", [42])
def test_of_the_answer(expected, tmp_path):
    assert "PYTEST_CURRENT_TEST" not in os.environ
    assert "answer" not in str(tmp_path) and "42" not in tmp_path.name
"""
    assert outcomes(run(sandbox, "pytest", files={"test_it.py": code})) == {
        "test_it.py::test_of_the_answer[42]": "passed"
    }


@on_process
def test_a_long_failure_is_cut_in_the_middle(sandbox: Sandbox) -> None:
    files = {"test_it.py": b"def test_long():\n    raise ValueError('begin' + 'x' * 100_000 + 'end')\n"}
    result = run(sandbox, "pytest", files=files)
    message = reports(result)[0].message
    assert len(message) < 5000
    assert "begin" in message
    assert message.endswith("end")


@on_process
def test_a_file_that_can_not_be_collected_is_one_error(sandbox: Sandbox) -> None:
    files = {"test_bad.py": b"from solution import no_such_name\n", "test_good.py": b"def test_a(): pass\n"}
    result = run(sandbox, "pytest", files=files | {"solution.py": ADD})
    assert outcomes(result) == {"test_bad.py": "error", "test_good.py::test_a": "passed"}
    assert "cannot import name 'no_such_name'" in reports(result)[0].message


def test_all_passing_exits_0_with_the_canaries_out_of_sight_and_no_tests_exit_5(sandbox: Sandbox) -> None:
    passing = run(sandbox, "pytest", "test_a.py::test_a", files={"test_a.py": b"def test_a(): pass\n"})
    assert (passing.exit_code, outcomes(passing)) == (0, {"test_a.py::test_a": "passed"})
    assert "1 passed" in passing.stdout
    assert "100%" in passing.stdout
    empty = run(sandbox, "pytest", files={"test_a.py": b""})
    assert (empty.exit_code, reports(empty)) == (5, ())


@on_process
def test_settings_of_the_folder_and_its_cache_play_no_part(sandbox: Sandbox) -> None:
    files = {"pytest.ini": b"[pytest]\naddopts = --no-such-option\n", "test_a.py": b"def test_a(): return 1 == 2\n"}
    result = run(sandbox, "pytest", files=files, read_back=(".pytest_cache/README.md",))
    assert outcomes(result) == {"test_a.py::test_a": "failed"}, "a test that returns its comparison fails"
    assert not result.files


@on_process
def test_subtests_and_unittest_count(sandbox: Sandbox) -> None:
    code = b"""
import unittest

def test_sub(subtests):
    for number in range(3):
        with subtests.test(number=number):
            assert number != 1

class Old(unittest.TestCase):
    def test_fine(self): self.assertEqual(1, 1)
    def test_sub(self):
        with self.subTest("a"):
            self.assertEqual(1, 2)
"""
    result = run(sandbox, "pytest", files={"test_a.py": code})
    assert outcomes(result) == {
        "test_a.py::test_sub": "failed",
        "test_a.py::Old::test_fine": "passed",
        "test_a.py::Old::test_sub": "failed",
    }


@on_process
def test_an_endless_loop_fails_its_own_test_and_no_other(sandbox: Sandbox) -> None:
    solution = b"def twice(number):\n    while number < 0:\n        pass\n    return number * 2\n"
    tests = b"from solution import twice\ndef test_a(): assert twice(-1)\ndef test_b(): assert twice(1) == 2\n"
    result = run(sandbox, "pytest", files={"solution.py": solution, "test_a.py": tests})
    assert outcomes(result) == {"test_a.py::test_a": "failed", "test_a.py::test_b": "passed"}
    assert "solution.py:" in reports(result)[0].message
    assert "in twice" in reports(result)[0].message
    # On a busy machine, the limit of wall time comes first.
    assert reports(result)[0].message.endswith(("did not finish within 5 s", "did not finish within 20 s"))


def test_after_a_timeout_the_report_so_far_ends_with_the_test_that_hangs(sandbox: Sandbox) -> None:
    code = b"def test_fast(): pass\ndef test_slow():\n    while True: pass\ndef test_later(): pass\n"
    result = run(sandbox, "pytest", files={"test_a.py": code}, limits=JobLimits(cpu_seconds=1))
    assert result.status == "timeout"
    assert outcomes(result) == {"test_a.py::test_fast": "passed", "test_a.py::test_slow": "failed"}
    assert reports(result)[1].message == "did not finish: the 1 s for all tests were over"
    assert result.reason == "test_slow did not finish within 1 s."


@on_process
def test_a_program_that_hangs_as_it_is_imported_has_no_report(sandbox: Sandbox) -> None:
    code = b"while True: pass\n"
    result = run(sandbox, "pytest", files={"test_a.py": code}, limits=JobLimits(seconds=1))
    assert (result.status, result.report) == ("timeout", None)
    assert result.reason == "The program did not finish within 1 s."


@on_process
@pytest.mark.parametrize(
    ("solution", "told"),
    [
        (b"import sys\nsys.exit(0)\n", "Importing the program ended the test run"),
        (b"quit()\n", "Importing the program ended the test run"),
        (b"raise SystemExit\n", "Importing the program ended the test run"),
        (b"number = int(input())\n", "The program asks for input when it is imported"),
    ],
)
def test_a_program_that_can_not_be_imported_quietly_is_told_so(sandbox: Sandbox, solution: bytes, told: str) -> None:
    files = {"solution.py": solution, "test_a.py": b"import solution\ndef test_a(): pass\n"}
    result = run(sandbox, "pytest", files=files)
    assert outcomes(result) == {"test_a.py": "error"}
    assert told in reports(result)[0].message.splitlines()[-1]
    assert "solution.py:" in reports(result)[0].message


def test_a_program_finds_what_any_computer_has(sandbox: Sandbox) -> None:
    tests = Path(__file__).with_name("computer.py").read_bytes()
    result = run(sandbox, "pytest", files={"solution.py": ADD, "test_computer.py": tests})
    assert result.exit_code == 0, result.stdout
    assert len(outcomes(result)) == 9


def test_windows_are_shown_where_nobody_sees_them(sandbox: Sandbox) -> None:
    solution = b"""
import tkinter
root = tkinter.Tk()
tkinter.Button(root, text="More", command=lambda: tkinter.Label(root, text="and more").pack()).pack()
root.mainloop()
"""
    tests = b"""
def test_a(program):
    window = program.window()
    window.click("More")
    assert window.line("and more")
    assert window.close().exit_code == 0
"""
    see_passed(sandbox, {"solution.py": solution, "test_a.py": tests})


@pytest.mark.parametrize("command", ["pytest", "pytest-apart"])
def test_pages_are_looked_at_in_a_browser(sandbox: Sandbox, command: str) -> None:
    solution = b"""
page = "<button onclick='document.title = navigator.webdriver'>More</button><script>document.title = 'new'</script>"
open("a.html", "w").write(page)
"""
    tests = b"""
def test_a(program):
    page = program.start().page()
    assert page.title == "new"
    page.click("More")
    assert page.title == "false"  # nothing tells that nobody sees it
"""
    see_passed(sandbox, {"solution.py": solution, "test_a.py": tests}, command)


def see_passed(sandbox: Sandbox, files: dict[str, bytes], command: str = "pytest") -> None:
    """Twice in a row, but where this machine has not what it takes."""
    both = [run(sandbox, command, "test_a.py", files=files) for _ in range(2)]
    said = reports(both[0])[0].message
    unseen = "can't be shown here" in said or "can't be looked at here" in said
    if sandbox.name != "docker" and unseen:  # the image has all that is needed
        pytest.skip(said)
    assert [outcomes(result) for result in both] == 2 * [{"test_a.py::test_a": "passed"}], reports(both[0])
