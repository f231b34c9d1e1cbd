"""What the checks found in earlier programs becomes tests, once a program was repaired: no later one may have it again.

They lie beside the others and speak for nothing: no rule, no example, and no strength.
"""

from __future__ import annotations

from collections.abc import Generator

from agent.attempts import Attempt
from agent.events import Event, TestsChanged
from agent.strategies.base import Search
from languages.types import Finding, Suite


# Why: docs/decisions.md, "What odd use found becomes a test beside the others"
def hold_to_findings(search: Search, attempt: Attempt) -> Generator[Event, None, None]:
    """Add the tests that came with what was found in earlier attempts, if this one passes them and all others.

    Raises `Cancelled` and `SandboxError`.
    """
    strengthening, before = search.language.strengthening, search.suite
    if not strengthening or not attempt.verdicts.stands:
        return
    for finding in _earlier(search, attempt):
        suite = strengthening.held(search.suite, finding)
        if suite.beside == search.suite.beside:
            continue
        verdicts = yield from search.sandbox.test(attempt.candidate, Suite(suite.beside, ()))
        if verdicts.passed:
            search.suite = suite
    if search.suite != before:
        yield TestsChanged(search.suite, ())


def _earlier(search: Search, attempt: Attempt) -> list[Finding]:
    """Those with a test that were found in other programs."""
    others = (one for one in search.attempts if one.number < attempt.number)
    found = (finding for one in others for report in one.reports for finding in report.findings if finding.test)
    return list(dict.fromkeys(found))
