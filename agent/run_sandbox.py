"""Where candidates are tested and checked: the sandbox, opened while the model still writes."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import replace
from queue import SimpleQueue

from agent.events import CheckFinished, CheckProgressed, CheckStarted, Event, Notice, SandboxReady
from cancel import Cancel
from errors import AssayError, Cancelled
from languages.checks import Check
from languages.python.testing import LIMITS, run_tests
from languages.types import Candidate, CheckReport, TestCase, Verdicts
from sandbox.base import JobLimits, Sandbox

OpenSandbox = Callable[[Callable[[str], None]], Sandbox]
log = logging.getLogger(__name__)
POLL_SECONDS = 0.1
CLOSING_SECONDS = 2.0


class RunSandbox:
    """The sandbox of one run with the checks made in it. A context manager: leaving removes the sandbox.

    `open_sandbox` is called at once, in the background; it gets a function for its progress in
    plain sentences. Opening can take minutes the first time, when the image has to be built.
    """

    def __init__(self, open_sandbox: OpenSandbox, checks: Sequence[Check], cancel: Cancel) -> None:
        self._checks = checks
        self._cancel = cancel
        self._progress: SimpleQueue[str] = SimpleQueue()
        self._started = time.monotonic()
        self._announced = False
        self._pool = ThreadPoolExecutor(max_workers=max(1, len(checks)), thread_name_prefix="check")
        self._opening: Future[Sandbox] = Future()
        # A daemon, so that Ctrl-C during a build of minutes doesn't have to wait for it.
        threading.Thread(target=self._open, args=(open_sandbox,), name="open-sandbox", daemon=True).start()

    def __enter__(self) -> RunSandbox:
        return self

    def __exit__(self, *_: object) -> None:
        # A container that is just being made would stay if the process ended now. Nobody waits for an image that is
        # being built, nor for an engine that hangs: what comes of them is closed when it is ready.
        closing = threading.Thread(target=_close, args=(self._opening,), name="close-sandbox", daemon=True)
        closing.start()
        closing.join(CLOSING_SECONDS)
        self._pool.shutdown(wait=False, cancel_futures=True)

    def sandbox(self) -> Generator[Event, None, Sandbox]:
        """The sandbox, once it is open; its progress comes as notices.

        Raises `Cancelled`, and `SandboxError` where it can't be opened.
        """
        while not self._opening.done():
            yield from self._notices()
            wait([self._opening], timeout=POLL_SECONDS)
            self._cancel.raise_if_set()
        yield from self._notices()
        sandbox = self._opening.result()
        if not self._announced:
            self._announced = True
            yield SandboxReady(sandbox.name, sandbox.isolation, time.monotonic() - self._started)
        return sandbox

    def _open(self, open_sandbox: OpenSandbox) -> None:
        try:
            self._opening.set_result(open_sandbox(self._progress.put))
        except BaseException as problem:  # it is raised again where the sandbox is asked for
            self._opening.set_exception(problem)

    def test(
        self, candidate: Candidate, tests: Sequence[TestCase] | None, limits: JobLimits = LIMITS
    ) -> Generator[Event, None, Verdicts]:
        """Hold `candidate` against its tests; None means all in its file. Raises `Cancelled` and `SandboxError`."""
        sandbox = yield from self.sandbox()
        return run_tests(candidate, tests, sandbox, self._cancel, limits)

    def check(self, candidate: Candidate) -> Generator[Event, None, tuple[CheckReport, ...]]:
        """Run every check on `candidate` at the same time; one that is stopped or breaks says so in its report."""
        sandbox = yield from self.sandbox()
        said: SimpleQueue[Event] = SimpleQueue()
        for check in self._checks:
            yield CheckStarted(check.name)
            self._pool.submit(self._run_check, check, candidate, sandbox, said.put)
        reports: dict[str, CheckReport] = {}
        while len(reports) < len(self._checks):
            event = said.get()
            if isinstance(event, CheckFinished):
                reports[event.report.name] = event.report
            yield event
        return tuple(reports[check.name] for check in self._checks)

    def _run_check(self, check: Check, candidate: Candidate, sandbox: Sandbox, say: Callable[[Event], None]) -> None:
        started = time.monotonic()

        def progress(done: int, total: int) -> None:
            say(CheckProgressed(check.name, done, total))

        try:
            report = check.run(candidate, sandbox, self._cancel, progress)
        except Cancelled as stop:
            report = CheckReport(check.name, "not_checked", f"Stopped: {stop.message}")
        except AssayError as problem:
            report = CheckReport(check.name, "error", problem.message)
        except Exception as problem:  # a check that has a bug must not take the run with it
            log.exception("the check %s broke", check.name)
            report = CheckReport(check.name, "error", f"The check broke: {problem}")
        say(CheckFinished(replace(report, seconds=time.monotonic() - started)))

    def _notices(self) -> Iterator[Event]:
        while not self._progress.empty():
            yield Notice(self._progress.get())


def _close(opening: Future[Sandbox]) -> None:
    if opening.exception() is None:
        opening.result().close()
