"""What becomes of planted mistakes that no test notices, with the real mutmut in the real sandbox."""

import re
from dataclasses import replace

import pytest

from cancel import Cancel
from languages.brief import Brief, Rule
from languages.checks import CheckContext
from languages.python.candidates import program, suite
from languages.python.checks.mutmut import MutmutCheck, _named
from languages.types import CheckReport, TestCase
from sandbox.base import Sandbox

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


@pytest.fixture(scope="module")
def report(sandbox: Sandbox) -> CheckReport:
    brief = Brief("dialogue", rules=(Rule("Amounts over 10 are taxed."),))
    return MutmutCheck().run(program(PROGRAM), suite(TESTS, CASES), CheckContext(sandbox, Cancel(), brief=brief))


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


def test_a_rule_whose_tests_notice_none_or_come_by_none_is_named(report: CheckReport) -> None:
    assert report.unproven == ("rule 2", "example 1", "rule 4")


def test_a_rule_of_which_a_test_was_seen_to_fail_needs_no_planted_mistake() -> None:
    tax, seen, *_ = CASES
    assert {*_named(suite(TESTS, [tax, seen]))} == {"rule 1", "rule 2", "example 1"}
    assert {*_named(suite(TESTS, [tax, replace(seen, fails_for=("rule 2",))]))} == {"rule 1", "example 1"}


def test_a_table_built_at_import_is_tried_with_all_tests(report: CheckReport) -> None:
    assert not any("prices" in finding.rule for finding in report.findings)
    assert report.mutation
    assert report.mutation.survived == 6
    assert (report.mutation.shown, report.mutation.shown_caught) == (5, 5)


def test_with_other_inputs_only_what_no_test_notices_is_planted_again(sandbox: Sandbox, report: CheckReport) -> None:
    tests = replace(suite(TESTS, ()), inputs=("tax(10)",))
    again = MutmutCheck().run(program(PROGRAM), tests, CheckContext(sandbox, Cancel(), earlier=report))
    assert (again.mutation, set(again.survivors)) == (report.mutation, set(report.survivors))
    one = CheckContext(sandbox, Cancel(), earlier=replace(report, survivors=report.survivors[-1:]))
    assert MutmutCheck().run(program(PROGRAM), tests, one).survivors == report.survivors[-1:]


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
