"""Programs that were started by a person who types to them, each in a thread of its own until it ends."""

from __future__ import annotations

import logging
import secrets
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import awake
from cancel import Cancel
from engines.in_order import InOrder
from engines.tryout import TryResult
from engines.windows import Heard, Sight, line_of
from errors import AssayError
from message import say
from sandbox.keyboard import END, Keyboard

log = logging.getLogger(__name__)

MOST = 4
"""At once; the one that was started first makes room for another."""
UNSEEN_SECONDS = 30.0
"""After which one ends that nobody looks at any more."""
IDLE_SECONDS = 900.0
"""After which one ends in which nobody types or clicks any more."""
LOOKS_EVERY = 2.0

Work = Callable[[Cancel, Keyboard, Heard], TryResult]
"""Starts the program, and returns once it has ended. Gets what stops it, what is typed, and who hears what it shows."""


class Broke(AssayError):
    """Something went wrong that nobody thought of. The details are in the log."""

    def __init__(self) -> None:
        super().__init__(
            say("Something broke inside Assay while the program was tried, so it was ended."),
            say("Try it again; the details are in Assay's log."),
        )


@dataclass(frozen=True, slots=True)
class Talk:
    """A conversation so far. `shown` is all that the program showed, with what it read marked as
    `languages.outcome.TYPED` says. `sight` are its windows, where it is used by these. Once it is over there is a
    `result`, or a `problem` where it could not be had."""

    shown: str
    sight: Sight | None = None
    result: TryResult | None = None
    problem: AssayError | None = None

    @property
    def over(self) -> bool:
        """Whether nothing more comes."""
        return self.result is not None or self.problem is not None


class _Conversation:
    """One of them."""

    def __init__(self, work: Work) -> None:
        self._keyboard = Keyboard()
        self._acts = InOrder[str]()
        self.cancel = Cancel()
        self._asked = self._used = awake.now()
        self._shown: list[str] = []
        self._sight: Sight | None = None
        self._ended = threading.Event()
        self._result: TryResult | None = None
        self._problem: AssayError | None = None
        threading.Thread(target=self._run, args=(work,), name="conversation", daemon=True).start()
        threading.Thread(target=self._end_unseen, name="conversation-watch", daemon=True).start()

    def talk(self) -> Talk:
        """What there is of it now."""
        self._asked = awake.now()
        ended = self._ended.is_set()  # looked at first, or the last words could be missing
        shown, sight = "".join(self._shown), self._sight
        return Talk(shown, sight, self._result if ended else None, self._problem if ended else None)

    def type(self, text: str | None) -> None:
        """See `Keyboard.type`."""
        self._used = awake.now()
        self._keyboard.type(text)

    def act(self, lines: str, sender: str, number: int) -> None:
        """Type what does something in its windows, once all before it was typed."""
        for part in self._acts.take(sender, number, lines):
            if part:
                self.type(part)

    def _hear(self, what: str | Sight) -> None:
        if isinstance(what, Sight):
            self._sight = what
        else:
            self._shown.append(what)

    def join(self) -> None:
        """Wait for its end."""
        self._ended.wait()

    def _run(self, work: Work) -> None:
        try:
            self._result = work(self.cancel, self._keyboard, self._hear)
        except AssayError as problem:
            self._problem = problem
        except Exception:
            log.exception("a try broke")
            self._problem = Broke()
        self._ended.set()

    def _end_unseen(self) -> None:
        while not self._ended.wait(LOOKS_EVERY):
            now = awake.now()
            if now - self._asked > UNSEEN_SECONDS:
                self.cancel.cancel(say("Nobody looked at it any more."))
            if now - self._used > IDLE_SECONDS:
                self.cancel.cancel(say("Nobody used it for %(minutes)s minutes.", minutes=round(IDLE_SECONDS / 60)))


# Why: docs/decisions.md, "Tests drive a program from inside, and a person has its display and keyboard"
class Conversations:
    """All of them, by ids that nobody can guess. Safe to use from any thread."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._known: dict[str, _Conversation] = {}

    def start(self, work: Work) -> str:
        """Begin one, and return its id."""
        name = secrets.token_urlsafe(12)
        with self._guard:
            # The oldest makes room: pages are closed without a word, and each holds a sandbox.
            while len(self._known) >= MOST:
                self._known.pop(next(iter(self._known))).cancel.cancel(say("Another program was started."))
            self._known[name] = _Conversation(work)
        return name

    def talk(self, name: str) -> Talk | None:
        """How far the one of this id is; None for one that isn't known, or has made room."""
        found = self._known.get(name)
        return found.talk() if found else None

    def type(self, name: str, line: str) -> None:
        """Type a line, and Enter."""
        if found := self._known.get(name):
            found.type(f"{line}\n")

    def act(self, name: str, acts: Sequence[object], sender: str, number: int) -> None:
        """Do these in its windows, see `windows.Act`; what can't be done isn't.

        They are the part of this number, from 0, of what the page `sender` has done there, and wait for those before.
        """
        if found := self._known.get(name):
            found.act("".join(map(line_of, acts)), sender, number)

    def finish(self, name: str) -> None:
        """Say that nothing more will be typed, as Ctrl-D does in a terminal; who uses windows closes all of them so."""
        if found := self._known.get(name):
            found.type(END)

    def stop(self, name: str) -> None:
        """End it."""
        if found := self._known.get(name):
            found.cancel.cancel(say("You stopped it."))

    def close(self) -> None:
        """End all of them, and wait for that."""
        for one in self._known.values():
            one.cancel.cancel(say("The app is closing."))
        for one in self._known.values():
            one.join()
