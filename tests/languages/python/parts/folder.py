"""A folder in which a program lies, for tests of its parts: their files go there, and what they say is kept."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from languages.python.parts import folders, telling
from languages.python.parts.write import now


@dataclass(frozen=True)
class ProgramFolder:
    """Where the program lies, and what it has said."""

    path: Path
    said: list[str]
    monkeypatch: pytest.MonkeyPatch

    def speak(self, language: str) -> None:
        """Have the program speak another language."""
        set_everywhere(self.monkeypatch, "LANGUAGE", language)

    def next_start(self) -> None:
        """From here on it is another start of the program."""
        now._WRITTEN_NOW.clear()
        folders._FOLDERS_USED.clear()

    def names(self) -> list[str]:
        """What lies there for everyone to see."""
        return sorted(path.name for path in self.path.iterdir() if not path.name.startswith("."))

    def hidden(self) -> list[str]:
        """What lies there besides, but for the record."""
        return [
            one.name
            for one in self.path.iterdir()
            if one.name[0] == "." and one.name != ".written by this program.json"
        ]


def set_everywhere(monkeypatch: pytest.MonkeyPatch, name: str, value: object) -> None:
    """In a program there is one such name; here each file that uses it has its own."""
    for module, loaded in list(sys.modules.items()):
        if module.startswith("languages.python.parts.") and hasattr(loaded, name):
            monkeypatch.setattr(loaded, name, value)


@pytest.fixture
def program_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ProgramFolder:
    """A new one."""
    path = tmp_path / "program"
    path.mkdir()
    (home := tmp_path / "home").mkdir()
    monkeypatch.setenv("HOME", str(home))
    said: list[str] = []
    monkeypatch.setattr(telling, "_LISTENERS", listeners := [said.append])
    set_everywhere(monkeypatch, "_LISTENERS", listeners)
    set_everywhere(monkeypatch, "here", lambda: path)
    made = ProgramFolder(path, said, monkeypatch)
    made.next_start()
    return made
