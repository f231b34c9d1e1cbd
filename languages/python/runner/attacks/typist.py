"""Runs inside the sandbox, in the process of a started program: who types, and which files are opened."""

from __future__ import annotations

import contextlib
import io
import json
import os
import signal
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .. import forked
from ..echo import OVER, TYPED
from .forks import show
from .hindrances import WRITING, Clear
from .stopping import stop

ASKS_ON = 77  # the status of a program that still asks when all was typed
ENTERS = 3
ODD = "odd"
MOST_OPENED = 200
NO_MARKS = str.maketrans("", "", TYPED + OVER)
sleep = time.sleep  # the program's own sleeps wait for nobody


@dataclass(frozen=True)
class Script:
    """What is typed: `before`, then each of `odd` as long as the same is asked, then `after`, whose first line answers
    that, too. `end` says what comes then: a few times Enter, the end of the input (`eof`), Ctrl-C (`interrupt`), or
    the process is killed (`kill`). One that `pauses` stops after `before`, until it is told to go on (SIGCONT)."""

    before: Sequence[str] = ()
    odd: Sequence[str] = ()
    after: Sequence[str] = ()
    end: str = "enter"
    pauses: bool = False


class Typist(io.TextIOWrapper):
    """Standard input that is typed as a `Script` has it, and what was typed stands in what is shown, marked."""

    def __init__(self, script: Script) -> None:
        super().__init__(io.BufferedReader(io.FileIO(0, closefd=False)), encoding="utf-8", errors="replace")
        self._screen, self._seen = sys.stdout, 0
        self._before, self._odd, self._after = list(script.before), list(script.odd), list(script.after)
        self._enters, self._end = ENTERS, script.end
        self._question: str | None = None
        self._trying, self._pauses = bool(script.odd), script.pauses

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
        """See `io.TextIOWrapper`, which also comes here where the lines are gone through one by one."""
        line = self._next(self._asked())
        if line is None:
            return ""
        self._screen.write(TYPED + line.translate(NO_MARKS) + OVER)
        self._screen.flush()
        return f"{line}\n"

    def read(self, size: int | None = -1, /) -> str:
        """See `io.TextIOWrapper`: all that is left."""
        lines = [*self._before, *self._odd[:1], *self._after]
        self._before, self._odd, self._after = [], [], []
        self._end = "eof"
        text = "".join(f"{line}\n" for line in lines)
        self._screen.write(TYPED + text.translate(NO_MARKS) + OVER)
        return text

    def _asked(self) -> str:
        """The last line that was shown since the last answer."""
        self._screen.flush()
        size = os.fstat(1).st_size
        data = os.pread(1, min(size - self._seen, 4000), max(self._seen, size - 4000))
        self._seen = size
        lines = data.decode("utf-8", "replace").rpartition(OVER)[2].split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), "")

    def _next(self, asked: str) -> str | None:
        """What is typed now; None for the end of the input."""
        if self._before:
            return self._before.pop(0)
        if self._pauses:
            self._pauses = False
            stop()
        if self._question is None:
            self._question = asked
        elif self._trying and asked != self._question:
            self._odd, self._after, self._trying = [], self._after[1:], False  # the odd answer was taken for one
        if self._odd:
            forked.note(ODD)
            return self._odd.pop(0)
        self._trying = False
        return self._after.pop(0) if self._after else self._over()

    def _over(self) -> str | None:
        if self._end == "eof":
            return None
        if self._end == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        if self._end == "interrupt":
            self._end = "enter"
            raise KeyboardInterrupt
        self._enters -= 1
        if self._enters < 0:
            os._exit(ASKS_ON)
        return ""


class Life(forked.Counter):
    """Has each start typed as `script` says; `hindrance` stands in its way. `opened` are the files that it opened, and
    whether to write, `odd_given` says how many odd answers it took."""

    def __init__(self) -> None:
        self.script = Script()
        self.hindrance = Clear()
        self.odd_given = 0
        self.opened: list[tuple[str, bool]] = []
        self._noted: set[tuple[str, bool]] = set()

    def begin(self) -> None:
        """See `forked.Counter`."""
        show()
        time.tzset()
        self.hindrance.begin()
        sys.stdin = Typist(self.script)
        sys.addaudithook(self._heard)

    def collect(self, notes: Sequence[str]) -> None:
        """See `forked.Counter`."""
        self.odd_given += sum(note == ODD for note in notes)
        for note in notes:
            with contextlib.suppress(ValueError, TypeError):
                path, writes = json.loads(note)
                self.opened.append((str(path), bool(writes)))

    def _heard(self, event: str, given: tuple[Any, ...]) -> None:
        if event == "open" and isinstance(given[0], (str, bytes, os.PathLike)):
            how = given[2] or 0
            self._note(given[0], bool(how & WRITING))
            if how & os.O_RDWR and not how & os.O_TRUNC:
                self._note(given[0], writes=False)
        elif event == "sqlite3.connect":
            self._note(given[0], writes=False)
        self.hindrance.heard(event, given)

    def _note(self, path: Any, writes: bool) -> None:
        with contextlib.suppress(TypeError, ValueError):
            full = os.path.abspath(os.fsdecode(path))  # noqa: PTH100
            is_new = (full, writes) not in self._noted and len(self._noted) < MOST_OPENED
            if is_new and full.startswith(str(Path(os.environ["HOME"]).parent)):
                self._noted.add((full, writes))
                forked.note(json.dumps([full, writes]))
