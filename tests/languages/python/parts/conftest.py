from __future__ import annotations

from collections.abc import Callable

import pytest

from languages.python.parts.telling import _REMEMBERED
from languages.python.parts.understand import columns, habits
from tests.languages.python.parts.folder import program_folder

folder = program_folder


@pytest.fixture
def speak(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Give the program a language."""
    return lambda language: monkeypatch.setattr(habits, "LANGUAGE", language)


@pytest.fixture(autouse=True)
def _undecided(speak: Callable[[str], None]) -> None:
    """A language in which neither numbers nor dates have one way, unless a test says another."""
    speak("xx")


@pytest.fixture(autouse=True)
def _new_program() -> None:
    """It has looked for no memory yet, and told nothing of a file."""
    _REMEMBERED.clear()
    columns._TOLD_OF_FILES.clear()
