"""What is said of tests that were settled: in the report, and as it happens."""

from __future__ import annotations

from collections.abc import Callable

from agent.deciding.disputes import Ruling
from agent.types import TestChange
from languages.failures import UNKNOWN, Failure
from languages.settling import Expectation
from languages.types import DroppedTest, Suite, TestCase
from message import Sentence, either, joined, say
from wording import cut

Readable = Callable[[str], str]
"""Says a value as people read it."""

LONGEST = 300  # characters of what a program shows
_WHOLE = {
    "confirmed": say("Written again from the task alone, it fails as before."),
    "replaced": say("Written again from the task alone, the program mostly passes it, so that one is taken instead."),
    "dropped": say(
        "Written again from the task alone, it sometimes passed and sometimes failed, so it isn't known what is right."
    ),
}


def change_of(
    suite: Suite,
    expectation: Expectation,
    decided: Ruling,
    said: str,
    readable: Readable,
    failure: Failure = UNKNOWN,
) -> TestChange:
    """What became of a test of `suite`, with the coder's reason against it where there is one, and how it failed."""
    disputed = _disputed(said)
    question = say(
        "What is right here: %(expectation)s?\n%(text)s",
        expectation=_either(expectation, decided, readable),
        text=expectation.text,
    )
    why = _reason(expectation, decided, readable, failure)
    reason = joined(" ", (_test(suite, expectation).description, why, disputed))
    return TestChange(expectation.test, decided.what, reason, question if decided.what == "dropped" else "")


def passed_over(suite: Suite, name: str, why: Sentence, said: str) -> TestChange:
    """What is said of a test in dispute that nobody is asked about, with the coder's reason where there is one."""
    test = next(test for test in suite.tests if test.name == name)
    return TestChange(name, "passed_over", joined(" ", (test.description, why, _disputed(said))))


def _disputed(said: str) -> Sentence:
    return say("(The model that writes the program disputed it: %(said)s)", said=said) if said else ""


def left_out(
    suite: Suite, expectation: Expectation, decided: Ruling, readable: Readable, failure: Failure = UNKNOWN
) -> DroppedTest | None:
    """What the report says of a test that isn't as it was, with how the program failed it; None where it is."""
    if decided.what not in ("replaced", "dropped"):
        return None
    test = _test(suite, expectation)
    reason = joined(" ", (test.description, _reason(expectation, decided, readable, failure)))
    old, new = _differing(expectation, decided, readable) if expectation.values else (failure.expected, "")
    return DroppedTest(expectation.test, reason, old, new, test.rules, came=_came(failure))


def given_up(test: TestCase, why: str, failure: Failure = UNKNOWN) -> DroppedTest:
    """What the report says of a test that goes though nothing was derived in its place, with how it failed."""
    reason = joined(" ", (test.description, why, _both(failure)))
    return DroppedTest(test.name, reason, failure.expected, rules=test.rules, came=_came(failure))


def _came(failure: Failure) -> str:
    return failure.came or failure.shown or failure.error


def _both(failure: Failure) -> str:
    """What the test expected and what came, as far as it is known."""
    came = cut(" ".join(_came(failure).split()), LONGEST)
    if not came:
        return ""
    if failure.expected:
        return say("It expected %(expected)s, and %(came)s came.", expected=failure.expected, came=came)
    return say("This came: %(came)s", came=came)


def _test(suite: Suite, expectation: Expectation) -> TestCase:
    return next(test for test in suite.tests if test.name == expectation.test)


def _reason(expectation: Expectation, decided: Ruling, readable: Readable, failure: Failure) -> str:
    if decided.what == "kept":
        return decided.why or say("What it should expect couldn't be worked out again, so it stays as it is.")
    if not expectation.values:
        return joined(" ", (_WHOLE[decided.what], _both(failure) if decided.what != "confirmed" else ""))
    old, new = _differing(expectation, decided, readable)
    match decided.what:
        case "confirmed":
            return say(
                "Worked out again from the task alone, it is %(values)s as before.",
                values=", ".join(map(readable, expectation.values)),
            )
        case "replaced":
            return say(
                "It expected %(old)s; worked out again from the task alone, it is %(new)s, and the test says so now.",
                old=old,
                new=new,
            )
        case _:
            found = say("worked out again from the task alone, it came out as %(new)s", new=new)
            return say("It expected %(old)s; %(found)s, so it isn't known what is right.", old=old, found=found)


def _differing(expectation: Expectation, decided: Ruling, readable: Readable) -> tuple[str, str]:
    """The old values that don't stand, and what came out in their places."""
    new = [(value,) for value in decided.values] if decided.what == "replaced" else decided.derived
    pairs = [(old, others) for old, others in zip(expectation.values, new, strict=False) if set(others) - {old}]
    wanted = ", ".join(readable(old) for old, _ in pairs)
    return wanted, joined(", ", (either(list(map(readable, others))) for _, others in pairs))


def _either(expectation: Expectation, decided: Ruling, readable: Readable) -> str:
    old, new = _differing(expectation, decided, readable)
    return say("%(old)s, or %(new)s", old=old, new=new) if old else say("what should come out")
