"""Runs inside the sandbox: what goes on in functions of a program, line by line, as a digest for each.

Two programs whose digests of a function are equal went the same way with the same values in it, as far as can be seen:
its variables, what it gave, and what it called functions with that are written in Python.
"""

import hashlib
import sys
from collections.abc import Callable, Collection
from types import FrameType
from typing import Any

from .spoken import told

MOST = 1_000  # lines that are looked at of each function
DEPTH = 3
LONGEST = 500  # characters of a value that count

Trace = Callable[[FrameType, str, Any], Any]


class Tracer:
    """Digests what happens in the functions with these names, as in `Cart.total`, of a file.

    `folder` is where it all lies, which is another one each time: its path doesn't count.
    """

    def __init__(self, file: str, names: Collection[str], folder: str) -> None:
        self._file, self._names, self._folder = file, names, folder
        self._digests: dict[str, Any] = {}
        self._lines: dict[str, int] = {}

    def start(self) -> None:
        """Trace this thread from now on."""
        sys.settrace(self._called)

    def stop(self) -> dict[str, str]:
        """The digest of each function that was called, by its name."""
        sys.settrace(None)
        return {name: digest.hexdigest()[:16] for name, digest in self._digests.items()}

    def _called(self, frame: FrameType, event: str, _: Any) -> Trace | None:
        name = self._name(frame)
        caller = self._name(frame.f_back) if frame.f_back else ""
        if caller:
            self._note(caller, f"calls {frame.f_code.co_name}", frame)
        if not name:
            return None
        self._note(name, "begins", frame)
        return self._goes_on

    def _goes_on(self, frame: FrameType, event: str, given: Any) -> Trace | None:
        name = self._name(frame)
        place = f"{event} {frame.f_lineno - frame.f_code.co_firstlineno}"
        if event in ("return", "exception"):
            place += f" {self._short(given[0] if event == 'exception' else given)}"
        return self._goes_on if self._note(name, place, frame) else None

    def _name(self, frame: FrameType) -> str:
        """Of the function of the program that the frame belongs to, also where it is one inside another; or empty."""
        code = frame.f_code
        if code.co_filename != self._file:
            return ""
        name = code.co_qualname.partition(".<locals>")[0]
        return name if name in self._names else ""

    def _note(self, name: str, place: str, frame: FrameType) -> bool:
        """Whether there is still something to be noted."""
        count = self._lines[name] = self._lines.get(name, 0) + 1
        if count > MOST:
            return False
        digest = self._digests.setdefault(name, hashlib.sha256())
        values = " ".join(f"{key}={self._short(value)}" for key, value in frame.f_locals.items())
        digest.update(f"{place} {values}\n".encode("utf-8", "replace"))
        return True

    def _short(self, value: Any) -> str:
        try:
            return str(told(value, DEPTH, aloof=True)).replace(self._folder, "")[:LONGEST]
        except Exception:
            return type(value).__name__
