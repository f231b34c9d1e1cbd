"""Security: bandit reads the program for dangerous constructs, inside the sandbox."""

from __future__ import annotations

import json
from typing import Any

from languages.checks import CheckContext, Details, Part
from languages.python.candidates import ENTRY
from languages.python.checks.meanings import meaning, remedy
from languages.python.checks.weighing import Source, weighed
from languages.types import Candidate, CheckReport, Finding, Suite
from message import joined, say, say_count
from sandbox.base import Job, JobLimits

LIMITS = JobLimits(cpu_seconds=60.0, seconds=240.0, output_bytes=8 << 20)
# A model must not be able to wave its own findings through, so `# nosec` doesn't count.
COMMAND = ("bandit", "--format", "json", "--quiet", "--ignore-nosec", ENTRY)


class BanditCheck:
    """Fails on findings of medium severity or more, as they are weighed here; lesser ones are reported only."""

    name = "bandit"
    title = say("Security")
    purpose = say("The program is searched for dangerous commands.")
    claim = say("A search of its code for dangerous commands found none")
    wrong = ""
    unknown = say("It isn't known whether dangerous commands are in its code")
    required = True
    repairable = True
    proves = False
    details: Details = "findings"
    depends_on: frozenset[Part] = frozenset(("program",))

    def run(self, candidate: Candidate, suite: Suite, context: CheckContext) -> CheckReport:
        """See `Check.run`."""
        result = context.sandbox.run(Job({ENTRY: candidate.source.encode()}, COMMAND, LIMITS), context.cancel)
        try:
            output = json.loads(result.stdout)
            errors = [error["reason"] for error in output["errors"]]
            found = [(_finding(each), each["col_offset"]) for each in output["results"]]
        except (ValueError, KeyError, TypeError):
            why = result.reason or result.stderr.strip()[-300:] or say("it printed no report")
            return CheckReport(self.name, "error", say("The security check broke: %(why)s", why=why))
        if errors:
            return CheckReport(
                self.name,
                "not_checked",
                say("The security check could not read the program: %(errors)s", errors=errors[0]),
                helps="nothing",
            )
        return _judge(_all_weighed(candidate.source, found))


def _judge(findings: tuple[Finding, ...]) -> CheckReport:
    serious = sum(finding.is_serious for finding in findings)
    if serious:
        return CheckReport(
            "bandit",
            "failed",
            say_count("%(count)s security problem found", "%(count)s security problems found", serious),
            findings,
        )
    none = say("No security problems found")
    minor = say_count("%(count)s minor remark", "%(count)s minor remarks", len(findings)) if findings else ""
    return CheckReport("bandit", "passed", joined("; ", (none, minor)), findings)


# Why: docs/security.md, "What bandit finds"
def _all_weighed(text: str, found: list[tuple[Finding, int]]) -> tuple[Finding, ...]:
    try:
        source = Source(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):  # newer than this Python, or made to be too deep
        return tuple(finding for finding, _ in found)
    return tuple(weighed(finding, source, column) for finding, column in found)


def _finding(found: dict[str, Any]) -> Finding:
    severity = found["issue_severity"].lower()
    return Finding(
        rule=f"{found['test_id']} {found['test_name']}",
        message=found["issue_text"],
        severity=severity if severity in ("low", "medium", "high") else "low",
        line=found["line_number"],
        detail=found["code"].rstrip(),
        meaning=meaning(found["test_id"], found["test_name"]),
        remedy=remedy(found["test_id"]),
    )
