"""Runs inside the sandbox, as tests: the program is started in all the ways that a person may happen to start it.

What people read where one fails says `start_words.py`, by its name and by how its message begins.
"""

import re
from pathlib import PurePosixPath
from typing import Any

import pytest
from _language._scenario.sentences import CRASHED  # type: ignore[import-not-found]

TRACEBACK = "Traceback (most recent call last)"
endless: list[Any] = []


def start(program: Any, **how: Any) -> Any:
    """Start it, and look at what no person should meet, whatever they did."""
    if endless:
        pytest.skip("It didn't end before.")
    try:
        run = program.start(**how)
    except BaseException as problem:
        if CRASHED not in str(problem):
            endless.append(how)  # one that goes on for ever isn't waited for again
        raise
    assert TRACEBACK not in run.text, "It shows what only programmers can read."
    assert run.exit_code >= 0, f"It was killed by signal {-run.exit_code}."
    changed = [name for name in run.changed if name in program.files]
    assert not changed, f"It changed or removed what the person gave it: {', '.join(changed)}"
    return run


def test_alone(program: Any) -> None:
    """Started by a double-click, it does what it is for, and doesn't ask for arguments."""
    run = start(program)
    assert not re.match(r"usage:", run.text.strip(), re.IGNORECASE), (
        "It only says which arguments it wants, and a person gives none."
    )


def test_seen(program: Any) -> None:
    """Started by a double-click, it does something that can be seen."""
    run = start(program)
    assert run.text.strip() or run.files, "It showed nothing and left nothing: nothing is started."


def test_pages(program: Any) -> None:
    """What its web pages name is there, be it a picture, a file or a place in the page."""
    run = start(program)
    pages = [name for name in run.files if name.casefold().endswith((".html", ".htm"))]
    missing = [f"{address} in {name}" for name in pages for address in run.page(name).missing]
    assert not missing, f"It isn't there: {', '.join(missing[:10])}"


def test_again(program: Any) -> None:
    """It can be started again, and then neither works on what it left before nor leaves all of it once more."""
    first, second, third = (start(program).files for _ in range(3))
    grows = 0 < len(first) < len(second) < len(third)
    assert not grows, f"It works on what it left itself: {len(first)} files, then {len(second)}, then {len(third)}."
    there = {(PurePosixPath(name).parent, content) for name, content in first.items() if content}
    doubled = [name for name in second.keys() - first if (PurePosixPath(name).parent, second[name]) in there]
    assert len(doubled) < 2, f"It leaves once more what was there, beside it: {', '.join(sorted(doubled)[:5])}."


def test_without_files(program: Any) -> None:
    """Where the person's files are missing, it says so in words."""
    _needs_files(program)
    run = start(program, files={})
    assert run.text.strip(), "It says nothing."


def _needs_files(program: Any) -> None:
    if not program.files:
        pytest.skip("This person gave no files.")
