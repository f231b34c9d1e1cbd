"""What a run claims of its program, each with what shows it: worked out here alone, from what the events have."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from agent.promising import said_by
from agent.reasons import wrong
from languages.brief import Example, Rule
from languages.checks import Check
from languages.types import CheckReport, TestCase
from message import Sentence, bare, joined, say, say_count

if TYPE_CHECKING:  # it has these claims
    from agent.report import Report

ABOUT: dict[str, str] = {
    "second": say("A second program, which a model wrote without seeing this one, gives the same"),
    "reading": say("A model compared its results with your words, and found nothing wrong"),
}
"""What a ground says of the program, by its kind; of examples, each is a claim of its own."""
FAILURES_FIRST = {False: 0, None: 1, True: 2}
NO_TEST = say("No test is about this.")
NO_RESULT = say("Its tests came to no result.")
FAILS = say("A test of it fails.")
TOOTHLESS = say("Its tests pass, but it isn't known whether they would notice if it didn't.")
WATCHED = say("It was watched while its tests ran.")
NOT_MADE = say("It was not checked.")
CAME_ALONG = say("Its tests pass, but they came with it, and so did what they are about.")
LOOKS_WRONG = say("It isn't known whether all of its results are right")
IN_DOUBT = say("To a model that compared them with your words something looked wrong, and nobody has decided yet.")
NO_PROMISE = say("Its plan has no word of your request in it.")
NOT_HERE = say("No test of it was written here, from a task that you accepted.")
SAID_RIGHT = say("You said that its result is right")
MEANT = say("It isn't known whether it does what you mean")
UNHEARD = say(
    "Only tests that a model wrote say so: you have confirmed no example, no second program was compared, and no "
    "result was read beside your words."
)


@dataclass(frozen=True, slots=True)
class Claim:
    """Something that is claimed of the program. It `holds` or it doesn't; None is that nobody knows.

    `said` says what shows it, or why it isn't so or isn't known, beside the `tests` of these names. `words` are the
    person's own that it comes from; `confirmed` says that they said so once they had seen the plan. It was `tried`
    where a program that breaks it was seen to fail.
    """

    claim: Sentence
    holds: bool | None
    said: Sentence = ""
    tests: tuple[str, ...] = ()
    words: str = ""
    confirmed: bool = False
    tried: bool = False

    @property
    def shown_by(self) -> str:
        """What shows it, in words."""
        named = say_count("Its test: %(names)s.", "Its tests: %(names)s.", len(self.tests), names=", ".join(self.tests))
        return joined(" ", (self.said, named if self.tests else ""))

    @property
    def as_json(self) -> dict[str, Any]:
        """As `report.json` has it."""
        return {"claim": self.claim, "shown_by": self.shown_by, "holds": self.holds}


def of_program(report: Report) -> list[Claim]:
    """What the program that is handed over does: the plan's rules, or where it has none the sentences of its tests."""
    if not report.chosen or not report.suite.tests:
        return []
    # What a program does though nobody asked for it is true whatever its tests say.
    seen = [Claim(text, True, WATCHED) for check in report.checks for text in check.claims]
    if not report.brief or not report.brief.rules:
        claims = (_of_tests(_sentence(test), [test], report) for test in report.suite.tests)
        return [*sorted(claims, key=lambda claim: FAILURES_FIRST[claim.holds]), *seen]
    return [*(_of_rule(number, rule, report) for number, rule in enumerate(report.brief.rules, start=1)), *seen]


def evidence(report: Report) -> list[Claim]:
    """What else there is: the person's examples, what speaks for it beside its tests, and its checks."""
    if not report.chosen or not report.suite.tests:
        return []
    return [*_vouched(report), *_examples(report), *_grounds(report), *_checks(report)]


def _vouched(report: Report) -> Iterator[Claim]:
    """What the person said of its results."""
    for one in report.vouched:
        text = say("You said that what it makes of %(files)s is right", files=one.files)
        yield Claim(
            text if one.files else SAID_RIGHT, True, say("You looked at it on %(day)s.", day=one.day), confirmed=True
        )


def _of_rule(number: int, rule: Rule, report: Report) -> Claim:
    about = [test for test in report.suite.tests if number in test.rules]
    return _of_tests(rule.rule, about, report, f"rule {number}", rule)


def _examples(report: Report) -> Iterator[Claim]:
    tests = report.suite.tests
    for number, one in enumerate(report.brief.examples if report.brief else (), start=1):
        about = [test for test in tests if number in test.examples and not test.weak]
        text = say("From %(given)s comes %(expected)s", given=one.given, expected=one.expected)
        yield _of_tests(text, about, report, f"example {number}", one)
    if report.brief and report.brief.rules:  # else each test is a claim
        own = [test for test in tests if test.source == "user" and not test.examples]
        yield from (_of_tests(_sentence(test), [test], report) for test in own)


def _of_tests(
    text: str, tests: Sequence[TestCase], report: Report, part: str = "", said: Rule | Example | None = None
) -> Claim:
    """What these tests show, which are about a part of the brief, as in `rule 3`, that the person may have said."""
    results = {one.name: one.outcome for one in report.chosen.results} if report.chosen else {}
    ours = not report.came_along or any(test.source == "user" for test in tests)
    outcomes = {results.get(test.name, "missing") for test in tests}
    holds, why = _shown(outcomes)
    if holds is False:
        text = say("It doesn't do this: %(what)s", what=text)
    if holds and not ours:
        holds, why = None, CAME_ALONG
    if holds and part in report.unproven:
        holds, why = None, TOOTHLESS
    tried = ours and any(part in test.fails_for for test in report.suite.tests)
    words, confirmed = (said.words, said.confirmed) if said else ("", False)
    return Claim(text, holds, why, tuple(test.name for test in tests), words, confirmed, tried)


def _shown(outcomes: Collection[str]) -> tuple[bool | None, str]:
    if not outcomes:
        return None, NO_TEST
    if not {"failed", "error"}.isdisjoint(outcomes):
        return False, FAILS
    return (True, "") if {*outcomes} == {"passed"} else (None, NO_RESULT)


def _sentence(test: TestCase) -> str:
    return test.description or test.name.removeprefix("test_").replace("_", " ")


def _grounds(report: Report) -> Iterator[Claim]:
    in_doubt = "decide" in report.steps  # whoever read it can't have found nothing then
    grounds = [one for one in report.grounds if one.kind in ABOUT and not (in_doubt and one.kind == "reading")]
    yield from (Claim(ABOUT[one.kind], True, one.said) for one in grounds)
    if in_doubt:
        yield Claim(LOOKS_WRONG, None, IN_DOUBT)
    left_out = report.brief.unmet(said_by(report.request)) if report.brief and report.request else ()
    if "plan" in report.steps and not left_out:
        yield Claim(say("It isn't known whether its plan promises what you asked for"), None, NO_PROMISE)
    if left_out:
        what = joined("; ", map(bare, left_out))
        yield Claim(say("It doesn't do all that you asked for"), False, say("It won't do: %(what)s.", what=what))
    if report.came_along and report.status != "running":
        yield Claim(MEANT, None, NOT_HERE)
    if "confirm" in report.steps:
        yield Claim(MEANT, None, UNHEARD)


def _checks(report: Report) -> Iterator[Claim]:
    made = {one.name: one for one in report.checks}
    for check in report.table:
        one = made.get(check.name)
        if one or report.status != "running":
            yield _of_check(check, one)


def _of_check(check: Check, made: CheckReport | None) -> Claim:
    """What holds is claimed, what fails is said as what is wrong, and of the rest that it isn't known."""
    if made is None:
        return Claim(check.unknown, None, NOT_MADE)
    holds = {"passed": True, "failed": False}.get(made.status)
    if not (counts := made.mutation):
        if holds is False:
            return Claim(wrong(check, made), False, made.summary)
        return Claim(check.claim if holds else check.unknown, holds, made.summary)
    notice = _notice_few if holds is False else _notice
    return Claim(notice(counts.caught, counts.counted), holds, made.summary)


def _notice(caught: int, planted: int) -> str:
    return say_count(
        "Its tests notice %(caught)s of %(count)s mistake that was planted in it",
        "Its tests notice %(caught)s of %(count)s mistakes that were planted in it",
        planted,
        caught=caught,
    )


def _notice_few(caught: int, planted: int) -> str:
    return say_count(
        "Its tests notice only %(caught)s of %(count)s mistake that was planted in it",
        "Its tests notice only %(caught)s of %(count)s mistakes that were planted in it",
        planted,
        caught=caught,
    )
