from dataclasses import replace
from typing import Any

import pytest

from agent.attempts import Attempt
from agent.types import Ground, Step
from agent.verdict import STEPS, advice, judge, lacks_only_grounds, lacks_only_proof, steps
from languages.python.checks import CHECKS
from languages.types import Candidate, CheckReport, CheckStatus, Helps, Mutation, TestResult, Verdicts

PASSED = Verdicts((TestResult("test_a", "passed"),), 0.1)
NAMES = [check.name for check in CHECKS]
CLEAN = tuple(CheckReport(name, "passed", f"{name} is fine", mutation=Mutation(1, 0, 0, 0, 1)) for name in NAMES)
SOUND = Attempt(
    1, Candidate({}, ""), PASSED, CLEAN, grounds=(Ground("example", "The example that you gave comes out right"),)
)


def test_verified_needs_all_tests_and_all_checks() -> None:
    assert judge(SOUND, CHECKS)[0] == "verified"


@pytest.mark.parametrize("status", ["failed", "not_checked", "error", None])
@pytest.mark.parametrize("place", range(len(CHECKS)))
def test_a_check_that_did_not_pass_or_was_never_made_makes_it_unverified_and_is_said(
    place: int, status: CheckStatus | None
) -> None:
    made = [CheckReport(NAMES[place], status, "because of the moon")] if status else []
    verdict, reason = judge(replace(SOUND, reports=(*CLEAN[:place], *made, *CLEAN[place + 1 :])), CHECKS)
    wrong = CHECKS[place].wrong or "because of the moon"
    assert (verdict, (wrong if status == "failed" else CHECKS[place].unknown) in reason) == ("unverified", True)


@pytest.mark.parametrize(
    "verdicts",
    [
        *(
            Verdicts((TestResult("test_a", "passed"), TestResult("test_b", outcome)), 0.1)
            for outcome in ("failed", "error", "skipped", "missing")
        ),
        Verdicts((), 0.1),
        Verdicts(PASSED.results, 0.1, "the report was forged"),
    ],
)
def test_a_test_that_did_not_pass_or_no_trusted_result_makes_it_failed(verdicts: Verdicts) -> None:
    assert judge(replace(SOUND, verdicts=verdicts), CHECKS)[0] == "failed"


def test_a_test_in_which_something_of_ours_fell_over_is_no_failure_and_keeps_verified_away() -> None:
    lost = Verdicts((*PASSED.results, TestResult("test_b", "unjudged", "The kit fell over (OSError).")), 0.1)
    attempt = replace(SOUND, verdicts=lost)
    verdict, reason = judge(attempt, CHECKS)
    assert (verdict, attempt.passes, attempt.done) == ("unverified", 1, True)
    assert "1 test gave no result" in reason
    assert steps(attempt, CHECKS)[0] == "check"
    assert judge(replace(SOUND, verdicts=replace(lost, results=lost.results[1:])), CHECKS)[0] == "failed"


def test_time_outs_count_as_caught_and_untested_mutants_as_missed() -> None:
    assert Mutation(killed=6, survived=1, no_tests=1, timeout=2, total=10).score == 0.8
    assert Mutation(0, 0, 0, 0, 0).score is None


@pytest.mark.parametrize(
    "missing",
    [
        {"untested": (1, 3)},
        {"unheld": (2,)},
        {"unproven": ("rule 4",)},
        {"doubts": ("A blank is left.",)},
        {"empty_plan": True},
        {"left_out": ("Send a mail",)},
        {"grounds": ()},
    ],
)
def test_what_no_test_is_about_and_what_is_open_keeps_verified_away(missing: dict[str, Any]) -> None:
    assert judge(replace(SOUND, **missing), CHECKS)[0] == "unverified"
    assert lacks_only_grounds(replace(SOUND, **missing), CHECKS) == (missing == {"grounds": ()})
    assert lacks_only_proof(replace(SOUND, **missing), CHECKS) == ("unproven" in missing)
    assert lacks_only_grounds(replace(SOUND, grounds=(), unproven=("rule 1",)), CHECKS)


@pytest.mark.parametrize(
    ("missing", "wanted"),
    [
        ({}, []),
        ({"untested": (1,), "grounds": ()}, ["tests", "confirm"]),
        ({"unheld": (2,), "doubts": ("A blank is left.",)}, ["decide", "tests"]),
        ({"empty_plan": True, "grounds": ()}, ["plan", "confirm"]),
        ({"grounds": ()}, ["confirm"]),
        ({"grounds": (), "unproven": ("rule 1",)}, ["confirm"]),
        ({"unproven": ("rule 1",)}, ["tests"]),
        ({"came_along": True, "untested": (1,), "unheld": (2,)}, ["anew"]),
        ({"came_along": True, "verdicts": Verdicts((), 0.1)}, ["anew"]),
        ({"verdicts": Verdicts((TestResult("test_a", "failed"),), 0.1)}, []),
    ],
)
def test_all_is_named_that_it_lacks_to_be_verified_the_most_useful_first(
    missing: dict[str, Any], wanted: list[Step]
) -> None:
    assert [*steps(replace(SOUND, **missing), CHECKS)] == wanted


def lacking(*helps: Helps, **missing: Any) -> Attempt:
    """One of which the first checks couldn't be made, and what would help with each."""
    unknown = {name: CheckReport(name, "not_checked", "", helps=one) for name, one in zip(NAMES, helps, strict=False)}
    return replace(SOUND, reports=tuple(unknown.get(one.name, one) for one in CLEAN), **missing)


def test_what_no_check_can_say_is_not_to_be_checked_again() -> None:
    def ends(*helps: Helps) -> list[Step]:
        return [*steps(lacking(*helps, grounds=()), CHECKS)]

    assert [ends("again"), ends("tests")] == [["check", "confirm"], ["tests", "confirm"]]
    assert ends("nothing") == ends("again", "nothing", "connection") == ["nothing"]
    assert ends("tests", "again") == ["check", "tests", "confirm"]
    assert "can't be called verified" in STEPS["nothing"]


def test_a_connection_alone_is_no_reason_to_leave_off_but_keeps_verified_away() -> None:
    assert judge(lacking("connection"), CHECKS)[0] == "unverified"
    assert steps(lacking("connection"), CHECKS) == ("connect",)
    assert lacks_only_grounds(lacking("connection", grounds=()), CHECKS)
    assert lacks_only_proof(lacking("connection", unproven=("rule 1",)), CHECKS)
    assert not lacks_only_grounds(lacking("connection", "again", grounds=()), CHECKS)
    everything = lacking("connection", "tests", "again", grounds=(), doubts=("A blank is left.",))
    assert steps(everything, CHECKS) == ("check", "decide", "tests", "confirm", "connect")
    sentences = advice(steps(everything, CHECKS))
    assert [STEPS[one] in sentences for one in ("check", "decide", "tests", "confirm", "connect")] == [True] * 5


@pytest.mark.parametrize(
    ("name", "status", "wanted"),
    [
        ("bandit", "failed", "repair"),
        ("bandit", "not_checked", "check"),
        ("mutmut", "failed", "tests"),
        ("mutmut", "error", "check"),
    ],
)
def test_what_a_check_found_comes_before_an_example(name: str, status: CheckStatus, wanted: Step) -> None:
    reports = [replace(one, status=status) if one.name == name else one for one in CLEAN]
    reports = [one if one.name == "mutmut" else replace(one, mutation=None) for one in reports]
    assert steps(replace(SOUND, reports=tuple(reports), grounds=()), CHECKS) == (wanted, "confirm")
