"""In the program's own process: tkinter, made to do what a test asks for and to tell what is shown.

The program's `mainloop` answers requests, one line of JSON each. Its timers go off as its clock moves, which only
`wait` does, so what is shown after so many seconds doesn't depend on how busy a machine is.
"""

from __future__ import annotations

import contextlib
import heapq
import itertools
import json
import select
import socket
import sys
import threading
import time
import tkinter
import tkinter.commondialog
import traceback
from collections.abc import Callable, Mapping
from typing import Any

from . import acting, dialogs, faults, grids, likeness, reading
from .colors import colors

FIRST_SECONDS = 0.5  # that pass before the first request, for what a program does a moment after its start
THREAD_SECONDS = 2.0  # that is waited for what goes on beside the window
LOOK_SECONDS = 0.01
ROUNDS = 10  # of what is put off until now by what was put off until now
MILLISECOND = 1_000_000  # nanoseconds
ACTS: Mapping[str, Callable[..., None]] = {
    "click": lambda windows, asked: acting.click(windows, asked["label"]),
    "square": lambda windows, asked: acting.click_square(windows, *asked["square"]),
    "type": lambda windows, asked: acting.write(windows, asked["label"], asked["value"]),
    "paste": lambda windows, asked: acting.paste(windows, asked["label"], asked["value"]),
    "choose": lambda windows, asked: acting.choose(windows, asked["label"], asked["value"]),
    "press": lambda windows, asked: acting.press(windows, asked["label"]),
}


class Agent:
    """Does what comes over `connection`. The program takes `clock` for the time; `tell` is called with each answer."""

    def __init__(self, connection: socket.socket, clock: Any, answers: list[Any], tell: Callable[[], None]) -> None:
        self._connection, self._clock, self._tell = connection, clock, tell
        self._requests = connection.makefile("r", encoding="utf-8")
        self.dialogs = dialogs.Dialogs(answers)
        self._roots: list[Any] = []
        self._timers: list[tuple[int, int, str]] = []
        self._calls: dict[str, Callable[[], object]] = {}
        self._numbers = itertools.count(1)
        self._owed = True  # the first answer says that there is a window
        self._leaving: BaseException | None = None
        self._quit = False
        self._beeps = 0
        self._was_shown = False
        self._in_square = ""
        self._crash = ""

    def _install(self) -> None:
        misc: Any = tkinter.Misc
        after, start = misc.after, tkinter.Tk.__init__

        def begin(root: Any, *args: Any, **options: Any) -> None:
            start(root, *args, **options)
            self._roots.append(root)
            root.tk.willdispatch()  # else what other threads ask of it is refused

        def later(widget: Any, ms: Any, func: Any = None, *args: Any, **options: Any) -> Any:
            if ms == "idle":
                return after(widget, ms, func, *args)
            if func is None:
                return self._clock.sleep(int(ms) / 1000)
            return self._schedule(int(ms), lambda: func(*args, **options))

        cancel = misc.after_cancel

        def forget(widget: Any, number: Any) -> None:
            if self._calls.pop(str(number), None) is None and not str(number).startswith("later#"):
                cancel(widget, number)

        replaced: Any = tkinter.Tk
        replaced.__init__ = begin
        replaced.report_callback_exception = self._crashed
        misc.after, misc.after_cancel = later, forget
        misc.mainloop = lambda widget, n=0: self._main_loop()
        tkinter.mainloop = lambda n=0: self._main_loop()
        misc.quit = lambda widget: setattr(self, "_quit", True)
        misc.bell = lambda widget, displayof=0: setattr(self, "_beeps", self._beeps + 1)
        misc.wait_window = lambda widget, window=None: self._serve(lambda: _exists(window or widget))
        misc.wait_visibility = lambda widget, window=None: widget.tk.call("update")
        misc.wait_variable = misc.waitvar = self._wait_variable
        self._let_callbacks_exit()
        self.dialogs.install()

    def _let_callbacks_exit(self) -> None:
        """An exit in a callback ends the program, which Tk forgets where it was asked for what called it."""
        wrapper: Any = tkinter.CallWrapper
        called = wrapper.__call__

        def call(one: Any, *args: Any) -> Any:
            try:
                return called(one, *args)
            except SystemExit as leaving:
                self._leaving = leaving

        wrapper.__call__ = call

    def __enter__(self) -> None:
        """Take the place of what a program calls of tkinter and would wait in."""
        self._install()

    def __exit__(self, kind: Any, *_: object) -> None:
        """Answer for a program that has ended well, and has shown something."""
        self._clock.end()
        ended_well = kind is None or issubclass(kind, SystemExit)
        if self._owed and ended_well and (self._was_shown or self.dialogs.said):
            with contextlib.suppress(OSError):
                self._answer()

    def _main_loop(self) -> None:
        self._quit = False
        if self._owed:
            self._pass(FIRST_SECONDS)
        self._serve(lambda: not self._quit and any(map(_exists, self._roots)))
        self._quit = False
        if not self._living():
            self._calls.clear()  # nothing goes off in a window that is gone

    def _wait_variable(self, widget: Any, name: Any = "PY_VAR") -> None:
        before, changed = widget.getvar(str(name)), [False]
        traced = tkinter.Variable(widget, name=str(name), value=before)
        traced.trace_add("write", lambda *_: changed.__setitem__(0, True))
        self._serve(lambda: not changed[0])

    def _serve(self, goes_on: Callable[[], bool]) -> None:
        """Answer what was asked, and do what is asked next, as long as `goes_on` says so."""
        while True:
            self._settle()
            if not goes_on():
                return
            if self._owed:
                self._safely(self._answer)
            line = self._next_line()
            if not line:
                sys.exit()  # the test is over, and that it left a window open is no fault of the program
            self._safely(self._do, json.loads(line))

    def _safely(self, act: Callable[..., None], *given: Any) -> None:
        """Tell the test of an error of our own, which must not be taken for one of the program's."""
        try:
            act(*given)
        except Exception as error:
            if not faults.is_ours(error):
                raise
            self._owed = False
            self._send({"fault": f"{type(error).__name__}: {error}"})

    def _next_line(self) -> str:
        while threading.active_count() > 1 and not select.select([self._connection], [], [], LOOK_SECONDS)[0]:
            self._update()
        return self._requests.readline()

    def _do(self, asked: dict[str, Any]) -> None:
        self._owed, self._crash = True, ""
        act, self._in_square = asked["act"], ""
        if act != "look":
            self.dialogs.begin(asked["answers"])
        try:
            if act == "wait":
                self._pass(float(asked["value"]))
            elif act == "close":
                self._close()
            elif act != "look":
                ACTS[act](self._windows(), asked)
            elif square := asked.get("square"):
                self._in_square = acting.in_square(self._windows(), *square)
        except (acting.NotThere, likeness.Several) as missing:
            self._settle()
            self._answer(problem=str(missing))
        except tkinter.TclError as error:
            if self._leaving is None and any(map(_exists, self._roots)):
                self._answer(problem=f"Tk says: {error}")

    def _windows(self) -> list[Any]:
        found = reading.toplevels(self._living())
        if not found:
            raise acting.NotThere("No window is shown.")
        return found

    def _close(self) -> None:
        """Click the close button of the newest window."""
        for window in reading.toplevels(self._living())[:1] or self._living():
            handler = str(window.tk.call("wm", "protocol", window, "WM_DELETE_WINDOW"))
            window.tk.eval(handler) if handler else window.destroy()

    def _living(self) -> list[Any]:
        self._roots = [root for root in self._roots if _exists(root)]
        return self._roots

    def _answer(self, problem: str = "") -> None:
        self._owed = False
        self._tell()
        windows = reading.toplevels(self._living())
        self._was_shown |= bool(windows)
        shown = {
            "text": "\n".join([*(reading.text_of(window) for window in windows), *self.dialogs.latest]),
            "title": str(windows[0].title()) if windows else "",
            "buttons": acting.buttons_of(windows),
            "fields": acting.fields_of(windows),
            "tables": [
                *(table for window in windows for table in reading.tables_of(window)),
                *(grid.table for window in windows for grid in grids.grids_in(window)),
            ],
            "colors": list(dict.fromkeys(name for window in windows for name in colors(window))),
            "clipboard": self._clipboard(),
            "square": self._in_square,
        }
        whole = {"shown": shown, "messages": self.dialogs.said, "beeps": self._beeps, "windows": len(windows)}
        sys.stdout.flush()
        self._send({**whole, "problem": problem, "crash": self._crash})

    def _send(self, answer: dict[str, Any]) -> None:
        self._connection.sendall(json.dumps(answer).encode() + b"\n")

    def _clipboard(self) -> str:
        for root in self._living():
            with contextlib.suppress(tkinter.TclError):
                return str(root.clipboard_get())
        return ""

    def _schedule(self, milliseconds: int, call: Callable[[], object]) -> str:
        number = next(self._numbers)
        name = f"later#{number}"
        self._calls[name] = call
        heapq.heappush(self._timers, (self._clock.nanoseconds + max(0, milliseconds) * MILLISECOND, number, name))
        return name

    def _pass(self, seconds: float) -> None:
        """Let so many seconds pass, with all that goes off in them."""
        until = self._clock.nanoseconds + round(seconds * 1e9)
        while self._leaving is None:
            self._settle()
            if self._clock.nanoseconds >= until:
                return
            following = min([until, *(due for due, _, _ in self._timers[:1]), *self._clock.wakings()])
            # What puts itself off until now, again and again, mustn't keep the time from passing.
            self._clock.set(min(until, max(following, self._clock.nanoseconds + MILLISECOND)))

    def _settle(self) -> None:
        """Do all that is to be done now, also by the program's own threads."""
        until = time_now() + THREAD_SECONDS
        while True:
            self._update()
            for _ in range(ROUNDS):
                self._ring()
            if threading.active_count() == 1 or self._clock.sleeping >= threading.active_count() - 1:
                break
            if time_now() > until:
                break
            real_sleep(LOOK_SECONDS)
        self._update()
        if self._leaving is not None:
            leaving, self._leaving = self._leaving, None
            raise leaving

    def _ring(self) -> None:
        """Call what is due now; what these put off until now is called the next time."""
        due = []
        while self._timers and self._timers[0][0] <= self._clock.nanoseconds:
            due.append(heapq.heappop(self._timers)[2])
        for name in due:
            call = self._calls.pop(name, None)
            if call is not None:
                try:
                    call()
                except SystemExit as leaving:
                    self._leaving = leaving
                except Exception:
                    self._report(*sys.exc_info())

    def _report(self, *error: Any) -> None:
        """As the program's own window would: its class may have another way to say it."""
        root = next(iter(self._living()), None)
        (root.report_callback_exception if root is not None else self._crashed)(*error)

    def _crashed(self, *error: Any) -> None:
        """What nobody should ever meet. `error` ends as `sys.exc_info()` does."""
        self._crash = "".join(traceback.format_exception(*error[-3:]))
        print(self._crash, file=sys.stderr)  # noqa: T201

    def _update(self) -> None:
        for root in self._living():
            with contextlib.suppress(tkinter.TclError):
                root.tk.call("update")


def _exists(widget: Any) -> bool:
    try:
        return bool(int(widget.tk.call("winfo", "exists", str(widget))))
    except tkinter.TclError:
        return False


time_now, real_sleep = time.monotonic, time.sleep
