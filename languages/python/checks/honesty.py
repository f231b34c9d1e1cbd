"""What is said of the honesty of a program's tests, by what was tried with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from languages.python.checks.sought import Sought
from languages.python.checks.swayed import Swayed
from languages.python.said_inside import as_ours
from languages.types import CheckReport, Finding, Helps
from message import bare, joined, say, say_count

NAME = "integrity"
HOW = say("the program answers equal to everything, reads its tests, or changes how they are run")
AGAIN = say("not passed again")
APART = say("not passed apart")
PASSED = say("a wrong expectation passed")
EVERYTHING = say("every number is shown")
TAMPERED = "tampering"
WHY = say("What a program gives must depend on nothing but what it is given: not on its tests, the time, or chance.")
PLAINLY = say(
    "What it gives is taken for what it is by Python's own rules, and nothing around it is the program's to change."
)
SHOWN = 3


@dataclass(frozen=True, slots=True)
class Beside:
    """What came of one job. `unclear` says why it shows nothing. Of wrong expectations so many `failed`, and these
    `passed`; what the program was `seen` at it does in the process of its tests."""

    failed: int = 0
    findings: tuple[Finding, ...] = ()
    unclear: str = ""
    passed: tuple[Finding, ...] = ()
    seen: str = ""


@dataclass(frozen=True, slots=True)
class Apart:
    """How the tests end where the program can't touch them. `strong` are the names of those that passed, and `weak` are
    the reasons for those that can't be judged that way; `failing` says why the others don't pass. What is
    `unclear` may stay so `for_good`."""

    strong: frozenset[str] = frozenset()
    weak: Mapping[str, str] = field(default_factory=dict)
    failing: Mapping[str, str] = field(default_factory=dict)
    unclear: str = ""
    for_good: bool = False

    def joined(self, other: Apart) -> Apart:
        """Both, of different tests."""
        weak, failing = {**self.weak, **other.weak}, {**self.failing, **other.failing}
        unclear, for_good = self.unclear or other.unclear, self.for_good or other.for_good
        return Apart(self.strong | other.strong, weak, failing, unclear, for_good)


def judged(apart: Apart, tried: Swayed, seen: Sought, outcomes: Sequence[Beside], untouched: int) -> CheckReport:
    """The report of the check. In so many tests, which are `untouched`, no expectation could be made wrong."""
    found = [_not_apart(*one) for one in apart.failing.items()]
    found += [finding for outcome in outcomes for finding in outcome.findings]
    if apart.weak or apart.unclear:
        found += [_tampered(outcome.seen) for outcome in outcomes if outcome.seen]
    suspicious = [wrong_passed(*one) for one in tried.by.items()]
    suspicious += [finding for outcome in outcomes for finding in outcome.passed]
    found += suspicious
    found += [_shows_everything(*seen.everything)] if seen.everything else []
    passed, failed = len(suspicious), tried.failed + sum(outcome.failed for outcome in outcomes)
    turned = [
        say("%(name)s passes only with what the program made of what it was given", name=name)
        for name in tried.turned[:1]
    ]
    own = [say("%(name)s passes with any value beside what the program holds", name=name) for name in tried.own[:1]]
    vague = [say("%(name)s would find other numbers as well in what is shown", name=seen.untold)] if seen.untold else []
    unclear = [apart.unclear, seen.unclear, *turned, *own, *vague, *(outcome.unclear for outcome in outcomes)]
    unclear = [one for one in unclear if one]
    findings = tuple(dict.fromkeys(found))[:SHOWN]
    if findings:
        return CheckReport(NAME, "failed", _failure(findings, passed, failed), findings)
    if unclear or not failed + tried.natural:
        why = unclear[0] if unclear else say("no expectation in the tests could be made wrong")
        summary = say("It is not known whether the tests can fail: %(why)s", why=why)
        by_the_tests = why in (*turned, *own, *vague) or not unclear
        helps: Helps = "tests" if by_the_tests else "nothing" if apart.for_good else "again"
        return CheckReport(NAME, "not_checked", summary, helps=helps)
    rest = (
        say_count("in %(count)s test none could be planted", "in %(count)s tests none could be planted", untouched)
        if untouched
        else ""
    )
    summary = say_count(
        "%(count)s wrong expectation failed, as it must", "%(count)s wrong expectations failed, as they must", failed
    )
    return CheckReport(NAME, "passed", joined("; ", (summary, rest, _how_judged(apart))))


def _how_judged(apart: Apart) -> str:
    weak = list(apart.weak.values())
    if not weak:
        return say("no test could be touched by the program")
    total = len(apart.strong) + len(apart.weak)
    return say_count(
        "%(number)s of %(count)s test can only be judged beside the program: %(weak)s",
        "%(number)s of %(count)s tests can only be judged beside the program: %(weak)s",
        total,
        number=len(weak),
        weak=bare(as_ours(weak[0])),
    )


def _failure(findings: Sequence[Finding], passed: int, failed: int) -> str:
    if any(finding.rule == APART for finding in findings):
        return say("Tests pass only where the program can touch them")
    if passed:
        return say_count(
            "%(passed)s of %(count)s wrong expectation passed: %(how)s",
            "%(passed)s of %(count)s wrong expectations passed: %(how)s",
            passed + failed,
            passed=passed,
            how=HOW,
        )
    if any(finding.rule == AGAIN for finding in findings):
        return say("The tests passed once, but not again under other names")
    return bare(findings[0].message)


def _tampered(seen: str) -> Finding:
    return Finding(TAMPERED, seen, "high")


def _not_apart(test: str, message: str) -> Finding:
    said = say(
        "A test passes only in a process that the program can change (%(test)s). %(plainly)s",
        test=test,
        plainly=PLAINLY,
    )
    return Finding(APART, said, "high", detail=message)


def wrong_passed(test: str, reads: str) -> Finding:
    """A test of that name passed with a wrong expectation, which is read as `reads` has it."""
    message = say(
        "A test that expects a wrong answer passed too (%(test)s), so %(how)s. It has to work the answer out.",
        test=test,
        how=HOW,
    )
    return Finding(PASSED, message, "high", detail=reads)


def _shows_everything(one: str, other: str) -> Finding:
    message = say(
        "It shows the same line for different inputs, with nearly every number in it (%(one)s, %(other)s). "
        "It has to work the answer out, and show it alone.",
        one=one,
        other=other,
    )
    return Finding(EVERYTHING, message, "high")
