"""Why a verdict is as it is, for a person who doesn't program: what was tried, what held, and what isn't known.

A few short sentences. What else is known stands in the evidence: which test, which check, in the tool's words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from agent.attempts import Attempt
from agent.types import Step
from languages.checks import Check
from languages.types import CheckReport, Helps, Verdicts
from message import bare, joined, say, say_count

ORDER: tuple[Step, ...] = ("repair", "check", "plan", "decide", "tests", "confirm", "connect")
"""The steps in the order in which they help: on what is mended or decided others depend, and last comes what needs a
connection."""
MOST = 2
"""Things that a reason names; the others it counts."""
# Why: docs/decisions.md, "Tests of a model's own aren't enough for `verified`"
NO_GROUNDS = say("So far only tests that a model wrote say that its results are right")
EMPTY_PLAN = say("Its plan names nothing of your request, so nobody tested what you asked for")
CAME_ALONG = say(
    "It isn't known whether these ask for what is right, or for what matters to you: whoever shared it may have made "
    "them fit."
)
NOTHING_CAME = say("No tests came with it that can be run here, so nothing of what it should do was tried.")
RELY = say("Nobody can try everything: look at its results yourself before you rely on them.")
UNMADE: Mapping[Helps, tuple[Step, Callable[[str], str]]] = {
    "again": ("check", lambda unknown: say("%(unknown)s, because this check couldn't be made", unknown=unknown)),
    "connection": (
        "connect",
        lambda unknown: say("%(unknown)s, because this computer got no answer from the internet", unknown=unknown),
    ),
    "tests": ("tests", lambda unknown: unknown),
    "nothing": ("nothing", lambda unknown: say("%(unknown)s, and no check can tell", unknown=unknown)),
}
"""By what helps to know what a check would say: the step, and how it is said that it isn't known."""


@dataclass(frozen=True, slots=True)
class Shortfall:
    """What keeps a program from being verified, `said` in a sentence without its full stop, and what helps. `nothing`
    helps where each check would say the same again."""

    step: Step
    said: str


def of_verified(attempt: Attempt) -> str:
    """What speaks for a program that has all it takes."""
    said = [*(ground.said for ground in attempt.grounds[:MOST]), *_unread(attempt)]
    return joined(" ", (passes_everything(len(attempt.verdicts.results)), *map(sentence, said), RELY))


def of_unverified(attempt: Attempt, short: Sequence[Shortfall]) -> str:
    """What held, and what is wrong or isn't known."""
    failed = any(one.status == "failed" for one in attempt.reports)
    if attempt.verdicts.unjudged:
        held = _fails_none(attempt)
    elif "repair" in {one.step for one in short}:
        held = _found_wrong(attempt)
    elif failed or attempt.doubts or not attempt.reports:
        held = passes_all(len(attempt.verdicts.results))
    else:
        held = joined(" ", (_clean(attempt), *(sentence(ground.said) for ground in attempt.grounds[:1])))
    return joined(" ", (held, _listed(short)))


def of_failed(verdicts: Verdicts) -> str:
    """How far the best program came."""
    if verdicts.load_error:
        return say("It couldn't be tried: the program or its tests can't be started.")
    if verdicts.problem:
        return say("Its tests came to no result. %(problem)s.", problem=bare(verdicts.problem))
    return say_count(
        "No program was written that does all of it: the best one passes %(passed)s of %(count)s test.",
        "No program was written that does all of it: the best one passes %(passed)s of %(count)s tests.",
        len(verdicts.results),
        passed=sum(result.outcome == "passed" for result in verdicts.results),
    )


def of_shared(attempt: Attempt, failed: Sequence[Shortfall]) -> str:
    """What was tried of a program that somebody shared, and what isn't known. They wrote its plan, too."""
    count = len(attempt.verdicts.results)
    if not count:
        return NOTHING_CAME
    return joined(" ", (passes_shared(count), CAME_ALONG, _listed(failed)))


def shortfalls(attempt: Attempt, checks: Sequence[Check]) -> list[Shortfall]:
    """All that keeps a program whose tests pass from being verified, what helps most first."""
    short = [*_together(of_checks(attempt, checks)), *_of_tests(attempt), *_of_grounds(attempt)]
    return sorted(short, key=lambda one: ORDER.index(one.step) if one.step in ORDER else len(ORDER))


def of_checks(attempt: Attempt, checks: Sequence[Check]) -> Iterator[Shortfall]:
    """What the required checks found, or couldn't say; one that is missing is as good as not made."""
    by_name = {report.name: report for report in attempt.reports}
    for check in checks:
        report = by_name.get(check.name)
        if check.required and (report is None or report.status != "passed"):
            failed = report is not None and report.status == "failed"
            yield _found(check, report) if report and failed else _unmade(check, report)


def _together(found: Iterable[Shortfall]) -> list[Shortfall]:
    """Many checks that couldn't be made, as where the sandbox broke, as one."""
    short = list(found)
    unmade = sum(one.step == "check" for one in short)
    if unmade <= MOST:
        return short
    said = say_count("%(count)s check couldn't be made", "%(count)s checks couldn't be made", unmade)
    return [*(one for one in short if one.step != "check"), Shortfall("check", said)]


def wrong(check: Check, report: CheckReport) -> str:
    """What is wrong with a program that fails the check, as people say it."""
    first = next(iter(report.findings), None)
    return check.wrong or (first and (first.meaning or first.message)) or report.summary


def sentence(text: str) -> str:
    """`text`, which is a sentence of ours without its full stop or any text, with exactly one at its end."""
    return text if text.endswith(".") else joined("", (bare(text), "."))


def passes_everything(count: int) -> str:
    """What held of a program with so many tests that is verified."""
    return say_count(
        "The program passes its one test and every check.",
        "The program passes all of its %(count)s tests and every check.",
        count,
    )


def passes_all(count: int) -> str:
    """What held of a program with so many tests, whatever its checks say."""
    return say_count("The program passes its one test.", "The program passes all of its %(count)s tests.", count)


def passes_shared(count: int) -> str:
    """What held of a program that somebody shared, with so many tests."""
    return say_count(
        "The program passes the one test that came with it.",
        "The program passes the %(count)s tests that came with it.",
        count,
    )


def _clean(attempt: Attempt) -> str:
    return say_count(
        "The program passes its one test, and no check found anything wrong.",
        "The program passes all of its %(count)s tests, and no check found anything wrong.",
        len(attempt.verdicts.results),
    )


def _found_wrong(attempt: Attempt) -> str:
    return say_count(
        "The program passes its one test, but a check found something wrong.",
        "The program passes all of its %(count)s tests, but a check found something wrong.",
        len(attempt.verdicts.results),
    )


def _fails_none(attempt: Attempt) -> str:
    return say_count(
        "The program fails no test, and passes %(passed)s of %(count)s.",
        "The program fails no test, and passes %(passed)s of %(count)s.",
        len(attempt.verdicts.results),
        passed=attempt.passes,
    )


def _listed(short: Sequence[Shortfall]) -> str:
    said = list(dict.fromkeys(one.said for one in short))
    more = len(said) - MOST
    others = say_count(
        "%(count)s more thing is open: see the evidence.", "%(count)s more things are open: see the evidence.", more
    )
    return joined(" ", (*map(sentence, said[:MOST]), others if more > 0 else ""))


def _found(check: Check, report: CheckReport) -> Shortfall:
    return Shortfall("tests" if report.mutation else "repair", wrong(check, report))


def _unmade(check: Check, report: CheckReport | None) -> Shortfall:
    step, said = UNMADE[report.helps if report and report.status == "not_checked" else "again"]
    return Shortfall(step, said(check.unknown))


def _of_tests(attempt: Attempt) -> Iterator[Shortfall]:
    if unjudged := attempt.verdicts.unjudged:
        yield Shortfall(
            "check",
            say_count(
                "%(count)s test gave no result because something of Assay's own broke, not the program",
                "%(count)s tests gave no result because something of Assay's own broke, not the program",
                len(unjudged),
            ),
        )
    if unheld := attempt.unheld:
        yield Shortfall(
            "tests",
            say_count(
                "%(count)s of your examples isn't tested", "%(count)s of your examples aren't tested", len(unheld)
            ),
        )
    if untested := attempt.untested:
        yield Shortfall(
            "tests",
            say_count(
                "%(count)s of the things that it should do isn't tested",
                "%(count)s of the things that it should do aren't tested",
                len(untested),
            ),
        )
    if unproven := attempt.unproven:
        # Whether tests can fail is looked into only once all else speaks for it.
        yield Shortfall("tests" if attempt.grounds else "confirm", _toothless(len(unproven)))


def _toothless(count: int) -> str:
    return say_count(
        "It isn't known whether its tests would notice if %(count)s of the things that it should do went wrong",
        "It isn't known whether its tests would notice if %(count)s of the things that it should do went wrong",
        count,
    )


def _of_grounds(attempt: Attempt) -> Iterator[Shortfall]:
    if attempt.empty_plan:
        yield Shortfall("plan", EMPTY_PLAN)
    if attempt.left_out:
        what = joined("; ", map(bare, attempt.left_out))
        yield Shortfall("plan", say("It doesn't do all that you asked for: it won't do this: %(what)s", what=what))
    if attempt.doubts:
        yield Shortfall(
            "decide",
            say_count(
                "%(count)s thing in its results looks wrong, and it isn't decided whether it is",
                "%(count)s things in its results look wrong, and it isn't decided whether they are",
                len(attempt.doubts),
            ),
        )
    if not attempt.grounds:
        yield Shortfall("confirm", NO_GROUNDS)
        yield from (Shortfall("confirm", said) for said in _unread(attempt))


def _unread(attempt: Attempt) -> Iterator[str]:
    """What a reader of its results couldn't vouch for."""
    if attempt.unseen:
        why = joined("; ", attempt.unseen)
        yield say("Its results couldn't be compared with your words as a whole: %(why)s", why=why)
