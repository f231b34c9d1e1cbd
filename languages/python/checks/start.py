"""The start: the program is started in the ways that a person may happen to start it, without any model."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import resources

from languages.checks import CheckContext, Details, Part
from languages.python.checks.added import added
from languages.python.checks.page_scripts import unnoticed
from languages.python.checks.start_words import RULES, in_words
from languages.python.guide import usage_of
from languages.python.said_inside import as_ours
from languages.python.testing import UNSEEN, TestReport, case_name, reports_of, test_job
from languages.types import Candidate, CheckReport, Finding, Suite
from message import bare, say, say_count
from sandbox.base import JobLimits

TESTS = "test_start.py"
SEEN = "test_seen"  # a program of functions may call some as it is loaded, and show nothing
SHOWN = "\nThe program showed:\n"  # as report.py adds it, to the end of a failure
LIMITS = JobLimits(cpu_seconds=120.0, seconds=400.0)
NOT_SHOWN = say("No test starts the program as a person does, so it is not known what then comes out of it")
NOT_STARTED = say("It has functions for other programs, and starts nothing")
NOTHING = Finding(
    say("nothing to start"), say("A double-click does nothing: the file calls nothing when it is started."), "high"
)


# Why: docs/decisions.md, "The start is examined without any model"
class StartCheck:
    """Fails where a start ends in a traceback, never ends, shows nothing, or changes what the person gave.

    Where something is to be started and no test does so, it says `not_checked`: nobody knows what comes of a start.
    """

    name = "start"
    title = say("Starting it")
    purpose = say("It is started as people do: by a double-click, again, and without its files.")
    claim = say("It starts by a double-click, a second time, and without its files")
    wrong = ""
    unknown = say("It isn't known what a person gets to see who starts it")
    required = True
    repairable = True
    proves = False
    details: Details = "findings"
    depends_on: frozenset[Part] = frozenset(("program", "packages", "brief", "tests"))

    def run(self, candidate: Candidate, suite: Suite, context: CheckContext) -> CheckReport:
        """See `Check.run`."""
        kind = context.brief.kind if context.brief else None
        functions, usage = kind in (None, "function"), usage_of(candidate.source)
        if not usage.script:
            if functions:
                return CheckReport(self.name, "passed", NOT_STARTED)
            return CheckReport(self.name, "failed", say("There is nothing to start"), (NOTHING,))
        name = "start_window_tests.py" if usage.window or kind == "window" else "start_tests.py"
        tests = resources.files("languages.python.checks").joinpath(name).read_text(encoding="utf-8")
        earlier = context.earlier
        job = test_job(candidate, Suite({TESTS: tests}, ()), LIMITS)  # it has no test of the program's own
        result = earlier.notes if earlier and earlier.notes else context.sandbox.run(job, context.cancel)
        reports = reports_of(result)
        if result.status != "exited" or not reports:
            return CheckReport(
                self.name,
                "not_checked",
                say("It could not be started: %(value)s", value=result.reason or say("the job gave no result")),
            )
        if unseen := next((found[0] for report in reports if (found := _why_unseen(report))), ""):
            return CheckReport(self.name, "not_checked", as_ours(unseen))
        context.leave(result, suite)
        counted = tuple(report for report in reports if not (functions and case_name(report) == SEEN))
        findings = tuple(dict.fromkeys(_findings(counted)))  # of two broken files one may say it
        if findings:
            return CheckReport(self.name, "failed", bare(findings[0].message), findings)
        if kind != "function" and not suite.starts:
            return CheckReport(self.name, "not_checked", NOT_SHOWN, helps="tests")
        problem, left = unnoticed(candidate, suite, context, _left(suite, context)) if kind == "page" else ("", ())
        if problem:
            return CheckReport(self.name, "not_checked", problem, left, helps="tests")
        return CheckReport(self.name, "passed", _well(sum(report.outcome == "passed" for report in counted)), left)


def _left(suite: Suite, context: CheckContext) -> tuple[Finding, ...] | None:
    """The mistakes in scripts that no test noticed before: where tests were only added, the others go on to be
    noticed. None where that isn't known."""
    if not (earlier := context.earlier) or not added(earlier.suite, suite):
        return None
    report = earlier.report
    were_planted = report.status == "passed" or (report.helps == "tests" and report.findings)
    return report.findings if were_planted else None


def _well(ways: int) -> str:
    return say_count(
        "It was started in %(count)s way, and nothing went wrong",
        "It was started in %(count)s ways, and nothing went wrong in these",
        ways,
    )


def _why_unseen(report: TestReport) -> re.Match[str] | None:
    """Why no window or page could be shown."""
    return UNSEEN.search(report.message) if report.outcome == "skipped" else None


def _findings(reports: tuple[TestReport, ...]) -> Iterator[Finding]:
    for report in reports:
        if report.outcome not in ("passed", "skipped"):
            found = re.search(r"^E +(?:AssertionError: |Failed: )?(.*)", report.message, re.MULTILINE)
            said = found[1] if found else report.message
            shown = report.message.find(SHOWN)
            detail = said + (report.message[shown:] if shown >= 0 else "")
            name = case_name(report).removeprefix("test_")
            yield Finding(RULES[name], in_words(name, said), "high", detail=detail)
