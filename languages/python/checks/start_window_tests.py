"""Runs inside the sandbox, as tests: a program with windows is started, and used as anybody may happen to use it.

What people read where one fails says `start_words.py`, by its name and by how its message begins.
"""

from typing import Any

import pytest
from _language._scenario.sentences import STAYS  # type: ignore[import-not-found]

TRACEBACK = "Traceback (most recent call last)"
MOST_BUTTONS = 5
SECONDS = 2
windowless: list[Any] = []


def start(program: Any, **how: Any) -> Any:
    """Start it, and wait for its window."""
    if windowless:
        pytest.skip("It opened no window before.")
    windowless.append(how)  # where a window opens, this is taken back: else nobody waits for one again
    window = program.window(**how)
    windowless.clear()
    return window


def close(program: Any, window: Any) -> None:
    """Close it by its close button, and look at what no person should meet."""
    try:
        run = window.close()
    except AssertionError as error:
        if STAYS not in str(error):
            raise
        run = window.close(answers=["no"])  # it asks whether to save, and nobody says where to
    assert TRACEBACK not in run.text, f"It crashed: {run.text.strip()[-1500:]}"
    assert run.exit_code >= 0, f"It was killed by signal {-run.exit_code}."
    changed = [name for name in run.changed if name in program.files]
    assert not changed, f"It changed or removed what the person gave it: {', '.join(changed)}"


def test_alone(program: Any) -> None:
    """Started by a double-click, it opens a window in which there is something, and which can be closed."""
    window = start(program)
    assert window.text.removeprefix(window.title).strip(), "It shows nothing."
    close(program, window)


def test_twice(program: Any) -> None:
    """It can be started a second time."""
    close(program, start(program))
    close(program, start(program))


@pytest.mark.parametrize("number", range(MOST_BUTTONS))
def test_buttons(program: Any, number: int) -> None:
    """Each button can be clicked at once, with the fields as they are."""
    window = start(program)
    click(window, number)
    close(program, window)


def click(window: Any, number: int) -> None:
    """Click the button with that number, and wait a moment."""
    if number >= len(window.buttons):
        pytest.skip("It has fewer buttons.")
    window.click(window.buttons[number])
    if window.is_open:
        window.wait(SECONDS)


def test_without_files(program: Any) -> None:
    """Where the person's files are missing, it opens all the same."""
    _needs_files(program)
    close(program, start(program, files={}))


def _needs_files(program: Any) -> None:
    if not program.files:
        pytest.skip("This person gave no files.")
