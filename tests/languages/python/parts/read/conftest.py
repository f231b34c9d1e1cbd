"""What the parts say to a person, and a folder in which the program seems to lie."""

from __future__ import annotations

from pathlib import Path

import pytest

from languages.python.parts import own, telling
from languages.python.parts.read import files, find


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """All that is said from now on."""
    said: list[str] = []
    monkeypatch.setattr(telling, "_LISTENERS", [said.append])
    return said


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the program lies, which isn't where it is started."""
    beside, elsewhere = tmp_path / "program", tmp_path / "elsewhere"
    beside.mkdir()
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    for module in (own, files, find):
        monkeypatch.setattr(module, "here", lambda: beside)
    return beside
