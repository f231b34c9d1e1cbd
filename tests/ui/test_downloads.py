from __future__ import annotations

import io
import json
import re
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from agent.events import CheckFinished, CodeReady, Event, RunStarted, TestsReady
from agent.without_files import without_files
from languages.python.candidates import program, suite
from languages.types import CheckReport, Needs, TestCase
from tests.fakes.told_runs import ADD, REQUEST, everything_says, report_of, stored, whole_run
from ui.telling.downloads import UNIX, program_files, report_page, zip_bytes

NAMES = [
    "solution.py",
    *(
        f"Tests and report/{name}"
        for name in ("conftest.py", "test_solution.py", "report.html", "report.json", "log.txt")
    ),
]
NEEDS = CheckReport("pip-audit", "passed", "No known vulnerabilities", needs=Needs(("six==1.17.0",)))


def unzipped(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


def test_the_zip_holds_everything_in_one_folder() -> None:
    files = unzipped(zip_bytes(report_of(whole_run()), "r1", stored(whole_run())))
    assert list(files) == [f"Add two numbers/{name}" for name in NAMES]
    assert files["Add two numbers/solution.py"].decode().startswith(ADD)
    assert json.loads(files["Add two numbers/Tests and report/report.json"])["status"] == "verified"
    assert b"Here it is." in files["Add two numbers/Tests and report/log.txt"]


def test_without_files_no_line_of_them_is_in_any_of_its_bytes() -> None:
    marker = "2025-05-01;M\u00fcller\u00a0GmbH;-812.50"
    run = everything_says(marker)
    report = report_of(run)
    assert report.request
    # Of packages only names and versions are known, and the words and the program are the person's to give away.
    checks = [replace(one, name="bandit", needs=Needs()) for one in report.checks]
    attempts = [replace(one, candidate=program("x = 1\n"), checks=tuple(checks)) for one in report.attempts]
    request = replace(report.request, task="Add", model="m", test_model="m")
    report = replace(report, request=request, attempts=tuple(attempts))
    whole = unzipped(zip_bytes(report, "r1", stored(run)))
    told = unzipped(zip_bytes(without_files(report), "r1", ()))
    assert any(marker.encode() in content for content in whole.values())
    assert not [name for name, content in told.items() if b"812.50" in content or b"ller" in content]
    assert {name.rpartition("/")[2] for name in told} >= {"solution.py", "report.html", "report.json"}


def test_packages_are_listed_where_there_are_any() -> None:
    run = [*whole_run()[:11], CheckFinished(NEEDS)]
    files = unzipped(zip_bytes(report_of(run), "r1", stored(run)))
    assert files["Add two numbers/requirements.txt"] == b"six==1.17.0\n"


def test_a_run_without_a_program_has_a_report_all_the_same() -> None:
    run = [RunStarted(REQUEST)]
    assert program_files(report_of(run)) == {}
    files = unzipped(zip_bytes(report_of(run), "r1", stored(run)))
    assert sorted(files) == [f"Add two numbers/{name}" for name in sorted(NAMES[3:])]
    assert unzipped(zip_bytes(report_of([]), "r1", []))


def test_a_program_with_half_a_surrogate_pair_can_be_taken_away() -> None:
    assert program_files(report_of([CodeReady(1, program("a = '\ud800'\n"))]))["solution.py"].content.startswith(
        b"a = '?'\n"
    )
    hostile = everything_says("\ud800\x00\u202e")
    assert unzipped(zip_bytes(report_of(hostile), "r1", stored(hostile)))


def taken(run: Sequence[Event], folder: Path) -> Path:
    """The folder of a program that was unpacked in this one, with a file of the person's beside it."""
    with zipfile.ZipFile(io.BytesIO(zip_bytes(report_of(run), "r1", stored(run)))) as archive:
        archive.extractall(folder)
    (folder / "Add two numbers" / "mine.txt").write_text("mine")
    return folder / "Add two numbers"


def said_of(folder: Path) -> str:
    """What pytest says there."""
    pytest_itself = Path(sys.executable).with_name("pytest")
    return subprocess.run([pytest_itself, "-q"], cwd=folder, capture_output=True, text=True).stdout


def test_what_was_taken_runs_and_so_do_its_tests(tmp_path: Path) -> None:
    folder = taken(whole_run(), tmp_path)
    command = [sys.executable, "-c", "from solution import add; print(add(1, 2))"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    assert done.stdout == "3\n"
    assert "1 passed" in said_of(folder)
    assert "1 passed" in said_of(folder / "Tests and report")


def test_tests_that_start_the_program_find_it_and_only_the_persons_files(tmp_path: Path) -> None:
    counts = "from pathlib import Path\nprint(sorted(path.name for path in Path('.').iterdir()))\n"
    test = "def test_it(program):\n    run = program.start()\n    assert \"['mine.txt', 'solution.py']\" in run.text\n"
    tests = TestsReady(suite(test, [TestCase("test_it", "It counts.", scenario=True)]))
    run = [*whole_run()[:4], tests, *whole_run()[5:8], CodeReady(1, program(counts)), *whole_run()[9:]]
    assert "1 passed" in said_of(taken(run, tmp_path))


def test_what_starts_the_program_is_executable_when_it_is_unpacked() -> None:
    run = [*whole_run()[:8], CodeReady(1, program("print(input())\n"))]
    with zipfile.ZipFile(io.BytesIO(zip_bytes(report_of(run), "r1", stored(run)))) as archive:
        modes = {info.filename: (info.create_system, info.external_attr >> 16) for info in archive.infolist()}
    for name in ("macOS.command", "Linux.sh"):
        assert modes.pop(f"Add two numbers/Start on {name}") == (UNIX, 0o755)
    assert "Add two numbers/Start on Windows.bat" in modes
    assert set(modes.values()) == {(UNIX, 0o644)}


def test_the_report_needs_nothing_else() -> None:
    whole = report_page(report_of(whole_run()), "r1")
    page = re.sub(r'(<link rel="icon" href|src)="data:[^"]*"', "", whole)  # pictures that are in the page itself
    assert page.startswith("<!DOCTYPE html>")
    assert "default-src 'none'" in page
    assert "--assay-text" in page
    for forbidden in ("<script", "<link", "src=", "http://", "https://", "@import"):
        assert forbidden not in page
