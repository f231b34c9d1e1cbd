"""What the checks found in earlier programs becomes tests, once a program was repaired: no later one may have it again.

They lie beside the others and speak for nothing: no rule, no example, and no strength.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace

from agent.attempts import Attempt
from agent.events import Event, TestsChanged
from agent.search.bench import Search
from agent.search.move import Move
from languages.types import Finding, Suite
from message import say

NO_TESTS = Suite({}, ())


# Why: docs/decisions.md, "What the attack found becomes a test beside the others, and keeps the seal away"
def hold_to_findings(search: Search) -> Generator[Event, None, None]:
    """Add the tests that came with what was found in earlier attempts: each that its own attempt fails, and that the
    new one passes as it does all others.

    Raises `Cancelled` and `SandboxError`.
    """
    strengthening, before, attempt = search.language.strengthening, search.suite, search.attempts[-1]
    if not strengthening or not attempt.verdicts.stands:
        return
    for earlier, finding in _earlier(search, attempt):
        suite = strengthening.held(search.suite, finding)
        if suite.beside == search.suite.beside:
            continue
        tests = strengthening.held(NO_TESTS, finding).beside
        before_it = yield from search.sandbox.test(earlier.candidate, Suite(tests, ()))
        after_it = yield from search.sandbox.test(attempt.candidate, Suite(tests, ()))
        if before_it.failures and after_it.passed:
            search.state = replace(search.state, suite=suite)
    if search.suite != before:
        yield TestsChanged(search.suite, ())


def _earlier(search: Search, attempt: Attempt) -> list[tuple[Attempt, Finding]]:
    """Those with a test that were found in other programs, each with the first of these."""
    others = (one for one in reversed(search.attempts) if one.number < attempt.number)
    found = {finding: one for one in others for report in one.reports for finding in report.findings if finding.test}
    return [(one, finding) for finding, one in found.items()]


HOLD = Move(
    "hold",
    say("what checks found in earlier programs becomes tests"),
    say("the program that came passes all tests"),
    lambda search: search.state.turn.candidate is not None,
    hold_to_findings,
)
