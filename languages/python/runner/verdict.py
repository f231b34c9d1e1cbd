"""From what the plugin reported to what can be relied on.

The exit status alone proves nothing: a program under test can end the process, or change pytest.
So every test that was collected must be reported exactly once, to the end, and the two canaries
must be among them, each on its own side. A program that was seen to tamper has no verdict. Of a run
that was ended because its time was up, what came so far tells what failed, but nothing passes by it.
What is told while it goes on is for people who watch, and is no part of the verdict.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from .canaries import Secrets

MAX_BYTES = 16 * 1024 * 1024
FIELDS = {"test": ("outcome", "message", "limit"), "tampered": ("message",)}
OUTCOMES = ("passed", "failed", "error", "skipped")


@dataclass
class Records:
    """The plugin's records as they come: a `Reader`, as in the runner's `language.py`."""

    known: Secrets = field(default_factory=Secrets.fresh)
    _running: str = ""
    _rest: bytes = b""
    _size: int = 0
    _collected: list[str] = field(default_factory=list)
    _tests: list[dict[str, Any]] = field(default_factory=list)
    _told: set[str] = field(default_factory=set)
    _finished: int = 0
    _tampered: str = ""
    _problem: str = ""

    @property
    def secrets(self) -> dict[str, str]:
        """What the plugin has to know as well."""
        return vars(self.known)

    @property
    def running(self) -> str:
        """The name of the test that is running; empty where none is, or only a canary."""
        return "" if self._is_canary(self._running) else _short(self._running)

    def feed(self, data: bytes) -> None:
        """Take what came out of the pipe."""
        self._size += len(data)
        if self._size > MAX_BYTES:
            self._problem = "The report of the tests is too large."
            return
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            self._take(line)

    def news(self) -> list[tuple[str, str]]:
        """The tests that have ended since this was last asked, with all of their parameters, each with its outcome."""
        if self._problem or self._tampered:
            return []
        expected = Counter(map(_case, self._collected))
        ended: dict[str, list[str]] = {}
        for record in self._tests:
            if not self._is_canary(record["node_id"]):
                ended.setdefault(_case(record["node_id"]), []).append(record["outcome"])
        fresh = {
            case: next((outcome for outcome in outcomes if outcome != "passed"), "passed")
            for case, outcomes in ended.items()
            if case not in self._told and len(outcomes) == expected[case]
        }
        self._told.update(fresh)
        return list(fresh.items())

    def report(self) -> tuple[list[dict[str, str]] | dict[str, Any] | None, str]:
        """The tests in order, without the canaries; or why there is no verdict, in a sentence.

        Where the program was seen at something, they are the report's `tests`, and that is what it `tampered` with.
        """
        if problem := self._problem or self._incomplete() or self._canaries_wrong():
            return ({"tampered": self._tampered, "tests": None}, self._tampered) if self._tampered else (None, problem)
        tests = self._public(self._tests)
        return ({"tampered": self._tampered, "tests": tests} if self._tampered else tests), ""

    def so_far(self, limit: str) -> list[dict[str, str]] | None:
        """The tests that ended, and the running one as failed, because all were to end within `limit`, as in "20 s".

        None where none was collected yet, or the records aren't all pytest's own.
        """
        if (
            self._tampered
            or self._problem
            or not self._collected
            or self._repeated()
            or self._outcomes_wrong()
            or self._canary_wrong()
        ):
            return None
        unfinished = f"did not finish: the {limit} for all tests were over"
        running = {"node_id": self._running, "outcome": "failed", "message": unfinished, "limit": limit}
        return self._public([*self._tests, running] if self._running else self._tests)

    def _take(self, line: bytes) -> None:
        try:
            record = json.loads(line)
            kind, *fields = (record[name] for name in ("kind", "node_id", *FIELDS.get(record["kind"], ())))
            true = record["token"] == self.known.token and all(isinstance(text, str) for text in fields)
        except (ValueError, TypeError, KeyError, RecursionError):
            true = False
        if not true:
            self._problem = "Something other than pytest wrote into the report of the tests."
        elif kind == "collected":
            self._collected.append(record["node_id"])
        elif kind == "started":
            self._running = record["node_id"]
        elif kind == "test":
            self._tests.append(record)
            self._running = ""
        elif kind == "tampered":
            self._tampered = self._tampered or record["message"]
        else:
            self._finished += 1

    def _incomplete(self) -> str:
        if self._running:
            return f"The program ended the test run in the middle of {_short(self._running)}."
        if not self._collected:
            return "Importing the program ended the test run before any test was found."
        reported = {record["node_id"] for record in self._tests}
        if self._repeated() or not reported.issuperset(self._collected):
            return "Not every test was run and reported exactly once."
        if self._outcomes_wrong():
            return "A test was started but neither passed nor failed."
        return "" if self._finished == 1 else "The test run was ended before its end."

    def _repeated(self) -> bool:
        reported = Counter(record["node_id"] for record in self._tests)
        return max(reported.values(), default=1) > 1

    def _outcomes_wrong(self) -> bool:
        return any(record["outcome"] not in OUTCOMES for record in self._tests)

    def _canaries_wrong(self) -> str:
        reported = {_short(record["node_id"]) for record in self._tests}
        if self._canary_wrong() or not reported.issuperset(self._canary_outcomes):
            return "The tests can't be relied on: a test that must fail and one that must pass didn't both do so."
        return ""

    def _canary_wrong(self) -> bool:
        """Whether a canary ended on the wrong side."""
        outcomes = {_short(record["node_id"]): record["outcome"] for record in self._tests}
        return any(outcomes.get(name, right) != right for name, right in self._canary_outcomes.items())

    @property
    def _canary_outcomes(self) -> dict[str, str]:
        return {self.known.failing: "failed", self.known.passing: "passed"}

    def _is_canary(self, node_id: str) -> bool:
        return _short(node_id) in self._canary_outcomes

    def _public(self, records: list[dict[str, Any]]) -> list[dict[str, str]]:
        """The records as they leave the sandbox, without the canaries'."""
        names = ("node_id", *FIELDS["test"])
        return [
            {name: str(record[name]) for name in names} for record in records if not self._is_canary(record["node_id"])
        ]


def _case(node_id: str) -> str:
    """The test without its parameters."""
    return node_id.partition("[")[0]


def _short(node_id: str) -> str:
    return node_id.rpartition("::")[2]
