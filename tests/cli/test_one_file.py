"""The one HTML file that a run in the terminal leaves."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console

from agent.events import CheckFinished
from cli.one_file import for_browsers
from engines.one_file import Made
from engines.sandboxes import Sandboxes
from languages.handover import File
from languages.python.one_file.pyodide import ARCHIVE
from languages.types import CheckReport, Needs
from settings import Settings
from tests.fakes import one_files
from tests.fakes.told_runs import VERIFIED, report_of, whole_run

NAME = "Start in a browser.html"


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings.model_validate({"ASSAY_HOME": str(tmp_path / "home"), "ASSAY_SANDBOX": "process"})


def left(settings: Settings, *needs: str) -> tuple[dict[str, File], str]:
    """The files that are left, and what is said, of a program that `needs` packages."""
    said = io.StringIO()
    console = Console(file=said, width=200)
    packages = CheckReport("pip-audit", "passed", "Fine.", needs=Needs(needs))
    report = report_of([*whole_run()[:-1], CheckFinished(packages), VERIFIED])
    return for_browsers(report, {}, Sandboxes(settings), settings, console), said.getvalue()


def test_nothing_is_fetched_for_it(settings: Settings) -> None:
    assert left(settings) == ({}, "")
    assert not settings.browser_parts.exists()
    settings.home.mkdir()
    one_files.own_store(settings.browser_parts)
    names, said = left(settings, "pypdfium2==5.15.2", "openpyxl==3.1.5")
    assert names == {}
    assert "pypdfium2 5.15.2 would have to be fetched first, which “Make the file” on the page does." in said


def test_it_lies_beside_the_others_where_its_tests_pass_else_it_is_said_why(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.browser_parts.mkdir(parents=True)
    (settings.browser_parts / ARCHIVE).touch()
    monkeypatch.setattr("cli.one_file.make_one_file", lambda *of: Made(b"the page", 2))
    assert left(settings)[0] == {NAME: File(b"the page")}
    monkeypatch.undo()
    names, said = left(settings)  # what is there is no Pyodide
    assert names == {}
    assert f"There is no {NAME}: The Python for browsers on this computer is damaged." in said
