"""In which surroundings the tests are run: a table. Also runs inside the sandbox, so it imports nothing of ours."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

PATCHED = re.compile(r"monkeypatch\.(?!chdir|setenv|delenv)|\bmock\b|\bpatch\b")
NOTHING = r"(?!)"
SYSTEM = r"\bplatform\b|os\.name|os\.sep"
TODAY = r"\bnow=|\.today\(|\.now\(|utcnow|\btime\.|localtime|utime|freeze|setattr\(.*(?:date|time)"


@dataclass(frozen=True)
class Place:
    """A surrounding. What the program is told of the computer there is `appear`, as `another_computer.appear` takes it.

    `terminal` gives each start one; `starts` are those that came before, with the same home folder. A test that has
    `about` in it, or puts something else in the place of what the program uses, may fail there.
    """

    appear: Mapping[str, object] = field(default_factory=dict)
    about: str = NOTHING
    terminal: bool = False
    starts: int = 0

    def is_about(self, test: str) -> bool:
        """Whether a test is about it, of which this is the text."""
        return bool(PATCHED.search(test) or re.search(self.about, test))


PLACES: Mapping[str, Place] = {
    "user": Place({"user": "maria"}, r"getpass|\bUSER|environ|setenv"),
    "computer": Place({"host": "marias-laptop", "processors": 8, "bare": True}, r"environ|setenv|executable"),
    "mac": Place({"system": "Darwin"}, SYSTEM),
    "windows": Place({"system": "Windows"}, SYSTEM),
    "leap": Place({"day": "2032-02-29 23:30"}, TODAY),
    "later": Place({"day": "2031-12-31 12:30"}, TODAY),
    "terminal": Place(terminal=True),
    "starts": Place({}, r"\.home\b", starts=4),
}
