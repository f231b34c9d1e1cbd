from __future__ import annotations

import builtins
import errno
import io
import json
import logging
import os
import re
import subprocess
import sys
import tempfile
import threading
import warnings
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from lxml.etree import SerialisationError

from languages.python.parts import own, telling
from languages.python.parts import run as run_module
from languages.python.parts.run import progress, run
from languages.python.parts.telling import sentence

ROOT = Path(__file__).parents[4]
UNEXPECTED = "Something went wrong that this program did not expect: "
TEMPORARY = Path(tempfile.gettempdir())


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the program lies; an Enter is pressed at its end."""
    for module in (run_module, own):
        monkeypatch.setattr(module, "here", lambda: tmp_path)
    monkeypatch.setattr(builtins, "input", lambda prompt="": print(prompt) or "")
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    return tmp_path


def ended(main: Callable[[], None], window: bool = False) -> int:
    """The exit status of a program with that `main`."""
    try:
        run(main, window)
    except SystemExit as stopped:
        return int(stopped.code or 0)
    return 0


def failing(error: BaseException) -> Callable[[], None]:
    def main() -> None:
        raise error

    return main


def outside(code: str) -> Callable[[], None]:
    """A main whose error is raised where nobody knows of sentences."""
    return lambda: exec(code, {})


def test_program_that_ends_well(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert ended(lambda: print("Done.")) == 0
    assert capsys.readouterr().out == "Done.\nPress Enter to close. \n"
    assert list(folder.iterdir()) == []


def test_window_waits_for_no_enter(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert ended(lambda: print("Done."), window=True) == 0
    assert ended(failing(KeyError("x")), window=True) == 1
    assert "Enter" not in capsys.readouterr().out


def test_the_program_asks_as_python_does_and_is_counted(folder: Path) -> None:
    counts: list[int] = []

    def main() -> None:
        counts.append(telling._STARTS[-1].questions)
        assert input("Who? ") == ""
        counts.append(telling._STARTS[-1].questions)
        raise KeyError

    before = builtins.input
    assert ended(main) == 1
    assert (counts, builtins.input, telling._STARTS) == ([0, 1], before, [])


def test_stopped(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert ended(failing(KeyboardInterrupt())) == 0
    assert capsys.readouterr().out == "\nStopped.\nPress Enter to close. \n"
    assert list(folder.iterdir()) == []


def test_end_of_input(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert ended(failing(EOFError())) == 0
    assert capsys.readouterr().out == "\nStopped, because there is no more input.\n"
    assert list(folder.iterdir()) == []


class CannotWrite(OSError):
    """As the parts have it."""


class CannotRead(ValueError):
    """As the parts have it."""


@pytest.mark.parametrize("kind", [ValueError, CannotRead, CannotWrite, OSError])
def test_sentence_of_ours(folder: Path, capsys: pytest.CaptureFixture[str], kind: type[Exception]) -> None:
    assert ended(failing(kind(sentence("“{name}” is not a date.", name="x")))) == 1
    assert capsys.readouterr().out == "\n“x” is not a date.\nPress Enter to close. \n"
    assert list(folder.iterdir()) == []


def test_sentence_of_ours_from_deep_inside(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def main() -> None:
        try:
            int("²")
        except ValueError:
            failing(CannotRead("It is damaged."))()

    assert ended(main) == 1
    assert capsys.readouterr().out.startswith("\nIt is damaged.\n")
    assert list(folder.iterdir()) == []


def open_missing() -> None:
    Path("sub/missing.csv").read_text()


def test_what_it_remembers_may_be_why(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_module, "_REMEMBERED", {"sales.json": None})
    assert ended(failing(KeyError("x"))) == 1
    _, said, hint, *_ = capsys.readouterr().out.splitlines()
    assert said == f"{UNEXPECTED}KeyError: 'x'"
    assert hint == "If this happens at each start, rename “sales.json”, and start again."


@pytest.mark.parametrize(
    ("main", "words"),
    [
        (lambda: int("²"),
         f"{UNEXPECTED}ValueError: invalid literal for int() with base 10: '²'"),
        (lambda: json.loads("{"), f"{UNEXPECTED}JSONDecodeError: "),
        (outside("raise ValueError('Some detail.')"), f"{UNEXPECTED}ValueError: Some detail."),
        (outside("raise OSError('Some detail.')"), f"{UNEXPECTED}OSError: Some detail."),
        (outside("{}['x']"), f"{UNEXPECTED}KeyError: 'x'"),
        (failing(TypeError("ours")), f"{UNEXPECTED}TypeError: ours"),
        (failing(ValueError()), f"{UNEXPECTED}ValueError"),
        (failing(RuntimeError("a\n  b\tc")), f"{UNEXPECTED}RuntimeError: a b c"),
        (failing(ModuleNotFoundError("No module named 'openpyxl'", name="openpyxl")),
         "This program needs the package “openpyxl”, which is missing."),
        (failing(RecursionError("maximum")), "This is nested too deeply for the program."),
        (failing(MemoryError()), "There is not enough memory for this. Close other programs, or try it with less."),
        (open_missing, "“missing.csv” isn't there."),
        (lambda: TEMPORARY.read_text(), f"“{TEMPORARY.name}” is a folder, not a file."),
        (failing(PermissionError(errno.EACCES, "Permission denied", "/x/sales.xlsx")),
         "“sales.xlsx” can't be opened: you aren't allowed to, or another program has it open."),
        (failing(PermissionError(errno.EACCES, "Permission denied", str(TEMPORARY))),
         f"“{TEMPORARY.name}” is a folder, not a file."),
        (failing(OSError(errno.ENOSPC, "No space left on device", "/x/sales.xlsx")), "The disk is full."),
        (failing(OSError(errno.EDQUOT, "Disk quota exceeded")), "The disk is full."),
        (failing(SerialisationError("IO_ENOSPC")), "The disk is full."),
        (failing(OSError(errno.ENAMETOOLONG, "File name too long", "/x/sales.xlsx")),
         "“sales.xlsx” can't be used: File name too long."),
        (failing(OSError(errno.EBUSY, "busy", "/")), "“/” can't be used: busy."),
        (failing(OSError(errno.EIO, "Input/output error")), f"{UNEXPECTED}OSError: [Errno 5] Input/output error"),
        (failing(BrokenPipeError(errno.EPIPE, "Broken pipe")),
         f"{UNEXPECTED}BrokenPipeError: [Errno 32] Broken pipe"),
    ],
)  # fmt: skip
def test_failure_in_words(
    folder: Path, capsys: pytest.CaptureFixture[str], main: Callable[[], None], words: str
) -> None:
    assert ended(main) == 1
    shown = capsys.readouterr()
    log = folder / "error log.txt"
    lines = shown.out.splitlines()
    assert lines.pop(0) == ""
    assert lines[0].startswith(words)
    assert lines[0] == words or words.endswith(": ")
    assert lines[1:] == [f"Details are in “{log}”.", "Press Enter to close. "]
    assert "Traceback" not in shown.out + shown.err
    assert "Traceback (most recent call last):" in log.read_text(encoding="utf-8")


def test_error_is_told_shortly(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ended(failing(RuntimeError("x" * 5000)))
    first = capsys.readouterr().out.splitlines()[1]
    assert first.endswith("RuntimeError: " + "x" * (300 - len("RuntimeError: ")))


def test_log_keeps_all_errors_and_belongs_to_the_program(folder: Path) -> None:
    ended(failing(KeyError("first")))
    ended(failing(RuntimeError("ü \udce4")))
    log = (folder / "error log.txt").read_text(encoding="utf-8")
    assert re.match(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\nTraceback \(most recent call last\):\n  File ", log)
    assert "KeyError: 'first'\n\n2" in log
    assert log.endswith("RuntimeError: ü \\udce4\n\n")
    assert own.whose(folder / "error log.txt") == "program"


def test_log_elsewhere(folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_module, "here", lambda: folder / "not there")
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    assert ended(failing(KeyError("x"))) == 1
    assert f"Details are in “{folder / 'error log.txt'}”." in capsys.readouterr().out
    monkeypatch.setattr(tempfile, "tempdir", str(folder / "not there"))
    assert ended(failing(KeyError("x"))) == 1
    assert "Details" not in capsys.readouterr().out


@pytest.mark.parametrize(("code", "status", "said"), [(None, 0, ""), (3, 3, ""), ("No file.", 1, "No file.\n")])
def test_who_ends_early_is_waited_for(
    folder: Path, capsys: pytest.CaptureFixture[str], code: str | int | None, status: int, said: str
) -> None:
    assert ended(lambda: sys.exit(code)) == status
    assert capsys.readouterr().out == f"{said}Press Enter to close. \n"


def test_what_fails_in_a_thread_is_said_and_what_packages_warn_of_is_not(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def main() -> None:
        warnings.warn("for programmers", stacklevel=1)
        logging.getLogger("pypdf").warning("EOF marker not found")
        thread = threading.Thread(target=lambda: 1 / 0)
        thread.start()
        thread.join()

    assert ended(main) == 0
    out, err = capsys.readouterr()
    assert (out.partition(UNEXPECTED)[2].splitlines()[0], err) == ("ZeroDivisionError: division by zero", "")


def test_in_a_window_progress_is_seen_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    monkeypatch.setattr(telling, "_LISTENERS", [seen.append])
    monkeypatch.setattr(run_module, "_LISTENERS", [seen.append])
    monkeypatch.setattr(run_module, "_REDRAWS", [lambda: seen.append("drawn")])
    monkeypatch.setattr(run_module, "_PROGRESS_SECONDS", {True: (0, 0), False: (9, 9)})
    assert list(progress("ab", "Pictures")) == ["a", "b"]
    assert seen == ["Pictures: 0 of 2", "drawn", "Pictures: 1 of 2", "drawn"]


def test_why_a_window_is_gone_is_said_outside_of_it(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    inside, boxes = list[str](), list[str]()
    monkeypatch.setattr(telling, "_LISTENERS", [inside.append])
    monkeypatch.setattr(run_module, "_LAST_WORDS", [boxes.append])
    assert ended(failing(ValueError("It is damaged.")), window=True) == 1
    assert capsys.readouterr().out == "\nIt is damaged.\n"
    assert ended(failing(KeyError("x")), window=True) == 1
    assert (inside, boxes[0]) == ([], "It is damaged.")
    assert boxes[1].splitlines() == capsys.readouterr().out.splitlines()[1:]
    assert "Details are in" in boxes[1]
    assert ended(failing(KeyboardInterrupt()), window=True) == 0
    assert (capsys.readouterr().out, len(boxes)) == ("\nStopped.\n", 2)


class Broken(io.StringIO):
    """An output that takes nothing."""

    def __init__(self, error: OSError) -> None:
        super().__init__()
        self.error = error

    def write(self, text: str) -> int:
        raise self.error


@pytest.mark.parametrize(("error", "status"), [(BrokenPipeError(), 0), (OSError(errno.ENOSPC, "full"), 1)])
def test_output_that_takes_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch, error: OSError, status: int) -> None:
    monkeypatch.setattr(sys, "stdout", Broken(error))
    assert ended(lambda: print("Done.")) == status
    assert ended(failing(KeyError("x"))) == status
    assert ended(failing(KeyboardInterrupt())) == status
    assert ended(lambda: None) == status
    assert list(folder.iterdir()) == []


def test_output_that_breaks_at_the_end(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = Broken(BrokenPipeError())

    def breaking(text: str) -> None:
        monkeypatch.setattr(sys, "stdout", broken)
        raise RuntimeError(text)

    monkeypatch.setattr(run_module, "_LAST_WORDS", [breaking])
    assert ended(failing(ValueError("It is damaged.")), window=True) == 1
    assert sys.stdout is broken


def test_letters_become_question_marks(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    output = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    typed = io.TextIOWrapper(io.BytesIO(b"read before\nM\xfcller\n"), encoding="utf-8")
    monkeypatch.setattr(sys, "stdout", output)
    monkeypatch.setattr(sys, "stdin", typed)
    assert ended(lambda: print("Größe", typed.readline(), ascii(typed.readline()))) == 0
    assert output.buffer.getvalue().startswith(b"Gr??e read before\n 'M\\ufffdller\\n'")
    assert ended(lambda: None) == 0  # after something was read


@pytest.mark.parametrize("error", [EOFError, KeyboardInterrupt, OSError, ValueError, RuntimeError])
def test_nothing_to_press_enter_at(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, error: type[BaseException]
) -> None:
    def fail(prompt: str = "") -> str:
        raise error

    monkeypatch.setattr(builtins, "input", fail)
    assert ended(lambda: print("Done.")) == 0
    assert capsys.readouterr().out == "Done.\n"


def test_without_any_output(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(builtins, "input", lambda prompt="": "")
    for stream in (None, closed()):
        monkeypatch.setattr(sys, "stdout", stream)
        assert ended(lambda: None) == 0
        assert ended(failing(ValueError("It is damaged."))) == 1
        assert ended(failing(KeyboardInterrupt())) == 0


def closed() -> io.StringIO:
    stream = io.StringIO()
    stream.close()
    return stream


def started(tmp_path: Path, main: str, stdin: bytes | None = b"", **more: Any) -> subprocess.CompletedProcess[bytes]:
    """A program with that `main`, in a process of its own."""
    program = tmp_path / "program.py"
    lines = [
        "import sys, os",
        f"sys.path.insert(0, {str(ROOT)!r})",
        "from pathlib import Path",
        "from languages.python.parts import own, run as parts_run",
        "from languages.python.parts.run import progress, run",
        "own.here = parts_run.here = lambda: Path(__file__).parent",
        "def main():",
        *(f"    {line}" for line in main.splitlines()),
        "if __name__ == '__main__':",
        "    run(main)",
    ]
    program.write_text("\n".join(lines), encoding="utf-8")
    return subprocess.run([sys.executable, "-B", program], input=stdin, capture_output=True, timeout=60, **more)


def test_real_end_of_input(tmp_path: Path) -> None:
    done = started(tmp_path, "input('Name? ')")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout == b"Name? \nStopped, because there is no more input.\n"


def test_real_stop(tmp_path: Path) -> None:
    heard = (
        "import signal, time\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"  # else not in the background
    )
    done = started(tmp_path, f"{heard}os.kill(os.getpid(), signal.SIGINT)\ntime.sleep(30)")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout == b"\nStopped.\nPress Enter to close. "


def test_letters_that_the_terminal_does_not_know(tmp_path: Path) -> None:
    ascii_only = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = started(
        tmp_path, "print(input('Größe 王? '))\nprint('ü', file=sys.stderr)", "ä\nEnter\n".encode(), env=ascii_only
    )
    assert done.returncode == 0
    assert done.stdout == b"Gr??e ?? ??\nPress Enter to close. "
    assert done.stderr.splitlines() == [b"?"]


def test_bytes_that_are_no_letters(tmp_path: Path) -> None:
    done = started(tmp_path, "print(ascii(input()))", b"M\xfcller\n\n", env={**os.environ, "PYTHONUTF8": "1"})
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout == b"'M\\ufffdller'\nPress Enter to close. "


@pytest.mark.parametrize(
    "main",
    [
        "print('x' * 10**6)\nprint('y' * 10**6)",
        "print('x')",
        "print('x', flush=True)",
        "print('x' * 9000, flush=True)\nraise KeyError('x')",
    ],
)
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.skipif(sys.platform == "win32", reason="a pipe that nobody reads is another error there")
def test_output_that_nobody_reads(tmp_path: Path, main: str, unbuffered: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as pipe:
        program = f"os.dup2({pipe.fileno()}, 1)\n{main}"
        done = started(tmp_path, program, pass_fds=[pipe.fileno()], env={**os.environ, "PYTHONUNBUFFERED": unbuffered})
    assert (done.returncode, done.stderr, done.stdout) == (0, b"", b"")
    assert [path.name for path in tmp_path.iterdir()] == ["program.py"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no disk that is always full")
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("main", ["print('x')", "print('x' * 10**6)", "raise KeyError('x')"])
def test_output_that_can_not_be_kept(tmp_path: Path, main: str, unbuffered: str) -> None:
    program = f"os.dup2(os.open('/dev/full', os.O_WRONLY), 1)\n{main}"
    done = started(tmp_path, program, env={**os.environ, "PYTHONUNBUFFERED": unbuffered})
    assert (done.returncode, done.stderr) == (1, b"")


def test_real_recursion(tmp_path: Path) -> None:
    done = started(tmp_path, "def deep(): deep()\ndeep()")
    assert (done.returncode, done.stderr) == (1, b"")
    assert done.stdout.startswith(b"\nThis is nested too deeply for the program.\n")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def shown(monkeypatch: pytest.MonkeyPatch, items: Iterable[int], what: str, seconds: float, terminal: bool) -> str:
    """What is shown while each of `items` takes so many seconds."""
    clock = SimpleNamespace(now=0.0)
    monkeypatch.setattr(run_module, "monotonic", lambda: clock.now)
    output = Terminal() if terminal else io.StringIO()
    monkeypatch.setattr(sys, "stdout", output)
    for _ in progress(items, what):
        clock.now += seconds
    return output.getvalue()


@pytest.mark.parametrize(
    ("count", "is_known", "what", "seconds", "written"),
    [
        (3, True, "", 0.1, ""),
        (3, True, "", 0.5, "\r2 of 3\r\r      \r"),
        (3, True, "Pictures", 1, "\rPictures: 1 of 3\r\rPictures: 2 of 3\r\r                \r"),
        (3, False, "", 1, "\r1\r\r2\r\r \r"),
        (3, False, "Pictures", 1, "\rPictures: 1\r\rPictures: 2\r\r           \r"),
        (0, True, "", 5, ""),
        (5, True, "", 0.35, "\r3 of 5\r\r4 of 5\r\r      \r"),
    ],
)
def test_progress_at_a_terminal(
    monkeypatch: pytest.MonkeyPatch, count: int, is_known: bool, what: str, seconds: float, written: str
) -> None:
    items = range(count) if is_known else iter(range(count))
    assert shown(monkeypatch, items, what, seconds, terminal=True) == written


def test_progress_is_shown_five_times_a_second_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    written = shown(monkeypatch, range(1000), "", 1 / 64, terminal=True)
    assert written.startswith("\r64 of 1000\r\r77 of 1000\r\r90 of 1000\r")
    assert written.endswith("\r" + " " * len("999 of 1000") + "\r")


@pytest.mark.parametrize(
    ("seconds", "written"), [(3, ""), (5, "2 of 4\n"), (10, "1 of 4\n2 of 4\n3 of 4\n"), (4, "3 of 4\n")]
)
def test_progress_elsewhere(monkeypatch: pytest.MonkeyPatch, seconds: float, written: str) -> None:
    assert shown(monkeypatch, range(4), "", seconds, terminal=False) == written


def test_progress_without_output(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    assert list(progress([1, 2])) == [1, 2]


def test_progress_takes_the_line_away_however_it_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = SimpleNamespace(now=0.0)
    monkeypatch.setattr(run_module, "monotonic", lambda: clock.now)
    output = Terminal()
    monkeypatch.setattr(sys, "stdout", output)

    def damaged() -> Iterator[int]:
        yield 0
        clock.now += 2
        yield 1
        raise ValueError("It is damaged.")

    with pytest.raises(ValueError, match="damaged"):
        list(progress(damaged()))
    assert output.getvalue() == "\r1\r\r \r"


def test_progress_gives_items_as_they_come() -> None:
    items = iter("abc")
    going = progress(items)
    assert next(going) == "a"
    assert next(items) == "b"
