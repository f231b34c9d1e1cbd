"""What a user can trust of a run, drawn from its report: the checklist, the findings, and what nobody checked."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Literal

from agent.report import AttemptReport, Report
from languages.types import CheckReport, Finding, Mutation, TestCase, TestResult
from ui.diffs import DiffLine, parse
from ui.security_words import meaning

Outcome = Literal["passed", "failed", "not_run"]
UNKNOWN = ("not_checked", "error")


@dataclass(frozen=True, slots=True)
class ChecklistItem:
    """One test as the user reads it; `number` is its place in the file, `message` says what went wrong."""

    number: int
    description: str
    name: str
    own_example: bool
    outcome: Outcome
    message: str
    code: str


@dataclass(frozen=True, slots=True)
class ShownFinding:
    """One finding of a check, with the line of the program, or of its tests, that it is about."""

    finding: Finding
    meaning: str
    code: str


@dataclass(frozen=True, slots=True)
class Gap:
    """Something that was not checked, and why."""

    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class MissedMistake:
    """A planted mistake that no test noticed."""

    message: str
    lines: list[DiffLine]


def all_pass(attempt: AttemptReport) -> bool:
    """True only where every test of the attempt gave a result, and passed."""
    return not attempt.problem and bool(attempt.results) and attempt.passed == len(attempt.results)


def checklist(report: Report) -> list[ChecklistItem]:
    """The tests with how they ended in the attempt that is handed over; failures first."""
    results = {result.name: result for result in report.chosen.results} if report.chosen else {}
    sources = functions(report.suite.source)
    items = [
        _item(number, test, results.get(test.name), sources.get(test.name, ""))
        for number, test in enumerate(report.suite.tests, start=1)
    ]
    order: dict[Outcome, int] = {"failed": 0, "not_run": 1, "passed": 2}
    return sorted(items, key=lambda item: order[item.outcome])


def functions(source: str) -> dict[str, str]:
    """The source of each function of a file by its name, also of those in classes; nothing for what doesn't parse."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return {}
    lines = source_lines(source)
    found = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return {node.name: _cut_out(node, lines) for node in found}


def source_lines(source: str) -> list[str]:
    """The lines of a program as Python counts them: other separators than line ends don't count."""
    return source.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def gaps(report: Report) -> list[Gap]:
    """What nobody checked, in a run that is over. A check that is missing is as good as not checked."""
    if report.status == "running":
        return []
    made = {check.name: check for check in report.checks}
    missing = [one for one in report.table if one.name not in made or made[one.name].status in UNKNOWN]
    gaps = [Gap(check.title, _why(made.get(check.name), report)) for check in missing]
    return [*_untested(report), *gaps]


def security(report: Report) -> list[ShownFinding]:
    """The findings of the security check, the worst first."""
    check = check_named("bandit", report)
    lines = source_lines(report.chosen.source) if report.chosen else []
    order = {"high": 0, "medium": 1, "low": 2}
    found = sorted(check.findings, key=lambda finding: order[finding.severity]) if check else []
    return [ShownFinding(finding, meaning(finding), _line_of(finding, lines)) for finding in found]


def honesty(report: Report) -> list[ShownFinding]:
    """The findings of the honesty check, in its own words."""
    check = check_named("integrity", report)
    lines = source_lines(report.chosen.source) if report.chosen else []
    return [ShownFinding(one, one.message, _line_of(one, lines)) for one in check.findings] if check else []


def missed(report: Report) -> list[MissedMistake]:
    """The planted mistakes that the tests did not catch, as diffs; mutmut hands over the first ones only."""
    check = check_named("mutmut", report)
    found = check.findings if check else ()
    return [MissedMistake(one.message, [line for line in parse(one.detail) if line.sign != "@"]) for one in found]


def mutation(report: Report) -> Mutation | None:
    """How many planted mistakes the tests caught; None where none was planted."""
    check = check_named("mutmut", report)
    return check.mutation if check and check.mutation and check.mutation.total else None


def check_named(name: str, report: Report) -> CheckReport | None:
    """The report of one check of the chosen attempt."""
    return next((check for check in report.checks if check.name == name), None)


def _item(number: int, test: TestCase, result: TestResult | None, code: str) -> ChecklistItem:
    outcome: Outcome = "not_run"
    if result is not None and result.outcome not in ("missing", "skipped"):
        outcome = "passed" if result.outcome == "passed" else "failed"
    return ChecklistItem(
        number=number,
        description=test.description or test.name.removeprefix("test_").replace("_", " "),
        name=test.name,
        own_example=test.source == "user",
        outcome=outcome,
        message=result.message if result and outcome != "passed" else "",
        code=code,
    )


def _cut_out(node: ast.FunctionDef | ast.AsyncFunctionDef, lines: list[str]) -> str:
    first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
    own = lines[first - 1 : node.end_lineno]
    indent = node.col_offset
    return "\n".join(line[indent:] if not line[:indent].strip() else line for line in own)


def _line_of(finding: Finding, lines: list[str]) -> str:
    if finding.line is None or not 0 < finding.line <= len(lines):
        return finding.detail
    return lines[finding.line - 1].strip()


def _why(check: CheckReport | None, report: Report) -> str:
    if check is not None:
        return check.summary
    if report.chosen is None:
        return "There is no program that could be checked."
    if not all_pass(report.chosen):
        return "Only a program that passes all of its tests is checked."
    if report.status == "verified":
        return "This run is older than the check."
    return "The run ended before this check was made."


def _untested(report: Report) -> list[Gap]:
    items = checklist(report)
    not_run = sum(item.outcome == "not_run" for item in items)
    if not items:
        return [Gap("Tests", "The run ended before there were tests.")]
    if report.chosen is None:
        return [Gap("Tests", "The run ended before there was a program to test.")]
    if report.chosen.problem:
        return [Gap("Tests", f"They gave no result: {report.chosen.problem}")]
    return [Gap("Tests", f"{not_run} of {len(items)} gave no result.")] if not_run else []
