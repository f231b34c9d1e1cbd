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
from languages.base import TEST_LIMITS, Language
from languages.brief import Brief
from languages.checks import Check, CheckContext
from languages.types import Candidate, CheckReport, Suite, Verdicts
from sandbox.base import Job, JobLimits, JobResult, Sandbox

OpenSandbox = Callable[[Callable[[str], None]], Sandbox]
log = logging.getLogger(__name__)
POLL_SECONDS = 0.1
CLOSING_SECONDS = 2.0


class RunSandbox:
    """The sandbox of one run with the checks made in it. A context manager: leaving removes the sandbox.

    `open_sandbox` is called at once, in the background; it gets a function for its progress in
    plain sentences. Opening can take minutes the first time, when the image has to be built.
    """

    def __init__(self, open_sandbox: OpenSandbox, language: Language, mutation_score: float, cancel: Cancel) -> None:
        self._language = language
        self._mutation_score = mutation_score
        self._cancel = cancel
        self._said: SimpleQueue[str] = SimpleQueue()
        self._started = time.monotonic()
        self._announced = False
        self._pool = ThreadPoolExecutor(max_workers=max(1, len(language.checks)), thread_name_prefix="check")
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

    def require(self, seconds: float = 0.0) -> None:
        """Raise `SandboxError` where it is known, or will be within so many seconds, that it can't be opened."""
        wait([self._opening], timeout=seconds)
        if self._opening.done():
            self._opening.result()

    def _open(self, open_sandbox: OpenSandbox) -> None:
        try:
            self._opening.set_result(open_sandbox(self._said.put))
        except BaseException as problem:  # it is raised again where the sandbox is asked for
            self._opening.set_exception(problem)

    def runner(self) -> Generator[Event, None, Callable[[Job], JobResult]]:
        """What runs jobs, once the sandbox is open. It raises `Cancelled` and `SandboxError`."""
        sandbox = yield from self.sandbox()
        return lambda job: sandbox.run(job, self._cancel)

    def run(self, job: Job) -> Generator[Event, None, JobResult]:
        """What came of `job`. Raises `Cancelled` and `SandboxError`."""
        run = yield from self.runner()
        return run(job)

    def test(
        self, candidate: Candidate, suite: Suite, limits: JobLimits = TEST_LIMITS
    ) -> Generator[Event, None, Verdicts]:
        """Test `candidate` with `suite`, or with all in its files where it names no tests.

        Raises `Cancelled` and `SandboxError`.
        """
        result = yield from self.run(self._language.test_job(candidate, suite, limits))
        return self._language.read_results(result, suite.tests)

    def check(
        self,
        candidate: Candidate,
        suite: Suite,
        attempt: int,
        brief: Brief | None = None,
        again: Sequence[CheckReport] = (),
    ) -> Generator[Event, None, tuple[CheckReport, ...]]:
        """Make every check of `candidate` at the same time; one that is stopped or breaks says so in its report.

        Its events belong to `attempt`, whose program is to be what `brief` says. `again` are earlier reports on it and
        `suite`, where only these checks are to be made, with other inputs.
        """
        sandbox = yield from self.sandbox()
        earlier = {report.name: report for report in again}
        checks = [check for check in self._language.checks if not earlier or check.name in earlier]
        said: SimpleQueue[Event] = SimpleQueue()
        for check in checks:
            yield CheckStarted(check.name, attempt)
            known = earlier.get(check.name)
            self._pool.submit(self._run_check, check, candidate, suite, sandbox, attempt, brief, known, said.put)
        reports: dict[str, CheckReport] = {}
        while len(reports) < len(checks):
            event = said.get()
            if isinstance(event, CheckFinished):
                reports[event.report.name] = event.report
            yield event
        return tuple(reports[check.name] for check in checks)

    def _run_check(
        self,
        check: Check,
        candidate: Candidate,
        suite: Suite,
        sandbox: Sandbox,
        attempt: int,
        brief: Brief | None,
        earlier: CheckReport | None,
        say: Callable[[Event], None],
    ) -> None:
        started = time.monotonic()

        def on_progress(done: int, total: int) -> None:
            say(CheckProgressed(check.name, done, total, attempt))

        try:
            context = CheckContext(sandbox, self._cancel, on_progress, self._mutation_score, brief, earlier)
            report = check.run(candidate, suite, context)
        except Cancelled as stop:
            report = CheckReport(check.name, "not_checked", f"Stopped: {stop.message}")
        except AssayError as problem:
            report = CheckReport(check.name, "error", problem.message)
        except Exception as problem:  # a check that has a bug must not take the run with it
            log.exception("the check %s broke", check.name)
            report = CheckReport(check.name, "error", f"The check broke: {problem}")
        say(CheckFinished(replace(report, seconds=time.monotonic() - started), attempt))

    def _notices(self) -> Iterator[Event]:
        while not self._said.empty():
            yield Notice(self._said.get())


def _close(opening: Future[Sandbox]) -> None:
    if opening.exception() is None:
        opening.result().close()
