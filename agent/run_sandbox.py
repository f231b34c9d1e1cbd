"""Where candidates are tested and checked: the sandbox, opened while the model still writes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import awake
from agent.checking import Checking, GoesBack, Place, nothing_does
from agent.events import (
    Event,
    Notice,
    PackagesDoubted,
    PackagesReady,
    SandboxReady,
    TestsProgressed,
)
from agent.kept import Subject
from agent.rooms import Rooms, close_soon, in_background
from cancel import Cancel
from languages.base import TEST_LIMITS, Language
from languages.brief import Brief
from languages.checks import Check
from languages.packages import Inventory, PackageProblem, PackageSet, Packaging
from languages.types import Candidate, CheckReport, Files, Suite, Verdicts
from message import say
from sandbox.base import Announce, Job, JobLimits, JobResult, Sandbox

OpenSandbox = Callable[[Announce], Sandbox]
POLL_SECONDS = 0.1
CLOSING_SECONDS = 2.0
ROUNDS = 3
"""Times that packages are fetched for a program: those that it names, then what its imports turn out to lack, and once
more to see that nothing is missing."""


@dataclass(frozen=True, slots=True)
class Provision:
    """How programs get packages: they are kept below the folder `cache`, and `open` opens a sandbox with a folder.

    The person has `allowed` some by name, though few use them. The file `advisories` has what is known of packages.
    """

    cache: Path
    open: Callable[[Path, Announce], Sandbox]
    allowed: Collection[str] = ()
    advisories: Path | None = None


class RunSandbox:
    """The sandbox of one run with the checks made in it. A context manager: leaving removes the sandbox.

    `open_sandbox` is called at once, in the background; it gets a function for its progress in
    plain sentences. Opening can take minutes the first time, when the image has to be built. Without a `provision`,
    programs have no packages but those that are there.
    """

    def __init__(
        self,
        open_sandbox: OpenSandbox,
        language: Language,
        mutation_score: float,
        cancel: Cancel,
        provision: Provision | None = None,
    ) -> None:
        self._language = language
        self._cancel = cancel
        self._said: SimpleQueue[str] = SimpleQueue()
        self._started = awake.now()
        self._announced = False
        self._pool = ThreadPoolExecutor(max_workers=max(1, len(language.checks)), thread_name_prefix="check")
        self._checking = Checking(language, mutation_score, cancel, self._pool)
        self._provision = provision
        self._wanted: tuple[str, ...] = ()
        self._first: Inventory | None = None  # all that is in the first sandbox
        self._opening = in_background(lambda: open_sandbox(self._said.put))
        self._rooms = Rooms(self._opening)

    def __enter__(self) -> RunSandbox:
        return self

    def __exit__(self, *_: object) -> None:
        # A container that is just being made would stay if the process ended now. Nobody waits for an image that is
        # being built, nor for an engine that hangs: what comes of them is closed when it is ready.
        close_soon(self._opening, self._rooms.unused()).join(CLOSING_SECONDS)
        self._pool.shutdown(wait=False, cancel_futures=True)

    def sandbox(self) -> Generator[Event, None, Sandbox]:
        """The sandbox, once it is open; its progress comes as notices.

        Raises `Cancelled`, and `SandboxError` where it can't be opened.
        """
        sandbox = yield from self._outcome(self._opening)
        if not self._announced:
            self._announced = True
            yield SandboxReady(sandbox.name, sandbox.isolation, awake.now() - self._started)
        return sandbox

    def require(self, seconds: float = 0.0) -> None:
        """Raise `SandboxError` where it is known, or will be within so many seconds, that it can't be opened."""
        wait([self._opening], timeout=seconds)
        if self._opening.done():
            self._opening.result()

    def provide(self, files: Files) -> Generator[Event, None, None]:
        """Have in the sandbox, from now on, the packages that these files of a program, or of its tests, need.

        Raises `PackageProblem`, which says what is there instead, `Cancelled`, and `SandboxError`.
        """
        packaging = self._language.packaging
        names = packaging.names(files) if packaging else ()
        if packaging is None or not names:
            return
        look = packaging.inventory(names)
        before = self._wanted
        for _ in range(ROUNDS):
            missing = packaging.needed(files, packaging.read_inventory((yield from self.run(look))))
            if not missing:
                return
            try:
                yield from self._added(packaging, missing, may_drop=self._wanted == before)
            except PackageProblem:
                self._wanted = before
                raise
        self._wanted = before
        raise PackageProblem(say("%(missing)s doesn't have the modules that are imported.", missing=", ".join(missing)))

    def _added(self, packaging: Packaging, missing: Sequence[str], may_drop: bool) -> Generator[Event, None, None]:
        """Have these, too; where they can't be had together with what earlier programs needed, without that."""
        try:
            yield from self._reopen(packaging, tuple(dict.fromkeys((*self._wanted, *missing))))
        except PackageProblem as problem:
            if problem.doubts or not (may_drop and self._wanted):
                raise
            yield from self._reopen(packaging, missing)

    def upgrade(self, reports: Sequence[CheckReport]) -> Generator[Event, None, bool]:
        """Have in the sandbox, from now on, the versions in which what `reports` found is repaired.

        False where there are none, or they can't be had. Raises `Cancelled` and `SandboxError`.
        """
        upgrades = [finding.upgrade for report in reports for finding in report.findings if finding.upgrade]
        wanted = tuple(dict.fromkeys((*self._wanted, *upgrades)))
        if self._language.packaging is None or wanted == self._wanted:
            return False
        try:
            yield from self._reopen(self._language.packaging, wanted)
        except PackageProblem as problem:
            yield Notice(say("A repaired version can't be had: %(message)s", message=problem.message))
            return False
        return True

    def _reopen(self, packaging: Packaging, wanted: Sequence[str]) -> Generator[Event, None, None]:
        """Go on in another sandbox, which has these packages beside what was in the first."""
        if self._provision is None:
            raise PackageProblem(say("%(wanted)s can't be had here.", wanted=", ".join(wanted)))
        if self._first is None:
            self._first = packaging.read_inventory((yield from self.run(packaging.inventory(()))))
        provision, first = self._provision, self._first
        made: list[PackageSet] = []

        def fetch_and_open() -> Sandbox:
            say_so = self._said.put
            made.append(packaging.fetch(wanted, first, provision.cache, self._cancel, say_so, provision.allowed))
            return provision.open(made[0].folder, say_so)

        opening = in_background(fetch_and_open)
        try:
            yield from self._outcome(opening)
        except PackageProblem as problem:
            if problem.doubts:
                yield PackagesDoubted(problem.doubts)
            raise
        except BaseException:
            close_soon(opening)
            raise
        close_soon(self._opening, self._rooms.unused())
        self._opening, self._rooms, self._wanted = opening, Rooms(opening), tuple(wanted)
        yield PackagesReady(made[0].pins, made[0].folder.parent.name)

    def _outcome(self, opening: Future[Sandbox]) -> Generator[Event, None, Sandbox]:
        """What was opened; its progress comes as notices."""
        while not opening.done():
            yield from self._notices()
            wait([opening], timeout=POLL_SECONDS)
            self._cancel.raise_if_set()
        yield from self._notices()
        return opening.result()

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

    def test_attempt(self, attempt: int, candidate: Candidate, suite: Suite) -> Generator[Event, None, Verdicts]:
        """The same, for people who watch this attempt: that a test has ended is told at once. Raises likewise."""
        run = yield from self.runner()
        told: SimpleQueue[Event | None] = SimpleQueue()

        def tell(news: Any) -> None:
            told.put(TestsProgressed(attempt, tuple(self._language.read_news(news))))

        job = replace(self._language.test_job(candidate, suite, TEST_LIMITS), on_news=tell)
        running = self._pool.submit(run, job)
        running.add_done_callback(lambda _: told.put(None))
        while event := told.get():
            yield event
        return self._language.read_results(running.result(), suite.tests)

    def check(
        self,
        candidate: Candidate,
        suite: Suite,
        attempt: int,
        brief: Brief | None = None,
        goes_back: GoesBack = nothing_does,
    ) -> Generator[Event, None, tuple[CheckReport, ...]]:
        """What every check says of `candidate`, whose program is to be what `brief` says; see `Checking.check`."""
        sandbox, provision = (yield from self.sandbox()), self._provision
        place = Place(sandbox, self._rooms)
        if provision:
            place = replace(place, advisories=provision.advisories, packages=provision.cache)
        return (yield from self._checking.check(self._subject(candidate, suite, brief), place, attempt, goes_back))

    def planted_with(self, candidate: Candidate, suite: Suite, brief: Brief | None, check: Check) -> Suite:
        """The tests since which `check` has the same names for what it tries on `candidate`."""
        earlier = self._checking.kept.earlier(check, self._subject(candidate, suite, brief))
        return earlier.first if earlier else suite

    def _subject(self, candidate: Candidate, suite: Suite, brief: Brief | None) -> Subject:
        return Subject(candidate, suite, brief, self._wanted)

    def _notices(self) -> Iterator[Event]:
        while not self._said.empty():
            yield Notice(self._said.get())
