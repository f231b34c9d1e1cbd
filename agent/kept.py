"""What checks said, kept as long as nothing has changed that it depends on."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Any

from languages.brief import Brief
from languages.checks import Check, Earlier, Part
from languages.types import Candidate, CheckReport, Suite

LASTING = frozenset[Part](("program", "packages", "brief"))
"""Where one of these is another, nothing that was found out before says anything."""


@dataclass(frozen=True, slots=True)
class Subject:
    """What is checked: a program and its tests, with these packages."""

    candidate: Candidate
    suite: Suite
    brief: Brief | None
    packages: tuple[str, ...]


PARTS: Mapping[Part, Callable[[Subject], Hashable]] = {
    # Every character counts: a program may read itself, and findings say lines.
    "program": lambda subject: subject.candidate.fingerprint,
    "packages": lambda subject: subject.packages,
    "brief": lambda subject: repr(subject.brief),
    "tests": lambda subject: (repr(sorted(subject.suite.files.items())), repr(subject.suite.tests)),
    "inputs": lambda subject: (subject.suite.inputs, subject.suite.unasked),
}

Key = tuple[Hashable, ...]


# Why: docs/decisions.md, "A check is made again only where what it depends on has changed"
class Kept:
    """The reports of one run, by what they depend on, and what checks noted for themselves."""

    def __init__(self) -> None:
        self._reports: dict[Key, CheckReport] = {}
        self._last: dict[Key, Earlier] = {}

    def report(self, check: Check, subject: Subject) -> CheckReport | None:
        """What the check says of the subject, if that is known."""
        return self._reports.get(_key(check, subject, check.depends_on))

    def earlier(self, check: Check, subject: Subject) -> Earlier | None:
        """What it said last of the same program with other tests."""
        return self._last.get(_key(check, subject, check.depends_on & LASTING))

    def add(self, check: Check, subject: Subject, report: CheckReport, notes: Any, first: Suite) -> None:
        """Keep what came of it, but where it may come out otherwise the next time."""
        if report.status == "error" or (report.status == "not_checked" and report.helps in ("again", "connection")):
            return
        self._reports[_key(check, subject, check.depends_on)] = report
        self._last[_key(check, subject, check.depends_on & LASTING)] = Earlier(subject.suite, report, first, notes)


def _key(check: Check, subject: Subject, parts: frozenset[Part]) -> Key:
    return check.name, *(PARTS[part](subject) for part in sorted(parts))
