"""How it is shown what a check found: one section a check, and for each kind of evidence one template."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from agent.report import Report
from languages.checks import Details
from languages.types import CheckReport, CheckStatus, Finding
from ui.base.diffs import DiffLine, parse

WORST_FIRST = {"high": 0, "medium": 1, "low": 2}
HOW_BAD: dict[CheckStatus, int] = {"failed": 0, "error": 1, "not_checked": 1, "passed": 2}


@dataclass(frozen=True, slots=True)
class Place:
    """One finding, with the line of the program, or what the tool saw, that it is about."""

    finding: Finding
    code: str


@dataclass(frozen=True, slots=True)
class MissedMistake:
    """A planted mistake that no test noticed."""

    message: str
    lines: list[DiffLine]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of evidence: its template, and what that shows of a check's findings and the program's lines."""

    template: str
    shown: Callable[[Sequence[Finding], Sequence[str]], Sequence[Place] | Sequence[MissedMistake]]


@dataclass(frozen=True, slots=True)
class Section:
    """What is shown of one check, by the template of its kind. `made` is None where it wasn't made."""

    title: str
    purpose: str
    kind: Kind
    made: CheckReport | None
    shown: Sequence[Place] | Sequence[MissedMistake]


def source_lines(source: str) -> list[str]:
    """The lines of a program as checks count them: other separators than line ends don't count."""
    return source.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def places(findings: Sequence[Finding], lines: Sequence[str]) -> list[Place]:
    """The findings, the worst first."""
    return [Place(one, _code_of(one, lines)) for one in sorted(findings, key=lambda one: WORST_FIRST[one.severity])]


def mistakes(findings: Sequence[Finding], lines: Sequence[str]) -> list[MissedMistake]:
    """The planted mistakes that the tests did not catch, as diffs."""
    return [MissedMistake(one.message, [line for line in parse(one.detail) if line.sign != "@"]) for one in findings]


KINDS: dict[Details, Kind] = {
    "findings": Kind("evidence/findings.html.j2", places),
    "mutants": Kind("evidence/mutants.html.j2", mistakes),
}


def sections(report: Report) -> list[Section]:
    """One for each check of the report's table, then for those that only another version knows. Once the run is over,
    those that failed come first, then those that weren't made, then the clean ones."""
    made = {check.name: check for check in report.checks}
    lines = source_lines(report.chosen.source) if report.chosen else []
    known = [_section(one.title, one.purpose, one.details, made.pop(one.name, None), lines) for one in report.table]
    all_of_them = known + [_section(one.name, "", _details(one), one, lines) for one in made.values()]
    return all_of_them if report.status == "running" else sorted(all_of_them, key=_how_bad)


def _how_bad(section: Section) -> int:
    return HOW_BAD[section.made.status if section.made else "not_checked"]


def _section(title: str, purpose: str, details: Details, made: CheckReport | None, lines: Sequence[str]) -> Section:
    kind = KINDS[details]
    return Section(title, purpose, kind, made, kind.shown(made.findings if made else (), lines))


def _details(made: CheckReport) -> Details:
    return "mutants" if made.mutation else "findings"


def _code_of(finding: Finding, lines: Sequence[str]) -> str:
    if finding.line is not None and 0 < finding.line <= len(lines):
        return lines[finding.line - 1].strip()
    return "" if finding.detail in finding.meaning else finding.detail
