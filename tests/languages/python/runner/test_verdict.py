"""When the plugin's records are a verdict, and when they aren't."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

import pytest

from languages.python.runner.canaries import Secrets
from languages.python.runner.verdict import MAX_BYTES, Records

KNOWN = Secrets("token", "test_canary_fails", "test_canary_passes")
Record = dict[str, str]
PASSED = {"node_id": "a.py::test_a", "outcome": "passed", "message": "", "limit": ""}


def record(kind: str, node_id: str = "", token: str = "token", **more: str) -> Record:
    return {"token": token, "kind": kind, "node_id": node_id, **more}


def ended(node_id: str, outcome: str) -> Record:
    return record("test", node_id, outcome=outcome, message="", limit="")


def good_run() -> list[Record]:
    outcomes = {"a.py::test_a": "passed", "c.py::test_canary_fails": "failed", "c.py::test_canary_passes": "passed"}
    collected = [record("collected", name) for name in outcomes]
    tests = [part for name, outcome in outcomes.items() for part in (record("started", name), ended(name, outcome))]
    return [*collected, *tests, record("finished")]


def fed(records: list[Record]) -> Records:
    read = Records(KNOWN)
    data = b"".join(json.dumps(line).encode() + b"\n" for line in records)
    for start in range(0, len(data), 7):
        read.feed(data[start : start + 7])
    return read


def verdict(records: list[Record]) -> tuple[list[Record] | Record | None, str]:
    return fed(records).report()


def without(kind: str, name: str) -> Callable[[list[Record]], list[Record]]:
    return lambda run: [line for line in run if not (line["kind"] == kind and line["node_id"].endswith(name))]


def with_outcome(name: str, outcome: str) -> Callable[[list[Record]], list[Record]]:
    return lambda run: [
        line | {"outcome": outcome} if line["kind"] == "test" and line["node_id"].endswith(name) else line
        for line in run
    ]


def test_a_whole_report_is_a_verdict_without_the_canaries() -> None:
    assert verdict(good_run()) == ([PASSED], "")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda run: [], "before any test was found"),
        (lambda run: run[:4], "in the middle of test_a"),
        (lambda run: run[:-1], "before its end"),
        (lambda run: [*run, record("finished")], "before its end"),
        (without("test", "test_a"), "exactly once"),
        (lambda run: [ended("a.py::test_a", "passed"), *run], "exactly once"),
        (lambda run: [ended("a.py::other", "passed"), ended("a.py::other", "failed"), *run], "exactly once"),
        (with_outcome("test_a", "missing"), "neither passed nor failed"),
        (with_outcome("test_canary_fails", "passed"), "can't be relied on"),
        (with_outcome("test_canary_passes", "failed"), "can't be relied on"),
        (lambda run: [line for line in run if "canary" not in line["node_id"]], "can't be relied on"),
        (lambda run: [*run, record("finished", token="guessed")], "other than pytest"),
    ],
)
def test_anything_less_is_none_and_says_why(change: Callable[[list[Record]], list[Record]], reason: str) -> None:
    tests, problem = verdict(change(good_run()))
    assert tests is None
    assert reason in problem


def test_what_was_tampered_with_is_told_beside_the_tests_or_in_place_of_them() -> None:
    told = record("tampered", message="The program changed `os.write`.")
    tests, _ = verdict(good_run())
    assert verdict([told, *good_run()]) == ({"tampered": "The program changed `os.write`.", "tests": tests}, "")
    cut_short = [*good_run()[:4], told, record("tampered", message="And more.")]
    said = {"tampered": "The program changed `os.write`.", "tests": None}
    assert verdict(cut_short) == (said, "The program changed `os.write`.")
    assert fed(cut_short).so_far("20 s") is None


ODD: tuple[Mapping[str, object], ...] = (
    {"node_id": None}, {"node_id": ["a"]}, {"kind": []}, {"kind": {}}, {"outcome": 1}, {"message": None},
)  # fmt: skip
MARKED = [{**ended("a.py::test_a", "passed"), **odd} for odd in ODD] + [{"token": "token", "kind": "test"}]
NOISE = [b"not json\n", b"[]\n", b"{}\n", b"\xff\n", b"x" * (MAX_BYTES + 1)]


@pytest.mark.parametrize(
    "noise", [*(json.dumps(odd).encode() + b"\n" for odd in (*MARKED, {"token": "token"})), *NOISE]
)
def test_noise_or_an_odd_record_spoils_the_report_even_with_the_mark(noise: bytes) -> None:
    read = Records(KNOWN)
    read.feed(noise)
    assert read.report()[0] is None
    assert read.so_far("20 s") is None
    assert read.report()[1]
    assert noise in NOISE or "other than pytest" in read.report()[1]


def test_the_running_test_is_known_unless_it_is_a_canary() -> None:
    assert fed([record("started", "a.py::test_a")]).running == "test_a"
    assert fed([record("started", "c.py::test_canary_fails")]).running == ""
    assert fed(good_run()).running == ""


def test_what_came_so_far_ends_with_the_running_test_as_failed() -> None:
    run = [record("collected", "a.py::test_b"), *good_run()[:5], record("started", "a.py::test_b")]
    message = "did not finish: the 20 s for all tests were over"
    running = {"node_id": "a.py::test_b", "outcome": "failed", "message": message, "limit": "20 s"}
    assert fed(run).so_far("20 s") == [PASSED, running]


def test_what_came_so_far_names_no_canary() -> None:
    for length in (5, 6, 8, 10):  # after test_a, in the first canary, in the second, at the end
        assert fed(good_run()[:length]).so_far("20 s") == [PASSED]


@pytest.mark.parametrize(
    "change",
    [
        lambda run: [],
        lambda run: [*run, record("started", "a.py::test_b", token="guessed")],
        lambda run: [ended("a.py::test_a", "passed"), *run],
        with_outcome("test_a", "missing"),
        with_outcome("test_canary_fails", "passed"),
    ],
)
def test_what_came_so_far_is_none_where_it_is_not_pytests_own(change: Callable[[list[Record]], list[Record]]) -> None:
    assert fed(change(good_run()[:-1])).so_far("20 s") is None


def test_each_test_is_told_once_as_it_ends_with_all_of_its_parameters() -> None:
    both = ["a.py::test_b[1]", "a.py::test_b[2]"]
    read = fed([*(record("collected", name) for name in both), *good_run()[:5], ended(both[0], "failed")])
    assert read.news() == [("a.py::test_a", "passed")]
    read.feed(json.dumps(ended(both[1], "passed")).encode() + b"\n")
    assert read.news() == [("a.py::test_b", "failed")]
    assert read.news() == []
    assert fed(good_run()).news() == [("a.py::test_a", "passed")], "no canary is told"


@pytest.mark.parametrize("odd", [record("tampered", message="changed"), record("finished", token="guessed")])
def test_nothing_is_told_of_a_program_that_meddles(odd: Record) -> None:
    assert fed([*good_run()[:5], odd]).news() == []
