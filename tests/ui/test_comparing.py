from __future__ import annotations

from dataclasses import replace

from agent.report import Report
from agent.request import going_on
from languages.brief import Brief, Rule
from tests.fakes.told_runs import report_of, whole_run
from ui.base.templating import render
from ui.telling.comparing import changes_between


def version(*rules: str, wishes: tuple[str, ...] = (), of: Report | None = None) -> Report:
    """A run that is over; its brief has these rules, and it goes on from another one where there are wishes."""
    report = report_of(whole_run())
    request = going_on("before", of or report, wishes) if wishes else report.request
    return replace(report, request=request, brief=Brief("function", "", (), tuple(map(Rule, rules)), (), (), ()))


def test_what_was_asked_for_and_what_it_promises_now() -> None:
    first = version("It adds.", "It stops at 9.")
    second = version("It adds.", "It reads a file.", wishes=("Read a file.",), of=first)
    third = version("It adds.", "It reads a file.", wishes=("Be quick.",), of=second)
    changes = changes_between(first, second)
    assert (changes.wishes, changes.added, changes.gone) == (["Read a file."], ["It reads a file."], ["It stops at 9."])
    assert changes_between(second, third).wishes == ["Be quick."], "not what was asked for before"
    assert "Read a file." in render("changed", changes=changes, title="What changed", before="")
    assert "Read a file." not in render("changed", changes=changes, title="What changed", before="run"), (
        "it stands above"
    )


def test_a_program_that_is_the_same_is_said_to_be() -> None:
    same = changes_between(version(), version())
    assert "Nothing changed in the program itself." in render("changed", changes=same, title="What changed", before="")
