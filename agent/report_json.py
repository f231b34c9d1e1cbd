"""A report as JSON has it: for other programs, for the page's interface, and in what is handed over."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from agent.claims import evidence, of_program
from agent.report import AttemptReport, Report
from languages.files import FileLook
from languages.outcome import start_json
from languages.types import CheckReport


def as_json(report: Report, run_id: str) -> dict[str, Any]:
    """The report as `report.json` holds it; its shape is relied on from outside."""
    request = report.request
    mutation = next((check.mutation for check in report.checks if check.mutation), None)
    return {
        "run_id": run_id,
        "task": request.task if request else "",
        "model": request.model if request else "",
        "test_model": request.test_model if request else "",
        "taken_in": request.taken_in if request else "",
        "status": report.status,
        "reason": report.reason,
        "advice": report.advice,
        "to_verify": report.step,
        "then_to_verify": list(report.steps[1:]),
        "question": asdict(report.question) if report.question else None,
        "objections": list(report.objections),
        "vouched": [asdict(one) for one in report.vouched],
        "files": [_file_json(look) for look in report.files],
        "left_out_files": list(request.left_out) if request else [],
        "brief": asdict(report.brief) if report.brief else None,
        "awaits_answer": report.awaits_answer,
        "attempt": report.chosen_number,
        "attempts": [_attempt_json(attempt) for attempt in report.attempts],
        "tests": _tests_json(report),
        "starts": [start_json(start) for start in report.outcome.starts],
        "dropped_tests": [asdict(test) for test in report.suite.dropped],
        "unproven": list(report.unproven),
        "claims": [claim.as_json for claim in (*of_program(report), *evidence(report))],
        "checks": [_check_json(check) for check in report.checks],
        "mutation": mutation and {**_fields(mutation), "score": _rounded(mutation.score)},
        "requirements": list(report.needs.pins),
        "usage": _fields(report.usage),
        "seconds": {
            "total": round(report.total_seconds, 3),
            "model": round(report.model_seconds, 3),
            "waited": round(report.waited_seconds, 3),
        },
    }


def _file_json(look: FileLook) -> dict[str, Any]:
    """Without the word `path`, for Gradio's clients would fetch what that names."""
    return {"name": look.path, "size": look.size, "sort": look.sort, "excerpt": look.excerpt}


def _attempt_json(attempt: AttemptReport) -> dict[str, Any]:
    counts = {
        "passed": attempt.passed,
        "failed": sum(one.outcome not in ("passed", "unjudged") for one in attempt.results),
        "total": len(attempt.results),
    }
    return {
        "number": attempt.number,
        "tests": counts,
        "seconds": round(attempt.seconds, 3),
        "problem": attempt.problem,
    }


def _tests_json(report: Report) -> list[dict[str, Any]]:
    results = {result.name: result for result in report.chosen.results} if report.chosen else {}
    return [
        {
            "name": test.name,
            "description": test.description,
            "source": test.source,
            "outcome": results[test.name].outcome if test.name in results else "not_run",
            "message": results[test.name].message if test.name in results else "",
        }
        for test in report.suite.tests
    ]


def _check_json(check: CheckReport) -> dict[str, Any]:
    return {
        "name": check.name,
        "status": check.status,
        "summary": check.summary,
        "findings": [_fields(finding) for finding in check.findings],
        "seconds": round(check.seconds, 3),
    }


def _fields(value: Any) -> dict[str, Any]:
    return {name: getattr(value, name) for name in value.__slots__}


def _rounded(score: float | None) -> float | None:
    return None if score is None else round(score, 4)
