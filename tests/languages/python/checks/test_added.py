"""What is tried of tests that were added: alone, and never less than before."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict, replace
from typing import Any

import pytest

from cancel import Cancel
from languages.brief import Brief, Rule
from languages.checks import Check, CheckContext, Earlier
from languages.python.candidates import TESTS, program, suite
from languages.python.checks.added import added
from languages.python.checks.attack import AttackCheck
from languages.python.checks.integrity import IntegrityCheck
from languages.python.checks.mutmut import MutmutCheck
from languages.python.checks.mutmut_settings import OPTIONS
from languages.python.checks.planted import Planted
from languages.python.checks.start import StartCheck
from languages.python.checks.surroundings import SurroundingsCheck
from languages.types import CheckReport, Mutation, Suite, TestCase
from sandbox.base import Job, JobResult, Sandbox
from sandbox.registry import open_sandbox
from tests.fakes.specs import PYTHON

HEAD = "from solution import double\n\n\n"
ONE = "def test_one(program):\n    assert double(1) == 2\n    assert '2' in program.start(typed=['1']).text\n"
OTHER = "\n\ndef test_other(program):\n    assert double(7) == 14\n    assert '14' in program.start(typed=['7']).text\n"
FIXTURE = "\n\nimport pytest\n\n\n@pytest.fixture(autouse=True)\ndef always():\n    yield\n"
BEFORE = suite(HEAD + ONE, [TestCase("test_one", "", scenario=True)])
AFTER = suite(HEAD + ONE + OTHER, [*BEFORE.tests, TestCase("test_other", "", scenario=True)])

HONEST = """def double(value):
    return value * 2


if __name__ == "__main__":
    try:
        print("It makes", double(int(input("Number? "))))
    except (ValueError, EOFError, KeyboardInterrupt):
        print("That is no number.")
"""
EQUAL = HONEST.replace("return value * 2", "return value * 2 if value < 5 else Any()")
EQUAL = f"class Any(int):\n    def __eq__(self, other):\n        return True\n\n\n{EQUAL}"
ELSEWHERE = HONEST.replace(
    "return value * 2", "return value * 2 if value < 5 or time.localtime().tm_year < 2030 else 14.5"
)
ELSEWHERE = f"import time\n\n\n{ELSEWHERE}"


@pytest.mark.parametrize(
    ("after", "names"),
    [
        pytest.param(AFTER, ["test_other"], id="one was added"),
        pytest.param(suite("# Else the same.\n" + AFTER.source, AFTER.tests), ["test_other"], id="beside a comment"),
        pytest.param(BEFORE, [], id="nothing was"),
        pytest.param(suite(AFTER.source + FIXTURE, AFTER.tests), None, id="with what all tests use"),
        pytest.param(suite(AFTER.source.replace("(1) == 2", "(3) == 6"), AFTER.tests), None, id="another was changed"),
        pytest.param(suite(HEAD + OTHER, AFTER.tests[1:]), None, id="another is gone"),
        pytest.param(suite("def", AFTER.tests), None, id="it is no Python"),
    ],
)
def test_only_what_was_added_is_told(after: Suite, names: list[str] | None) -> None:
    new = added(BEFORE, after)
    assert (None if new is None else [one.name for one in new.tests]) == names
    if new and names:
        assert "def test_other" in new.source
        assert "def test_one" not in new.source


class Noted:
    """A sandbox that keeps the jobs it runs, also those in its rooms."""

    def __init__(self, sandbox: Sandbox, jobs: list[Job]) -> None:
        self._sandbox, self.jobs = sandbox, jobs
        self.name, self.isolation = sandbox.name, sandbox.isolation

    def run(self, job: Job, *arguments: Any) -> JobResult:
        """See `Sandbox.run`."""
        self.jobs.append(job)
        return self._sandbox.run(job, *arguments)

    def another(self) -> Sandbox:
        """The same, which nobody closes."""
        return self

    def close(self) -> None:
        """It goes on."""


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    with closing(open_sandbox(PYTHON, "process", None, lambda _: None)) as sandbox:
        yield sandbox


def made(sandbox: Sandbox, check: Check, source: str, whole: bool) -> tuple[CheckReport, list[Job]]:
    """What is said in the end, of a test that was added or of all, and the jobs that came last."""
    left: list[Any] = []
    context = CheckContext(sandbox, Cancel(), leave=lambda *notes: left.append(notes))
    first = check.run(program(source), BEFORE, context)
    assert first.status == "passed"
    notes, tests = left[-1]
    jobs: list[Job] = []
    earlier = None if whole else Earlier(BEFORE, first, tests, notes)
    return check.run(program(source), AFTER, CheckContext(Noted(sandbox, jobs), Cancel(), earlier=earlier)), jobs


@pytest.mark.parametrize("source", [HONEST, EQUAL])
def test_honesty_is_tried_of_the_new_test_alone_and_comes_out_as_of_all(sandbox: Sandbox, source: str) -> None:
    alone, jobs = made(sandbox, IntegrityCheck(), source, whole=False)
    whole, _ = made(sandbox, IntegrityCheck(), source, whole=True)
    assert (alone.status, alone.vague) == (whole.status, whole.vague)
    assert (alone.status == "passed") is (source is HONEST)
    if source is HONEST:
        assert not any(b"def test_one" in job.files[TESTS] for job in jobs)


@pytest.mark.thorough
@pytest.mark.parametrize("source", [HONEST, ELSEWHERE])
def test_in_other_surroundings_the_new_test_is_run_and_comes_out_as_all(sandbox: Sandbox, source: str) -> None:
    alone, jobs = made(sandbox, SurroundingsCheck(), source, whole=False)
    whole, _ = made(sandbox, SurroundingsCheck(), source, whole=True)
    assert (alone.status, alone.summary, alone.claims) == (whole.status, whole.summary, whole.claims)
    assert alone.status == ("passed" if source is HONEST else "failed")
    assert '["test_other"]' in jobs[0].command


def test_the_ways_to_start_are_tried_once(sandbox: Sandbox) -> None:
    again, jobs = made(sandbox, StartCheck(), HONEST, whole=False)
    assert (again.status, jobs) == ("passed", [])


TWO_QUESTIONS = """def double(value):
    return value * 2


if __name__ == "__main__":
    try:
        number = int(input("Number? "))
    except (ValueError, EOFError, KeyboardInterrupt):
        raise SystemExit("That is no number.")
    if number > 5:
        number += len(input("And? "))
    print("It makes", double(number))
"""


def test_odd_use_is_tried_at_what_only_the_new_test_comes_to(sandbox: Sandbox) -> None:
    again, jobs = made(sandbox, AttackCheck(), TWO_QUESTIONS, whole=False)
    assert again.status == "failed"
    assert "At “And?” Ctrl+C was pressed" in again.summary or "At “And?” the input ended" in again.summary
    told = json.loads(next(data for name, data in jobs[0].files.items() if name.endswith("attack.options.json")))
    assert (told["only"], ["answer", "Number?"] in told["known"]) == (["test_other"], True)


MISSED = [f"solution.x_double__mutmut_{number}" for number in range(30)]
SAMPLE = Planted(
    Mutation(killed=70, survived=30, no_tests=0, timeout=0, total=100, left_out=100),
    dict.fromkeys(MISSED, "survived"),
    (),
    (),
    ("solution.x_main__mutmut_1",),
    (),
    0,
    9,
    {},
    "",
)
NAMED = f"TITLE = 'Sums'\n\n\n{HONEST}"


class Told:
    """A sandbox that tells which mistakes the new tests notice, then what else is `told`, and then breaks."""

    def __init__(self, names: list[str], *told: dict[str, Any]) -> None:
        left = [{"killed": names, "unproven": []}, *told]
        self._results = [_left(one) for one in left]
        self.jobs = 0

    def run(self, job: Job, *_: Any) -> JobResult:
        self.jobs += 1
        return self._results.pop(0) if self._results else JobResult("killed", None, "", "", 0.1, "it broke")


def _left(told: dict[str, Any]) -> JobResult:
    return JobResult("exited", 0, "", "", 0.1, files={"mutation.json": json.dumps(told).encode()})


@pytest.mark.parametrize(("noticed", "status"), [(5, "failed"), (15, "not_checked")])
def test_a_sample_is_looked_at_again_but_another_one_has_to_show_that_it_is_enough(noticed: int, status: str) -> None:
    earlier = Earlier(BEFORE, CheckReport("mutmut", "failed", ""), BEFORE, SAMPLE)
    sandbox = Told(MISSED[:noticed])
    context = CheckContext(sandbox, Cancel(), mutation_score=0.8, earlier=earlier)  # type: ignore[arg-type]
    report = MutmutCheck().run(program(HONEST), AFTER, context)
    assert report.status == status, report.summary
    assert (report.mutation.killed if report.mutation else None) == (75 if status == "failed" else None)


def test_where_not_all_of_the_rest_could_be_planted_another_sample_has_to_show_it() -> None:
    rest: dict[str, Any] = {
        "statistics": asdict(Mutation(killed=1, survived=0, no_tests=0, timeout=0, total=1, left_out=1))
    }
    rest |= {"names": {}, "missed": [], "inputs": [], "killed": ["a"], "unproven": [], "tried": 0, "statements": 9}
    sandbox = Told(MISSED[:15], rest | {"left_alone": {}, "sure": "", "finished": True, "left": ["b"]})
    earlier = Earlier(BEFORE, CheckReport("mutmut", "failed", ""), BEFORE, replace(SAMPLE, left=("a", "b")))
    context = CheckContext(sandbox, Cancel(), mutation_score=0.8, earlier=earlier)  # type: ignore[arg-type]
    report = MutmutCheck().run(program(HONEST), AFTER, context)
    assert (report.status, sandbox.jobs) == ("not_checked", 3)


@pytest.mark.parametrize(("sure", "then"), [("above", "above"), ("below", "")])
def test_more_tests_notice_no_fewer(sure: str, then: str) -> None:
    assert replace(SAMPLE, sure=sure).noticed_by(MISSED[:1], (), HONEST).sure == then


PARTS = "".join(f"def f{n}(a):\n    b = a * {n + 2}\n    return b + {n + 1}\n\n\n" for n in range(8))


def suite_of(numbers: range) -> Suite:
    """One for each of these functions of `PARTS`."""
    said = "def test_{0}():\n    assert solution.f{0}(3) == {1}\n"
    source = "\n\n".join(said.format(number, 3 * (number + 2) + number + 1) for number in numbers)
    return suite(f"import solution\n\n\n{source}", [TestCase(f"test_{number}", "") for number in numbers])


def test_where_few_are_left_of_a_sample_they_complete_it(sandbox: Sandbox) -> None:
    before, after = suite_of(range(5)), suite_of(range(8))
    left: list[Any] = []
    first = MutmutCheck().run(
        program(PARTS),
        before,
        CheckContext(sandbox, Cancel(), mutation_score=0.8, leave=lambda *notes: left.append(notes)),
    )
    assert (first.status, first.mutation and first.mutation.left_out) == ("failed", 0)
    whole, tests = left[-1]
    gone = whole.noticed[-9:]
    counts = replace(whole.mutation, killed=whole.mutation.killed - 9, total=whole.mutation.total - 9, left_out=9)
    known = replace(whole, mutation=counts, noticed=whole.noticed[:-9], left=gone)
    jobs: list[Job] = []
    context = CheckContext(
        Noted(sandbox, jobs), Cancel(), mutation_score=0.8, earlier=Earlier(before, first, tests, known)
    )
    report = MutmutCheck().run(program(PARTS), after, context)
    total = whole.mutation.total
    assert report.status == "passed", report.summary
    assert report.mutation == replace(whole.mutation, killed=total, survived=0, no_tests=0)
    told = [json.loads(job.files[OPTIONS]) for job in jobs if OPTIONS in job.files]
    planted = [set(one["only"]) for one in told if "only" in one]  # the others plant a few by themselves
    assert set(gone) in planted
    assert set() not in planted, "no other sample was planted"


TITLED = "import solution\nfrom solution import double\n\n\ndef test_title():\n    assert solution.TITLE == 'Sums'\n"
DOUBLED = "\n\ndef test_double():\n    assert [double(1), double(7)] == [2, 14]\n"


def test_a_rule_whose_test_comes_to_no_mistake_stays_unproven_when_others_are_added(sandbox: Sandbox) -> None:
    left: list[Any] = []
    brief = Brief("function", rules=(Rule("It has a title."), Rule("It doubles.")))
    context = CheckContext(sandbox, Cancel(), brief=brief, leave=lambda *notes: left.append(notes), mutation_score=0.1)
    before = suite(TITLED, [TestCase("test_title", "", rules=(1,))])
    first = MutmutCheck(60).run(program(NAMED), before, context)
    after = suite(TITLED + DOUBLED, [*before.tests, TestCase("test_double", "", rules=(2,))])
    notes, tests = left[-1]
    earlier = Earlier(before, first, tests, notes)
    report = MutmutCheck(60).run(program(NAMED), after, replace(context, earlier=earlier))
    assert (first.status, report.status, report.unproven) == ("failed", "passed", ("rule 1",))
