"""Runs inside the sandbox: what comes of an input, and how it came about."""

import contextlib
import datetime
import importlib
import io
import json
import shutil
import signal
import sys
import tempfile
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import Any

from ... import forked, scenario
from .spoken import MODULES, told
from .traced import Tracer
from .undated import undated
from .varied import START, parted

MODULE = Path(scenario.PROGRAM).stem
CHANCE, CLOCKS = scenario.part("chance"), scenario.part("clocks")
NOW = f"{datetime.datetime.now():%Y-%m-%d %H:%M}"  # noqa: DTZ005
"""When all that is compared is started, which no program knows before."""
CALL_SECONDS = 0.5  # of processor time for one call
LONGEST = 20_000
STATES = "assay-states "

Lines = Sequence[str]
Outcome = dict[str, str]
"""What anybody can see of it: for a call `value` or `error`, `printed` and `arguments` where they were changed, and
`step`, counted from 1, where not even that call is reached; for starts `text`, `files` and `exit_code`."""


class TooLong(BaseException):
    """The program computes and computes."""


def play(
    source: str, inputs: Sequence[Lines], traced: Collection[str] | None
) -> Iterator[tuple[Outcome, dict[str, str]]]:
    """What comes of each input where the program in the working folder has this source; and the functions' digests.

    `traced` are the names of functions; None means that nobody asks.
    """
    put(source)
    states = _States(traced)
    forked.counters.append(states)
    signal.signal(signal.SIGPROF, _too_long)
    names: dict[str, Any] = {}
    for lines in inputs:
        if starts(lines):
            outcome = _started(lines)
        else:
            with _nobody_waits():
                names = names or _names()
                outcome = _called(lines, names, states)
        yield {key: value[:LONGEST] for key, value in outcome.items()}, states.taken()


@contextlib.contextmanager
def _nobody_waits() -> Iterator[None]:
    """A function that sleeps is called hundreds of times, and at one time. Not where a start is waited for, which takes
    its time."""
    with CLOCKS.installed(CLOCKS.Clock(NOW)):
        yield


def put(source: str) -> None:
    """Let the program in the working folder have this source, and no bytecode of another one."""
    sys.dont_write_bytecode = True
    shutil.rmtree("__pycache__", ignore_errors=True)
    Path(scenario.PROGRAM).write_text(source, encoding="utf-8")
    sys.modules.pop(MODULE, None)
    sys.path.insert(0, str(Path.cwd()))


def starts(lines: Lines) -> bool:
    """Whether the program is started, and not called."""
    return lines[-1].startswith(START)


class _States(forked.Counter):
    """Digests of what goes on in the program, also where it is started in a process of its own."""

    def __init__(self, names: Collection[str] | None) -> None:
        self._names = names
        self._tracer: Tracer | None = None
        self._found: dict[str, str] = {}

    def begin(self, file: str = scenario.PROGRAM) -> None:
        if self._names is not None:
            self._tracer = Tracer(file, self._names, str(Path(tempfile.gettempdir()).parent))  # see `fresh_folder`
            self._tracer.start()

    def tell(self) -> None:
        forked.note(STATES + json.dumps(self._tracer.stop() if self._tracer else {}))

    def end_here(self) -> None:
        """The same without another process."""
        self._found = self._tracer.stop() if self._tracer else {}

    def collect(self, notes: Sequence[str]) -> None:
        for note in notes:
            if note.startswith(STATES):
                with contextlib.suppress(ValueError):
                    self._found.update(json.loads(note.removeprefix(STATES)))

    def taken(self) -> dict[str, str]:
        found, self._found = self._found, {}
        return found


def _names() -> dict[str, Any]:
    """What an input may use; nothing of a program that can't be imported."""
    names: dict[str, Any] = {name: importlib.import_module(name) for name in MODULES}
    with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(Exception, SystemExit):
        names.update(vars(importlib.import_module(MODULE)))
    return names


def _called(lines: Lines, names: dict[str, Any], states: _States) -> Outcome:
    outcome: Outcome = {}
    printed, done = io.StringIO(), list[str]()
    arguments: list[Any] = []
    before = told(arguments)
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed), CHANCE.held(0):
        signal.setitimer(signal.ITIMER_PROF, CALL_SECONDS)
        try:
            states.begin(str(Path.cwd() / scenario.PROGRAM))
            try:
                scope = _after(lines[:-1], names, done)
                function, arguments = _taken_apart(parted(lines[-1])[1], scope)
                before = told(arguments)
                outcome["value"] = told(undated(function(*arguments[0], **arguments[1])))
            finally:
                states.end_here()
        except (Exception, SystemExit, TooLong) as error:
            outcome["error"] = type(error).__name__
            if len(done) < len(lines) - 1:
                outcome["step"] = str(len(done) + 1)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
    if printed.getvalue():
        outcome["printed"] = printed.getvalue()
    if (after := told(arguments)) != before:
        outcome["arguments"] = after
    return outcome


def _after(steps: Lines, names: dict[str, Any], done: list[str]) -> dict[str, Any]:
    """What there is after these steps, each of which is then `done`."""
    scope = dict(names)
    for step in steps:
        name, made = parted(step)
        value = eval(made, scope)  # noqa: S307  # nosec
        scope |= {name.removesuffix(" = "): value} if name else {}
        done.append(step)
    return scope


def _taken_apart(call: str, names: dict[str, Any]) -> tuple[Any, list[Any]]:
    """The function, and its arguments: those with a place, and those with a name; of an attribute what gives it."""
    name, brackets, given = call.partition("(")
    if not brackets:
        return lambda: eval(name, names), [[], {}]  # noqa: S307  # nosec
    taken: list[Any] = eval(f"(lambda *args, **kwargs: [list(args), kwargs])({given}", names)  # noqa: S307  # nosec
    return eval(name, names), taken  # noqa: S307  # nosec


def _started(lines: Lines) -> Outcome:
    folder = Path(tempfile.gettempdir(), "start")
    folder.mkdir()
    try:
        program = scenario.Program(Path.cwd(), folder, _begun, dict)  # no input opens a window
        left: dict[str, Any] = {}
        for line in lines:
            run = _run(line, program)
            made = {name: undated(content) for name, content in run.files.items()}
            # Written anew, a document says another second.
            files = {name: content for name, content in made.items() if name not in left or left[name] != content}
            left |= made
        text = run.text.replace(str(run.folder), ".")
        changed = [name for name in run.changed if name in files or name not in made]
        return {"text": text, "files": told(files), "exit_code": str(run.exit_code), "changed": told(changed)}
    except BaseException as error:
        return {"error": "it doesn't end" if type(error).__name__ == "Failed" else type(error).__name__}
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _begun(what: Any) -> Any:
    """Started as the input says; where it doesn't say when, at the time of all others."""
    return forked.begin(replace(what, settings={**what.settings, "now": what.settings["now"] or NOW}))


def _run(line: str, program: Any) -> Any:
    """What came of a start, also of one that crashed, which fails a test."""
    try:
        return eval(line, {"program": program, **{name: importlib.import_module(name) for name in MODULES}})  # noqa: S307  # nosec
    except BaseException:
        if program.last is None:
            raise
        return program.last


def _too_long(_: int, frame: FrameType | None) -> None:
    raise TooLong
