from __future__ import annotations

from dataclasses import replace

import pytest

from agent.errors import BadTask
from agent.report import fold
from agent.request import checked, going_on, mending
from agent.types import Earlier, Limits, Mended
from languages.types import Candidate
from tests.fakes.runs import REQUEST, WHOLE_RUN


def test_wishes_come_after_those_of_before_and_what_was_edited_by_hand_has_none() -> None:
    report = fold(WHOLE_RUN)
    assert report.chosen
    first = going_on("one", report, ["Be quick."])
    changed = replace(report, request=first)
    assert first.earlier == Earlier("one", report.chosen.candidate, report.suite, ("Be quick.",), report.brief)
    second, edited = going_on("two", changed, ["Be kind."]).earlier, Candidate({"solution.py": ""}, "solution.py")
    assert second
    assert second.changes == ("Be quick.", "Be kind.")
    assert going_on("two", changed, edited=edited).earlier == replace(second, candidate=edited, changes=())


def test_a_run_without_a_program_or_with_what_is_not_known_any_more_goes_nowhere() -> None:
    with pytest.raises(BadTask, match="no program"):
        going_on("one", fold(WHOLE_RUN[:1]), ["Be quick."])
    with pytest.raises(BadTask, match="no strategy"):
        going_on("one", replace(fold(WHOLE_RUN), request=replace(REQUEST, strategy="luck")), ["Be quick."])


def test_what_no_file_can_hold_is_refused_in_words_wherever_it_stands() -> None:
    report, half = fold(WHOLE_RUN), "x = '\ud800'"
    described = tuple(replace(test, description=half) for test in report.suite.tests)
    suites = [replace(report.suite, files={"test_solution.py": half}), replace(report.suite, tests=described)]
    reports = [replace(report, suite=suite) for suite in suites]
    edited = Candidate({"solution.py": half}, "solution.py")
    for built, wishes, program in ((report, [], edited), (report, [half], None), *((one, [], None) for one in reports)):
        with pytest.raises(BadTask, match="no file can hold") as refused:
            going_on("one", built, wishes, edited=program)
        assert refused.value.advice
    assert checked(replace(REQUEST, task=half)).task == "x = '\ufffd'"


@pytest.mark.parametrize(("mends", "quick"), [("program", True), ("tests", False)])
def test_whoever_has_stronger_tests_written_wants_what_a_quick_run_leaves_out(mends: Mended, quick: bool) -> None:
    report = replace(fold(WHOLE_RUN), request=replace(REQUEST, limits=Limits(quick=True)))
    assert mending("one", report, "Write more of them.", mends).limits == Limits(quick=quick)
