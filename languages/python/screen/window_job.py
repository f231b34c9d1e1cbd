"""Runs inside the sandbox: starts a program on a screen of its own, for a person who is elsewhere.

What comes in and goes out is said in `languages/trial.py`.
"""

from __future__ import annotations

import base64
import contextlib
import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from languages.python.runner._scenario import display
from languages.python.screen import x_connection
from languages.python.screen.x_keys import Keys
from languages.python.screen.x_screen import Screen

OURS = Path.cwd() / "_assay"
LOOKS_EVERY = 0.2  # at whether the program has ended
DRAWN_SECONDS = 0.04  # for a program to draw the rest of what it has begun
APART_SECONDS = 0.2  # from one picture to the next
STEP_SECONDS = 0.01  # from one place of a drag to the next
GRACE_SECONDS = 3.0  # for the program to end once its windows' server is gone, or it is to end
CHUNK = 65536
WHEEL_UP, WHEEL_DOWN = 4, 5  # buttons, for a windows' server
ELSEWHERE = "Without Docker its window would open on this screen: take it along, and start it there."
MOST_SHOWN = 100_000  # bytes of what the program prints
BYTES_AT_ONCE, BYTES_A_SECOND = 2_000_000, 48_000  # of pictures; together they stay below a job's limit


class Spending:
    """How much may be sent: some at once, and then as much as comes in again."""

    def __init__(self) -> None:
        self._left, self._seen = float(BYTES_AT_ONCE), time.monotonic()

    def add(self, size: int) -> float:
        """Spend it, and tell in how many seconds there is something again."""
        now = time.monotonic()
        self._left = min(BYTES_AT_ONCE, self._left + (now - self._seen) * BYTES_A_SECOND) - size
        self._seen = now
        return max(0.0, -self._left / BYTES_A_SECOND)


class Hands:
    """Does what the person does."""

    def __init__(self, screen: Screen, keys: Keys) -> None:
        self._screen, self._keys = screen, keys
        self._acts: Mapping[str, Callable[[dict[str, Any]], None]] = {
            "click": self._click,
            "drag": self._drag,
            "wheel": self._turn,
            "type": lambda act: keys.type(act["type"]),
            "key": lambda act: keys.press(act["key"], act.get("held", ())),
            "close": lambda act: screen.close(),
        }

    def do(self, act: dict[str, Any]) -> None:
        """One act, by the one of these names that it has."""
        for name in self._acts.keys() & act.keys():
            self._acts[name](act)

    def _click(self, act: dict[str, Any]) -> None:
        x, y = act["click"]
        self._screen.focus_at(x, y)
        self._keys.move(x, y)
        for down in (True, False):
            self._keys.button(act.get("button", 1), down)

    def _drag(self, act: dict[str, Any]) -> None:
        first, *others = act["drag"]
        self._screen.focus_at(*first)
        self._keys.move(*first)
        self._keys.button(1, True)
        for x, y in others:
            time.sleep(STEP_SECONDS)
            self._keys.move(x, y)
        self._keys.button(1, False)

    def _turn(self, act: dict[str, Any]) -> None:
        self._keys.move(*act["wheel"])
        by = act.get("by", 1)
        for _ in range(abs(by)):
            for down in (True, False):
                self._keys.button(WHEEL_DOWN if by > 0 else WHEEL_UP, down)


# Why: docs/decisions.md, "Tests drive a program from inside, and a person has its display and keyboard"
class Watch:
    """Passes on what is seen and done, until the program ends."""

    def __init__(self, program: subprocess.Popen[bytes], connection: x_connection.Connection) -> None:
        assert program.stdout is not None  # noqa: S101
        self._program, self._shown = program, program.stdout.fileno()
        self._connection, self._screen = connection, Screen(connection)
        self._hands = Hands(self._screen, Keys(connection))
        self._spending = Spending()
        self._sources = [0, self._shown, connection.fileno()]
        self._asked = b""
        self._room = MOST_SHOWN
        self._due: float | None = None  # when the next picture is
        self._not_before = 0.0

    def follow(self) -> None:
        """Do all of it. Raises `Gone` with the windows' server."""
        while self._program.poll() is None and 0 in self._sources:
            ready = select.select(self._sources, [], [], self._patience())[0]
            if 0 in ready:
                self._hear()
            if self._shown in ready:
                self.pass_on()
            if self._connection.waiting or self._connection.fileno() in ready:
                self._connection.listen()
            if self._screen.changed() and self._due is None:
                self._due = max(time.monotonic() + DRAWN_SECONDS, self._not_before)
            if self._due is not None and time.monotonic() >= self._due:
                self._look()

    def pass_on(self) -> bool:
        """What the program printed; True where there may be more."""
        data = os.read(self._shown, CHUNK)
        if not data and self._shown in self._sources:
            self._sources.remove(self._shown)
        if data and self._room > 0:
            tell(shown=data[: self._room].decode("utf-8", "replace"))
            self._room -= len(data)
        return bool(data)

    def pass_on_the_rest(self) -> None:
        """What it printed at its end."""
        while select.select([self._shown], [], [], 0)[0] and self.pass_on():
            pass

    def _patience(self) -> float:
        if self._connection.waiting or self._connection.events:
            return 0.0
        return LOOKS_EVERY if self._due is None else min(LOOKS_EVERY, max(0.0, self._due - time.monotonic()))

    def _hear(self) -> None:
        data = os.read(0, CHUNK)
        if not data:
            self._sources.remove(0)
        *lines, self._asked = (self._asked + data).split(b"\n")
        for line in lines:
            self._hands.do(json.loads(line))

    def _look(self) -> None:
        self._due, now = None, time.monotonic()
        seen = self._screen.picture()
        if seen is not None:
            (left, top, right, bottom), title, pixels = seen
            place = {"left": left, "top": top, "width": right - left, "height": bottom - top}
            tell(pixels=base64.b64encode(pixels).decode(), **place, title=title)
            self._not_before = now + max(APART_SECONDS, self._spending.add(len(pixels)))


def tell(**what: Any) -> None:
    """Say it to the person's side."""
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


def be_used() -> int:
    """Start the program, let it be used, and return its exit status; 0 where the person ended it."""
    if missing := display.missing():
        return refused(missing)
    with display.screen() as environment:
        if "XAUTHORITY" not in environment:
            return refused(ELSEWHERE)
        connection = x_connection.Connection(environment["DISPLAY"], Path(environment["XAUTHORITY"]))
        program = subprocess.Popen(  # noqa: S603  (the program that is tried)
            [sys.executable, "-u", str(OURS / "try_job.py")],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={**os.environ, **environment},
        )
        watch = Watch(program, connection)
        with contextlib.suppress(x_connection.Gone):
            watch.follow()
        return ended(program, watch)


def refused(why: str) -> int:
    """Leave word why it can't be used here; returns an exit status."""
    (OURS / "note.json").write_text(json.dumps({"problem": why}))
    return 1


def ended(program: subprocess.Popen[bytes], watch: Watch) -> int:
    """How it ended, with the last that it printed."""
    stopped = program.poll() is None
    if stopped:
        program.terminate()
    try:
        status = program.wait(GRACE_SECONDS)
    except subprocess.TimeoutExpired:
        program.kill()
        status = program.wait()
    watch.pass_on_the_rest()
    return 0 if stopped else status


if __name__ == "__main__":
    status = be_used()
    if status < 0:
        os.kill(os.getpid(), -status)  # as the program was
    sys.exit(status)
