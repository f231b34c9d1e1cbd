"""The program is started as by a double-click on Linux; what is handed over for macOS is the same script."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from languages.python.candidates import START_FILES
from languages.python.handover import start_file
from tests.fakes.personal_computer import PYTHON, UV, PersonalComputer, internet, unpack

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="it is tried on Linux")
SHELLS = [shell for shell in ("dash", "bash", "zsh", "ksh") if shutil.which(shell)]
ASKS = """
import os, sys
name = input("Your name? ")
print(name, [open(path).read() for path in sys.argv[1:]], open("beside.txt").read(), os.environ["PYTHONUTF8"])
"""
HARD = "R&D (1) äöü ! %x% 'it'.txt"
END = "\nPress Enter to close. \n"


def in_one_line(said: str) -> str:
    return " ".join(said.split())


@pytest.fixture
def computer(tmp_path: Path) -> PersonalComputer:
    return PersonalComputer(tmp_path)


@pytest.mark.parametrize("shell", SHELLS)
def test_it_is_started_in_its_folder_and_gets_what_is_typed_and_dropped(shell: str, computer: PersonalComputer) -> None:
    computer.has("python3", PYTHON)
    unpack(computer.folder, ASKS)
    (computer.folder / "beside.txt").write_text("beside")
    (computer.home / HARD).write_text("dropped")
    for dropped in (HARD, str(computer.home / HARD)):
        said = computer.start(dropped, typed="Ada\n\n", shell=shell)
        assert said == f"Your name? Ada ['dropped'] beside 1\n{END}0"


@pytest.mark.parametrize("path", [".:{}", ":{}", "{}:", "data:{}"])
def test_nothing_that_lies_beside_the_program_is_started_or_imported(path: str, computer: PersonalComputer) -> None:
    computer.has("python3", PYTHON)
    unpack(computer.folder, "import random\nprint(input(), random.randint(1, 1))\n")
    (computer.folder / "random.py").write_text("print('evil')\n")
    for name in ("uv", "python3", "uname", "data/uv"):
        (computer.folder / name).parent.mkdir(exist_ok=True)
        (computer.folder / name).write_text("#!/bin/sh\necho evil\n")
        (computer.folder / name).chmod(0o755)
    own = str(computer.home.parent / "bin")
    assert computer.start(typed="Ada\n\n", PATH=path.format(own)) == f"Ada 1\n{END}0"


def test_a_program_that_waits_at_its_end_is_not_waited_for_once_more(computer: PersonalComputer) -> None:
    computer.has("python3", PYTHON)
    unpack(computer.folder, "print(1 / int(input()))\ninput('Enter closes it.')\n")
    assert computer.start(typed="1\n\n\n") == "1.0\nEnter closes it.\n0"
    assert computer.start(typed="0\n\n").endswith(f"{END}1")


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize(
    "name",
    ["x$(touch ran).py", "x`touch ran`.py", "x;touch ran;.py", "x'\"$(touch ran)'.py", "x\ntouch ran\n.py", "x y&.py"],
)
def test_no_shell_reads_anything_in_a_programs_name(shell: str, name: str, computer: PersonalComputer) -> None:
    computer.has("python3", PYTHON)
    computer.has("touch", Path(shutil.which("touch") or "touch"))
    begins = computer.folder / START_FILES["Linux"]
    begins.write_bytes(start_file("Linux", name, "print('It runs.')\n").content)
    assert "isn't beside this file" in in_one_line(computer.start(typed="\n", shell=shell))
    (computer.folder / name).write_text("print('It runs.')\n")
    assert computer.start(typed="\n", shell=shell).startswith("It runs.\n")
    assert not list(computer.folder.rglob("ran"))
    assert not list(computer.home.rglob("ran"))


def test_an_error_is_said_in_words_and_the_window_stays(computer: PersonalComputer) -> None:
    computer.has("python3", PYTHON)
    unpack(computer.folder, "print(1 / int(input()))\n")
    said = computer.start(typed="0\n\n")
    assert "ZeroDivisionError" in said
    assert said.endswith(END + "1")
    assert "The program ended with an error (number 1). What it said about it stands above." in in_one_line(said)
    unpack(computer.folder, "import os, signal\nos.killpg(0, signal.SIGINT)\n")  # as Ctrl-C does
    assert computer.start(typed="\n").endswith(f"The program was stopped.\n{END}130")
    (computer.folder / "solution.py").unlink()
    assert "solution.py isn't beside this file." in computer.start()


def test_uv_brings_the_packages_once_and_needs_no_internet_later(computer: PersonalComputer, tmp_path: Path) -> None:
    computer.has("uv", UV)
    unpack(computer.folder, "import sys, greeter\nprint(greeter.word, input(), sys.argv[1:])\n", "greeter==1.0")
    said = computer.start()
    assert "That could not be fetched. Connect this computer to the internet and start this again." in in_one_line(said)
    assert said.endswith(f"{END}1")
    with internet(tmp_path / "site") as site:
        assert "Fetching what the program needs…" in computer.start(HARD, typed="Ada\n\n", site=site)
    assert computer.start(HARD, typed="Ada\n\n") == f"Hello Ada {[HARD]}\n{END}0"


@pytest.mark.parametrize(("python", "packages"), [(Path("/bin/false"), ()), (PYTHON, ("greeter==1.0",))])
def test_uv_is_fetched_into_the_persons_folder_where_nothing_else_does(
    python: Path, packages: tuple[str, ...], computer: PersonalComputer, tmp_path: Path
) -> None:
    computer.has("python3", python)
    unpack(computer.folder, "import sys\nsys.exit(f'It runs: {input()}')\n", *packages)
    own = computer.home / ".local/share/assay-start"
    said = computer.start(typed="\n\n")
    assert "uv could not be fetched. Connect this computer to the internet and start this again." in in_one_line(said)
    assert said.endswith(f"{END}1")
    with internet(tmp_path / "site") as site:
        for typed in ("", "no\n\n"):
            assert "Nothing was fetched." in computer.start(typed=typed, site=site)
        said = computer.start(typed="\nAda\n\n", site=site)
    assert f"uv, which sets up programs in Python (about 20 MB), from {site}/install.sh" in in_one_line(said)
    assert f"It goes into this folder: {own}\n" in said
    assert "It runs: Ada" in said
    assert {"uv", "cache"} <= {path.name for path in own.iterdir()}
    assert computer.start(typed="Eve\n\n").startswith("It runs: Eve\n")


def test_a_window_gets_a_python_that_can_open_one(computer: PersonalComputer) -> None:
    unpack(computer.folder, "import tkinter\ntkinter.Tk()\n")
    computer.stub("uv", "exit 2")  # as one does that is too old
    computer.stub("python3", 'case $2 in "import tkinter"*) exit 1 ;; esac')
    computer.stub("python3.12", 'echo "started $*"')
    assert computer.start().startswith("started solution.py\n")
    computer.stub("uv", 'echo "$UV_MANAGED_PYTHON $*"')
    assert computer.start().startswith("1 run --quiet --offline --script solution.py\n")


def test_where_nobody_would_see_it_it_opens_a_terminal(computer: PersonalComputer) -> None:
    computer.has("python3", PYTHON)
    computer.stub("x-terminal-emulator", 'shift; echo "in a terminal:"; exec "$@"')
    unpack(computer.folder, "import sys\nprint(sys.argv[1:])\n")
    assert computer.start("a b", DISPLAY=":0").startswith("in a terminal:\n['a b']\n")
