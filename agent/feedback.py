"""The feedback to a model: results condensed to what helps."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from agent.attempts import Attempt
from agent.types import TestChange
from languages.base import Render
from languages.checks import Check
from languages.tracing import Trace
from languages.types import CheckReport, Finding, TestCase, TestResult, Verdicts
from wording import error_line

SHOWN = 6
SHOWN_IN_STEPS = 2
LONGEST = 1500
UNSEEN = "a test that isn't shown to you"
NOT_AS_SAID = "What the program gives isn't what this rule of the plan asks for."


@dataclass(frozen=True, slots=True)
class _Failure:
    name: str
    description: str
    message: str
    confirmed: bool
    at_work: Sequence[str] = ()
    steps: Sequence[str] = ()
    alike: Sequence[str] = ()
    looks_up: bool = False


@dataclass(frozen=True, slots=True)
class Looks:
    """What was seen of failing tests, by their names; those in `again` failed in an earlier program, too."""

    traces: Mapping[str, Trace]
    again: Collection[str] = ()


NO_LOOKS = Looks({})


def by_cause(
    failures: Sequence[TestResult], cause: Callable[[str], str], unseen: Collection[str] = ()
) -> list[tuple[TestResult, ...]]:
    """The failures, those of one `cause` together: one repair mends them, and a small model need not read it twice.

    Those of tests in `unseen` stay apart from the others, for of these less is told.
    """
    groups: dict[object, list[TestResult]] = {}
    for failure in failures:
        said = cause(failure.message)
        groups.setdefault((said, failure.name in unseen) if said else failure.name, []).append(failure)
    return [tuple(group) for group in groups.values()]


def on_failures(
    render: Render,
    verdicts: Verdicts,
    tests: Sequence[TestCase],
    changes: Sequence[TestChange] = (),
    unseen: Mapping[str, str] = MappingProxyType({}),
    looks: Looks = NO_LOOKS,
    cause: Callable[[str], str] = lambda message: "",
    looking_up: Callable[[str], bool] = lambda _: False,
) -> str:
    """The failing tests with their assertion, values and traceback lines; the first few only, of each `cause` one.

    Of each is told what the program's functions had in their variables, of the first that fail again what each line
    changed. Of `changes`, those count that say that a test was settled: it isn't to be disputed again. Of `unseen`
    tests, which the code model isn't shown, only the rules are said that they are about. Of those that are `looking_up`
    where a value stands, it is settled which value that is, and not where.
    """
    settled = {change.name for change in changes if change.what in ("confirmed", "replaced")}
    descriptions = {test.name: test.description for test in tests}
    failing = [] if verdicts.problem else verdicts.failures
    in_steps = [result.name for result in failing if result.name in looks.again and result.name in looks.traces]

    def failure(group: Sequence[TestResult]) -> _Failure:
        result, *others = group
        alike = [UNSEEN if other.name in unseen else other.name for other in others]
        name, is_settled, trace = result.name, result.name in settled, looks.traces.get(result.name, Trace())
        if name in unseen:
            # Of a test that is held back no value may be told, or a program could write it down.
            return _Failure(UNSEEN, unseen[name], _without_values(result), is_settled, alike=alike)
        steps = trace.lines if name in in_steps[:SHOWN_IN_STEPS] else ()
        message = _shorten(result.message)
        where = is_settled and looking_up(name)
        return _Failure(name, descriptions.get(name, ""), message, is_settled, trace.frames, steps, alike, where)

    # A small model loses its way in many failures; those that are left come with the next attempt.
    groups = by_cause(failing, cause, unseen)
    shown = groups[:SHOWN]
    return render(
        "repair",
        problem=_shorten(verdicts.problem_in_full),
        passed=sum(result.outcome == "passed" for result in verdicts.results),
        total=len(verdicts.results),
        failures=[failure(group) for group in shown],
        omitted=len(failing) - sum(map(len, shown)),
    )


def on_findings(render: Render, findings: Sequence[Finding]) -> str:
    """What the checks found that the program has to be repaired for."""
    return render("findings", findings=findings[:SHOWN])


def on_history(render: Render, attempts: Sequence[Attempt], taken_back: bool, unseen: Collection[str] = ()) -> str:
    """A line for each of these attempts, and whether the last one was `taken_back`; empty where there is none."""
    lines = [_line(attempt, unseen) for attempt in attempts]
    return render("history", lines=lines, taken_back=taken_back).strip()


def _line(attempt: Attempt, unseen: Collection[str]) -> str:
    verdicts, number = attempt.verdicts, attempt.number
    if verdicts.problem:
        error = error_line(verdicts.load_error) if verdicts.load_error else verdicts.problem
        return f"{number}: it could not be tested ({_shorten(error).strip()})"
    if verdicts.stands:
        rules = ", ".join(dict.fromkeys(finding.rule for finding in attempt.to_repair))
        return f"{number}: all tests pass{f'; found in it: {rules}' if rules else ''}"
    failing = list(dict.fromkeys(UNSEEN if result.name in unseen else result.name for result in verdicts.failures))
    more = ", ..." if len(failing) > SHOWN else ""
    return f"{number}: {attempt.passes} of {len(verdicts.results)} tests pass, not {', '.join(failing[:SHOWN])}{more}"


def to_repair(reports: Sequence[CheckReport], checks: Sequence[Check]) -> tuple[Finding, ...]:
    """The findings that go back to the code model: the serious ones of `checks` that are repairable and failed."""
    repairable = {check.name for check in checks if check.repairable}
    failed = [report for report in reports if report.status == "failed" and report.name in repairable]
    return tuple(finding for report in failed for finding in report.findings if finding.is_serious)


def _without_values(result: TestResult) -> str:
    """An error of the program's own, if it is one; nothing of what the test compares."""
    error = error_line(result.message)
    return NOT_AS_SAID if error.startswith(("assert", "AssertionError", "Failed")) else error


def _shorten(text: str) -> str:
    """Both ends of a long message: the beginning names the place, the end the error."""
    if len(text) <= LONGEST:
        return text
    half = LONGEST // 2
    return f"{text[:half]}\n[...]\n{text[-half:]}"
