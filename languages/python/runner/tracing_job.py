"""Runs inside the sandbox: tests once more, and what the program does in the last call, or start, that each makes.

Leaves `traced.json`: {test: {"frames": the functions at work at the end, with their variables, "lines": what was
executed, each with what it changed}}.

Source of the idea: L. Zhong, Z. Wang, J. Shang, "Debug like a Human: A Large Language Model Debugger via Verifying
Runtime Execution Step by Step" (LDB), 2024: values along the way show mistakes that the outcome alone doesn't.
"""

import json
import linecache
import re
import reprlib
import sys
from collections import deque
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from . import forked, scenario, time_limit, warm_pytest

FIRST, LAST = 12, 28  # lines that are kept of the beginning and of the end
LONGEST = 200  # characters of a line
MOST_EVENTS = 20_000  # after these nobody looks any more
MOST_NAMES = 8  # variables of a function that are told
NOTE = "assay-trace "
ADDRESS = re.compile(r" at 0x[0-9a-f]+")

Trace = Callable[[FrameType, str, Any], Any]
short = reprlib.Repr()
short.maxstring = short.maxother = short.maxlong = 70
short.maxlist = short.maxtuple = short.maxdict = short.maxset = short.maxfrozenset = 8
short.maxlevel = 4


def said(value: Any) -> str:
    """A value as a short text; what the program makes of that is its own affair."""
    try:
        return ADDRESS.sub("", short.repr(value)).replace("\n", "\\n")
    except Exception:
        return type(value).__name__


class Watch:
    """Sees what the functions of a file do, from the last time on that somebody else called one of them.

    Those that begin in the lines of `parts` aren't the program's own.
    """

    def __init__(self, file: str, parts: range) -> None:
        self._file, self._parts, self._events = file, parts, 0
        self._begin()

    def _begin(self) -> None:
        self._first: list[str] = []
        self._last: deque[str] = deque(maxlen=LAST)
        self._count = 0
        self._frames: list[str] = []
        self._error: BaseException | None = None
        self._lines: dict[FrameType, int] = {}  # that is being executed in each, 0 for none
        self._values: dict[FrameType, dict[str, str]] = {}

    def found(self) -> dict[str, list[str]]:
        """What was seen so far."""
        left_out = self._count - len(self._first) - len(self._last)
        between = [f"… {left_out} more lines …"] if left_out else []
        return {"frames": self._frames, "lines": [*self._first, *between, *self._last]}

    def called(self, frame: FrameType, _: str, __: Any) -> Trace | None:
        """For `sys.settrace`."""
        name = frame.f_code.co_name
        code = frame.f_code
        if code.co_filename != self._file or code.co_firstlineno in self._parts or self._events > MOST_EVENTS:
            return None
        if not self._inside(frame):
            self._begin()
        if name.startswith("<"):  # the program itself, or a function without a name
            self._lines.setdefault(frame, 0)
            return None
        self._values[frame] = _values(frame)
        self._tell(frame, f"{name}({_listed(self._values[frame])})")
        self._lines[frame] = 0
        return self._goes_on

    def _goes_on(self, frame: FrameType, event: str, given: Any) -> Trace | None:
        self._events += 1
        if self._events > MOST_EVENTS:
            sys.settrace(None)
            return None
        self._tell_executed(frame)
        if event == "exception":
            self._lines[frame] = 0
            self._raised(frame, given[1])
        elif event == "return":
            if not self._is_leaving_with_error(frame):
                self._tell(frame, f"  gives {said(given)}")
                self._error = None
                self._frames = [_place(frame)]
        else:
            self._lines[frame] = frame.f_lineno
        return self._goes_on

    def _tell_executed(self, frame: FrameType) -> None:
        line, before = self._lines[frame], self._values[frame]
        now = self._values[frame] = _values(frame)
        if line:
            changed = _listed({name: value for name, value in now.items() if before.get(name) != value})
            source = linecache.getline(self._file, line).strip()
            self._tell(frame, f"  {line}: {source}{f'   # {changed}' if changed else ''}")

    def _raised(self, frame: FrameType, error: Any) -> None:
        """Of an error, the functions through which it goes are those at work where it began."""
        if error is not self._error:
            self._error = error
            self._tell(frame, f"  raises {type(error).__name__}: {said(str(error))}")
            self._frames = [_place(one) for one in (*reversed(list(self._inside(frame))), frame) if one in self._values]

    def _is_leaving_with_error(self, frame: FrameType) -> bool:
        return self._error is not None and self._lines[frame] == 0

    def _inside(self, frame: FrameType) -> list[FrameType]:
        """The functions of the file that it was called in, the innermost first; what sorts may call back."""
        found, place = [], frame.f_back
        while place is not None:
            if place in self._lines:
                found.append(place)
            place = place.f_back
        return found

    def _tell(self, frame: FrameType, text: str) -> None:
        line = ("  " * sum(one in self._values for one in self._inside(frame)) + text)[:LONGEST]
        self._count += 1
        (self._first if len(self._first) < FIRST else self._last).append(line)


def _values(frame: FrameType) -> dict[str, str]:
    return {name: said(value) for name, value in frame.f_locals.items() if not name.startswith("__")}


def _listed(values: dict[str, str]) -> str:
    return ", ".join(f"{name}={value}" for name, value in list(values.items())[:MOST_NAMES])


def _place(frame: FrameType) -> str:
    return f"{frame.f_code.co_name}, line {frame.f_lineno}: {_listed(_values(frame))}"[: 2 * LONGEST]


class InStarts(forked.Counter):
    """Watches the program where a test starts it."""

    def __init__(self, parts: range) -> None:
        self.found: dict[str, list[str]] = {}
        self._parts = parts
        self._watch: Watch | None = None

    def begin(self) -> None:
        self._watch = Watch(scenario.PROGRAM, self._parts)
        sys.settrace(self._watch.called)

    def tell(self) -> None:
        if self._watch:
            forked.note(NOTE + json.dumps(self._watch.found(), ensure_ascii=False))

    def collect(self, notes: Sequence[str]) -> None:
        for note in notes:
            if note.startswith(NOTE):
                with suppress(ValueError):
                    self.found = json.loads(note.removeprefix(NOTE))


class Plugin:
    """Has each test watched, and writes down what was seen as soon as it has ended."""

    def __init__(self, parts: range) -> None:
        self._found: dict[str, Any] = {}
        self._parts, self._starts = parts, InStarts(parts)
        forked.counters.append(self._starts)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, Any, Any]:
        """See pytest."""
        watch, self._starts.found = Watch(str(Path.cwd() / scenario.PROGRAM), self._parts), {}
        try:
            with time_limit.time_limit():
                sys.settrace(watch.called)
                return (yield)
        finally:
            sys.settrace(None)
            name = item.nodeid.partition("::")[2].partition("[")[0]
            self._found.setdefault(name, self._starts.found or watch.found())
            Path("traced.json").write_text(json.dumps(self._found), encoding="utf-8")


def main(first: str, end: str, *tests: str) -> None:
    """Run these; the parts of the program stand from the line `first` to that before `end`."""
    session = warm_pytest.begin([*warm_pytest.PLAIN, "--assert=plain", "--tb=no"])
    session.config.pluginmanager.register(Plugin(range(int(first), int(end))))
    warm_pytest.carry_on(session, list(tests))


if __name__ == "__main__":
    main(*sys.argv[1:])
