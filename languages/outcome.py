"""What came of starting a program: what was shown and typed, and the files that it left or changed.

All of it is the program's own doing, and so must be shown as text; contents are named by their digests only.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from languages.files import Unseen
from message import Sentence, say
from sandbox.base import MEGABYTE
from sandbox.paths import is_portable

STARTS = "_assay/starts.json"
"""Where the job that starts a program anew leaves what came of it, see `agent/outcomes.py`."""

AT_ONCE = "test_double_click"
"""The start, by the name of what makes it, that is no test's: a double-click among the person's own files."""
SHOT = "What its window showed.png"
"""The file that is a picture of a program's windows, and which it didn't write itself."""

MOST_STARTS = 40
MOST_FILES = 50
MOST_BYTES = 10 * MEGABYTE
MOST_PICTURE = 200_000
"""Bytes of one that stands for the program: a shelf may have many."""
MOST_NAME = 200
KILLED = 9  # the number of SIGKILL, which Windows doesn't know
TYPED = re.compile("\x02([^\x03]*)\x03")
"""How what a program shows marks what it read."""

PICTURES = (b"\x89PNG", b"\xff\xd8\xff")
"""How the pictures begin that are shown: PNG and JPEG."""

Change = Literal["new", "changed", "removed"]


@dataclass(frozen=True, slots=True)
class Pair:
    """A file before and after a start; None where it isn't there."""

    before: bytes | None
    after: bytes | None


@dataclass(frozen=True, slots=True)
class Said:
    """Something on the screen: what the program showed, or a line that was `typed`, without its Enter."""

    text: str
    typed: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """The first rows of a table, how many `more` there are in between, and its last ones where there are.

    `numbers` are those of all these rows in the file, from 1, where they are known.
    """

    title: str
    rows: tuple[tuple[str, ...], ...]
    more: int = 0
    last: tuple[tuple[str, ...], ...] = ()
    numbers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class FileOut:
    """A file that a start left, changed or removed.

    `digest` names its content, or of one that was removed the content before; it is empty where that isn't kept.
    `picture` names a picture of it, which was drawn anew in the sandbox. `difference` are the lines of a unified diff.
    Nobody can be shown what is `unseen`.
    """

    path: str
    size: int
    change: Change
    digest: str = ""
    sort: Sentence = ""
    excerpt: str = ""
    tables: tuple[Table, ...] = ()
    picture: str = ""
    difference: tuple[str, ...] = ()
    unseen: Unseen = ""


@dataclass(frozen=True, slots=True)
class Start:
    """One start of a program. `test` is the name of the test that made it; empty where a person did.

    `given` are the files that lay there before: nothing but the person's where they are their `own`. The clock was set
    to `at`, an ISO time, where it was set. `problem` says in a sentence how it ended, unless that was well. `left_out`
    says in sentences what isn't told of it.
    """

    test: str = ""
    arguments: tuple[str, ...] = ()
    given: tuple[str, ...] = ()
    said: tuple[Said, ...] = ()
    problem: Sentence = ""
    files: tuple[FileOut, ...] = ()
    left_out: tuple[Sentence, ...] = ()
    own: bool = False
    at: str = ""

    @property
    def is_theirs(self) -> bool:
        """Whether it is a double-click among the person's own files, here and now."""
        return self.own and not self.at

    @property
    def touched(self) -> tuple[FileOut, ...]:
        """The files that lay there before, and are others now or gone."""
        return tuple(file for file in self.files if file.change != "new")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of some starts, with the contents that they name by their digests."""

    starts: tuple[Start, ...] = ()
    left_out: tuple[Sentence, ...] = ()
    contents: Mapping[str, bytes] = field(default_factory=dict)


NO_OUTCOME = Outcome()


def picture_of(outcome: Outcome) -> bytes:
    """The first picture of what came of the starts that isn't too large for a card; empty where there is none."""
    files = (file for start in outcome.starts for file in start.files if file.change != "removed")
    pictures = (outcome.contents.get(file.picture, b"") for file in files)
    return next((one for one in pictures if one.startswith(PICTURES) and len(one) <= MOST_PICTURE), b"")


def conversation(shown: str) -> tuple[Said, ...]:
    """What was shown and typed, in turns."""
    parts = TYPED.split(shown)
    turns = (Said(part, typed=bool(place % 2)) for place, part in enumerate(parts))
    return tuple(turn for turn in turns if turn.typed or turn.text)


def how_it_ended(status: int | None, limit: str) -> str:
    """What an exit status means, in a sentence; empty where all is well. None is a program that didn't end in time."""
    if status is None:
        return say("It did not finish within %(limit)s, so it was stopped.", limit=limit)
    if status == -KILLED:
        return say("It was killed, most likely because it ran out of memory.")
    if status < 0:
        return say("It crashed: the system ended it with signal %(value)s.", value=-status)
    return (
        say("It ended with exit status %(status)s, which means that it didn't work.", status=status) if status else ""
    )


def is_harmless(name: str) -> bool:
    """A relative path on every system, which leads nowhere else and can be read."""
    return is_portable(name) and name.isprintable() and len(name) <= MOST_NAME


def start_json(start: Start) -> dict[str, Any]:
    """A start as `report.json` has it; without the word `path`, for Gradio's clients would fetch what that names."""
    files = [
        {"name": one.path, "size": one.size, "change": one.change, "sort": one.sort, "excerpt": one.excerpt}
        for one in start.files
    ]
    return {"test": start.test, "problem": start.problem, "files": files, "left_out": list(start.left_out)}
