"""What became another from one version of a program to the next: what was asked for, what it promises, its code."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from agent.report import Report
from ui.base.diffs import DiffLine, compare


@dataclass(frozen=True, slots=True)
class Changes:
    """What was asked for since, which rules are new, which are gone, and the lines of the program that differ."""

    wishes: Sequence[str]
    added: Sequence[str]
    gone: Sequence[str]
    lines: Sequence[DiffLine]


def changes_between(before: Report, after: Report) -> Changes:
    """How the program that `before` hands over became that of `after`; no lines where they are the same."""
    old, new = (report.chosen.source if report.chosen else "" for report in (before, after))
    return Changes(
        _without(_wishes(after), _wishes(before)),
        _without(_rules(after), _rules(before)),
        _without(_rules(before), _rules(after)),
        compare(old, new),
    )


def _wishes(report: Report) -> Sequence[str]:
    return report.request.earlier.changes if report.request and report.request.earlier else ()


def _rules(report: Report) -> Sequence[str]:
    return [rule.rule for rule in report.brief.rules] if report.brief else []


def _without(texts: Iterable[str], others: Iterable[str]) -> list[str]:
    known = set(others)
    return [text for text in texts if text not in known]
