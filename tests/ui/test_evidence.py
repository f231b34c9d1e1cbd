from __future__ import annotations

from collections.abc import Sequence

from agent.events import CheckFinished, CodeReady, RunFinished
from languages.python.candidates import program
from languages.types import CheckReport, Finding
from tests.fakes.told_runs import SECURE, report_of, whole_run
from ui.telling.evidence import MissedMistake, Place, Section, sections

UNCAUGHT = Finding("solution.x", "No test notices this", "low", detail="--- a\n+++ b\n@@ -1 +1 @@\n-a\n+b")


def found(check: CheckReport, code: str = "") -> Section:
    report = report_of([*whole_run()[:8], CodeReady(1, program(code)), CheckFinished(check)])
    (section,) = [section for section in sections(report) if section.made]
    return section


def shown(findings: Sequence[Finding], code: str) -> Sequence[Place | MissedMistake]:
    return found(CheckReport("bandit", "failed", "", tuple(findings)), code).shown


def test_there_is_a_section_for_each_check_whether_it_was_made_or_not() -> None:
    made = sections(report_of([*whole_run()[:9], CheckFinished(SECURE)]))
    titles = ["Starting it", "Odd use", "Security", "Dependencies", "Elsewhere", "Test strength", "Honesty"]
    assert [section.title for section in made] == titles
    assert [section.made for section in made] == [None, None, SECURE, *[None] * 4]


def test_what_failed_comes_first_once_the_run_is_over_and_what_is_clean_last() -> None:
    weak = CheckReport("mutmut", "failed", "")
    over = RunFinished("failed", "No.", 1.0, attempt=1)
    found = sections(report_of([*whole_run()[:9], CheckFinished(SECURE), CheckFinished(weak), over]))
    titles = ["Test strength", "Starting it", "Odd use", "Dependencies", "Elsewhere", "Honesty", "Security"]
    assert [section.title for section in found] == titles


def test_a_check_of_another_version_has_a_section_under_its_name() -> None:
    section = found(CheckReport("spelling", "failed", "", (Finding("S1", "A word is wrong."),)))
    assert (section.title, len(section.shown)) == ("spelling", 1)


def test_the_worst_finding_comes_first_with_its_line() -> None:
    low = Finding("B311 blacklist", "random", "low", 99, "the line as the tool saw it")
    high = Finding("B999 new", "new", "high", 1)
    assert shown((low, high), "a\x0cb\nc") == [Place(high, "a\x0cb"), Place(low, "the line as the tool saw it")]


def test_what_the_meaning_says_already_is_no_code() -> None:
    advised = Finding("six 1.0", "It is old.", detail="Take 1.1.", meaning="six 1.0 is weak. Take 1.1.")
    assert shown((advised,), "") == [Place(advised, "")]


def test_mistakes_that_were_missed_are_diffs_without_their_place() -> None:
    (mistake,) = found(CheckReport("mutmut", "passed", "", (UNCAUGHT,))).shown
    assert isinstance(mistake, MissedMistake)
    assert [(line.sign, line.text) for line in mistake.lines] == [("-", "a"), ("+", "b")]
