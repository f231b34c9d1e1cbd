"""In which surroundings the tests are run: a table. Also runs inside the sandbox, so it imports nothing of ours."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

PATCHED = r"monkeypatch|\bmock\b|\bpatch\b"
SYSTEM = rf"{PATCHED}|\bplatform\b|os\.name|os\.sep|sys\.platform"
TODAY = rf"{PATCHED}|\bnow=|\.today\(|\.now\(|utcnow|\btime\.|localtime|utime|freeze"


@dataclass(frozen=True)
class Place:
    """A surrounding. What the program is told of the computer there is `appear`, as `another_computer.appear` takes it.

    `terminal` gives each start one; `starts` are those that came before, with the same home folder. A test that has
    `about` in it is about this itself, and so may fail there; where the program is `asked` about it, any test may.
    """

    appear: Mapping[str, object] = field(default_factory=dict)
    about: str = PATCHED
    asked: bool = False
    terminal: bool = False
    starts: int = 0

    def is_about(self, test: str, tests: str) -> bool:
        """Whether a test is about it, of which this is the text, among `tests`."""
        return re.search(self.about, tests if self.asked else test) is not None


PLACES: Mapping[str, Place] = {
    "user": Place({"user": "maria"}, rf"{PATCHED}|getpass|\bUSER|environ"),
    "computer": Place({"host": "marias-laptop", "processors": 8, "bare": True}, rf"{PATCHED}|environ|executable"),
    "mac": Place({"system": "Darwin"}, SYSTEM, asked=True),
    "windows": Place({"system": "Windows"}, SYSTEM, asked=True),
    "leap": Place({"day": "2032-02-29 23:30"}, TODAY, asked=True),
    "later": Place({"day": "2031-12-31 12:30"}, TODAY, asked=True),
    "terminal": Place(terminal=True),
    "starts": Place({}, rf"{PATCHED}|\.home\b", starts=4),
}
