"""Being the program that a test starts, in this process."""

from __future__ import annotations

import contextlib
import io
import json
import runpy
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from . import chance, clocks, entering, faults

if TYPE_CHECKING:
    import socket

PROGRAM = "solution.py"


def main() -> None:
    """Be it as the command line says, from an interpreter that was started for that."""
    try:
        play(*json.loads(sys.argv[2]))
    except Exception as error:
        if faults.is_ours(error):
            faults.tell(error)
        raise


def play(
    arguments: Sequence[str],
    settings: Mapping[str, Any],
    connection: socket.socket | None = None,
    tell: Callable[[], None] = lambda: None,
) -> None:
    """Be the program, in this process and the working folder. `tell` is called before each answer over `connection`."""
    if address := settings.get("address"):
        from .channel import connected

        connection = connected(address)
    clock = clocks.StillClock(settings["now"]) if connection else clocks.Clock(settings["now"])
    agent = _agent(connection, clock, settings["answers"], tell) if connection else contextlib.nullcontext()
    sys.argv = [PROGRAM, *arguments]
    sys.path[0] = str(Path.cwd())
    chance.install(settings["seed"])
    clocks.install(clock, with_dates=bool(settings["now"] or connection))
    if settings["web"] is not None:
        from . import web  # which each new interpreter would wait for

        web.install(settings["web"])
    entering.mark_enters()
    if settings["interrupt"]:
        sys.stdin = Interrupted(sys.stdin)
    with agent:
        runpy.run_path(PROGRAM, run_name="__main__")


def status_of(
    arguments: Sequence[str],
    settings: Mapping[str, Any],
    connection: socket.socket | None = None,
    tell: Callable[[], None] = lambda: None,
) -> int:
    """Be the program, and return the exit status that an interpreter would make of its end; a traceback is shown."""
    try:
        play(arguments, settings, connection, tell)
    except SystemExit as leaving:
        if leaving.code is None or isinstance(leaving.code, int):
            return (leaving.code or 0) & 0xFF
        print(leaving.code, file=sys.stderr)  # noqa: T201
    except BaseException as error:
        import traceback

        if faults.is_ours(error):
            faults.tell(error)
        tail = error.__traceback__
        while tail is not None and tail.tb_frame.f_code.co_filename != PROGRAM:
            tail = tail.tb_next  # as if there were nothing above the program
        traceback.print_exception(error.with_traceback(tail or error.__traceback__))
    else:
        return 0
    return 1


def _agent(*of: Any) -> Any:
    """It needs tkinter, which not every computer has, and no other program needs."""
    from .agent import Agent

    return Agent(*of)


class Interrupted(io.StringIO):
    """What was typed, and then Ctrl-C."""

    def __init__(self, typed: TextIO) -> None:
        super().__init__(typed.read())
        self._typed = typed

    def isatty(self) -> bool:
        """As it was where it was typed."""
        return self._typed.isatty()

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        """See `io.StringIO`."""
        line = super().readline(-1 if size is None else size)
        if not line:
            raise KeyboardInterrupt
        return line

    __next__ = readline  # type: ignore[assignment]
