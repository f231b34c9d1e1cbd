"""One run in the terminal: start it, show it, and leave its files in a folder."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Protocol

from rich.console import Console
from rich.text import Text

from agent.errors import ModelUnavailable
from agent.events import AnswerAwaited, BriefReady, Event
from agent.report import Report, fold
from agent.types import Request
from cli.asking import Stopped, ask, ask_for_json
from cli.console import stop_printing
from cli.live import LiveView
from cli.one_file import for_browsers
from cli.output import prepare, write_files
from cli.stopping import CANCELLED, stopped_by_signals
from engines.assembly import open_engine
from engines.base import Engine
from engines.sandboxes import Sandboxes
from errors import AssayError
from languages.answers import Answers
from languages.brief import Brief, Example
from languages.errors import BadAnswers
from languages.registry import language_named
from settings import Settings
from storage.errors import NotAsked
from storage.types import StoredEvent
from wording import printable

VERIFIED, NOT_VERIFIED, MISSING = 0, 1, 3


def solve(
    settings: Settings,
    request: Request,
    inputs: Mapping[str, bytes],
    folder: Path | None,
    as_json_lines: bool,
    console: Console,
) -> int:
    """Make one run, on `inputs` by their paths, and return the exit code.

    That is 0 for verified, 1 for not verified, 3 where something is missing, 130 for cancelled.

    Raises `StorageError` where the history can't be used, and `FolderUnusable` where `folder` can't.
    """
    if folder:
        prepare(folder, language_named(request.language))
    sandboxes = Sandboxes(settings)
    engine, store = open_engine(settings, sandboxes)
    try:
        run_id = engine.start(request, inputs)
        with _watching(as_json_lines, console) as watch:
            events = list(_follow(engine, run_id, watch))
    finally:
        engine.close()
        store.close()
    report = fold(events)
    target = folder or Path(f"assay-{run_id}")
    files = write_files(report, run_id, target)
    # Only then, for it takes a while, and somebody may stop it.
    if pages := for_browsers(report, inputs, sandboxes, settings, Console(quiet=True) if as_json_lines else console):
        files = write_files(report, run_id, target, pages)
    if not as_json_lines:
        names = dict.fromkeys(file.relative_to(target).parts[0] for file in files)
        console.print(Text.assemble("\n", (f"{target}: ", "dim"), ", ".join(names)))
        for question in questions(report):
            console.print(Text(printable(question)))
        for one in report.allowable:
            console.print(
                Text(f"If you know {one.name} and trust it, run it again with --package {shlex.quote(one.name)}")
            )
    return exit_code(report)


def questions(report: Report) -> Iterator[str]:
    """What only the person can say, in lines, with how they say it."""
    language = report.language
    if not language:
        return
    if report.question:
        said = language.expression(report.question)
        yield f"Is this right: {said}? If it is, run it again with --example {shlex.quote(said)}"
    for one in report.undecided:
        yield f"Which is right for {one.choices[0].given}? Run it again with one of these:"
        for choice in one.choices:
            said = language.expression(Example(choice.given, choice.expected))
            yield f"  --example {shlex.quote(said)}{' (as your program has it)' if choice.yours else ''}"
    for objection in report.objections:
        yield f"Is this wrong? {objection} Look at what came of it; a new run goes by a task that says what is right."


def exit_code(report: Report) -> int:
    """What the process says to who started it."""
    if report.status == "verified":
        return VERIFIED
    if report.status == "cancelled":
        return CANCELLED
    return MISSING if report.missing else NOT_VERIFIED


def json_line(stored: StoredEvent) -> str:
    """One event as a line for machines: run id, number, time, and the event's own fields."""
    head: dict[str, Any] = {"run_id": stored.run_id, "seq": stored.seq, "time": stored.time.isoformat()}
    fields = asdict(stored.event)
    fields.pop("contents", None)  # of files, which are written into the folder
    return json.dumps({**head, **fields})


class _Watch(Protocol):
    """Whoever started the run: is shown its events, and asked about its brief."""

    def show(self, stored: StoredEvent) -> None: ...

    def ask(self, brief: Brief) -> Answers:
        """Raises `Stopped` and `BadAnswers`."""

    def say(self, problem: AssayError) -> None: ...


@dataclass(frozen=True, slots=True)
class _Person:
    """Sits at a terminal."""

    view: LiveView
    console: Console

    def show(self, stored: StoredEvent) -> None:
        self.view.show(stored.event)

    def ask(self, brief: Brief) -> Answers:
        with self.view.paused():
            return ask(brief, self.console)

    def say(self, problem: AssayError) -> None:
        self.console.print(Text(printable(f"{problem.message} {problem.advice}")))


@dataclass(frozen=True, slots=True)
class _Program:
    """Reads the events as JSON lines, and answers with one."""

    console: Console

    def show(self, stored: StoredEvent) -> None:
        try:
            sys.stdout.write(json_line(stored) + "\n")
            sys.stdout.flush()
        except BrokenPipeError:
            stop_printing()  # whoever read us is satisfied; the run goes on

    def ask(self, brief: Brief) -> Answers:
        return ask_for_json()

    def say(self, problem: AssayError) -> None:
        self.console.print(Text(printable(f"{problem.message} {problem.advice}")))


@contextmanager
def _watching(as_json_lines: bool, console: Console) -> Iterator[_Watch]:
    if as_json_lines:
        yield _Program(console)
        return
    with LiveView(console) as view:
        yield _Person(view, console)


def _follow(engine: Engine, run_id: str, watch: _Watch) -> Iterator[Event]:
    """The run's events to its end; the first Ctrl-C (or SIGTERM) stops the run, the second stops us."""
    brief = None
    with stopped_by_signals(lambda: engine.cancel(run_id)):
        for stored in engine.follow(run_id):
            watch.show(stored)
            if isinstance(stored.event, BriefReady):
                brief = stored.event.brief
            if isinstance(stored.event, AnswerAwaited) and brief:
                _answer(engine, run_id, watch, brief)
            yield stored.event


def _answer(engine: Engine, run_id: str, watch: _Watch, brief: Brief) -> None:
    """Have the run go on with what is said to its brief, or end where nobody wants it, or nobody is there."""
    while True:
        try:
            return engine.answer(run_id, watch.ask(brief))
        except Stopped:
            return engine.cancel(run_id)
        except NotAsked as problem:  # it was stopped, or answered on the page
            return watch.say(problem)
        except (BadAnswers, ModelUnavailable) as problem:
            watch.say(problem)
