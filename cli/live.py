"""A run as it happens, in a terminal: one calm line for each step done, and one that moves."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import assert_never

from rich.console import Console
from rich.live import Live
from rich.spinner import Spinner
from rich.text import Text

from agent import events as ev
from agent.doing import Doing, going_on
from agent.pace import HURRIED, about_tokens, rounded
from agent.timing import SLOW_SECONDS, at_the_latest, in_minutes
from agent.verdict import further
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
QUICK = "With --quick it asks for less; the page can tell a run that goes on to finish quickly."
SENTENCE = 24
"""Characters that are kept for what goes on."""
ATTEMPT_LINES = 3
FILE_LINES = 10


class LiveView:
    """Prints a run's events; a context manager, for the moving line has to be put away at the end."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._started = time.monotonic()
        self._doing = Doing()
        self._written: dict[
            int, tuple[int, int]
        ] = {}  # characters thought and written of the answer so far, by attempt
        self._tokens = 0  # of all answers that are complete
        self._checked: list[ev.CheckFinished] = []
        self._over: float | None = None  # when the run is, as far as is known
        self._asks_for_time = True
        self._spinner = Spinner("dots")
        self._live = Live(get_renderable=self._status, console=console, refresh_per_second=8, transient=True)

    def __enter__(self) -> LiveView:
        self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._live.stop()

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Without the moving line, so that something can be typed."""
        self._live.stop()
        try:
            yield
        finally:
            self._live.start()

    def show(self, event: ev.Event) -> None:
        """Take the next event of the run."""
        self._doing = going_on(self._doing, event)
        match event:
            case ev.RunStarted(request):
                self._console.print(Text(printable(request.task.strip()[:300]), style="bold"))
                for sentence in request.left_out:
                    self._say("?", "yellow", sentence)
            case ev.SandboxReady() | ev.PackagesReady() | ev.PackagesDoubted() | ev.Notice():
                self._show_sandbox(event)
            case ev.FilesSeen() | ev.BriefReady() | ev.BriefAnswered():
                self._show_understood(event)
            case (
                ev.ModelAsked()
                | ev.ModelText()
                | ev.ModelRestarted()
                | ev.ModelAnswered()
                | ev.ModelStopped()
                | ev.ReplyRejected()
            ):
                self._show_model(event)
            case ev.TestsReady() | ev.TestsChanged() | ev.CodeReady() | ev.TestsRan() | ev.Stuck():
                self._show_work(event)
            case ev.TimeEstimated() | ev.Hurried():
                self._show_time(event)
            case (
                ev.TestsProgressed()
                | ev.CheckStarted()
                | ev.CheckProgressed()
                | ev.StartsShown()
                | ev.AnswerAwaited()
                | ev.ResultVouched()
                | ev.ProgramNamed()
                | ev.ProgramUsed()
                | ev.MoveMade()
                | ev.UnknownEvent()
            ):
                pass  # the moving line says so, or the report, or who is asked; and what runs here is of this version
            case ev.CheckFinished() | ev.RunFinished():
                self._show_judged(event)
            case _:
                assert_never(event)

    def _show_sandbox(self, event: ev.SandboxReady | ev.PackagesReady | ev.PackagesDoubted | ev.Notice) -> None:
        match event:
            case ev.SandboxReady(name, isolation):
                self._say("•", "dim", f"Sandbox: {name}. {isolation}")
            case ev.Notice(text):
                self._say("•", "dim", text)
            case ev.PackagesReady(pins):
                self._say("✓", "green", f"The sandbox has {plural(len(pins), 'package')} more: {', '.join(pins)}")

            case ev.PackagesDoubted(doubts):
                self._say("!", "yellow", f"Not taken, because few use it: {', '.join(one.name for one in doubts)}")

    def _show_understood(self, event: ev.FilesSeen | ev.BriefReady | ev.BriefAnswered) -> None:
        match event:
            case ev.FilesSeen(looks):
                self._say("✓", "green", f"{plural(len(looks), 'file')} looked at")
                for look in [look for look in looks if look.sort][:FILE_LINES]:
                    self._say(" ", "dim", f"  {look.path}: {look.sort}")
            case ev.BriefReady(brief) | ev.BriefAnswered(brief):
                for line in brief.in_words:
                    self._say("·", "dim", line)

    def _show_model(
        self,
        event: ev.ModelAsked | ev.ModelText | ev.ModelRestarted | ev.ModelAnswered | ev.ModelStopped | ev.ReplyRejected,
    ) -> None:
        match event:
            case ev.ModelText(_, text, thinking, attempt):
                thought, written = self._written.get(attempt, (0, 0))
                more = len(text)
                self._written[attempt] = (thought + more, written) if thinking else (thought, written + more)
            case ev.ModelRestarted(_, reason) | ev.ReplyRejected(_, reason):
                self._written.pop(event.attempt, None)
                self._say("↻", "yellow", f"Asked again: {reason}")
            case ev.ModelAsked() | ev.ModelStopped():
                self._written.pop(event.attempt, None)
            case ev.ModelAnswered(_, usage):
                self._written.pop(event.attempt, None)
                self._tokens += usage.output_tokens

    def _show_time(self, event: ev.TimeEstimated | ev.Hurried) -> None:
        match event:
            case ev.TimeEstimated(left, limit):
                self._over = time.monotonic() + left
                if left >= SLOW_SECONDS and self._asks_for_time:
                    self._asks_for_time = False
                    self._say("•", "dim", f"{in_minutes(left)} {at_the_latest(limit)} {QUICK}")
            case ev.Hurried():
                self._asks_for_time = False
                self._say("•", "dim", HURRIED)

    def _show_work(self, event: ev.TestsReady | ev.TestsChanged | ev.CodeReady | ev.TestsRan | ev.Stuck) -> None:
        match event:
            case ev.TestsReady(suite):
                self._say("✓", "green", f"{plural(len(suite.tests), 'test')} written")
                for test in suite.tests:
                    self._say(" ", "dim", f"  {test.description}")
                for left_out in suite.dropped:
                    self._say("?", "yellow", f"{left_out.name} was left out: {left_out.reason}")
            case ev.TestsChanged(_, changes):
                for change in changes:
                    self._say("↻", "yellow", f"{change.name} was {change.what.replace('_', ' ')}: {change.reason}")
            case ev.CodeReady():
                pass  # the moving line says so
            case ev.TestsRan():
                self._say_attempt(event)
            case ev.Stuck(_, reason):
                self._say("↻", "yellow", f"Going round in circles ({reason}): trying another approach")

    def _show_judged(self, event: ev.CheckFinished | ev.RunFinished) -> None:
        match event:
            case ev.CheckFinished(report):
                if event not in self._checked:  # what a check said before may be kept
                    self._say_check(report)
                    self._checked.append(event)
            case ev.RunFinished():
                self._say_verdict(event)

    def _say_attempt(self, ran: ev.TestsRan) -> None:
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
        for finding in report.findings[:ATTEMPT_LINES] if not report.mutation else ():  # the summary counts those
            where = f"line {finding.line}: " if finding.line else ""
            self._say(" ", "dim", f"  {where}{finding.message}")

    def _say_verdict(self, finished: ev.RunFinished) -> None:
        self._console.print()
        self._console.print(Text(finished.status.upper(), VERDICTS[finished.status]), Text(printable(finished.reason)))
        if more := further(finished.reason, finished.advice, tuple(filter(None, (finished.step, *finished.then)))):
            self._console.print(Text(printable(more), style="dim"))

    def _say(self, mark: str, style: str, text: str) -> None:
        self._console.print(Text.assemble((f"{mark} ", style), (printable(text), "dim" if style == "dim" else "")))

    def _status(self) -> Spinner:
        elapsed, amount = f" {clock(time.monotonic() - self._started)}  ", self._amount()
        amount += self._left(self._console.width - len(elapsed) - len(amount) - SENTENCE)
        sentence = Text(" ".join(printable(self._doing.sentence).split()).rstrip("."))
        # Two for the spinner itself, which would go on in a second line.
        sentence.truncate(max(10, self._console.width - len(elapsed) - len(amount) - 2), overflow="ellipsis")
        self._spinner.update(text=Text.assemble(elapsed, sentence, amount, no_wrap=True))
        return self._spinner

    def _amount(self) -> str:
        """How much there is of the answer that was asked for last, or done of the one check under way."""
        thought, written = self._written.get(next(reversed(self._doing.answering), ev.NONE), (0, 0))
        counted = [f": {at.done} of {at.total}" for at in self._doing.checks.values() if at.total]
        if thought or written:
            said = [
                f"{about_tokens(count):,} {how}" for count, how in ((thought, "thought"), (written, "written")) if count
            ]
            return f", about {', '.join(said)}"
        return counted[-1] if counted else ""

    def _left(self, room: int) -> str:
        """How long it still takes, and where there is `room` the tokens so far; empty where nobody knows."""
        if self._over is None:
            return ""
        left = f". {in_minutes(self._over - time.monotonic())}"
        tokens = f" {rounded(self._tokens):,} tokens so far."
        return left + tokens if len(left + tokens) <= room else left
