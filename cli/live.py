"""A run as it happens, in a terminal: one calm line for each step done, and one that moves."""

from __future__ import annotations

import time
from typing import assert_never

from rich.console import Console
from rich.live import Live
from rich.spinner import Spinner
from rich.text import Text

from agent.events import (
    CheckFinished,
    CheckProgressed,
    CheckStarted,
    CodeReady,
    Event,
    ModelAnswered,
    ModelAsked,
    ModelRestarted,
    ModelText,
    Notice,
    ReplyRejected,
    RunFinished,
    RunStarted,
    SandboxReady,
    Stuck,
    TestsRan,
    TestsReady,
    UnknownEvent,
)
from languages.registry import title_of
from languages.types import CheckReport
from wording import clock, error_line, plural, printable

MARKS = {"passed": ("✓", "green"), "failed": ("✗", "red"), "not_checked": ("?", "yellow"), "error": ("!", "red")}
VERDICTS = {
    "verified": "bold green",
    "unverified": "bold yellow",
    "failed": "bold red",
    "cancelled": "bold yellow",
    "error": "bold red",
}
ATTEMPT_LINES = 3


class LiveView:
    """Prints a run's events; a context manager, for the moving line has to be put away at the end."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._started = time.monotonic()
        self._now = "Starting"
        self._characters = 0
        self._thinking = False
        self._spinner = Spinner("dots")
        self._live = Live(get_renderable=self._status, console=console, refresh_per_second=8, transient=True)

    def __enter__(self) -> LiveView:
        self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._live.stop()

    def show(self, event: Event) -> None:
        """Take the next event of the run."""
        match event:
            case RunStarted(request):
                self._console.print(Text(printable(request.task.strip()[:300]), style="bold"))
            case SandboxReady() | Notice():
                self._show_note(event)
            case ModelAsked() | ModelText() | ModelRestarted() | ModelAnswered() | ReplyRejected():
                self._show_model(event)
            case TestsReady() | CodeReady() | TestsRan() | Stuck():
                self._show_work(event)
            case CheckStarted() | CheckProgressed() | CheckFinished():
                self._show_check(event)
            case RunFinished():
                self._say_verdict(event)
            case UnknownEvent():
                pass  # a run that is going on here is made by this version
            case _:
                assert_never(event)

    def _show_note(self, event: SandboxReady | Notice) -> None:
        match event:
            case SandboxReady(name, isolation):
                self._say("•", "dim", f"Sandbox: {name}. {isolation}")
            case Notice(text):
                self._now = text
                self._say("•", "dim", text)

    def _show_model(self, event: ModelAsked | ModelText | ModelRestarted | ModelAnswered | ReplyRejected) -> None:
        match event:
            case ModelAsked(_, model, purpose):
                self._now, self._characters = f"{model} is asked to {purpose}", 0
            case ModelText(_, text, thinking):
                self._characters += len(text)
                self._thinking = thinking
            case ModelRestarted(_, reason) | ReplyRejected(_, reason):
                self._say("↻", "yellow", f"Asked again: {reason}")
            case ModelAnswered():
                self._now, self._characters = "Reading the answer", 0

    def _show_work(self, event: TestsReady | CodeReady | TestsRan | Stuck) -> None:
        match event:
            case TestsReady(suite):
                self._say("✓", "green", f"{plural(len(suite.tests), 'test')} written")
                for test in suite.tests:
                    self._say(" ", "dim", f"  {test.description}")
                for left_out in suite.dropped:
                    self._say("?", "yellow", f"{left_out.name} was left out: {left_out.reason}")
            case CodeReady(number):
                self._now = f"Running the tests (attempt {number})"
            case TestsRan():
                self._say_attempt(event)
            case Stuck(_, reason):
                self._say("↻", "yellow", f"Going round in circles ({reason}): trying another approach")

    def _show_check(self, event: CheckStarted | CheckProgressed | CheckFinished) -> None:
        match event:
            case CheckStarted():
                self._now = "Checking security, dependencies and the tests themselves"
            case CheckProgressed(_, done, total):
                self._now = f"Planting mistakes to see whether the tests notice: {done} of {total}"
            case CheckFinished(report):
                self._say_check(report)

    def _say_attempt(self, ran: TestsRan) -> None:
        passed = sum(result.outcome == "passed" for result in ran.results)
        good = passed == len(ran.results) and not ran.problem
        self._say(
            *(("✓", "green") if good else ("✗", "red")),
            f"Attempt {ran.attempt}: {passed} of {len(ran.results)} tests pass",
        )
        failing = [result for result in ran.results if result.outcome != "passed"]
        if ran.problem:
            self._say(" ", "dim", f"  {ran.problem.strip().splitlines()[-1]}")
        for result in failing[:ATTEMPT_LINES] if not ran.problem else ():
            self._say(" ", "dim", f"  {result.name}: {error_line(result.message)}")

    def _say_check(self, report: CheckReport) -> None:
        mark, style = MARKS[report.status]
        not_checked = "NOT CHECKED. " if report.status == "not_checked" else ""
        self._say(mark, style, f"{title_of(report.name)}: {not_checked}{report.summary}")
        for finding in report.findings[:ATTEMPT_LINES] if report.name != "mutmut" else ():
            where = f"line {finding.line}: " if finding.line else ""
            self._say(" ", "dim", f"  {where}{finding.message}")

    def _say_verdict(self, finished: RunFinished) -> None:
        self._console.print()
        self._console.print(Text(finished.status.upper(), VERDICTS[finished.status]), Text(printable(finished.reason)))
        if finished.advice:
            self._console.print(Text(printable(finished.advice), style="dim"))

    def _say(self, mark: str, style: str, text: str) -> None:
        self._console.print(Text.assemble((f"{mark} ", style), (printable(text), "dim" if style == "dim" else "")))

    def _status(self) -> Spinner:
        doing = " (thinking)" if self._thinking and self._characters else ""
        amount = f", {self._characters:,} characters{doing}" if self._characters else ""
        elapsed = clock(time.monotonic() - self._started)
        self._spinner.update(
            text=Text(f" {elapsed}  {printable(self._now)}{amount}", overflow="ellipsis", no_wrap=True)
        )
        return self._spinner
