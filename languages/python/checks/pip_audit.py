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
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from importlib import resources
from itertools import zip_longest
from pathlib import Path
from typing import Any

from packaging.version import InvalidVersion, Version

from cancel import Cancel
from languages.checks import CheckContext, Details
from languages.packages import PackageProblem
from languages.python.packages.imports import third_party_imports, unknown_imports
from languages.python.packages.inventory import inventory_job, read_inventory
from languages.python.packages.locking import locked, locked_on_shelf
from languages.python.packages.needed import declared, implied
from languages.python.packages.optional import optional_imports
from languages.python.packages.resolving import Uv
from languages.python.packages.shelf import canonical
from languages.python.packages.sources import Sources
from languages.types import NO_NEEDS, Candidate, CheckReport, Finding, Needs, Suite
from message import joined, say, say_count
from sandbox.base import Job
from sandbox.scratch import scratch_folder

log = logging.getLogger(__name__)

SCRIPT = "versions_job.py"
# OSV knows more: malicious packages, and what isn't published at PyPI.
SERVICES = ("osv", "pypi")
NAMED = 3


class PipAuditCheck:
    """Fails on any known vulnerability. A package that couldn't be looked up makes it `not_checked`."""

    name = "pip-audit"
    title = say("Dependencies")
    purpose = say("The packages that the program needs are looked up among known vulnerabilities.")
    claim = say("No package that it needs has a known weak spot")
    required = True
    repairable = True
    proves = False
    details: Details = "findings"

    def __init__(self, seconds: float = 30.0, sources: Callable[[], Sources] = Sources.of_this_machine) -> None:
        self._seconds = seconds
        self._sources = sources

    def run(self, candidate: Candidate, suite: Suite, context: CheckContext) -> CheckReport:
        """See `Check.run`."""
        report = self._check(candidate.source, context)
        lines = unknown_imports(candidate.source)
        if lines and report.status == "passed":
            return replace(report, status="not_checked", summary=_chosen_late(lines), helps="nothing")
        return report

    def _check(self, source: str, context: CheckContext) -> CheckReport:
        modules, packages = third_party_imports(source), {*declared(source), *implied(source)}
        if not modules and not packages:
            return self._report("passed", say("The program needs no packages, only Python itself"))
        versions = _installed_versions(modules, packages, context)
        optional = optional_imports(source)
        if unknown := [name for name in modules if not versions.get(name) and name not in optional]:
            return self._report(
                "not_checked",
                say("Nobody knows which version of %(unknown)s would be used", unknown=", ".join(unknown)),
            )
        pins = {
            name: version for found in versions.values() for name, _, version in (one.partition("==") for one in found)
        }
        if not pins:
            return self._report("passed", say("The program can do without the packages that it looks for"))
        try:
            needs = self._locked(pins, context)
        except PackageProblem as problem:
            needs = Needs(tuple(sorted(f"{name}=={version}" for name, version in pins.items() if version)))
            return self._report(
                "not_checked",
                say("Not all that the program needs is known: %(message)s", message=problem.message),
                needs,
            )
        return self._audit(needs, context.cancel)

    def _locked(self, pins: Mapping[str, str], context: CheckContext) -> Needs:
        inventory = read_inventory(context.sandbox.run(inventory_job(pins), context.cancel))
        versions = {canonical(name): version for name, version in pins.items()}
        if needs := locked_on_shelf(versions):
            return needs
        with scratch_folder() as folder:
            return locked(versions, Uv(self._sources(), inventory, Path(folder), context.cancel))

    def _audit(self, needs: Needs, cancel: Cancel) -> CheckReport:
        pins = sorted({pin.partition(" ;")[0] for pin in needs.pins})
        dependencies, problem, parts = list[dict[str, Any]](), "", _each_once(pins)
        for part in parts:
            found, problem = _asked(part, self._seconds, cancel)
            if found is None:
                said = say("The vulnerability service could not be asked: %(problem)s", problem=problem)
                return self._report("not_checked", said, needs)
            dependencies += found
        skipped = [one["name"] for one in dependencies if "skip_reason" in one]
        findings = tuple(_finding(one, vuln) for one in dependencies for vuln in one.get("vulns", ()))
        if findings:
            summary = say(
                "Known vulnerabilities in %(value)s", value=", ".join(sorted({finding.rule for finding in findings}))
            )
            return self._report("failed", summary, needs, findings)
        if skipped or len(dependencies) < len(pins):
            return self._report(
                "not_checked", say("Could not be looked up: %(value)s", value=_some(skipped) or problem), needs
            )
        systems = ", ".join(needs.not_for)
        not_for = say("not all of them can be had on %(systems)s", systems=systems) if systems else ""
        none = say_count(
            "No known vulnerabilities in %(count)s package",
            "No known vulnerabilities in %(count)s packages",
            len(parts[0]),
        )
        return self._report(
            "passed",
            joined("; ", (none, not_for)),
            needs,
        )

    def _report(
        self, status: Any, summary: str, needs: Needs = NO_NEEDS, findings: tuple[Finding, ...] = ()
    ) -> CheckReport:
        return CheckReport(self.name, status, summary, findings, needs=needs)


def _some(names: Sequence[str]) -> str:
    """The first of many names, and how many more there are."""
    more = len(names) - NAMED
    listed = ", ".join(names[:NAMED])
    return say("%(names)s and %(more)s more", names=listed, more=more) if more > 0 else listed


def _chosen_late(lines: tuple[int, ...]) -> str:
    return say_count(
        "The program chooses what it imports only as it runs (line %(lines)s), so nobody knows which packages it needs",
        "The program chooses what it imports only as it runs (lines %(lines)s), "
        "so nobody knows which packages it needs",
        len(lines),
        lines=", ".join(map(str, lines)),
    )


def _installed_versions(
    modules: Sequence[str], packages: Collection[str], context: CheckContext
) -> dict[str, list[str]]:
    files = {SCRIPT: resources.files("languages.python.checks").joinpath(SCRIPT).read_bytes()}
    asked = json.dumps({"modules": sorted(modules), "packages": sorted(packages)})
    result = context.sandbox.run(Job(files, ("warm-python", SCRIPT, asked)), context.cancel)
    try:
        versions: dict[str, list[str]] = json.loads(result.stdout)
    except ValueError:
        return {}
    return versions


def _each_once(pins: Sequence[str]) -> list[list[str]]:
    """The pins in lists with one of each package, the first with all: there may be one for each of several Pythons, and
    pip-audit takes no two of one package."""
    versions: dict[str, list[str]] = {}
    for pin in pins:
        versions.setdefault(pin.partition("==")[0], []).append(pin)
    return [list(filter(None, part)) for part in zip_longest(*versions.values())]


def _asked(pins: Sequence[str], seconds: float, cancel: Cancel) -> tuple[list[dict[str, Any]] | None, str]:
    """What the first service that answers knows of `pins`, as pip-audit prints it; or None, and why."""
    problem = ""
    chosen = os.environ.get("PIP_AUDIT_VULNERABILITY_SERVICE")
    for service in (chosen,) if chosen else SERVICES:
        output, said = _run_pip_audit(pins, service, seconds, cancel)
        try:
            found: list[dict[str, Any]] = json.loads(output)["dependencies"]
        except (ValueError, KeyError, TypeError):
            problem = problem or said
        else:
            if not all("skip_reason" in one for one in found):  # else it knows none of them, as a mirror of PyPI may
                return found, said
            problem = problem or say("it knows none of these packages")
    return None, problem


def _run_pip_audit(pins: Sequence[str], service: str, seconds: float, cancel: Cancel) -> tuple[str, str]:
    """What pip-audit printed as JSON, and the last line of its complaints."""
    with scratch_folder() as folder:
        listing = Path(folder, "requirements.txt")
        listing.write_text("\n".join(pins), encoding="utf-8")
        # The arguments are ours; the requirements are names and versions read from installed metadata.
        command = [sys.executable, "-m", "pip_audit", "--requirement", str(listing), "--no-deps", "--disable-pip"]
        command += [
            "--vulnerability-service",
            service,
            "--format",
            "json",
            "--progress-spinner",
            "off",
            "--timeout",
            "10",
        ]
        process = subprocess.Popen(  # noqa: S603
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8"
        )
        with process, cancel.on_cancel(process.kill):
            try:
                output, complaints = process.communicate(timeout=seconds)
            except subprocess.TimeoutExpired:
                process.kill()
                return "", say("it did not answer within %(seconds)s s", seconds=f"{seconds:.0f}")
    cancel.raise_if_set()
    return output, _in_plain_words(complaints)


def _in_plain_words(complaints: str) -> str:
    """The reason in what pip-audit printed; the whole of it goes to the log."""
    log.info("pip-audit said: %s", complaints)
    if "ConnectionError" in complaints or "Could not connect" in complaints:
        return say("it can't be reached from this computer")
    lines = complaints.strip().splitlines()
    return lines[-1][:200] if lines else say("it gave no answer")


def _finding(dependency: dict[str, Any], vuln: dict[str, Any]) -> Finding:
    fixed = ", ".join(vuln["fix_versions"])
    advice = say("Repaired in %(fixed)s.", fixed=fixed) if fixed else say("No repaired version is known.")
    package = f"{dependency['name']} {dependency['version']}"
    return Finding(
        rule=package,
        message=f"{vuln['id']}: {vuln.get('description', '').splitlines()[0] if vuln.get('description') else ''}",
        severity="high",
        detail=advice,
        meaning=say("%(package)s has a known weakness. %(advice)s", package=package, advice=advice),
        remedy=say(
            "Do without %(dependency)s: which version is taken isn't the program's to say.",
            dependency=dependency["name"],
        ),
        upgrade=_upgrade(dependency["name"], dependency["version"], vuln["fix_versions"]),
    )


def _upgrade(name: str, version: str, fixed: Sequence[str]) -> str:
    """The next version that is repaired, and those after it; empty where there is none."""
    later = [found for found in map(_version, fixed) if found and found > Version(version)]
    return f"{name}>={min(later)}" if later else ""


def _version(text: str) -> Version | None:
    try:
        return Version(text)
    except InvalidVersion:
        return None
