"""Dependencies: pip-audit asks on the host whether the exact packages have known vulnerabilities.

The versions come from inside the sandbox, where the program ran with them; nothing is installed
and no generated code runs here.
"""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import Any

from cancel import Cancel
from languages.checks import CheckContext, Details
from languages.python.checks.imports import third_party_imports, unknown_imports
from languages.types import Candidate, CheckReport, Finding, Suite
from sandbox.base import Job, Sandbox
from sandbox.scratch import scratch_folder

log = logging.getLogger(__name__)

SCRIPT = "versions_job.py"


class PipAuditCheck:
    """Fails on any known vulnerability. A package that couldn't be looked up makes it `not_checked`."""

    name = "pip-audit"
    title = "Dependencies"
    purpose = "The packages that the program needs are looked up among known vulnerabilities."
    required = True
    repairable = True
    details: Details = "findings"

    def __init__(self, seconds: float = 30.0) -> None:
        self._seconds = seconds

    def run(self, candidate: Candidate, suite: Suite, context: CheckContext) -> CheckReport:
        """See `Check.run`."""
        report = self._check(third_party_imports(candidate.source), context.sandbox, context.cancel)
        lines = unknown_imports(candidate.source)
        if lines and report.status == "passed":
            return replace(report, status="not_checked", summary=_chosen_late(lines))
        return report

    def _check(self, names: tuple[str, ...], sandbox: Sandbox, cancel: Cancel) -> CheckReport:
        if not names:
            return self._report("passed", "The program needs no packages, only Python itself")
        versions = _installed_versions(names, sandbox, cancel)
        requirements = tuple(sorted({requirement for found in versions.values() for requirement in found}))
        unknown = [name for name in names if not versions.get(name)]
        unknown += [requirement for requirement in requirements if "==" not in requirement]
        if unknown:
            return self._report("not_checked", f"Nobody knows which version of {', '.join(unknown)} would be used")
        return self._audit(requirements, cancel)

    def _audit(self, requirements: tuple[str, ...], cancel: Cancel) -> CheckReport:
        output, problem = _run_pip_audit(requirements, self._seconds, cancel)
        try:
            dependencies = json.loads(output)["dependencies"]
        except (ValueError, KeyError, TypeError):
            return self._report("not_checked", f"The vulnerability service could not be asked: {problem}", requirements)
        skipped = [f"{one['name']} ({one['skip_reason']})" for one in dependencies if "skip_reason" in one]
        findings = tuple(_finding(one, vuln) for one in dependencies for vuln in one.get("vulns", ()))
        if findings:
            summary = f"Known vulnerabilities in {', '.join(sorted({finding.rule for finding in findings}))}"
            return self._report("failed", summary, requirements, findings)
        if skipped or len(dependencies) < len(requirements):
            return self._report("not_checked", f"Could not be looked up: {', '.join(skipped) or problem}", requirements)
        count = len(requirements)
        return self._report("passed", f"No known vulnerabilities in {count} package{'s' * (count > 1)}", requirements)

    def _report(
        self, status: Any, summary: str, requirements: tuple[str, ...] = (), findings: tuple[Finding, ...] = ()
    ) -> CheckReport:
        return CheckReport(self.name, status, summary, findings, requirements=requirements)


def _chosen_late(lines: tuple[int, ...]) -> str:
    where = f"line{'s' * (len(lines) > 1)} {', '.join(map(str, lines))}"
    return f"The program chooses what it imports only as it runs ({where}), so nobody knows which packages it needs"


def _installed_versions(names: tuple[str, ...], sandbox: Sandbox, cancel: Cancel) -> dict[str, list[str]]:
    files = {SCRIPT: resources.files("languages.python.checks").joinpath(SCRIPT).read_bytes()}
    result = sandbox.run(Job(files, ("warm-python", SCRIPT, *names)), cancel)
    try:
        versions: dict[str, list[str]] = json.loads(result.stdout)
    except ValueError:
        return {}
    return versions


def _run_pip_audit(requirements: tuple[str, ...], seconds: float, cancel: Cancel) -> tuple[str, str]:
    """What pip-audit printed as JSON, and the last line of its complaints."""
    environment = {"PIP_AUDIT_VULNERABILITY_SERVICE": "osv", **os.environ}
    with scratch_folder() as folder:
        listing = Path(folder, "requirements.txt")
        listing.write_text("\n".join(requirements), encoding="utf-8")
        # The arguments are ours; the requirements are names and versions read from installed metadata.
        command = [sys.executable, "-m", "pip_audit", "--requirement", str(listing), "--no-deps", "--disable-pip"]
        command += ["--format", "json", "--progress-spinner", "off", "--timeout", "10"]
        process = subprocess.Popen(  # noqa: S603
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8", env=environment
        )
        with process, cancel.on_cancel(process.kill):
            try:
                output, complaints = process.communicate(timeout=seconds)
            except subprocess.TimeoutExpired:
                process.kill()
                return "", f"it did not answer within {seconds:.0f} s"
    cancel.raise_if_set()
    return output, _in_plain_words(complaints)


def _in_plain_words(complaints: str) -> str:
    """The reason in what pip-audit printed; the whole of it goes to the log."""
    log.info("pip-audit said: %s", complaints)
    if "ConnectionError" in complaints or "Could not connect" in complaints:
        return "it can't be reached from this computer"
    lines = complaints.strip().splitlines()
    return lines[-1][:200] if lines else "it gave no answer"


def _finding(dependency: dict[str, Any], vuln: dict[str, Any]) -> Finding:
    fixed = ", ".join(vuln["fix_versions"])
    advice = f"Repaired in {fixed}." if fixed else "No repaired version is known."
    package = f"{dependency['name']} {dependency['version']}"
    return Finding(
        rule=package,
        message=f"{vuln['id']}: {vuln.get('description', '').splitlines()[0] if vuln.get('description') else ''}",
        severity="high",
        detail=advice,
        meaning=f"{package} has a known weakness. {advice}",
    )
