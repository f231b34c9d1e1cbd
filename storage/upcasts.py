"""Events as earlier versions stored them, in the form that they have now: one function for each kind that changed.

Source of the method, which the field calls upcasting: Greg Young, "Versioning in an Event Sourced System", 2017.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

from languages.python.candidates import program, suite

Payload = dict[str, Any]


def _run_started(payload: Payload) -> Payload:
    """Programs were one text, and so were tests, all of them in Python. What was taken in went on from no run."""
    earlier = payload["request"].get("earlier")
    if earlier and not earlier["run_id"] and "taken_in" not in payload["request"]:
        payload = {**payload, "request": {**payload["request"], "taken_in": "all"}}
    if not earlier or "solution" not in earlier:
        return payload
    now = {
        **earlier,
        "candidate": asdict(program(earlier["solution"])),
        "suite": {**asdict(suite(earlier["test_code"], ())), "tests": earlier["tests"]},
    }
    return {**payload, "request": {**payload["request"], "earlier": now}}


def _tests_ready(payload: Payload) -> Payload:
    if "code" not in payload:
        return payload
    cases = {"tests": payload["tests"], "dropped": payload.get("dropped", ())}
    return {**payload, "suite": {**asdict(suite(payload["code"], ())), **cases}}


def _code_ready(payload: Payload) -> Payload:
    return {**payload, "candidate": asdict(program(payload["code"]))} if "code" in payload else payload


def _check_finished(payload: Payload) -> Payload:
    """What a program needs was names and versions, without digests; some of what was found counted as a slip."""
    report = dict(payload["report"])
    report.pop("slips", None)
    if requirements := report.pop("requirements", ()):
        report["needs"] = {"pins": requirements}
    return {**payload, "report": report}


UPCASTS: Mapping[str, Callable[[Payload], Payload]] = {
    "run_started": _run_started,
    "tests_ready": _tests_ready,
    "code_ready": _code_ready,
    "check_finished": _check_finished,
}
