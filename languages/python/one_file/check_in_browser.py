"""Python's side of the one file while its tests run in it: pytest, which lies beside it with all that it needs.

What each test said is returned as JSON, in the form of the sandbox's own reports.
"""

from __future__ import annotations

import ast
import contextlib
import importlib
import io
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from js import Object
from pyodide.ffi import to_js

from languages.python.runner._scenario import properties

FOLDER = Path("/tests")
PLUGIN = "languages.python.one_file.same_interpreter"
OPTIONS = ("-q", "--capture=sys", "-p", "no:cacheprovider", "-p", "no:faulthandler", "-p", PLUGIN)
LONGEST = 4_000


class Reports:
    """A plugin that writes down how each test ended, and which files couldn't be collected."""

    def __init__(self, tell: Any) -> None:
        self.said: dict[str, dict[str, str]] = {}
        self._tell = tell

    def pytest_collectreport(self, report: Any) -> None:
        if report.failed:
            self._say(report.nodeid, "error", str(report.longrepr))

    def pytest_runtest_logreport(self, report: Any) -> None:
        """What came first of something other than a pass counts."""
        before = self.said.get(report.nodeid)
        if report.outcome != "passed" and (before is None or before["outcome"] == "passed"):
            why = (
                report.longrepr[2].removeprefix("Skipped: ")
                if isinstance(report.longrepr, tuple)
                else str(report.longrepr)
            )
            self._say(report.nodeid, report.outcome, why)
        elif report.when == "call" and before is None:
            self._say(report.nodeid, "passed", "")
        if report.when == "teardown":
            self._tell(f"{len(self.said)}\n")

    def _say(self, name: str, outcome: str, message: str) -> None:
        self.said[name] = {"node_id": name, "outcome": outcome, "message": message[-LONGEST:]}


def main(said: str, tell: Any, ask: Any) -> Any:
    """Run the tests of the files that `said` names in JSON."""
    what = json.loads(said)
    os.chdir(FOLDER)
    for module in _imported(Path(what["entry"]).read_text(encoding="utf-8")):
        with contextlib.suppress(Exception):  # once, and not anew at each start
            importlib.import_module(module)
    import pytest

    reports = Reports(tell)
    with contextlib.redirect_stdout(io.StringIO()) as shown, contextlib.redirect_stderr(shown):
        status = pytest.main([*OPTIONS, *what["tests"]], plugins=[reports, properties])
    answer = {"status": int(status), "tests": list(reports.said.values()), "shown": shown.getvalue()[-LONGEST:]}
    return to_js({"said": "checked", "answer": json.dumps(answer)}, dict_converter=Object.fromEntries)


def _imported(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
