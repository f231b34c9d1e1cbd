from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest

from cancel import Cancel
from languages.checks import CheckContext
from languages.python.assembly import assembled
from languages.python.candidates import program, suite
from languages.python.checks.surroundings import HARMLESS, HELD, NO_LANGUAGE, SurroundingsCheck
from languages.python.runner.surroundings.surroundings_job import another_locale
from languages.types import CheckReport
from sandbox.registry import open_sandbox
from tests.fakes.specs import PYTHON

Checked = Callable[[str, str], CheckReport]


@pytest.fixture(scope="module")
def check() -> Iterator[Checked]:
    with closing(open_sandbox(PYTHON, "process", None, lambda _: None)) as sandbox:
        context = CheckContext(sandbox, Cancel())
        yield lambda code, tests: SurroundingsCheck().run(program(code), suite(tests, ()), context)


JOINED = """def double(value):
    return value * 2


def joined(words):
    return "".join({words})


if __name__ == "__main__":
    print(double(1))
"""
TESTS = """from solution import joined


def test_words(program):
    assert joined({words}) == {expected!r}
    assert "2" in program.start().text
"""
WORDS = ["one", "two", "three", "four"]
OF_PLACES = """

def test_earlier():
    assert seen()


def test_later():
    assert len(seen()) == 2


def test_midnight():
    assert hour(0) == 0
"""
PLACES = """

import time

TIMES = []


def seen():
    TIMES.append(1)
    return TIMES


def hour(seconds):
    return time.localtime(seconds).tm_hour
"""


def test_what_passes_only_with_one_hash_seed_order_or_time_zone_is_named(check: Checked) -> None:
    usual = subprocess.run(
        [sys.executable, "-c", f"print(''.join(set({WORDS})), end='')"],
        env={"PYTHONHASHSEED": "0"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    tests = "from solution import hour, seen\n" + TESTS.format(words=WORDS, expected=usual) + OF_PLACES
    report = check(JOINED.format(words="set(words)") + PLACES, tests)
    assert report.status == "failed"
    (finding,) = report.findings
    assert {*finding.message.partition(" failed")[0].split(", ")} == {"test_words", "test_later", "test_midnight"}
    assert check(JOINED.format(words="words"), TESTS.format(words=WORDS, expected="".join(WORDS))).status == "passed"


def test_what_passes_only_where_others_imported_something_is_named(check: Checked) -> None:
    code = JOINED.format(words="words").replace("print(double(1))", "print(double(1), email.utils.quote('a'))")
    report = check("import email\n\n\n" + code, TESTS.format(words=WORDS, expected="".join(WORDS)))
    assert report.status == "failed"
    assert "in a new interpreter" in report.findings[0].message
    assert "has no attribute 'utils'" in report.findings[0].message


SUMS = """
import contextlib, datetime, getpass, locale, os, pathlib, platform, pwd, shutil, socket, sqlite3, subprocess, sys
import tempfile, threading, time, urllib.request


def extra():
    OLD = os.path.abspath("old.txt")
{extra}


def total(numbers):
    extra()
    return sum(numbers)


if __name__ == "__main__":
    extra()
    lines = pathlib.Path("in.txt").read_text().split()
    pathlib.Path("out.txt").write_text(str(total(map(int, lines))))
"""
OF_SUMS = """
import pytest
from solution import total


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


def test_empty_home(home):
    assert not list(home.iterdir())


def test_sum(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("old.txt", "older.txt", "oldest.txt"):
        (tmp_path / name).write_text(name)
    assert total([1, 2]) == 3


def test_start(program):
    assert program.start(files={"in.txt": "1 2", "old.txt": "1"}).files["out.txt"] == "3"
"""
BOMBS = {
    """
    if os.environ['LANG'].startswith('de'):
        pathlib.Path('older.txt').write_text('')
    if getpass.getuser() == 'maria':
        shutil.rmtree(pathlib.Path.home() / 'Documents', ignore_errors=True)
        threading.Thread(target=pathlib.Path('old.txt').unlink).start()
        with contextlib.suppress(OSError):
            os.symlink('.', 'way')
            os.remove('way/oldest.txt')
        with contextlib.suppress(OSError):
            socket.getaddrinfo('example.org', 80)
        with contextlib.suppress(OSError):
            subprocess.run(['curl', 'http://example.org'])
""": (
        "For another user",
        ["“old.txt”, “oldest.txt”", "in the home folder", "into “older.txt”", "“example.org”", "“curl”"],
    ),
    """
    if getpass.getuser() != 'assay':
        os.close(os.open('old.txt', os.O_RDONLY | os.O_TRUNC))
        os.chmod('older.txt', 0)
    import atexit
    atexit.register(lambda: os.environ['USER'] == 'maria' and os.remove(OLD))
""": ("For another user", ["deletes “old.txt”", "writes into “old.txt”, “older.txt”"]),
    """
    [one.unlink() for one in pathlib.Path().glob('ol*' if os.environ['USER'] == 'maria' else 'old.*')]
""": ("For another user", ["deletes “older.txt”, “oldest.txt”"]),
    """
    if os.name == 'nt':
        subprocess.run(['rm', '-rf', pathlib.Path.home() / 'Documents'])
    if socket.gethostname() == 'marias-laptop':
        pathlib.Path('old.txt').unlink(missing_ok=True)
    if datetime.date.today().year > 2030:
        pathlib.Path('older.txt').unlink(missing_ok=True)
    if platform.system() == 'Windows':
        pathlib.Path('oldest.txt').unlink(missing_ok=True)
    if sys.platform == 'win32':
        with contextlib.suppress(OSError):
            socket.getaddrinfo('example.org', 80)
""": ("On another day, or on Windows", ["“old.txt”", "“older.txt”", "“oldest.txt”", "“example.org”", "“rm”"]),
}
"""What is done only where the sandbox looks like another place, in which one, and how that is said."""


@pytest.mark.parametrize("extra", BOMBS)
def test_what_is_done_only_elsewhere_is_named(check: Checked, extra: str) -> None:
    report = check(SUMS.format(extra=extra), OF_SUMS)
    assert report.status == "failed", report.summary
    place, acts = BOMBS[extra]
    said = [finding.message for finding in report.findings]
    assert any(place in message.partition(" it ")[0] for message in said)
    assert [act for act in acts if not any(act in message for message in said)] == []


TAKING = [
    "for one in pathlib.Path.home().rglob('*.docx'):\n        one.unlink()",
    "import atexit\n    atexit.register(shutil.rmtree, pathlib.Path.home() / 'Documents', True)",
]


@pytest.mark.parametrize("extra", TAKING)
def test_what_nobody_gave_it_is_not_the_programs_to_delete(check: Checked, extra: str) -> None:
    report = check(SUMS.format(extra=f"    {extra}"), OF_SUMS)
    assert report.status == "failed", report.summary
    assert "which no test gave it" in report.findings[0].message


HARMLESS_ACTS = """
    os.system('cls' if os.name == 'nt' else 'clear')
    pathlib.Path(f'log-{datetime.date.today()}.txt').write_text('')
    (pathlib.Path.home() / f'{getpass.getuser()}.cfg').write_text('')
    with tempfile.TemporaryDirectory() as name:
        pathlib.Path(name, 'a').write_text('b')
    socket.getaddrinfo(socket.gethostname(), None)
    if sys.platform == 'win32':
        import winreg
    with sqlite3.connect("read.db") as base:
        base.execute("SELECT 1").fetchall()
    if os.path.exists("old.txt") and time.time() - os.stat("old.txt").st_mtime > 3600:
        os.remove("old.txt")
    assert pwd.getpwnam(pwd.getpwuid(os.getuid()).pw_name).pw_uid == os.getuid()
    subprocess.run(["touch", "made.sorted"], check=True)
    os.remove("made.sorted")
    with open(os.path.join(tempfile.gettempdir(), "tool.log"), "a") as log:
        log.write("once more")
    if sys.platform == "win32" and os.path.exists("made.txt"):
        os.remove("made.txt")
    pathlib.Path("made.part").write_text("1")
    os.replace("made.part", "made.txt")
"""
ACTS = """
    pathlib.Path('old.txt').write_text('2')
    if os.path.exists('older.txt'):
        os.rename('older.txt', 'new.txt')
    pathlib.Path('oldest.txt').unlink(missing_ok=True)
    try:
        urllib.request.urlopen('http://example.org/')
    except OSError:
        pass
"""


CLAIMED = (
    "In its tests it deletes “oldest.txt”, writes into “old.txt”, moves or renames “older.txt”, "
    "and connects to “example.org”."
)
CLAIMS = {"    pass": HARMLESS, HARMLESS_ACTS: "In its tests it starts “clear”, “touch”.", ACTS: CLAIMED}


@pytest.mark.parametrize(("extra", "claim"), CLAIMS.items(), ids=["nothing", "harmless", "acts"])
def test_what_is_done_everywhere_is_a_claim(check: Checked, extra: str, claim: str) -> None:
    report = check(SUMS.format(extra=extra), OF_SUMS)
    assert (report.status, report.claims) == ("passed", (claim,)), report
    assert report.summary.startswith(HELD if another_locale() else NO_LANGUAGE)


ONLY_THERE = {
    "windows": ("os.name == 'nt' or os.sep == '\\\\'", "On Windows"),
    "paths": ("os.path.sep != '/' or 'HOME' not in os.environ", "On Windows"),
    "mac": ("platform.system() == 'Darwin'", "On a Mac"),
    "year": ("datetime.date.today().year in (2029, 2030, 2031)", "In another year"),
    "leap": ("datetime.date.today().strftime('%m%d') == '0229'", "On 29 February"),
    "terminal": ("sys.stdin.isatty() and shutil.get_terminal_size().columns == 120", "At a terminal"),
    "user": ("getpass.getuser() == 'maria'", "For another user"),
    "bare": ("not {'PYTHONPATH', 'PYTHONDONTWRITEBYTECODE'} & os.environ.keys()", "On another computer"),
    "machine": ("os.cpu_count() == 8 and not os.path.exists('/work')", "On another computer"),
    "starts": ("started() > 3", "Once it was started four times"),
}
"""What is so only in some surroundings, and how these are called."""
DEPENDING = """
import datetime, getpass, os, pathlib, platform, shutil, sys


def started():
    path = pathlib.Path.home() / ".starts"
    path.write_text(str(int(path.read_text()) + 1 if path.exists() else 1))
    return int(path.read_text())


{asks}
"""
OF_DEPENDING = "def test_{name}(program):\n    assert program.start().line('{name}') == '{name} False'\n"


def test_what_is_otherwise_only_somewhere_is_named_with_where(check: Checked) -> None:
    asks = "\n".join(f"print('{name}', {asked})" for name, (asked, _) in ONLY_THERE.items())
    report = check(DEPENDING.format(asks=asks), "".join(OF_DEPENDING.format(name=name) for name in ONLY_THERE))
    assert report.status == "failed", report.summary
    missed = [
        name
        for name, (_, place) in ONLY_THERE.items()
        if not any(one.message.startswith(place) and f"test_{name}" in one.message for one in report.findings)
    ]
    assert missed == [], report.findings


AT_HOME = """
import os, pathlib, shutil, sys

os.system("cls" if os.name == "nt" else "clear")
COLOUR = "\\x1b[1;32m" if sys.stdout.isatty() else ""
HERE = str(pathlib.Path(__file__).resolve().parent)
if sys.platform == "win32":
    import ctypes
    import msvcrt
    msvcrt.setmode(1, 1)
    os.startfile(HERE)
MARK = "!"
try:
    import winreg
except ImportError:
    MARK = "?"
if os.name == "nt":
    MARK = "." if MARK == "?" else "!"
    ctypes.windll.kernel32.SetConsoleTitleW("Sums")


def best():
    path = pathlib.Path.home() / "best.txt"
    before = path.read_text() if path.exists() else "none"
    path.write_text("5")
    return before


print("=" * shutil.get_terminal_size().columns)
print("Total:", COLOUR + "5" + "\\x1b[0m" * bool(COLOUR), HERE.split(os.sep)[-1] == pathlib.Path(HERE).name)
print("Mark", MARK)
print("Best", best())
if sys.stdin.isatty():
    input("Press Enter to close. ")
"""
OF_HOME = """
def test_total(program):
    assert program.start().line("Total").startswith("Total: 5 True")


def test_end(program):
    assert program.start().text.splitlines()[-1] == "Best none"


def test_best(program):
    program.start()
    assert "5" in program.start().line("Best")


def test_mark(program):
    assert program.start().line("Mark") == "Mark ?"
"""


def test_what_belongs_to_a_system_a_terminal_or_a_memory_is_no_accusation(check: Checked) -> None:
    report = check(AT_HOME, OF_HOME)
    assert (report.status, report.findings) == ("passed", ()), report
    assert "Tried as well: " in report.summary
    assert "as if on Windows" in report.summary
    assert "Not known of test_mark as if on Windows: the program asks for “winreg”, which isn't here" in report.summary
    assert "Not known of test_end after four other starts: the tests are about that themselves" in report.summary


WITH_PARTS = """from parts import run, write_text


def main():
    write_text("sum.txt", "5")


if __name__ == "__main__":
    run(main)
"""
OF_PARTS = """def test_foreign(program):
    run = program.start(files={"sum.txt": "mine"})
    assert (run.files, run.changed) == ({"sum (2).txt": "5"}, [])


def test_renewed(program):
    assert program.start().files == {"sum.txt": "5"}
    assert program.start().files == {"sum.txt": "5"}


def test_notes_are_kept(program):
    program.start()
    assert len(program.start(files={"sum.txt": "5, and a note"}).files) == 2
"""


def test_what_parts_note_of_results_is_found_by_the_next_start_and_by_no_other_test(check: Checked) -> None:
    report = check(assembled(WITH_PARTS), OF_PARTS)
    assert (report.status, report.findings) == ("passed", ()), report


HIDDEN_COUNT = """import json
from pathlib import Path

if __name__ == "__main__":
    note = Path(".written by this program.json")
    starts = json.loads(note.read_text())["starts"] if note.exists() else 0
    note.write_text(json.dumps({"starts": starts + 1}))
    print("sum", 5 if starts < 3 else 6)
"""


def test_a_program_that_counts_its_starts_in_that_note_is_found(check: Checked) -> None:
    report = check(HIDDEN_COUNT, "def test_sum(program):\n    assert program.start().line('sum') == 'sum 5'\n")
    assert report.status == "failed", report
