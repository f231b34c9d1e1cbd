"""What a folder gets beside the program and its tests."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agent.events import BriefReady, CodeReady, Event, PackagesReady, RunFinished, RunStarted, StartsShown
from agent.handover import file_name, files_of, line_of, page_of, takes_files, title_of, tongue_of
from agent.models.demo import recordings
from languages.brief import Brief, Kind, Rule
from languages.handover import PAGE, REQUIREMENTS
from languages.outcome import AT_ONCE, FileOut, Start
from languages.python.candidates import START_FILES, program
from languages.python.packages.shelf import pins as on_shelf
from tests.fakes.told_runs import REQUEST, report_of, whole_run
from translation import TONGUES, here, speaking

SMALL, LARGE, OTHER = (name * 64 for name in "abc")
CONTENTS = {SMALL: b"<p>small", LARGE: b"<p>large", OTHER: b"<p>of a test"}
OWN = Start(files=(FileOut("a.html", 8, "new", SMALL), FileOut("b.HTM", 9, "new", LARGE)), own=True)
OF_A_TEST = Start(files=(FileOut("c.html", 99, "new", OTHER),))


def pages(kind: Kind, *starts: Start) -> list[bytes]:
    """What is in the page that is handed over."""
    report = report_of([*whole_run(), BriefReady(Brief(kind)), StartsShown(1, starts, (), CONTENTS)])
    return [file.content for name, file in page_of(report).items() if name == PAGE]


def test_a_page_is_the_one_that_the_program_made_of_the_persons_own_files() -> None:
    assert pages("page", OF_A_TEST, OWN) == [b"<p>large"]
    at_once = Start(AT_ONCE, files=(FileOut("c.html", 99, "new", OTHER),), own=True)
    assert pages("page", OWN, at_once) == [b"<p>of a test"]


def test_there_is_none_where_none_was_asked_for_or_made() -> None:
    assert pages("files", OWN) == [b""]
    assert pages("page", OF_A_TEST, replace(OWN, problem="It crashed.")) == [b""]


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Split a bill: 50 % to Ada & “Bob” (v1.2)?", "Split a bill 50 to Ada Bob v1 2"),
        ("Ausgaben für Mai, je Konto", "Ausgaben für Mai je Konto"),
        ("../../etc/passwd", "etc passwd"),
        ("con", "con program"),
        ("💶…\n\u202e", "Program"),
        ("请" * 80, "请" * 50),
        (
            "a word and another one that no name has room for any more",
            "a word and another one that no name has room for",
        ),
    ],
)
def test_a_file_is_named_after_the_task_as_every_system_takes_it(title: str, name: str) -> None:
    assert file_name(title) == name


def test_a_program_is_called_what_its_plan_calls_it_or_else_by_its_task() -> None:
    assert title_of(report_of([*whole_run(), BriefReady(Brief("files", name="Honey by month"))])) == "Honey by month"
    assert title_of(report_of([*whole_run(), BriefReady(Brief("files"))])) == REQUEST.task


@pytest.mark.parametrize(
    ("task", "rule", "code"),
    [
        ("Zähle die Wörter in text.txt und zeige sie", "", "de"),
        ("Ausgaben nach Monat", "Die Ausgaben werden für jeden Monat addiert.", "de"),
        ("Fais un graphique de mes dépenses avec les mois", "", "fr"),
        ("Suma los gastos de cada mes", "", "es"),
        ("اجمع مبيعاتي لكل شهر", "", "ar"),
        ("Add up what I sell and write it into one file", "", "en"),
        ("halve numbers", "", "es"),
        ("Het moet een lijst zijn van alle namen", "", "nl"),
        ("Det ska vara en lista med alla namn, också efter åren", "", "es"),
        ("فروش من را برای هر ماه جمع کن، پیوسته", "", "es"),
    ],
)
def test_what_goes_home_speaks_the_language_of_the_request_else_what_is_spoken_here(
    task: str, rule: str, code: str
) -> None:
    brief = Brief("files", rules=(Rule(rule),))
    asked = report_of([RunStarted(replace(REQUEST, task=task)), BriefReady(brief), CodeReady(1, program("input()"))])
    with speaking(TONGUES["es"]):
        assert tongue_of(asked).code == code
        started = files_of(asked)[START_FILES["Linux"]].content.decode()
    with speaking(TONGUES[code]):
        assert here().gettext("Press Enter to close.") in started


@pytest.mark.parametrize(
    ("start", "line"),
    [
        ("Put it beside a.csv and double-click it. It shows the sums. It ends.", "It shows the sums."),
        ("Machen Sie einen Doppelklick. Es zeigt 2.5 Punkte!", "Es zeigt 2.5 Punkte!"),
        ("Double-click it, and type", "Double-click it, and type"),
        ("", ""),
    ],
)
def test_in_one_line_it_is_said_what_it_does_not_how_it_is_started(start: str, line: str) -> None:
    assert line_of(report_of([*whole_run(), BriefReady(Brief("files", start))])) == line


def test_an_example_of_ours_has_its_own_line() -> None:
    known = next(one for one in recordings() if one.line)
    assert line_of(report_of([RunStarted(replace(REQUEST, task=known.task))])) == known.line


WORDS = "import sys\nprint(sys.argv[1:])\n"


@pytest.mark.parametrize(
    ("kind", "source", "starts", "takes"),
    [
        ("files", "input()", (), True),
        ("dialogue", "input()", (), False),
        ("dialogue", WORDS, (), True),
        ("dialogue", WORDS, (Start(arguments=("7",)),), False),
        ("dialogue", WORDS, (Start(arguments=("a.csv",), given=("a.csv",)),), True),
    ],
)
def test_who_takes_no_files_is_asked_for_none(kind: Kind, source: str, starts: tuple[Start, ...], takes: bool) -> None:
    asked: list[Event] = [RunStarted(REQUEST), BriefReady(Brief(kind))]
    assert takes_files(report_of([*asked, CodeReady(1, program(source)), StartsShown(1, starts)])) is takes


USES_MUCH = """# /// script
# dependencies = ["humanize", "few-use-this", "x @ https://evil.example/x.zip"]
# ///
import json
import humanize
import yaml
import scipy
import nobody_knows_this
try:
    import ujson
except ImportError:
    ujson = None
print(1)
"""


def test_a_failed_run_hands_over_what_its_program_needs_and_says_what_is_not_known() -> None:
    provided = PackagesReady(("humanize==4.13.0", "six==1.17.0"), "a-place")
    failed = RunFinished("failed", "No attempt passed all tests.", 9.0, "Say more.", 1)
    files = files_of(report_of([RunStarted(REQUEST), provided, CodeReady(1, program(USES_MUCH)), failed]))
    yaml = f"pyyaml=={on_shelf()['pyyaml']}"
    *remarks, first, second, third = files[REQUIREMENTS].content.decode().splitlines()
    assert (first, second, third) == ("humanize==4.13.0", yaml, "scipy")
    assert remarks == [
        "# The packages of this program were not checked.",
        "# In which version is not known: scipy",
        "# Left out, because few use it and nobody has looked at it: few-use-this",
        "# Imported, and not known from which package: nobody_knows_this",
    ]
    assert b"PACKAGES=yes" in files[START_FILES["Linux"]].content
    assert b'#     "humanize==4.13.0",' in files["solution.py"].content
    plain = files_of(report_of([RunStarted(REQUEST), CodeReady(1, program("import json\nprint(1)")), failed]))
    assert REQUIREMENTS not in plain
    assert b"PACKAGES=no" in plain[START_FILES["Linux"]].content
