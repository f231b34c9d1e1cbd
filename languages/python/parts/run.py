"""The frame around a program: whatever happens in it, it ends with a sentence that a person understands."""

from __future__ import annotations

import builtins
import contextlib
import io
import logging
import os
import sys
import tempfile
import threading
import traceback
import warnings
from collections.abc import Callable, Iterable, Iterator, Sized
from datetime import datetime
from pathlib import Path
from time import monotonic
from typing import TypeVar

from languages.python.parts.own import here, note_own
from languages.python.parts.telling import (
    _AT_END,
    _LAST_WORDS,
    _LISTENERS,
    _REDRAWS,
    _REMEMBERED,
    _STARTS,
    ERROR_LOG,
    _is_in_words,
    _Start,
    sentence,
    tell,
)
from languages.python.parts.whole import _is_disk_full

_Item = TypeVar("_Item")
_PROGRESS_SECONDS = {True: (1.0, 0.2), False: (10.0, 10.0)}
"""At a terminal or not: after how long progress is shown first, and then again."""


def run(main: Callable[[], None], window: bool = False) -> None:
    """Start the program; each failure ends in a plain sentence, never a traceback. `window`: `main` opens a window."""
    _run_with_any_letter()
    _run_without_asides()
    status = 0
    try:
        status, wait = _run_guarded(main, window)
        if wait and not window:
            _run_wait()
        _run_write("")
    except OSError as error:
        _run_without_output()
        status = status if isinstance(error, BrokenPipeError) else 1
    if status:
        sys.exit(status)


def progress(items: Iterable[_Item], what: str = "") -> Iterator[_Item]:
    """Go through `items` with `for item in progress(items, "Pictures")` and show how far it is, if it takes long."""
    count = len(items) if isinstance(items, Sized) else None
    terminal = bool(_LISTENERS) or (sys.stdout is not None and sys.stdout.isatty())
    first, again = _PROGRESS_SECONDS[terminal]
    due, width = monotonic() + first, 0
    try:
        for done, item in enumerate(items):
            if monotonic() >= due:
                width = _progress_shown(_progress_words(done, count, what), width, terminal)
                due = monotonic() + again
            yield item
    finally:
        if width:
            _progress_shown("", width, terminal)


def _run_guarded(main: Callable[[], None], window: bool) -> tuple[int, bool]:
    """The exit status, and whether there can still be an Enter. Raises OSError where nothing can be said any more."""
    try:
        _run_started(main, _Start(window))
    except SystemExit as stopped:
        if isinstance(stopped.code, str):
            _run_explain(stopped.code)
        return stopped.code if isinstance(stopped.code, int) else int(bool(stopped.code)), True
    except KeyboardInterrupt:
        _run_write(f"\n{sentence('Stopped.')}\n")
    except EOFError:
        _run_write(f"\n{sentence('Stopped, because there is no more input.')}\n")
        return 0, False
    except Exception as error:
        _run_write("\n")
        _run_explain(_run_said_of(error))
        return 1, True
    return 0, True


def _run_started(main: Callable[[], None], start: _Start) -> None:
    """Call `main`, and count what the person is asked, also by `input` alone."""
    ask = builtins.input

    def asked(prompt: object = "", /) -> str:
        start.questions += 1
        return ask(prompt)

    _STARTS.append(start)
    builtins.input = asked
    try:
        main()
        for tell_last in _AT_END:
            tell_last()
    finally:
        builtins.input = ask
        _STARTS.remove(start)


def _run_with_any_letter() -> None:
    """A letter that a terminal does not know, or a byte that is none, becomes a question mark."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            with contextlib.suppress(ValueError):  # it was closed, or read before
                stream.reconfigure(errors="replace")


def _run_without_asides() -> None:
    """What packages say to programmers isn't said; what goes wrong in a thread is, in words."""
    warnings.simplefilter("ignore")
    logging.getLogger().addHandler(logging.NullHandler())
    sys.unraisablehook = lambda _: None  # what libraries leave half written on a full disk; the error itself is told
    threading.excepthook = _run_thread_failed


def _run_thread_failed(failed: threading.ExceptHookArgs) -> None:
    if isinstance(failed.exc_value, Exception):
        _run_explain(_run_said_of(failed.exc_value))


def _run_wait() -> None:
    # Without a terminal there is nothing to read, or nobody to read it from.
    with contextlib.suppress(EOFError, KeyboardInterrupt, OSError, ValueError, RuntimeError):
        input(sentence("Press Enter to close.") + " ")


def _run_write(text: str) -> None:
    """Write `text` to the terminal, if there is one. Raises OSError, such as BrokenPipeError where nobody reads it."""
    if sys.stdout is not None and not sys.stdout.closed:
        sys.stdout.write(text)
        sys.stdout.flush()


def _run_without_output() -> None:
    """What is left to say goes nowhere, so that Python has nothing to complain about at its end."""
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run_explain(said: str) -> None:
    """Say it in the terminal, and where a window is open, which ends with the program, in a box as well."""
    try:
        _run_write(f"{said}\n")
    finally:
        if _LAST_WORDS:
            with contextlib.suppress(Exception):  # the window may be gone
                _LAST_WORDS[-1](said)


def _run_said_of(error: Exception) -> str:
    """`error` in words, and where its details are kept if it is none of ours."""
    if _is_in_words(error):
        return str(error)
    words, log = _run_words(error), _run_log(error)
    return "\n".join([words, sentence("Details are in “{path}”.", path=log)]) if log else words


def _run_words(error: Exception) -> str:
    if _is_disk_full(error):
        return sentence("The disk is full.")
    if isinstance(error, OSError) and isinstance(error.filename, str):
        return _run_file_words(error, error.filename)
    if isinstance(error, RecursionError):
        return sentence("This is nested too deeply for the program.")
    if isinstance(error, MemoryError):
        return sentence("There is not enough memory for this. Close other programs, or try it with less.")
    if isinstance(error, ModuleNotFoundError):
        return sentence("This program needs the package “{name}”, which is missing.", name=error.name)
    what = " ".join(f"{type(error).__name__}: {error}".split()).removesuffix(":")[:300]
    # Somebody may have changed what it remembers, so that it can make nothing of that.
    memories = [
        sentence("If this happens at each start, rename “{name}”, and start again.", name=name) for name in _REMEMBERED
    ]
    return "\n".join([sentence("Something went wrong that this program did not expect: {what}", what=what), *memories])


def _run_file_words(error: OSError, filename: str) -> str:
    name, path = Path(filename).name or filename, Path(filename)
    if isinstance(error, FileNotFoundError):
        return sentence("“{name}” isn't there.", name=name)
    if isinstance(error, IsADirectoryError) or (isinstance(error, PermissionError) and path.is_dir()):
        return sentence("“{name}” is a folder, not a file.", name=name)
    if isinstance(error, PermissionError):
        return sentence("“{name}” can't be opened: you aren't allowed to, or another program has it open.", name=name)
    return sentence("“{name}” can't be used: {reason}.", name=name, reason=error.strerror)


def _run_log(error: Exception) -> Path | None:
    """Where the details of `error` were kept: beside the program, else among the temporary files, if anywhere."""
    details = f"{datetime.now().astimezone():%Y-%m-%d %H:%M:%S}\n{''.join(traceback.format_exception(error))}\n"
    for folder in (here(), Path(tempfile.gettempdir())):
        path = folder / ERROR_LOG
        with contextlib.suppress(OSError):
            with path.open("a", encoding="utf-8", errors="backslashreplace") as log:
                log.write(details)
            note_own(path)  # so that it is not taken for the person's
            return path
    return None


def _progress_words(done: int, count: int | None, what: str) -> str:
    number = str(done) if count is None else sentence("{done} of {count}", done=done, count=count)
    return f"{what}: {number}" if what else number


def _progress_shown(words: str, width: int, terminal: bool) -> int:
    """Show `words` in place of the last ones, which were `width` wide; gives how wide they are on the terminal."""
    if not terminal or _LISTENERS:
        tell(words)
        for redraw in _REDRAWS[-1:]:
            redraw()
        return 0
    # The cursor goes back to the beginning, so that what the program says next stands over it.
    sys.stdout.write(f"\r{words.ljust(width)}\r")
    sys.stdout.flush()
    return len(words)
