"""Dependencies: whether the exact packages that a program needs have known vulnerabilities.

The versions come from inside the sandbox, where the program ran with them; nothing is installed
and no generated code runs here.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import Any

from packaging.version import InvalidVersion, Version

from languages.checks import CheckContext, Details, Part
from languages.packages import IndexUnreachable, PackageProblem
from languages.python.packages.advisories import Advisories, Vulnerability
from languages.python.packages.auditing import LookedUp, look_up
from languages.python.packages.imports import third_party_imports, unknown_imports
from languages.python.packages.inventory import inventory_job, read_inventory
from languages.python.packages.locking import locked, locked_on_shelf
from languages.python.packages.needed import declared, implied
from languages.python.packages.optional import optional_imports
from languages.python.packages.resolving import Uv
from languages.python.packages.shelf import canonical
from languages.python.packages.sources import Sources
from languages.types import NO_NEEDS, Candidate, CheckReport, Finding, Helps, Needs, Suite
from message import joined, say, say_count
from sandbox.base import Job
from sandbox.scratch import scratch_folder

SCRIPT = "versions_job.py"
NAMED = 3


class PipAuditCheck:
    """Fails on any known vulnerability. A package that couldn't be looked up makes it `not_checked`."""

    name = "pip-audit"
    title = say("Dependencies")
    purpose = say("The packages that the program needs are looked up among known vulnerabilities.")
    claim = say("No package that it needs has a known security hole")
    wrong = ""
    unknown = say("It isn't known whether the packages that it needs have security holes")
    required = True
    repairable = True
    proves = False
    details: Details = "findings"
    depends_on: frozenset[Part] = frozenset(("program", "packages"))

    def __init__(self, seconds: float = 30.0, sources: Callable[[], Sources] = Sources.of_this_machine) -> None:
        self._seconds = seconds
        self._sources = sources

    def run(self, candidate: Candidate, suite: Suite, context: CheckContext) -> CheckReport:
        """See `Check.run`."""
        report = self._check(candidate.source, context)
        lines = unknown_imports(candidate.source)
        if lines and report.status != "failed":
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
                say("It isn't known which version of %(unknown)s would be used", unknown=", ".join(unknown)),
            )
        pins = {
            name: version for found in versions.values() for name, _, version in (one.partition("==") for one in found)
        }
        if not pins:
            return self._report("passed", say("The program can do without the packages that it looks for"))
        try:
            needs = self._locked(pins, context)
        except PackageProblem as problem:
            helps: Helps = "connection" if isinstance(problem, IndexUnreachable) else "again"
            needs = Needs(tuple(sorted(f"{name}=={version}" for name, version in pins.items() if version)))
            return self._report(
                "not_checked",
                say("Not all that the program needs is known: %(message)s", message=problem.message),
                needs,
                helps=helps,
            )
        return self._audit(needs, context)

    def _locked(self, pins: Mapping[str, str], context: CheckContext) -> Needs:
        inventory = read_inventory(context.sandbox.run(inventory_job(pins), context.cancel))
        versions = {canonical(name): version for name, version in pins.items()}
        if needs := locked_on_shelf(versions):
            return needs
        with scratch_folder() as folder:
            # What was fetched for a program tells without a connection, too, what it needs.
            cache = context.packages or Path(folder)
            return locked(versions, Uv(self._sources(), inventory, cache, context.cancel))

    def _audit(self, needs: Needs, context: CheckContext) -> CheckReport:
        pins = {pin.partition(" ;")[0] for pin in needs.pins}
        found = look_up(pins, Advisories(context.advisories), self._seconds, context.cancel)
        findings = tuple(_finding(answer.pin, one) for answer in found.answers for one in answer.vulnerabilities)
        if findings:
            named = ", ".join(sorted({finding.rule for finding in findings}))
            summary = say("Known vulnerabilities in %(value)s", value=named)
            return self._report("failed", joined("; ", (summary, _as_of(found))), needs, findings)
        if found.unknown:
            return self._report("not_checked", _unanswered(found), needs, helps="connection")
        count = len({pin.partition("==")[0] for pin in pins})
        none = say_count(
            "No known vulnerabilities in %(count)s package", "No known vulnerabilities in %(count)s packages", count
        )
        systems = ", ".join(needs.not_for)
        not_for = say("not all of them can be had on %(systems)s", systems=systems) if systems else ""
        return self._report("passed", joined("; ", (none, _as_of(found), not_for)), needs)

    def _report(
        self,
        status: Any,
        summary: str,
        needs: Needs = NO_NEEDS,
        findings: tuple[Finding, ...] = (),
        helps: Helps = "again",
    ) -> CheckReport:
        return CheckReport(self.name, status, summary, findings, needs=needs, helps=helps)


def _as_of(found: LookedUp) -> str:
    """From which day that is where the service couldn't be asked now; empty where it could."""
    if not found.since:
        return ""
    if not found.silent:
        return say("for some of them as of %(date)s", date=found.since.isoformat())
    return say(
        "as of %(date)s, because the vulnerability service couldn't be asked now: %(problem)s",
        date=found.since.isoformat(),
        problem=found.problem,
    )


def _unanswered(found: LookedUp) -> str:
    if found.silent:
        return say("The vulnerability service could not be asked: %(problem)s", problem=found.problem)
    return say("Could not be looked up: %(value)s", value=_some([pin.partition("==")[0] for pin in found.unknown]))


def _some(names: Sequence[str]) -> str:
    """The first of many names, and how many more there are."""
    more = len(names) - NAMED
    listed = ", ".join(names[:NAMED])
    return say("%(names)s and %(more)s more", names=listed, more=more) if more > 0 else listed


def _chosen_late(lines: tuple[int, ...]) -> str:
    return say_count(
        "The program chooses what it imports only as it runs (line %(lines)s), "
        "so it isn't known which packages it needs",
        "The program chooses what it imports only as it runs (lines %(lines)s), "
        "so it isn't known which packages it needs",
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


def _finding(pin: str, known: Vulnerability) -> Finding:
    name, _, version = pin.partition("==")
    fixed = ", ".join(known.fix_versions)
    advice = say("Repaired in %(fixed)s.", fixed=fixed) if fixed else say("No repaired version is known.")
    package = f"{name} {version}"
    first, *_ = known.description.splitlines() or [""]
    return Finding(
        rule=package,
        message=f"{known.id}: {first}",
        severity="high",
        detail=advice,
        meaning=say("The package %(package)s has a known security hole. %(advice)s", package=package, advice=advice),
        remedy=say("Do without %(dependency)s: which version is taken isn't the program's to say.", dependency=name),
        upgrade=_upgrade(name, version, known.fix_versions),
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
