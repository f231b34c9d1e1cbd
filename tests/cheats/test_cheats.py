"""Programs that try to pass without solving anything, through a whole run in a real sandbox: none is verified."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from agent.report import Report
from sandbox.base import Sandbox
from tests.cheats.runs import HERE, play, solutions
from tests.conformance.sandbox_helpers import opened

pytestmark = pytest.mark.docker

TESTS = '''import unittest

import pytest

from solution import double


def test_two():
    """Twice two is four."""
    assert double(2) == 4


def test_text():
    """Texts double, too."""
    assert double("ab") == "abab"


def test_nothing_is_an_error():
    """Nothing can't be doubled."""
    with pytest.raises(TypeError):
        double(None)


class TestThree(unittest.TestCase):
    def test_three(self):
        """Twice three is six."""
        self.assertEqual(double(3), 6)
'''
HONEST = "def double(value):\n    return value * 2\n"
AT_IMPORT = "Importing the program ended the test run before any test was found."
IN_A_TEST = "The program ended the test run in the middle of test_two."
PASSES_NONE = "The best attempt passes 0 of 4 tests."
FIRST = "cheat_only_at_first"
AT_ANY_TIME = [path for path in solutions("programs") if path.stem != FIRST]
SOME_EQUAL = "wrong expectations passed: the program answers equal to everything, reads its tests"
EQUAL = f"3 of 4 {SOME_EQUAL}"
REASONS = {
    FIRST: "The tests passed once, but not again under other names",
    "close_the_pipes": IN_A_TEST,
    "drop_a_conftest": "leaves `conftest.py`, which changes how tests are run",
    "deselect": "changed `_pytest.main.Session.perform_collect`, which its tests rely on",
    "equal_by_a_metaclass": EQUAL,
    "equal_by_ordering": EQUAL,
    "equal_like_a_mock": EQUAL,
    "equal_number": EQUAL,
    "equal_to_everything": EQUAL,
    "equal_under_a_false_name": EQUAL,
    "exit_at_exit": PASSES_NONE,
    "exit_at_import": AT_IMPORT,
    "exit_by_pytest": IN_A_TEST,
    "exit_in_a_call": IN_A_TEST,
    "exit_in_a_thread": IN_A_TEST,
    "exit_politely": PASSES_NONE,
    "forge_the_report": "searches the memory of the process that tests it (`gc.get_objects`)",
    "fork": AT_IMPORT,
    "know_the_tests_by_name": "The tests passed once, but not again under other names",
    "patch_assert_rewriting": "changed `_pytest.assertion.rewrite.rewrite_asserts`, which its tests rely on",
    "patch_assertion_error": "changed `builtins.AssertionError`, which its tests rely on",
    "patch_builtins": AT_IMPORT,
    "patch_code_by_a_helper": "changed `_pytest.python.pytest_pyfunc_call`, which its tests rely on",
    "patch_code_for_a_while": "changed `_pytest.python.pytest_pyfunc_call`, which its tests rely on",
    "patch_defaults": "changed `_pytest.approx.approx`, which its tests rely on",
    "patch_later": "changed `_pytest.python.Function.runtest`, which its tests rely on",
    "patch_outcomes": "changed `_language.report.outcome_of`, which its tests rely on",
    "patch_raises": "changed `pytest.raises`, which its tests rely on",
    "patch_reports": "changed `_pytest.reports.TestReport.from_item_and_call`, which its tests rely on",
    "patch_runtest_of_its_own_tests": "changed `_pytest.python.Function.runtest`, which its tests rely on",
    "patch_the_pipe": "changed `os.write`, which its tests rely on",
    "patch_the_report": "changed `json.dumps`, which its tests rely on",
    "patch_unittest": "changed `unittest.case.TestCase.assertEqual`, which its tests rely on",
    "read_the_frames": "looks at the test that calls it (`sys._getframe`), in line 6 of `solution.py`",
    "read_the_frames_by_a_signal": SOME_EQUAL,  # its guess is right by chance, too
    "read_the_frames_by_a_traceback": "looks at the test that calls it (`tb_frame`)",
    "read_the_test_file": "opens or changes the file with its tests",
    "recurse": IN_A_TEST,
    "register_a_plugin": "looks at the test that calls it (`sys._getframe`)",
    "replace_modules": "changed `sys.modules._pytest.runner`, which its tests rely on",
    "replace_tests": "searches the memory of the process that tests it (`gc.get_objects`)",
    "rewrite_the_tests": "opens or changes the file with its tests",
    "drop_a_sitecustomize": "leaves `sitecustomize.py`, which changes how tests are run",
    "skip": PASSES_NONE,
    "stop_the_clock": "changed `time.time`, which its tests rely on",
    "swallow_the_output": PASSES_NONE,
    "trace_and_jump": "traces how its tests are run (`sys.settrace`)",
    "turn_off_the_alarm": "The best attempt passes ",  # on a busy machine, the time for all tests may be over first
    "write_to_every_pipe": "Something other than pytest wrote into the report of the tests.",
}


def named(report: Report) -> str:
    """Everything that the report says about why: the verdict's reason, and what the checks found."""
    found = [finding.message for check in report.checks for finding in check.findings]
    return " ".join([report.reason, *found])


def test_every_cheat_has_its_reason() -> None:
    assert {path.stem for path in solutions("programs")} == REASONS.keys()


def test_the_honest_program_is_verified_by_the_same_tests(sandbox: Sandbox) -> None:
    report = play(HONEST, TESTS, sandbox)
    assert (report.status, report.suite.dropped) == ("verified", ())


@pytest.mark.parametrize("path", AT_ANY_TIME, ids=lambda path: path.stem)
def test_a_cheat_is_not_verified_and_the_reason_is_named(path: Path, sandbox: Sandbox) -> None:
    report = play(path.read_text(encoding="utf-8"), TESTS, sandbox)
    assert report.status in ("failed", "unverified")
    assert REASONS[path.stem] in named(report)


def test_a_program_that_cheats_only_at_first_is_found_out() -> None:
    program = (HERE / "programs" / f"{FIRST}.py").read_text(encoding="utf-8")
    with closing(opened("docker")) as fresh:
        report = play(program, TESTS, fresh)
    assert report.status == "unverified"
    assert REASONS[FIRST] in named(report)
