"""A finished program as one file: when it is offered, and when not and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from agent.events import BriefReady, CheckFinished, CodeReady, RunFinished, RunStarted, TestsRan, TestsReady
from agent.models.demo import RECORDINGS
from agent.reasons import CAME_ALONG, RELY
from agent.report import Report, fold
from agent.summary import UNASKED
from agent.types import Ground, InputFile, Request
from cancel import Cancel
from engines.one_file import Made, make_one_file, why_not
from engines.sandboxes import Sandboxes
from engines.sealing import OPEN, seal_of
from languages.brief import Brief, Rule
from languages.one_file import NoOneFile, RunJob, Seal, Subject
from languages.outcome import FileOut, Outcome, Start
from languages.python.candidates import program, suite
from languages.slots import Slot
from languages.types import CheckReport, Needs, TestCase, TestResult, Verdicts
from settings import Settings
from storage.store import NO_INPUTS
from tests.fakes import one_files
from translation import TONGUES, here, speaking

SOURCE = """
import time
from pathlib import Path

import pypdfium2

def halves(numbers):
    return [number / 2 for number in numbers]

if __name__ == "__main__":
    for path in sorted(Path(".").glob("*.txt")):
        print(path.name, halves(map(int, path.read_text().split())), time.strftime("%Y"))
    print(len(pypdfium2.PdfDocument.new()), "pages")
    name = input("Your name? ")
    Path("left.md").write_text(name)
"""
TESTS = """
import pytest
from hypothesis import given, strategies as st
from solution import halves

@given(st.lists(st.integers()))
def test_as_many(numbers):
    assert len(halves(numbers)) == len(numbers)

def test_halves():
    assert halves([1, 2]) == [0.5, 1]

def test_start(program):
    first = program.start(typed=["Ada"], now="2020-05-05 10:00")
    assert "mine.txt [1.5, 2.0] 2020" in first.text and "0 pages" in first.text and first.files["left.md"] == "Ada"
    second = program.start(typed=["Eve"], files={})
    assert second.files == {"left.md": "Eve"} and second.exit_code == 0

def test_window(program):
    program.window()
"""
NAMES = ("test_as_many", "test_halves", "test_start", "test_window")
WINDOWLESS = "Windows can't be shown here: this Python has no tkinter"


def report(cases: Sequence[TestCase], rules: int = 0, source: str = SOURCE, passed: bool = True) -> Report:
    results = tuple(TestResult(case.name, "passed" if passed else "failed") for case in cases)
    brief = Brief("files", "Start it.", rules=tuple(Rule(f"rule {number}") for number in range(rules)))
    return fold(
        [
            RunStarted(Request("Halve numbers", "demo", "demo")),
            BriefReady(brief),
            TestsReady(suite(TESTS, cases)),
            CodeReady(1, program(source)),
            TestsRan(1, results, 0.1),
            CheckFinished(CheckReport("pip-audit", "passed", "Fine.", needs=Needs(("pypdfium2==5.15.2",)))),
            RunFinished("verified", "All is well.", 1.0, attempt=1),
        ]
    )


def made_of(
    found: Report, *outcomes: str, inputs: Mapping[str, bytes] = NO_INPUTS, with_files: bool = False
) -> tuple[Made, Subject, str]:
    """What comes of tests that end so in the file, what it is made of, and in which language."""
    verdicts = Verdicts(
        tuple(
            TestResult(case.name, outcome, WINDOWLESS)  # type: ignore[arg-type]
            for case, outcome in zip(found.suite.tests, outcomes, strict=True)
        ),
        0.1,
    )
    assert found.language
    assert found.language.one_file
    given: list[tuple[Subject, str]] = []

    def make(subject: Subject, store: Path, run: RunJob) -> bytes:
        given.append((subject, here().tongue.code))
        return b"the page"

    stand_in = replace(
        found.language.one_file,
        fetch=lambda store, cancel, announce: None,
        fetch_packages=lambda store, candidate, needs, cancel, announce: None,
        make=make,
        check=lambda page, subject, run: verdicts,
    )
    language = replace(found.language, one_file=stand_in)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("agent.report.LANGUAGES", {"python": language})
        settings = Settings.model_validate({"ASSAY_SANDBOX": "process"})
        made = make_one_file(
            found, "Halves", inputs, Sandboxes(settings), settings.browser_parts, Cancel(), print, with_files
        )
    return made, *given[0]


def judged(*outcomes: str, cases: Sequence[TestCase], rules: int = 0) -> Made:
    """What comes of tests that end so in the file."""
    return made_of(report(cases, rules), *outcomes)[0]


def cases(*rules: int) -> list[TestCase]:
    return [TestCase(f"test_{number}", f"It does {number}.", rules=(rule,)) for number, rule in enumerate(rules)]


def test_tests_that_cant_run_there_are_told_where_each_rule_has_another() -> None:
    assert judged("passed", "skipped", "passed", cases=cases(1, 1, 2), rules=2) == Made(b"the page", 2, (WINDOWLESS,))


@pytest.mark.parametrize(
    ("outcomes", "said"),
    [
        (("passed", "failed", "passed"), "1 of its 3 tests fails: It does 1."),
        (("passed", "missing", "failed"), "2 of its 3 tests fail, such as: It does 1."),
        (("passed", "passed", "skipped"), "no test can be run of rule 2. Windows"),
        (("skipped", "skipped", "skipped"), "no test can be run of rule 1"),
    ],
)
def test_it_isnt_offered_where_a_test_fails_or_a_rule_has_none(outcomes: tuple[str, ...], said: str) -> None:
    with pytest.raises(NoOneFile) as caught:
        judged(*outcomes, cases=cases(1, 1, 2), rules=2)
    assert said in caught.value.message


def test_it_isnt_offered_where_an_example_of_the_persons_cant_be_tested() -> None:
    both = [TestCase("test_a", ""), TestCase("test_b", "", "user")]
    with pytest.raises(NoOneFile, match="your example can't be tested"):
        judged("passed", "skipped", cases=both)


NAMED = 'open("statement.csv"); open("rules.csv")'
STATEMENT = (RECORDINGS / "21_bank" / "statement.csv").read_bytes()
PICTURE = FileOut("a.png", 9, "new", picture="drawn")
OUTCOME = Outcome((Start(files=(PICTURE,)),), (), {"drawn": b"\x89PNG"})


def subject(
    inputs: Mapping[str, bytes],
    source: str = NAMED,
    outcome: Outcome = OUTCOME,
    task: str = "",
    with_files: bool = False,
) -> Subject:
    """What the file is made of where a program of this source was built for these files."""
    found = report(cases(1), source=source)
    request = Request(task, "demo", "demo", files=tuple(InputFile(path, "", 1) for path in inputs))
    attempt = replace(found.attempts[0], outcome=outcome)
    return made_of(
        replace(found, request=request, attempts=(attempt,)), "passed", inputs=inputs, with_files=with_files
    )[1]


def test_files_of_an_example_go_along_and_of_the_persons_own_only_names_that_the_program_has_in_it() -> None:
    made = subject({"statement.csv": STATEMENT, "rules.csv": b"Word,Category\n", "Ada.csv": b"Who,What\n"})
    assert made.examples == {"statement.csv": STATEMENT}
    assert {path: list(names) for path, names in made.known.items()} == {
        "statement.csv": ["Date", "Type", "Description", "Paid out", "Paid in", "Balance"],
        "rules.csv": ["Word", "Category"],
        "*1.csv": ["Who", "What"],
    }
    assert made.slots == (
        Slot("Your statement", ".csv", "statement.csv", ("statement.csv",)),
        Slot("Your rules", ".csv", "rules.csv"),
    )
    assert made.picture == b""


def test_the_persons_own_files_go_along_where_they_say_so() -> None:
    inputs = {"rules.csv": b"Word,Category\n", "Ada.csv": b"Who,What\n"}
    made = subject(inputs, with_files=True)
    assert made.examples == inputs
    assert made.picture == b"\x89PNG"


def test_a_picture_of_what_came_of_an_example_goes_along() -> None:
    assert subject({"statement.csv": STATEMENT}).picture == b"\x89PNG"


def test_without_files_there_is_a_slot_for_what_its_tests_start_it_with() -> None:
    started = Outcome((Start(given=("rules.csv", "other.txt"), arguments=("rules.csv",)), Start(arguments=("-v",))))
    made = subject({}, outcome=started)
    assert made.slots == (Slot("Your rules", ".csv", "rules.csv"),)
    assert dict(made.known) == {"rules.csv": ()}
    assert made.as_words
    assert not subject({}, outcome=replace(started, starts=(*started.starts, Start(given=("rules.csv",))))).as_words


@pytest.mark.parametrize(
    ("task", "code"), [("Zeige die Summe für jeden Monat", "de"), ("Halve numbers", "fr"), ("Do it for the sums", "en")]
)
def test_it_speaks_the_language_of_the_request(task: str, code: str) -> None:
    with speaking(TONGUES["fr"]):
        found = replace(report(cases(1)), request=Request(task, "demo", "demo"))
        assert made_of(found, "passed")[2] == code


def test_its_seal_says_in_three_sentences_how_it_was_checked() -> None:
    found = replace(report(cases(1, 2)), grounds=(Ground("reading", "All of Ada's sums."), Ground("second", "")))
    all_of_it = "The program passes all of its 2 tests and every check."
    reading = "A model compared its results with the request, and found nothing wrong."
    assert seal_of(found) == Seal("Verified", True, (all_of_it, reading, RELY))
    unverified = seal_of(replace(found, status="unverified", reason="Ada's sums look wrong."))
    assert unverified == Seal("Not verified", False, ("The program passes all of its 2 tests.", OPEN, RELY))
    nearly = seal_of(replace(found, status="unverified", steps=("connect",)))
    assert (nearly.verdict, nearly.is_good, nearly.is_nearly) == ("Nearly verified", False, True)
    assert nearly.said == ("The program passes all of its 2 tests.", reading, UNASKED)
    shared = seal_of(replace(found, status="unverified", request=Request("", "demo", "demo", taken_in="all")))
    assert shared.said == ("The program passes the 2 tests that came with it.", CAME_ALONG)


def test_what_can_be_told_at_once_is() -> None:
    assert why_not(report(cases(1))) == ""
    assert "hasn't passed" in why_not(report(cases(1), passed=False))
    assert "window" in why_not(report(cases(1), source="import tkinter\ntkinter.Tk()\n"))
    for fetching in ("import urllib.request\n", "from parts import fetch_text\n\n\ndef main():\n    fetch_text('a')\n"):
        assert "internet" in why_not(report(cases(1), source=fetching))
    kept = report(cases(1))
    attack = CheckReport("attack", "passed", "", remembers=("days.json",))
    kept = replace(kept, attempts=(replace(kept.attempts[-1], checks=(attack,)),))
    assert "would forget" in why_not(replace(kept, brief=Brief("dialogue")))
    assert why_not(replace(kept, brief=Brief("files"))) == ""
    assert "no program" in why_not(fold([RunStarted(Request("x", "demo", "demo"))]))


@pytest.mark.docker
@pytest.mark.timeout(900)
def test_the_tests_run_in_the_very_file_that_is_handed_over() -> None:
    settings, said = Settings.model_validate({"ASSAY_SANDBOX": "docker"}), list[str]()
    found = report([TestCase(name, name) for name in NAMES])
    made = make_one_file(
        found, "Halves", {"mine.txt": b"3 4"}, Sandboxes(settings), one_files.store(), Cancel(), said.append
    )
    assert b'<h1 dir="auto">Halves</h1>' in made.content
    assert made.passed == 2
    assert "Hypothesis" in made.untried[0]
    assert WINDOWLESS in made.untried[1]
    assert "Trying its 4 tests in a browser" in said
