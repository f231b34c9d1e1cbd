"""A program as one HTML file that runs in any browser: what a language has to say to that."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from cancel import Cancel
from errors import AssayError
from languages.brief import Brief
from languages.laying import Columns
from languages.slots import Slot
from languages.types import Candidate, Needs, Suite, Verdicts
from sandbox.base import Announce, Job, JobResult

RunJob = Callable[[Job], JobResult]
"""Runs a job in the sandbox that has the program's packages, and the person's files."""


class NoOneFile(AssayError):
    """A program can't be had as one file; the message says why."""


@dataclass(frozen=True, slots=True)
class Seal:
    """How a program was checked: a verdict in a word or two, which is the best one where it `is_good`, and
    nearly that where it `is_nearly`; and what was said of it in three sentences at most."""

    verdict: str
    is_good: bool
    said: tuple[str, ...]
    is_nearly: bool = False


@dataclass(frozen=True, slots=True)
class Subject:
    """What is to become one file. `title` is what the program is called, and `line` says what it does.

    `slots` are for the files that it takes, and `known` are the columns of those that it was built for, by paths that
    anybody may see. Of these are the `examples`, which go along. Where the program takes them `as_words`, their names
    stand after its own when it is started. The `picture` is a PNG or JPEG of what came of it;
    empty where there is none.
    """

    candidate: Candidate
    suite: Suite
    needs: Needs
    title: str
    line: str = ""
    seal: Seal | None = None
    slots: tuple[Slot, ...] = ()
    known: Columns = field(default_factory=dict)
    examples: Mapping[str, bytes] = field(default_factory=dict)
    as_words: bool = False
    picture: bytes = b""


class Make(Protocol):
    """Makes the file."""

    def __call__(self, subject: Subject, store: Path, run: RunJob) -> bytes:
        """The file that is handed over, with what was fetched into `store`. Raises `NoOneFile`, and what `run` does."""


@dataclass(frozen=True, slots=True)
class OneFile:
    """How programs of a language become one HTML file.

    `name` is what it is called among the files of a run, and `title` what people read of what is fetched for it, of
    `size` bytes; in its folder `packages` lies what was fetched for some programs. `refuses` says in a sentence why a
    program can't become one, as far as can be told by looking at it; empty where it may. `is_here` says whether what is
    needed beside lies in a folder, and `fetch` brings it there; raises `NoOneFile` and `Cancelled`. `lacks` names the
    packages that a program needs, as in `numpy 2.4.6`, which don't lie there yet, and `fetch_packages` brings these, as
    `fetch` does, once it has. `check` runs the program's tests under the language that is in the file.
    """

    name: str
    title: str
    size: int
    packages: str
    refuses: Callable[[Candidate, Brief | None], str]
    is_here: Callable[[Path], bool]
    fetch: Callable[[Path, Cancel, Announce], None]
    lacks: Callable[[Path, Candidate, Needs], tuple[str, ...]]
    fetch_packages: Callable[[Path, Candidate, Needs, Cancel, Announce], None]
    make: Make
    check: Callable[[bytes, Subject, RunJob], Verdicts]
