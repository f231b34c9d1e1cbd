"""Tests start a program as a person does: warm in the sandbox, and with plain pytest on the person's own computer."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from cancel import Cancel
from languages.base import TEST_LIMITS
from languages.brief import Brief, Kind
from languages.checks import CheckContext
from languages.python.candidates import program, suite
from languages.python.checks.mutmut import MutmutCheck
from languages.python.checks.start import StartCheck
from languages.python.checks.start_words import RULES
from languages.python.language import PYTHON
from languages.types import NO_NEEDS, CheckReport, TestCase
from sandbox.base import Sandbox

GREETER = '''
"""Greets those in names.txt, and whoever types a name."""

import datetime
import random
import sys
import time
import urllib.request
from pathlib import Path


def greeting(name):
    return f"Hello, {name}"


def main():
    file = Path("names.txt")
    names = file.read_text(encoding="utf-8").split() if file.exists() else []
    names.append(input("Who? "))
    visits = Path.home() / "visits"
    count = len(visits.read_text()) + 1 if visits.exists() else 1
    visits.write_text("x" * count)
    time.sleep(3600)
    addresses = Path("addresses.txt")
    for address in addresses.read_text(encoding="utf-8").split() if addresses.exists() else []:
        try:
            with urllib.request.urlopen(address) as answer:
                print(address, answer.headers["Content-Type"], len(answer.read()))
        except OSError as error:
            print(address, error)
    print(f"{datetime.date.today()}, visit {count}, dropped: {sys.argv[1:]}")
    print("A number:", random.randrange(10**9))
    Path("letters", "new").mkdir(parents=True, exist_ok=True)
    Path("greetings.txt").write_text("\\n".join(map(greeting, names)), encoding="utf-8")
    print(*map(greeting, names), sep="\\n")
    if names[-1] == "Nobody":
        raise ValueError("there is nobody")
    input("Press Enter to close. ")


if __name__ == "__main__":
    main()
'''
TESTS = '''
import pytest


def test_it_greets(program):
    """It greets whoever is in the file, and who types a name."""
    run = program.start(typed=["Ada"], files={"names.txt": "Böb"}, args=["a b.txt"], now="2025-06-15 10:00")
    assert "visit 1, dropped: ['a b.txt']" in run.line("2025-06-15", "VISIT")
    assert run.line("visit", "nobody") == ""
    assert run.line("dropped").startswith("2025-06-15, visit"), "behind a question, in a line of its own"
    assert run.value("visit") != 2 and run.value("A number") == run.value("number")
    assert run.text.endswith("Hello, Böb\\nHello, Ada\\nPress Enter to close. ")
    assert run.files == {"greetings.txt": "Hello, Böb\\nHello, Ada"}
    assert (run.exit_code, run.changed, run.folders) == (0, [], ["letters/new"])


def test_it_is_started_again(program):
    """It finds what it left, and the files that were there."""
    program.start(typed=["Ada"], files={"names.txt": "Bob"})
    again = program.start(typed=["Cy"])
    assert "visit 2" in again.text
    assert again.files == {"greetings.txt": "Hello, Bob\\nHello, Cy"}
    assert again.changed == ["greetings.txt"]
    same = program.start(typed=["Cy"])
    assert (list(same.files), same.changed) == (["greetings.txt"], []), "written again, and the same in it"


def test_text_is_held_against_bytes(program):
    """What it wrote is text, and its bytes where it is held against bytes."""
    written = program.start(typed=["Bob"], files={"names.txt": "Ädá"}).files["greetings.txt"]
    assert written == "Hello, Ädá\\nHello, Bob" == written.decode()
    assert written == "Hello, Ädá\\nHello, Bob".encode() and written != b"Hello"
    assert "Ädá".encode() in written and "Ädá" in written and b"Ada" not in written
    assert written.startswith(b"Hello") and written.startswith(("Hi", "Hello")) and not written.startswith(b"%PDF")


def test_chance_is_set(program):
    """Its number is the same each time, and another one where that is wanted."""
    numbers = [program.start(typed=["Ada"], seed=seed).line("number") for seed in (0, 0, 1)]
    assert numbers[0] == numbers[1] != numbers[2]


def test_it_breaks(program):
    """It shows what a person would see of an error."""
    with pytest.raises(pytest.fail.Exception, match="(?s)It showed: Who\\? .*ValueError: there is nobody"):
        program.start(typed=["Nobody"], files={})
    assert program.last.exit_code == 1


def test_it_finds_nothing_but_what_is_there(program):
    """It fetches from the web."""
    web = {"https://a.org/": "3 €", "http://a.org:8000/b%C3%BC.pdf?x=1": bytes(range(256))}
    addresses = " ".join([*web, "http://a.org:8000/c", "http://b.org"])
    run = program.start(typed=["Ada"], files={"addresses.txt": addresses}, web=web)
    assert run.line("https://a.org/").endswith(" text/html; charset=utf-8 5")
    assert run.line("pdf").endswith(" application/pdf 256")
    assert "404" in run.line("8000/c")
    assert "There is no server at b.org" in run.line("http://b.org")


@pytest.mark.parametrize(("end", "error"), [("eof", "EOFError"), ("interrupt", "KeyboardInterrupt")])
def test_its_input_ends(program, end, error):
    """It gets nothing to read."""
    with pytest.raises(pytest.fail.Exception, match=error):
        program.start(end=end)
'''
DIARY = """
import pickle
import random
import secrets
import sqlite3
import time
import uuid
from datetime import date, datetime, timezone

import numpy
import openpyxl
import pandas


class Day(date):
    pass


def main():
    moments = [datetime.now(), datetime.today(), datetime.utcnow(), pandas.Timestamp.now().to_pydatetime()]
    moments += [datetime.now(timezone.utc).replace(tzinfo=None), datetime.fromtimestamp(time.time_ns() / 1e9)]
    days = [date.today(), Day.today(), *(one.date() for one in moments), date(*time.localtime()[:3])]
    print("days", *sorted(set(map(str, days))), len(set(moments)), pickle.loads(pickle.dumps(moments)) == moments)
    print("sorts", all(type(one) is datetime for one in moments), type(days[1]) is Day, isinstance(days[2], date))
    book = openpyxl.Workbook()
    book.active.append([days[0], moments[0], days[2], moments[0].time(), Day.today()])
    book.save("days.xlsx")
    table = sqlite3.connect(":memory:", detect_types=sqlite3.PARSE_DECLTYPES)
    print("read", *table.execute('select ? as "day [date]"', [days[0]]).fetchone())
    time.sleep(86400)
    print("later", date.today(), datetime.now().time(), time.strftime("%a"))
    began, looks = time.perf_counter(), 0
    while time.time() < moments[0].timestamp() + 86400 + 5:
        looks += 1
    print("waited", round(time.perf_counter() - began))
    print("chance", random.random(), random.Random().random(), random.Random(None).random(), uuid.uuid4())
    random.seed(), numpy.random.seed()
    print("chance", random.random(), random.SystemRandom().random(), secrets.token_hex(), numpy.random.random())
    print("chance", numpy.random.default_rng().random(), pandas.Series(range(99)).sample(3).tolist())


if __name__ == "__main__":
    main()
"""
KEEPS_DAYS = '''
import openpyxl
import pytest


def test_its_day_is_told(program):
    """Whatever it asks for the time says the same, and whoever knows dates takes these for such."""
    run = program.start(now="2024-02-28 23:30")
    assert run.line("days") == "days 2024-02-28 1 True"
    assert run.line("sorts") == "sorts True True True"
    [[day, moment, *rest]] = openpyxl.load_workbook(run.folder / "days.xlsx").active.values
    assert str(moment) == "2024-02-28 23:30:00" and len(rest) == 3
    assert run.line("read") == "read 2024-02-28"
    assert run.line("later") == "later 2024-02-29 23:30:00 Thu"
    assert run.line("waited") == "waited 5"


def test_its_chance_is_held(program):
    """However it asks for something random, it gets the same."""
    one, same, other = (program.start(now="2024-02-28 23:30", seed=seed).text for seed in (0, 0, 7))
    assert one == same
    pairs = [pair for pair in zip(one.splitlines(), other.splitlines()) if pair[0].startswith("chance")]
    assert len(pairs) == 3 and all(ours != theirs for ours, theirs in pairs)
'''
ALARM = """
import datetime
import time

if __name__ == "__main__":
    moment = datetime.datetime.now().astimezone()
    print("here", moment.strftime("%Y-%m-%d %H:%M %z"), time.strftime("%H:%M"))
    print("there", moment.astimezone(datetime.UTC).strftime("%Y-%m-%d %H:%M"))
"""
ZONES = """
import pytest


def test_its_zone_is_told(program):
    run = program.start(now="2025-03-30 01:30", zone="Europe/Berlin")
    assert (run.line("here"), run.line("there")) == ("here 2025-03-30 01:30 +0100 01:30", "there 2025-03-30 00:30")
    run = program.start(now="2025-03-30 03:30", zone="Europe/Berlin")
    assert (run.line("here"), run.line("there")) == ("here 2025-03-30 03:30 +0200 03:30", "there 2025-03-30 01:30")
    assert "2025-03-30 03:30 +1300" in program.start(now="2025-03-30 03:30", zone="Pacific/Auckland").text


def test_a_zone_has_a_name(program):
    with pytest.raises(AssertionError, match="no time zone 'Berlin'"):
        program.start(zone="Berlin")
"""
PAGE = """
from pathlib import Path

if __name__ == "__main__":
    Path("list.html").write_text("<title>List</title><p>Ada")
    print("list.html")
"""
QUIZ = """
def main():
    try:
        answer = ""
        while not answer.isdigit():
            answer = input("3 * 4 = ")
        print("Right!" if answer == "12" else "No, 12.")
        input("Press Enter to close. ")
    except (EOFError, KeyboardInterrupt):
        print("Bye.")


if __name__ == "__main__":
    main()
"""
COPIER = """
from pathlib import Path

Path("notes.txt").write_text("")
for path in list(Path().rglob("*.txt")):
    for side in ("left", "right"):
        path.with_name(f"{side} {path.name}").write_text("")
"""
DOUBLER = """
from pathlib import Path

number = len(list(Path().glob("*.txt")))
for name in ("Ada", "Bob"):
    Path(f"{name} {number}.txt").write_text(f"Dear {name}")
"""


STARTED = pytest.mark.parametrize(
    ("code", "tests"),
    [(GREETER, TESTS), (DIARY, KEEPS_DAYS), (ALARM, ZONES)],
    ids=["greeter", "diary", "alarm"],
)


@STARTED
def test_it_is_started_in_the_sandbox(code: str, tests: str, sandbox: Sandbox) -> None:
    job = PYTHON.test_job(program(code), suite(tests, ()), TEST_LIMITS)
    verdicts = PYTHON.read_results(sandbox.run(job, Cancel()), ())
    assert verdicts.passed, verdicts


def take_home(folder: Path, code: str, tests: str) -> None:
    """What is handed over, as the command line writes it."""
    handed = PYTHON.handed_over(program(code), suite(tests, (TestCase("test_a", "A.", scenario=True),)), NO_NEEDS)
    for name, file in handed.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(file.content)


@STARTED
def test_it_is_started_by_plain_pytest(code: str, tests: str, tmp_path: Path) -> None:
    take_home(tmp_path, code, tests)
    ended = subprocess.run([sys.executable, "-m", "pytest", "-q"], cwd=tmp_path, capture_output=True, check=False)
    assert ended.returncode == 0, ended.stdout.decode()


def test_a_failure_tells_what_was_shown(sandbox: Sandbox) -> None:
    listing = "for n in range(100):\n    print('line', n)\nopen('list.csv', 'w').close()\n"
    tests = "def test_a(program):\n    next(line for line in program.start().text.splitlines() if 'sum' in line)\n"
    result = sandbox.run(PYTHON.test_job(program(listing), suite(tests, ()), TEST_LIMITS), Cancel())
    message = PYTHON.read_results(result, ()).failures[0].message
    assert "StopIteration\nThe program showed:\nline 0\nline 1\n" in message
    assert message.endswith("line 98\nline 99\nIt wrote: list.csv")


UNHEARD = """
import signal


def unheard():
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    return 1


if __name__ == "__main__":
    print(1)
"""


def test_what_falls_over_in_the_kit_is_no_verdict_on_a_program(sandbox: Sandbox) -> None:
    tests = """from solution import unheard


def test_a():
    assert unheard() == 1


def test_b(program):
    assert program.start().text == "1"
"""
    result = sandbox.run(PYTHON.test_job(program(UNHEARD), suite(tests, ()), TEST_LIMITS), Cancel())
    verdicts = PYTHON.read_results(result, ())
    assert [one.outcome for one in verdicts.results] == ["passed", "unjudged"]
    assert (verdicts.stands, verdicts.passed, verdicts.failures) == (True, False, ())
    assert "Assay's own broke" in verdicts.unjudged[0].message
    assert verdicts.unjudged[0].message.endswith("(ChildProcessError: [Errno 10] No child processes)")


def test_mistakes_in_what_is_started_are_noticed(sandbox: Sandbox) -> None:
    source = "def test_a(program):\n    assert 'Right' in program.start(typed=['', '12']).text\n"
    tests = suite(source, (TestCase("test_a", "A."),))
    mutation = MutmutCheck().run(program(QUIZ), tests, CheckContext(sandbox, Cancel())).mutation
    assert mutation
    assert (mutation.no_tests, mutation.killed > mutation.survived) == (0, True)


def started(sandbox: Sandbox, code: str, brief: Brief | None = None, scenario: bool = True) -> CheckReport:
    tests = suite("", (TestCase("test_a", "A.", scenario=scenario),))
    return StartCheck().run(program(code), tests, CheckContext(sandbox, Cancel(), brief=brief))


def test_what_stands_every_start_passes(sandbox: Sandbox) -> None:
    report = started(sandbox, QUIZ, Brief("dialogue"))
    assert (report.status, report.findings) == ("passed", ()), report


@pytest.mark.parametrize(
    ("code", "rules"),
    [
        (PAGE.replace("<p>", "<img src=a.png>"), {"pages"}),
        (
            QUIZ.replace("except (EOFError, KeyboardInterrupt)", "except ValueError"),
            {"alone"},
        ),
        ("if __name__ == '__main__':\n    pass\n", {"seen"}),
        ("import sys\nif __name__ == '__main__':\n    sys.exit('usage: it FILE')\n", {"alone"}),
        (
            "if __name__ == '__main__':\n    print(json.dumps({}))\n",
            {"alone", "again"},
        ),
        ("while True:\n    try:\n        int(input())\n    except Exception:\n        pass\n", {"alone"}),
        (COPIER, {"again"}),
        (DOUBLER, {"again"}),
    ],
    ids=[
        "a picture that isn't there",
        "nonsense",
        "silent",
        "usage",
        "a name that isn't there",
        "endless",
        "takes what it left",
        "leaves it again",
    ],
)
def test_what_a_person_should_not_meet_is_found(sandbox: Sandbox, code: str, rules: set[str]) -> None:
    report = started(sandbox, code, Brief("dialogue"))
    assert report.status == "failed"
    assert {finding.rule for finding in report.findings} >= {RULES[name] for name in rules}
    assert all("Traceback" in one.detail for one in report.findings if one.detail.startswith("It crashed"))


@pytest.mark.parametrize(
    ("code", "kind", "scenario", "status", "said"),
    [
        ("def f(): pass", None, False, "passed", "starts nothing"),
        (QUIZ, None, False, "not_checked", "No test starts"),
        (QUIZ, None, True, "passed", "started in"),
        ("def f(): pass", "function", False, "passed", "starts nothing"),
        ("def f(): pass\n\nf()\n", "function", False, "passed", "started in"),
        ("def f(): pass", "files", True, "failed", "nothing to start"),
        (QUIZ, "dialogue", False, "not_checked", "No test starts"),
        (PAGE, "page", True, "passed", "started in"),
        (QUIZ, "window", True, "failed", "Started by a double-click, no window opens"),
    ],
)
def test_what_was_to_be_built_decides(
    sandbox: Sandbox, code: str, kind: Kind | None, scenario: bool, status: str, said: str
) -> None:
    report = started(sandbox, code, Brief(kind) if kind else None, scenario)
    assert (report.status, said in report.summary) == (status, True), report.summary


NOTED = """import json
from pathlib import Path

if __name__ == "__main__":
    Path("sum.csv").write_text(Path("bank.csv").read_text())
    Path(".written by this program.json").write_text(json.dumps({"sum.csv": "its digest"}))
"""


def test_what_a_start_at_home_left_is_none_of_the_persons_files(tmp_path: Path) -> None:
    tests = "def test_a(program):\n    assert sorted(program.files) == ['bank.csv']\n    assert program.start().files\n"
    take_home(tmp_path, NOTED, tests)
    (tmp_path / "bank.csv").write_text("10")
    for _ in range(2):
        subprocess.run([sys.executable, "solution.py"], cwd=tmp_path, check=True)
        ended = subprocess.run([sys.executable, "-m", "pytest", "-q"], cwd=tmp_path, capture_output=True, check=False)
        assert ended.returncode == 0, ended.stdout.decode()
