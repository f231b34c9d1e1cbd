"""From what the plugin reported to what can be relied on.

The exit status alone proves nothing: a program under test can end the process, or change pytest.
So every test that was collected must be reported exactly once, to the end, and the two canaries
must be among them, each on its own side.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from .report import Secrets

MAX_BYTES = 16 * 1024 * 1024
OUTCOMES = ("passed", "failed", "error", "skipped")


@dataclass
class Records:
    """The plugin's records as they come."""

    known: Secrets
    running: str = ""
    _rest: bytes = b""
    _size: int = 0
    _collected: list[str] = field(default_factory=list)
    _tests: list[dict[str, Any]] = field(default_factory=list)
    _finished: int = 0
    _problem: str = ""

    def feed(self, data: bytes) -> None:
        """Take what came out of the pipe."""
        self._size += len(data)
        if self._size > MAX_BYTES:
            self._problem = "The report of the tests is too large."
            return
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            self._take(line)

    def verdict(self) -> tuple[list[dict[str, str]] | None, str]:
        """The tests in order, without the canaries; or None, and why in a sentence."""
        problem = self._problem or self._incomplete() or self._canaries_wrong()
        if problem:
            return None, problem
        return [_public(record) for record in self._tests if not self._is_canary(record["node_id"])], ""

    def _take(self, line: bytes) -> None:
        try:
            record = json.loads(line)
            true = record["token"] == self.known.token
        except (ValueError, TypeError, KeyError):
            true = False
        if not true:
            self._problem = "Something other than pytest wrote into the report of the tests."
            return
        kind, node_id = record["kind"], record["node_id"]
        if kind == "collected":
            self._collected.append(node_id)
        elif kind == "started":
            self.running = node_id
        elif kind == "test":
            self._tests.append(record)
            self.running = ""
        else:
            self._finished += 1

    def _incomplete(self) -> str:
        if self.running:
            return f"The program ended the test run in the middle of {_short(self.running)}."
        if not self._collected and not self._finished:
            return "The test run ended before any test was found: the program may have ended the process."
        reported = Counter(record["node_id"] for record in self._tests)
        if any(reported[node_id] != 1 for node_id in self._collected) or max(reported.values(), default=1) > 1:
            return "Not every test was run and reported exactly once."
        if any(record["outcome"] not in OUTCOMES for record in self._tests):
            return "A test was started but neither passed nor failed."
        return "" if self._finished == 1 else "The test run was ended before its end."

    def _canaries_wrong(self) -> str:
        outcomes = {_short(record["node_id"]): record["outcome"] for record in self._tests}
        wanted = {self.known.failing: "failed", self.known.passing: "passed"}
        if all(outcomes.get(name) == outcome for name, outcome in wanted.items()):
            return ""
        return "The tests can't be relied on: a test that must fail and one that must pass didn't both do so."

    def _is_canary(self, node_id: str) -> bool:
        return _short(node_id) in (self.known.failing, self.known.passing)


def _short(node_id: str) -> str:
    return node_id.rpartition("::")[2]


def _public(record: dict[str, Any]) -> dict[str, str]:
    return {name: str(record[name]) for name in ("node_id", "outcome", "message")}
