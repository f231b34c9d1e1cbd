"""What a person takes home: the files of a program and its tests, and what starts it."""

from __future__ import annotations

from dataclasses import dataclass

from languages.types import Candidate, Needs, Suite
from translation import here

REQUIREMENTS = "requirements.txt"
PAGE = "solution.html"
"""The page that was asked for, where it is one."""


@dataclass(frozen=True, slots=True)
class File:
    """A file that is handed over; `executable` where a double-click is to start it. One that is `of_tests` may lie in a
    folder of its own with them, below the program."""

    content: bytes
    executable: bool = False
    of_tests: bool = False


def encoded(text: str, of_tests: bool = False) -> File:
    """`text` as UTF-8; halves of surrogate pairs, which have no such form, become question marks."""
    return File(text.encode("utf-8", errors="replace"), of_tests=of_tests)


def handed_over(candidate: Candidate, suite: Suite, needs: Needs) -> dict[str, File]:
    """Program and tests as they are, and a list of the packages that the program needs, by their paths.

    For a language that has nothing to add to these.
    """
    files = {path: encoded(text) for path, text in candidate.files.items()}
    files |= {path: encoded(text, of_tests=True) for path, text in {**suite.beside, **suite.files}.items()}
    listing = "".join(f"# {here().text(one)}\n" for one in needs.remarks)
    listing += needs.lock or "".join(f"{one}\n" for one in needs.pins)
    return files | ({REQUIREMENTS: encoded(listing)} if listing else {})
