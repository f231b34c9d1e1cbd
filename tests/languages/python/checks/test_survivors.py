"""What becomes of planted mistakes that no test notices, with the real mutmut in the real sandbox."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest

from cancel import Cancel
from errors import Cancelled
from languages.brief import Brief, Rule
from languages.checks import CheckContext, Earlier
from languages.python.candidates import program, suite
from languages.python.checks.fixed_words import spoken, worded
from languages.python.checks.mutmut import MutmutCheck
from languages.python.checks.mutmut_jobs import each_with_tests
from languages.python.checks.mutmut_settings import OPTIONS
from languages.types import CheckReport, Suite, TestCase
from sandbox.base import Job, JobResult, Sandbox

PROGRAM = """
import time
from pathlib import Path


def prices():
    return {"tea": 3, "cake": 4}


PRICES = prices()


def at_least(total, low):
    folder = Path.cwd()
    if total < low:
        return low
    return total


def tax(amount):
    if amount > 10:
        return amount * 2
    return 0


def stamped(total):
    folder, now = Path.cwd(), time.time()
    if folder == total:
        return total * 3
    return total


class Till:
    def __init__(self):
        self.sums = []

    def put(self, amount):
        self.sums.append(amount)

    def is_full(self):
        return sum(self.sums) >= 10


def main():
    amount = int(input("Amount? "))
    print("Tax", tax(amount))


if __name__ == "__main__":
    main()
"""
TESTS = """
import solution
from solution import PRICES, Till, at_least, stamped, tax


def test_at_least():
    assert (at_least(1, 5), at_least(7, 5), at_least(5, 5)) == (5, 7, 5)


def test_tax():
    assert (tax(20), tax(3)) == (40, 0)


def test_stamped():
    assert stamped(7) == 7


def test_till():
    till = Till()
    till.put(3)
    assert not till.is_full()
    till.put(8)
    assert till.is_full()


def test_prices():
    assert PRICES == {"tea": 3, "cake": 4}


def test_place():
    assert solution.__file__.endswith("solution.py")


def test_start(program):
    assert "40" in program.start(typed=["20"]).text


def test_something_comes():
    assert tax(3) != 7
"""
CASES = [
    TestCase("test_tax", "", rules=(1,)),
    TestCase("test_something_comes", "", rules=(2,), examples=(1,)),
    TestCase("test_prices", "", rules=(3,)),
    TestCase("test_place", "", rules=(4,)),
]


BRIEF = Brief("dialogue", rules=(Rule("Amounts over 10 are taxed."),))


@pytest.fixture(scope="module")
def earlier(sandbox: Sandbox) -> Earlier:
    """What was found out once, as a run keeps it."""
    left: list[Any] = []
    context = CheckContext(sandbox, Cancel(), mutation_score=0.8, brief=BRIEF, leave=lambda *notes: left.append(notes))
    tests = suite(TESTS, CASES)
    report = MutmutCheck().run(program(PROGRAM), tests, context)
    [(notes, first)] = left
    return Earlier(tests, report, first, notes)


@pytest.fixture(scope="module")
def report(earlier: Earlier) -> CheckReport:
    return earlier.report


def messages(report: CheckReport, changed: str) -> list[str]:
    added = re.compile(rf"^\+ *{re.escape(changed)}$", re.MULTILINE)
    return [finding.message for finding in report.findings if added.search(finding.detail)]


def test_what_nothing_can_tell_apart_does_not_count_and_is_listed(report: CheckReport) -> None:
    [message] = messages(report, "if total <= low:")
    assert message.startswith("This changes nothing anyone could see (")
    assert report.mutation
    assert report.mutation.equivalent == 2
    assert "2 change nothing anyone could see" in report.summary


def test_a_folder_and_a_clock_are_no_difference_on_the_way(report: CheckReport) -> None:
    found = messages(report, "return total * 4") + messages(report, "return total / 3")
    assert [message.partition(",")[0] for message in found] == 2 * ["No test notices this change"]


def test_what_an_input_tells_apart_is_said_with_it(report: CheckReport) -> None:
    said = messages(report, "if amount >= 10:") + messages(report, "if amount > 11:")
    assert said == [
        "No test notices this change: for amount=10 the changed program gives 20, yours 0",
        "No test notices this change: for amount=11 the changed program gives 0, yours 22",
    ]
    sources = {one.source for one in report.inputs}
    assert {"tax(10)", "tax(11)"} <= sources
    assert all(one.mutants for one in report.inputs)


def test_an_object_is_told_with_what_was_done_with_it(report: CheckReport) -> None:
    [message] = messages(report, "return sum(self.sums) > 10")
    assert message.startswith("No test notices this change: for `till = Till(); till.put(")
    assert message.endswith("till.is_full()` the changed program gives False, yours True")
    assert any(one.source.startswith("till = Till()\ntill.put(") for one in report.inputs)


def test_how_a_message_is_worded_is_no_mistake(report: CheckReport) -> None:
    assert not any(
        "Tax" in finding.detail.replace("'Tax'", "") and "TAX" in finding.detail for finding in report.findings
    )


def test_a_rule_whose_tests_notice_none_or_come_by_none_istests_of_each(report: CheckReport) -> None:
    assert report.unproven == ("rule 2", "example 1", "rule 4")


def test_a_rule_of_which_a_test_was_seen_to_fail_needs_no_planted_mistake() -> None:
    tax, seen, *_ = CASES
    assert {*each_with_tests(suite(TESTS, [tax, seen]))} == {"rule 1", "rule 2", "example 1"}
    assert {*each_with_tests(suite(TESTS, [tax, replace(seen, fails_for=("rule 2",))]))} == {"rule 1", "example 1"}


def test_a_table_built_at_import_is_tried_with_all_tests(report: CheckReport) -> None:
    assert not any("prices" in finding.rule for finding in report.findings)
    assert report.mutation
    assert report.mutation.survived == 6
    assert (report.mutation.shown, report.mutation.shown_caught) == (5, 5)


MORE = suite(f"{TESTS}\n\ndef test_more():\n    assert tax(3) == 0\n", [*CASES, TestCase("test_more", "")])


class Jobs:
    """A sandbox that counts its jobs by the script that they run."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox
        self.run_options: list[dict[str, Any]] = []
        self.name, self.isolation, self.another, self.close = "", "", sandbox.another, sandbox.close

    def run(self, job: Job, *arguments: Any) -> JobResult:
        self.run_options.append(json.loads(job.files.get(OPTIONS, b"{}")))
        return self._sandbox.run(job, *arguments)


def made_again(sandbox: Sandbox, earlier: Earlier, tests: Suite) -> tuple[CheckReport, list[dict[str, Any]]]:
    """What is said with these tests, and what the jobs for it were told."""
    jobs = Jobs(sandbox)
    context = CheckContext(jobs, Cancel(), mutation_score=0.8, brief=BRIEF, earlier=earlier)
    return MutmutCheck().run(program(PROGRAM), tests, context), jobs.run_options


def test_with_other_inputs_only_what_no_test_notices_is_planted_again(sandbox: Sandbox, earlier: Earlier) -> None:
    again, [told] = made_again(sandbox, earlier, replace(earlier.suite, inputs=("tax(10)",)))
    report = earlier.report
    assert (again.mutation, set(again.survivors), again.unproven) == (
        report.mutation,
        set(report.survivors),
        report.unproven,
    )
    assert {*told["only"]} == {*report.survivors}


def test_with_other_inputs_it_stays_sure_of_what_was_not_planted(sandbox: Sandbox, earlier: Earlier) -> None:
    mutation = replace(earlier.notes.mutation, left_out=400)
    notes = replace(earlier.notes, mutation=mutation, sure="below")
    again, _ = made_again(sandbox, replace(earlier, notes=notes), replace(earlier.suite, inputs=("tax(10)",)))
    assert (again.status, again.mutation, again.helps) == ("failed", mutation, "nothing")
    assert "enough to be 99 % sure" in again.summary, "so few are enough where it is sure"


def test_added_tests_are_tried_only_on_what_none_noticed_and_say_the_same_as_all_anew(
    sandbox: Sandbox, earlier: Earlier
) -> None:
    tests = suite(
        f"{TESTS}\n\ndef test_more():\n    assert (tax(10), tax(11), PRICES['tea']) == (0, 22, 3)\n",
        [*CASES, TestCase("test_more", "", rules=(2,))],
    )
    again, [killing, *_] = made_again(sandbox, earlier, tests)
    assert ({*killing["only"]}, killing["kill"]) == ({*earlier.report.survivors}, True)
    then = {"worded": worded(earlier.suite, BRIEF), "spoken": spoken(earlier.suite, BRIEF)}
    assert {name: killing[name] for name in then} == then, "their names are those of then"
    whole = MutmutCheck().run(program(PROGRAM), tests, CheckContext(sandbox, Cancel(), mutation_score=0.8, brief=BRIEF))
    assert again.mutation == whole.mutation
    assert ({*again.survivors}, again.unproven) == ({*whole.survivors}, ("example 1", "rule 4"))
    assert {one.detail for one in again.findings} == {one.detail for one in whole.findings}


def test_where_enough_was_noticed_more_tests_have_nothing_planted(sandbox: Sandbox, earlier: Earlier) -> None:
    passed = replace(earlier, report=replace(earlier.report, status="passed"))
    jobs = Jobs(sandbox)
    context = CheckContext(jobs, Cancel(), mutation_score=0.5, brief=BRIEF, earlier=passed)
    again = MutmutCheck().run(program(PROGRAM), MORE, context)
    assert (again.status, again.mutation, jobs.run_options) == ("passed", earlier.report.mutation, [])


class Refusing(Jobs):
    """One that only says what it was asked to run."""

    def run(self, job: Job, *arguments: Any) -> JobResult:
        self.run_options.append(json.loads(job.files[OPTIONS]))
        raise Cancelled("That is enough.")


@pytest.mark.parametrize(
    ("tests", "left_out"),
    [
        pytest.param(suite(TESTS.replace("tax(20), tax(3)", "tax(30), tax(3)"), CASES), 0, id="a test is another"),
        pytest.param(MORE, 7, id="a few were enough to be sure of the tests that there were"),
    ],
)
def test_all_is_planted_anew(sandbox: Sandbox, earlier: Earlier, tests: Suite, left_out: int) -> None:
    mutation = replace(earlier.notes.mutation, left_out=left_out)
    notes = replace(earlier.notes, mutation=mutation, sure="below" if left_out else "")
    jobs = Refusing(sandbox)
    context = CheckContext(jobs, Cancel(), mutation_score=0.8, brief=BRIEF, earlier=replace(earlier, notes=notes))
    with pytest.raises(Cancelled):
        MutmutCheck().run(program(PROGRAM), tests, context)
    assert [told["only"] for told in jobs.run_options] == [[]]


def test_what_the_task_does_not_speak_of_is_left_out_without_another_job(sandbox: Sandbox, earlier: Earlier) -> None:
    known = [one for telling in earlier.report.inputs for one in telling.differences]
    assert earlier.report.mutation
    tests = replace(earlier.suite, unasked=(known[0].program,))
    again, jobs = made_again(sandbox, earlier, tests)
    assert again.mutation == replace(earlier.report.mutation, survived=earlier.report.mutation.survived - 1, unasked=1)
    assert not jobs


ZIPS = """
import zipfile


def main():
    with zipfile.ZipFile("essays.zip") as archive:
        for one in archive.infolist():
            print(one.filename, "late" if one.date_time[2] > 9 else "in time")


if __name__ == "__main__":
    main()
"""
OF_ZIPS = """
import io
import zipfile


def test_late(program):
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr(zipfile.ZipInfo("Ada.txt", (2025, 5, 12, 21, 0, 0)), "Once upon")
    assert "late" in program.start(files={"essays.zip": content.getvalue()}).text
"""


def test_what_is_in_a_zip_of_the_tests_is_varied(sandbox: Sandbox) -> None:
    tests = suite(OF_ZIPS, [TestCase("test_late", "")])
    made = MutmutCheck().run(program(ZIPS), tests, CheckContext(sandbox, Cancel()))
    told = [one for one in made.inputs if any(name in one.mutants for name in made.survivors)]
    assert any("'Ada.txt': ('" in one.source for one in told), "a day by which another limit differs"
