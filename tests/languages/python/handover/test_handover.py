from __future__ import annotations

import ast
import re
import subprocess
import time

import pytest

from languages.python.candidates import START_FILES, program
from languages.python.handover import described, handed_over
from languages.python.handover.sentences import CODE_PAGES
from languages.python.packages.metadata import named_in, packages_of, with_metadata
from languages.python.packages.shelf import pins
from languages.types import NO_NEEDS, Candidate, Needs, Suite
from translation import TONGUES, Tongue, here, speaking

DEMANDING = "#!/usr/bin/env python3\n# coding: utf-8\n'It adds.'\nfrom __future__ import annotations\nprint(1)"
NO_TESTS = Suite({}, ())
ITS_OWN = '# /// script\n# requires-python = ">=3.12"\n# dependencies = ["rich"]\n# ///\nprint(1)\n'


@pytest.mark.parametrize("packages", [(), ("six==1.17.0", "rich")])
@pytest.mark.parametrize("source", [DEMANDING, "\ufeff'It adds.'\n", "print(1)\r\n# the end", ""])
def test_what_a_program_needs_is_said_in_it_and_nothing_else_changes(source: str, packages: tuple[str, ...]) -> None:
    said = with_metadata(source, packages)
    assert said.startswith(source)
    before, after = (ast.dump(ast.parse(text.encode()), include_attributes=True) for text in (source, said))
    assert before == after
    assert packages_of(said) == packages


def test_of_what_a_model_said_of_its_program_only_names_stay() -> None:
    exact = with_metadata(ITS_OWN, ("rich==14.0.0", "six==1.17.0"), "3.13")
    assert packages_of(exact) == ("rich==14.0.0", "six==1.17.0")
    assert '# requires-python = ">=3.13"' in exact
    assert exact.splitlines()[4:5] == ["print(1)"]  # no line has another number
    assert named_in(ITS_OWN) == ("rich",)
    files = handed_over(program(ITS_OWN), NO_TESTS, NO_NEEDS)
    assert b"PACKAGES=yes" in files[START_FILES["Linux"]].content
    assert packages_of("# /// script\n# dependencies = [\n# ///\n") == ()


def test_no_address_or_setting_of_a_models_reaches_the_person() -> None:
    evil = (
        '# /// script\n# dependencies = ["rich", "x @ https://evil.example/x.zip", "two words", 5]\n'
        '# [[tool.uv.index]]\n# url = "https://evil.example/simple"\n# default = true\n# ///\nprint(1)\n'
    )
    source = handed_over(program(evil), NO_TESTS, NO_NEEDS)["solution.py"].content.decode()
    assert "evil" not in source
    assert packages_of(source) == ("rich",)
    assert source.splitlines()[6] == "print(1)"


@pytest.mark.parametrize(
    "before",
    [
        "# /// script\n# dependencies = []\n# ///\n\n",
        "# /// script\n# dependencies = []\n# ///\n",
        "# /// other\n# a = 1\n# ///\n\n",
        "# /// script\n\n",
        '"""\n',
        "# /// script \n# ///\n\n",
        "x = 1\r",
        "\ufeff",
    ],
)
def test_nothing_is_left_that_says_what_to_fetch_wherever_it_stands(before: str) -> None:
    evil = '# /// script\n# dependencies = ["x @ https://evil.example/x.zip", "two words"]\n# ///'
    after = '\n"""\ninput()\n' if before.startswith('"') else "\ninput()\n"
    files = handed_over(program(f"{before}{evil}{after}"), NO_TESTS, NO_NEEDS)
    source = files["solution.py"].content.decode()
    assert "evil" not in source
    assert source.count("/// script") == source.count("///") - 1 == 1
    assert ast.parse(source).body, "it is a program still"
    assert b"PACKAGES=no" in files[START_FILES["Linux"]].content


@pytest.mark.parametrize("line", ["# /// script\n", "# ///\n", "# ///\n\n", "# /// x\n# ///\n"])
def test_what_begins_such_a_comment_again_and_again_is_read_in_a_moment(line: str) -> None:
    source = "# /// script\n" + line * 20_000
    begun = time.process_time()
    assert packages_of(source) == ()
    assert "/// x" not in with_metadata(source, ())
    assert time.process_time() - begun < 2


@pytest.mark.parametrize("said", ["[" * 20_000, "9" * 5_000])
def test_what_can_not_be_read_names_no_package(said: str) -> None:
    assert packages_of(f"# /// script\n# dependencies = {said}\n# ///\n") == ()


def test_there_are_start_files_where_there_is_something_to_start() -> None:
    files = handed_over(program("import tkinter.ttk\ninput()\n"), NO_TESTS, Needs(("six==1.17.0",)))
    assert set(files) == {"solution.py", "requirements.txt", *START_FILES.values()}
    assert [name for name, file in files.items() if file.executable] == [START_FILES["macOS"], START_FILES["Linux"]]
    bat, shell = files[START_FILES["Windows"]].content, files[START_FILES["macOS"]].content
    assert bat.count(b"\r\n") == bat.count(b"\n") > 100
    assert bat.isascii()
    assert b"\r" not in shell
    assert b"PROGRAM=solution.py\nPACKAGES=yes # whether it needs any\nWINDOW=yes" in shell
    assert b'set "PACKAGES=yes"' in bat
    assert set(handed_over(program("def add(a, b): return a + b\n"), NO_TESTS, NO_NEEDS)) == {"solution.py"}


@pytest.mark.parametrize("entry", ["x$(id).py", "x y.py", "-c.py", "x.py\n", "x.bat", "a/b.py", "é.py"])
def test_nothing_starts_a_program_whose_name_isnt_plain(entry: str) -> None:
    other = Candidate({entry: "input()\n"}, entry)
    assert set(handed_over(other, NO_TESTS, NO_NEEDS)) == {entry}
    plain = Candidate({"My-app_2.py": "input()\n"}, "My-app_2.py")
    assert set(handed_over(plain, NO_TESTS, NO_NEEDS)) == {"My-app_2.py", *START_FILES.values()}


@pytest.mark.parametrize("tongue", TONGUES.values(), ids=list(TONGUES))
def test_what_starts_it_speaks_the_language_that_it_was_taken_in_and_nothing_reads_its_words(tongue: Tongue) -> None:
    english = handed_over(program("input()\n"), NO_TESTS, NO_NEEDS)
    with speaking(tongue):
        files = handed_over(program("input()\n"), NO_TESTS, NO_NEEDS)
        closes = here().gettext("Press Enter to close.")
    page = {"en": "", "ar": "", "pl": "852"}.get(tongue.code, CODE_PAGES[0])
    bat = files[START_FILES["Windows"]].content.decode(f"cp{page or CODE_PAGES[0]}")
    shell = files[START_FILES["Linux"]].content.decode()
    assert closes in shell
    assert (closes if tongue.code != "ar" else "Press Enter to close.") in bat, "cmd can't show Arabic"
    assert (f'if not "{page}"=="" "' in bat, f'chcp.com" {page} >nul' in bat) == (True, True)
    before = english[START_FILES["Windows"]].content.decode(f"cp{CODE_PAGES[0]}").splitlines()
    said = [line for line in bat.splitlines() if line not in before and line.startswith("echo ")]
    assert not [line for line in said if re.search(r"[&|<>^%\"]", line)]
    assert all(line.count("!") % 2 == 0 for line in said)
    assert shell.count('"') == english[START_FILES["Linux"]].content.decode().count('"')
    assert subprocess.run(["sh", "-n"], input=shell.encode(), check=False).returncode == 0
    assert not re.search(r"@[A-Z_]+@", bat + shell)


def test_the_way_to_start_it_on_windows_fetches_the_table_of_time_zones() -> None:
    guide = described(program("from zoneinfo import ZoneInfo\ninput()\n"), NO_TESTS, NO_NEEDS)
    fetching = {
        system: any("pip install" in step.command for step in one.steps) for system, one in guide.systems.items()
    }
    assert fetching == {"Windows": True, "macOS": False, "Linux": False}


def test_windows_gets_a_table_of_time_zones_and_other_systems_need_none() -> None:
    files = handed_over(program("from zoneinfo import ZoneInfo\ninput()\n"), NO_TESTS, NO_NEEDS)
    (zones,) = packages_of(files["solution.py"].content.decode())
    assert zones == f"tzdata=={pins()['tzdata']} ; sys_platform == 'win32'"
    assert files["requirements.txt"].content.decode().startswith(f"{zones} \\\n    --hash=sha256:")
    assert b'set "PACKAGES=yes"' in files[START_FILES["Windows"]].content
    assert b"PACKAGES=no" in files[START_FILES["Linux"]].content
