from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import closing

import pytest

from cancel import Cancel
from engines import tryout
from engines.sandboxes import Sandboxes
from engines.tryout import Tryout, TryResult
from errors import Cancelled
from languages.python.candidates import program
from languages.registry import LANGUAGES
from sandbox.errors import SandboxUnavailable
from settings import Settings
from tests.fakes.quick_runs import OneSandbox
from translation import TONGUES, translation

NOWHERE: tuple[str, str] = ("docker", "unix:///no/such/engine.sock")
BIG = bytes(11 << 20)
SOLUTION = '''
"""Counts words."""
import sys
from collections import Counter

SECRET = {"b": 1}


def word_counts(text):
    """How often each word comes."""
    print("counting")
    return dict(Counter(text.split()))


class Stock:
    def __init__(self):
        self.left = 2

    def take_out(self, quantity):
        if quantity > self.left:
            raise ValueError(f"There are only {self.left}")
        self.left -= quantity


if __name__ == "__main__":
    print(*sys.argv[1:])
    print(word_counts(sys.stdin.read()))
'''


@pytest.fixture(scope="module", params=[pytest.param("docker", marks=pytest.mark.docker), "process"])
def sandboxes(request: pytest.FixtureRequest) -> Iterator[Sandboxes]:
    """One for all programs but those with files of a run, for to open it takes as long as many tries."""
    try:
        shared = OneSandbox(request.param)
    except SandboxUnavailable as problem:
        pytest.skip(f"{problem} {problem.advice}")
    with closing(shared):
        yield shared


@pytest.fixture(scope="module")
def process() -> Iterator[Sandboxes]:
    with closing(OneSandbox("process")) as shared:
        yield shared


def with_sandbox(name: str, docker_host: str | None = None) -> Sandboxes:
    return Sandboxes(Settings.model_validate({"ASSAY_SANDBOX": name, "DOCKER_HOST": docker_host}))


def trying(code: str, sandboxes: Sandboxes) -> Tryout:
    return Tryout(LANGUAGES["python"], program(code), sandboxes)


def call(code: str, expression: str, sandboxes: Sandboxes) -> TryResult:
    return trying(code, sandboxes).call(expression, Cancel())


def script(code: str, sandboxes: Sandboxes) -> TryResult:
    return trying(code, sandboxes).start((), {}, [], Cancel())


def test_a_call_shows_its_value_and_what_was_printed(sandboxes: Sandboxes) -> None:
    result = call(SOLUTION, 'word_counts("a b a")', sandboxes)
    assert result.problem == ""
    assert (result.value, result.printed, result.problem) == ("{'a': 2, 'b': 1}", "counting\n", "")
    assert result.seconds > 0


def test_a_script_reads_its_input_files_and_arguments_and_gives_its_files_back(sandboxes: Sandboxes) -> None:
    code = """
import pathlib, sys
print(sys.argv[1:], input(), input())
pathlib.Path("out").mkdir()
pathlib.Path("out/copy.txt").write_text(pathlib.Path("prices.csv").read_text().upper())
with open("prices.csv", "a") as prices: prices.write("more")
"""
    files = {"prices.csv": b"tea,2\n", "untouched.txt": b"same"}
    result = trying(code, sandboxes).start(["one", "two"], files, ["-v", "a b"], Cancel())
    assert result.problem == ""
    assert result.printed == "['-v', 'a b'] one two\n"
    assert result.files == {"out/copy.txt": b"TEA,2\n", "prices.csv": b"tea,2\nmore"}


def test_the_runs_own_files_are_copies_and_what_became_of_them_is_seen(sandboxes: Sandboxes) -> None:
    code = """
import pathlib
print("Hello, " + input("Who? "))
with open("prices.csv", "a") as prices: prices.write("milk,3\\n")
pathlib.Path("old.txt").unlink()
pathlib.Path("new.txt").write_text("<b>new</b>")
input("Press Enter to close. ")
"""
    inputs = {"prices.csv": b"tea,2\n", "old.txt": b"old", "same.txt": b"same"}
    tryout = Tryout(LANGUAGES["python"], program(code), sandboxes, inputs=inputs)
    for _ in range(2):  # for nothing of the first is left
        result = tryout.start(["Ada"], {}, [], Cancel())
        (start,) = result.outcome.starts
        assert (result.problem, result.printed) == ("", "Who? Hello, Ada\nPress Enter to close. ")
        assert [turn.text for turn in start.said if turn.typed] == ["Ada", ""]
        assert {file.path: file.change for file in start.files} == {
            "new.txt": "new",
            "prices.csv": "changed",
            "old.txt": "removed",
        }
        (prices,) = [file for file in start.files if file.change == "changed"]
        assert prices.difference == ("@@ -1 +1,2 @@", " tea,2", "+milk,3")
        assert result.outcome.contents[prices.digest] == b"tea,2\nmilk,3\n"


SUMS = """
import csv
with open("statement.csv", newline="") as file:
    print(sum(int(row[1]) for row in csv.reader(file)))
"""


@pytest.mark.parametrize(
    ("brought", "printed", "made_of", "unopened"),
    [
        ({}, "700\n", ("Made from the files that it was built with: statement.csv",), 0),
        (
            {"my bank.csv": b"food,5\n"},
            "5\n",
            ("Made from: my bank.csv", "my bank.csv was given to the program as statement.csv."),
            0,
        ),
        (
            {"holiday.txt": b"by train"},
            "700\n",
            ("Made from the files that it was built with: statement.csv", "The program never opened: holiday.txt"),
            1,
        ),
    ],
)
def test_what_is_brought_is_what_it_works_on_and_what_it_never_opened_is_said(
    sandboxes: Sandboxes, brought: dict[str, bytes], printed: str, made_of: tuple[str, ...], unopened: int
) -> None:
    inputs = {"statement.csv": b"rent,700\n", "Photos/old.jpg": b"old"}
    tryout = Tryout(LANGUAGES["python"], program(SUMS), sandboxes, inputs=inputs)
    result = tryout.start([], brought, [], Cancel())
    assert (result.printed, result.made_of, result.unopened) == (printed, made_of, unopened)
    assert [*result.outcome.starts[0].given] == ["statement.csv", *(["holiday.txt"] if unopened else [])] or not brought


def test_what_a_person_says_where_a_file_lies_it_lies_there(sandboxes: Sandboxes) -> None:
    inputs = {"statement.csv": b"rent,700\n", "Photos/old.jpg": b"old"}
    tryout = Tryout(LANGUAGES["python"], program(SUMS), sandboxes, inputs, places={"mine.txt": "statement.csv"})
    result = tryout.start([], {"mine.txt": b"rent,5\n"}, [], Cancel())
    said = "mine.txt was given to the program as statement.csv."
    assert (result.printed, result.made_of, result.opened) == ("5\n", ("Made from: mine.txt", said), ("mine.txt",))


def test_where_it_is_unclear_what_is_what_nothing_is_started(process: Sandboxes) -> None:
    tryout = Tryout(LANGUAGES["python"], program(SUMS), process, inputs={"statement.csv": b"Date,Sum\n"})
    result = tryout.start([], dict.fromkeys(("may.csv", "june.csv"), b"Date,Sum\n"), [], Cancel())
    assert "of yours may.csv, june.csv, of the program's statement.csv" in result.problem
    assert result.outcome.starts == ()


def test_a_program_that_does_not_end_is_stopped_and_shows_what_it_did(
    process: Sandboxes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tryout, "SECONDS", 4.0)
    result = script("open('a.txt', 'w').write('x')\nprint('started')\nimport time; time.sleep(60)", process)
    assert result.problem
    assert result.problem == "It did not finish within 4 s, so it was stopped."
    assert result.printed == "started\n"
    assert result.files == {"a.txt": b"x"}


def test_files_with_odd_names_and_links_stay_inside(sandboxes: Sandboxes) -> None:
    code = r"""
import json, os, pathlib
for name in ("fine.txt", "back\\slash", "new\nline", "C:stream", "\u202etxt.exe"):
    pathlib.Path(name).write_text(name)
pathlib.Path(os.fsdecode(b"\xff")).write_text("no text")
os.symlink("/etc/passwd", "link")
os.mkfifo("fifo")
"""
    result = script(code, sandboxes)
    assert result.problem == ""
    assert result.files == {"fine.txt": b"fine.txt"}
    assert result.left_out == 5


def test_several_statements_may_come_before_the_value(process: Sandboxes) -> None:
    expression = "stock = Stock()\nstock.take_out(1); stock.left"
    assert call(SOLUTION, expression, process).value == "1"
    nothing = call(SOLUTION, "x = 1", process)
    assert (nothing.problem, nothing.value, nothing.printed) == ("", "", "")


def test_an_error_is_told_with_the_programs_own_lines_only(process: Sandboxes) -> None:
    result = call(SOLUTION, "Stock().take_out(3)", process)
    assert result.problem
    assert result.problem.splitlines() == [
        "It stopped with an error.",
        "ValueError: There are only 2",
        'line 21, in take_out: raise ValueError(f"There are only {self.left}")',
    ]
    assert translation(TONGUES["de"]).text(result.problem).startswith("Es blieb mit einem Fehler stehen.\nValueError: ")
    result = script("def f():\n    return 1 / 0\nf()\n", process)
    assert result.problem.splitlines()[1:] == [
        "ZeroDivisionError: division by zero",
        "line 3, in <module>: f()",
        "line 2, in f: return 1 / 0",
    ]
    assert result.printed == ""


@pytest.mark.parametrize("code", ["def f(:\n", "import no_such_module\n", "raise KeyboardInterrupt\n"])
def test_a_solution_that_cannot_even_be_imported_is_told(process: Sandboxes, code: str) -> None:
    result = call(code, "f()", process)
    assert result.problem.startswith("It stopped with an error.\n")


@pytest.mark.parametrize(("expression", "said"), [("  ", "Write what to call"), ("f(", "can't be read as Python")])
def test_what_is_no_python_is_told_without_running_anything(expression: str, said: str) -> None:
    assert said in call(SOLUTION, expression, with_sandbox(*NOWHERE)).problem


UPLOADS = dict.fromkeys(("../up.txt", "/etc/passwd", "a\\b", "solution.py", "_assay/task.json", ""), (b"", "Rename"))


@pytest.mark.parametrize(("name", "content", "said"), [*((n, *u) for n, u in UPLOADS.items()), ("big", BIG, "10 MB")])
def test_uploads_are_bounded_and_cannot_take_the_place_of_anything_else(name: str, content: bytes, said: str) -> None:
    assert said in trying(SOLUTION, with_sandbox(*NOWHERE)).start((), {name: content}, [], Cancel()).problem


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("import sys; print('bye'); sys.exit()", ""),
        ("import sys; sys.exit(3)", "exit status 3"),
        ("import os; os._exit(4)", "exit status 4"),
        ("import sys; sys.exit('no good')", "exit status 1"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", "It crashed"),
        ("input(); input()", "more input than it was given"),
        ("import os, signal; os.kill(os.getppid(), signal.SIGKILL)", "was killed"),
        ("import shutil; shutil.rmtree('_assay')", "nothing is known"),
        ("open('_assay/note.json', 'w').write('[' * 100000)\nraise SystemExit(2)", "exit status 2"),
        ("print('x' * 10_000_000)", "more than 262144 bytes"),
    ],
)
def test_however_a_script_ends_it_is_told_in_plain_words(process: Sandboxes, code: str, said: str) -> None:
    result = script(code, process)
    assert (result.problem == "") is (said == "")
    assert said in result.problem
    assert len(result.printed) <= tryout.MOST_OUTPUT


def test_values_are_bounded(process: Sandboxes) -> None:
    result = call("", "'x' * 1_000_000", process)
    assert result.value.endswith(" characters in all)")
    assert len(result.value) < 21_000


def test_more_files_than_the_limit_are_counted_and_left_out(process: Sandboxes) -> None:
    result = script("for n in range(60): open(f'{n:02}.txt', 'w').write('x')", process)
    assert (len(result.files), result.left_out) == (50, 10)
    result = script("open('big', 'wb').truncate(11 << 20)\nopen('small', 'w').write('x')", process)
    assert (dict(result.files), result.left_out) == ({"small": b"x"}, 1)


def test_a_forged_answer_cannot_lead_anywhere_else(process: Sandboxes) -> None:
    code = """
import json, os, signal
files = {name: "eA==" for name in ("../up", "/abs", "a/../../b", "ok.txt")}
with open("_assay/answer.json", "w") as answer:
    json.dump({"status": 0, "files": files}, answer)
os.kill(os.getppid(), signal.SIGKILL)  # so that the true answer is never written
"""
    result = script(code, process)
    assert result.problem
    assert (dict(result.files), result.left_out) == ({"ok.txt": b"x"}, 3)


def test_a_try_can_be_cancelled(process: Sandboxes) -> None:
    cancel = Cancel()
    threading.Timer(0.5, cancel.cancel, ["Stopped."]).start()
    with pytest.raises(Cancelled, match="Stopped"):
        trying("import time; time.sleep(60)", process).start((), {}, [], cancel)
