"""The reasons of typical verdicts, each with its next step, as a stranger reads them: all words of verdicts stand here.

Read them aloud after a change. Would somebody who cuts hair know what was tried, what isn't known, and what to do next?
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from agent.attempts import Attempt
from agent.types import Ground
from agent.verdict import ADVICE, STEPS, further, judge, steps
from languages.python.checks import CHECKS
from languages.types import Candidate, CheckReport, Finding, Helps, Mutation, TestResult, Verdicts
from message import joined

PASSED = tuple(TestResult(f"test_{number}", "passed") for number in range(14))
COUNTS = Mutation(30, 3, 0, 1, 34)
MADE = {one.name: CheckReport(one.name, "passed", "", mutation=COUNTS if one.proves else None) for one in CHECKS}
SOUND = Attempt(
    1,
    Candidate({}, ""),
    Verdicts(PASSED, 0.1),
    tuple(MADE.values()),
    grounds=(Ground("example", "The example that you gave comes out right"),),
)


def fails(name: str, message: str, meaning: str = "") -> Attempt:
    found = (Finding("a rule", message, "high", meaning=meaning),)
    return _with(replace(MADE[name], status="failed", summary="3 of 7, see line 2", findings=found, mutation=None))


def unmade(name: str, helps: Helps) -> Attempt:
    return _with(CheckReport(name, "not_checked", "URLError(gaierror(-2))", helps=helps))


def _with(report: CheckReport) -> Attempt:
    return replace(SOUND, reports=tuple((MADE | {report.name: report}).values()))


def ended(*results: TestResult, problem: str = "", error: str = "") -> Attempt:
    return replace(SOUND, verdicts=Verdicts(results, 0.1, problem, error))


WEAK = _with(replace(MADE["mutmut"], status="failed", summary="for x=3 the changed program gives 0, yours 2"))
NAN = "The answer to “How many?” is “nan”: it ends with an error of Python's (ValueError)"
"""Of `attack.py`."""

ALL = "The program passes all of its 14 tests"
CLEAN = f"{ALL}, and no check found anything wrong."
FOUND = f"{ALL}, but a check found something wrong."
HOLDS = "The example that you gave comes out right."
RELY = "Nobody can try everything: look at its results yourself before you rely on them."
STRONGER = STEPS["tests"]
MEND = "Have a model mend what was found, or say what to change."
AGAIN = "Check it again; if it says the same, do so on another computer."
CONFIRM = "Confirm an example that is right, or give one of your own."
ANEW = "Run it again with an example of what must come out, or with a stronger model."
CONNECT = "Connect this computer to the internet, open the run in the history and press “Check it again”."
USE = "Use it, and look whether it does what you mean: a program like this can't be called verified, now or later."
SHARED = (
    "The program passes the 14 tests that came with it. It isn't known whether these ask for what is right, or for "
    "what matters to you: whoever shared it may have made them fit."
)

READ = [
    (SOUND, f"{ALL} and every check. {HOLDS} {RELY}"),
    (
        replace(SOUND, grounds=()),
        f"{CLEAN} So far only tests that a model wrote say that its results are right. {CONFIRM}",
    ),
    (
        unmade("pip-audit", "connection"),
        (
            f"{CLEAN} {HOLDS} It isn't known whether the packages that it needs have security holes, because this "
            f"computer got no answer from the internet. {CONNECT} That takes no model."
        ),
    ),
    (WEAK, f"{ALL}. Its tests are too weak: mistakes in it could go unnoticed. {STRONGER}"),
    (fails("attack", NAN), f"{FOUND} {NAN}. {MEND}"),
    (
        fails("bandit", "B307 eval", "It runs a text as if it were a program"),
        f"{FOUND} It runs a text as if it were a program. {MEND}",
    ),
    (
        fails("integrity", "A test that expects a wrong answer passed too (test_1)"),
        (
            f"{FOUND} It may only pretend to work: its tests also pass with wrong answers, or only where it can get "
            f"at them. {MEND}"
        ),
    ),
    (unmade("integrity", "tests"), f"{CLEAN} {HOLDS} It isn't known whether its tests can fail at all. {STRONGER}"),
    (
        unmade("surroundings", "again"),
        (
            f"{CLEAN} {HOLDS} It isn't known whether it does the same on another computer or day, because this check "
            f"couldn't be made. {AGAIN}"
        ),
    ),
    (
        unmade("pip-audit", "nothing"),
        (
            f"{CLEAN} {HOLDS} It isn't known whether the packages that it needs have security holes, and no check can "
            f"tell. {USE} An example that you confirm is tested from then on."
        ),
    ),
    (replace(SOUND, reports=()), f"{ALL}. 7 checks couldn't be made. {AGAIN}"),
    (
        replace(SOUND, untested=(1, 3), unheld=(2,), grounds=()),
        (
            f"{CLEAN} 1 of your examples isn't tested. 2 of the things that it should do aren't tested. "
            f"1 more thing is open: see the evidence. {STRONGER}"
        ),
    ),
    (
        replace(SOUND, unproven=("rule 1",)),
        (
            f"{CLEAN} {HOLDS} It isn't known whether its tests would notice if 1 of the things that it should do went "
            f"wrong. {STRONGER}"
        ),
    ),
    (
        replace(SOUND, doubts=("A blank is left.",)),
        (
            f"{ALL}. 1 thing in its results looks wrong, and it isn't decided whether it is. "
            "Look at its results, and say what is wrong, if anything is."
        ),
    ),
    (
        ended(*PASSED, TestResult("test_b", "unjudged", "OSError")),
        (
            "The program fails no test, and passes 14 of 15. 1 test gave no result because something of Assay's own "
            f"broke, not the program. {AGAIN}"
        ),
    ),
    (
        ended(*PASSED, TestResult("test_b", "failed", "E assert 1 == 2")),
        f"No program was written that does all of it: the best one passes 14 of 15 tests. {ANEW}",
    ),
    (
        ended(problem="The program could not be loaded", error="E   SyntaxError: invalid syntax"),
        f"It couldn't be tried: the program or its tests can't be started. {ANEW}",
    ),
    (ended(problem="It took too long"), f"Its tests came to no result. It took too long. {ANEW}"),
    (
        replace(SOUND, came_along=True),
        (
            f"{SHARED} Read its task, change it until it says what you mean, and have a model of yours write new tests "
            "for it."
        ),
    ),
]


@pytest.mark.parametrize(("attempt", "read"), READ)
def test_a_reason_says_what_was_tried_what_is_not_known_and_what_to_do_next(attempt: Attempt, read: str) -> None:
    status, reason = judge(attempt, CHECKS)
    first = next((STEPS[step] for step in steps(attempt, CHECKS)), ADVICE[status])
    assert joined(" ", (reason, first)) == read


def test_what_else_helps_is_said_once() -> None:
    whole = f"{STRONGER} {CONFIRM}"
    assert further(f"{ALL}. {STRONGER}", whole, ("tests", "confirm")) == CONFIRM
    assert further(f"{ALL}. {STRONGER}", STRONGER, ("tests",)) == ""
    assert further("As an earlier version stored it.", whole, ("tests", "confirm")) == whole
