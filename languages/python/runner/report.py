"""The pytest plugin that tells the runner, over a pipe of its own, how each test ended.

Two canaries go along with every run: tests of random names, one of which must fail. They take the
same way through pytest as all others, but are kept out of its output and its exit status.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Generator
from json import dumps
from os import getpid, write
from pathlib import Path
from typing import Any, TypeVar

import pytest
from _pytest.runner import runtestprotocol

from ._scenario.run import Run
from .canaries import Secrets
from .scenario import Program
from .seal import Sealed, seal
from .time_limit import Clock, TooSlow, time_limit

Told = TypeVar("Told", pytest.TestReport, pytest.CollectReport)
SEVERITY = ("missing", "passed", "skipped", "failed", "error")
MAX_MESSAGE = 4096
MOST_SHOWN = 800

ADDRESS = re.compile(r"\bat 0x[0-9a-f]{6,}")
READS_INPUT = re.compile(r"^E( +)OSError: pytest: reading from stdin while output is captured.*$", re.MULTILINE)
SHOWN_BELOW = re.compile(r"^E +\+ +where .* = \w+\.(?:text|files)\n?", re.MULTILINE)
ENDS_PROCESS = re.compile(r"^E( +)SystemExit.*$", re.MULTILINE)


class Reporter:
    """Writes one JSON line for each thing that happens to `pipe`, a file descriptor."""

    def __init__(self, pipe: int, known: Secrets, canaries: Path, sealed: Sealed) -> None:
        self._pipe = pipe
        self._token = known.token
        self._path = canaries
        self._sealed = sealed
        self._process = os.getpid()
        self._folder = Path.cwd()
        self._canaries: list[pytest.Item] = []
        self._outcome = "missing"
        self._message = self._limit = ""
        self._broken: Callable[[], str] = str

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self, session: pytest.Session) -> None:
        """From here on the program may run: seal what its tests rely on."""
        self.collect_canaries(session)
        tests = self._folder / session.config.args[0].partition("::")[0]
        self._broken = seal(str(tests), self._sealed)

    def collect_canaries(self, session: pytest.Session) -> None:
        """Import them, which is done before the program could change their file."""
        module = pytest.Module.from_parent(session, path=self._path)
        self._canaries = [item for item in module.collect() if isinstance(item, pytest.Item)]
        for canary in self._canaries:
            setattr(canary, "repr_failure", str)  # noqa: B010  (nobody reads why one fails, and to tell takes long)

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(
        self, collector: pytest.Collector
    ) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        try:
            return self.revised((yield), None)
        except SystemExit:
            longrepr: Any = collector.repr_failure(pytest.ExceptionInfo.from_current())
            return pytest.CollectReport(collector.nodeid, "failed", longrepr, None)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self._send("test", report.nodeid, outcome="error", message=self._message_of(report), limit="")

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, session: pytest.Session, items: list[pytest.Item]) -> None:
        items.extend(self._canaries)

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self._look_at_seal()
        for item in session.items:
            self._send("collected", item.nodeid)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> None:
        session.testscollected -= len(self._canaries)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item, nextitem: pytest.Item | None) -> bool:
        self._outcome, self._message, self._limit = "missing", "", ""
        self._send("started", item.nodeid)
        if item in self._canaries:
            runtestprotocol(item, log=False, nextitem=nextitem)
        else:
            item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
            runtestprotocol(item, log=True, nextitem=nextitem)
            item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
        self._send("test", item.nodeid, outcome=self._outcome, message=self._message, limit=self._limit)
        return True

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_setup(self) -> Generator[None, Any, Any]:
        return (yield from _in_time())

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_call(self) -> Generator[None, Any, Any]:
        return (yield from _in_time())

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_teardown(self) -> Generator[None, Any, Any]:
        return (yield from _in_time())

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        raised = call.excinfo.value if call.excinfo else None
        report = self.revised((yield), raised)
        outcome = outcome_of(report)
        if SEVERITY.index(outcome) > SEVERITY.index(self._outcome):
            self._outcome = outcome
            self._message = "" if outcome == "passed" else self._message_of(report, _last_start(item))
            self._limit = raised.limit if isinstance(raised, TooSlow) else ""
        return report

    def tell_skipped(self, node_id: str, reason: str) -> None:
        """Of a test that isn't run at all."""
        self._send("started", node_id)
        self._send("test", node_id, outcome="skipped", message=reason, limit="")

    def revised(self, report: Told, raised: BaseException | None) -> Told:
        """What is told of a test, or of a file, in which this was raised."""
        return report

    def pytest_sessionfinish(self) -> None:
        self._look_at_seal()
        self._send("finished", "")

    def _look_at_seal(self) -> None:
        if changed := self._broken():
            self._send("tampered", "", message=f"The program changed `{changed}`, which its tests rely on.")

    def _message_of(self, report: pytest.TestReport | pytest.CollectReport, started: Run | None = None) -> str:
        """Pytest's own words, or the reason of a skip; always the same, wherever the job runs.

        What a program showed that the test has `started` is added, for pytest shows no more than its ends, if any.
        """
        longrepr = report.longrepr
        text = str(longrepr[2]) if isinstance(longrepr, tuple) else report.longreprtext
        explained = _explain(text, importing=isinstance(report, pytest.CollectReport))
        if started:
            explained = f"{SHOWN_BELOW.sub('', explained)}\n{_shown(started)}"
        return condense(self._without_place(explained))

    def _without_place(self, text: str) -> str:
        """`text` without what differs from job to job: its folders, and addresses in memory."""
        text = text.replace(f"{self._folder}{os.sep}", "").replace(str(self._folder), ".")
        for spare in (self._path.parent.resolve(), self._path.parent):
            text = text.replace(str(spare), "/tmp")  # noqa: S108
        return ADDRESS.sub("at 0x…", text)

    def _send(self, kind: str, node_id: str, **more: Any) -> None:
        if getpid() != self._process:
            return
        record = {"token": self._token, "kind": kind, "node_id": node_id, **more}
        data = dumps(record).encode() + b"\n"
        while data:
            data = data[write(self._pipe, data) :]


def _in_time() -> Generator[None, Any, Any]:
    """One step of a test. It fails even where the program has turned the time limit off."""
    clock = Clock()
    with time_limit():
        result = yield
    if limit := clock.passed(tolerance=0.5):
        raise TooSlow(limit, pytrace=False)
    return result


def outcome_of(report: pytest.TestReport) -> str:
    """What one phase says of its test: a pass of setup or teardown says nothing."""
    if report.failed:
        return "failed" if report.when == "call" else "error"
    if report.skipped:
        return "skipped"
    return "passed" if report.when == "call" else "missing"


def _last_start(item: pytest.Item) -> Run | None:
    """What came of the last start in this test, where it started the program."""
    program = getattr(item, "funcargs", {}).get("program")
    return program.last if isinstance(program, Program) else None


def _shown(run: Run) -> str:
    text, names = run.text.strip(), ", ".join(run.files)
    if len(text) > MOST_SHOWN:
        text = f"{text[: MOST_SHOWN // 2]}\n[…]\n{text[-MOST_SHOWN // 2 :]}"
    return f"The program showed:\n{text or '(nothing)'}\nIt wrote: {names[: MOST_SHOWN // 2] or '(no file)'}"


def _explain(text: str, importing: bool) -> str:
    """In plain words what pytest leaves to guess, or explains by an option that nobody can set here."""
    if not importing:
        return READS_INPUT.sub(r"E\1The program asks for input, and in a test nobody answers.", text)
    text = READS_INPUT.sub(r"E\1The program asks for input when it is imported, and nobody answers.", text)
    return ENDS_PROCESS.sub(r"E\1Importing the program ended the test run: it calls sys.exit() or the like.", text)


def condense(text: str) -> str:
    """`text` cut in the middle to what a prompt can take; its end says the most."""
    if len(text) <= MAX_MESSAGE:
        return text
    head = MAX_MESSAGE // 4
    return f"{text[:head]}\n[…]\n{text[head - MAX_MESSAGE :]}"
