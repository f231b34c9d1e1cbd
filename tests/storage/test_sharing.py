from __future__ import annotations

import io
import json
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from agent.errors import BadFiles, BadTask
from agent.events import BriefReady, Event, RunStarted, TestsReady
from agent.inputs import Given
from agent.report import fold
from agent.request import going_on
from agent.types import Earlier, Limits
from languages.python.candidates import program, suite
from languages.types import DroppedTest
from storage.serialize import request_from_json, request_to_json, to_json
from storage.sharing import ENDING, HEAD, HISTORY, shared, taken_in
from tests.fakes.told_runs import ADD, REQUEST, TEST_CODE, brief_that_says, everything_says, whole_run

FILES = {"bank.csv": b"day;amount\n", "trip/a.txt": b"\xff"}


def written(folder: Path, content: bytes) -> list[Given]:
    (folder / "shared").write_bytes(content)
    return [Given(folder / "shared", f"sums{ENDING}")]


def zipped(**entries: str) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in entries.items():
            archive.writestr(name.replace("_", "."), content)
    return buffer.getvalue()


def forged() -> list[Event]:
    """A run that says of itself whatever helps."""
    events = whole_run()[1:]
    [ready] = [event for event in events if isinstance(event, TestsReady)]
    tests = tuple(replace(test, fails_for=("rule 1",)) for test in ready.suite.tests)
    asking = replace(ready.suite, tests=tests, dropped=(DroppedTest("test_x", "Which?"),), inputs=("add(1, 1)",))
    events[events.index(ready)] = replace(ready, suite=asking)
    request = replace(REQUEST, model="claude:no-such", examples=("add(1, 2) == 3",), packages=("evil",))
    return [
        RunStarted(replace(request, limits=Limits(seconds=10**6), files=(), left_out=("a",))),
        BriefReady(brief_that_says("It adds.")),
        *events,
    ]


def test_a_program_comes_with_its_tests_and_files_and_nothing_that_it_says_of_itself(tmp_path: Path) -> None:
    found = taken_in(written(tmp_path, shared("My\n sums", fold(forged()), FILES)))
    request = found.request
    assert (found.name, found.files) == ("My sums", FILES)
    assert (request.task, request.taken_in) == (REQUEST.task, "all")
    assert (request.examples, request.packages, request.limits, request.left_out) == ((), (), Limits(), ())
    assert request.earlier
    assert (request.earlier.candidate.source, request.earlier.changes) == (ADD, ())
    assert {(test.source, test.fails_for) for test in request.earlier.suite.tests} == {("model", ())}
    assert request.earlier.brief
    assert (request.earlier.suite.dropped, request.earlier.suite.inputs) == ((), ())
    brief = request.earlier.brief
    assert not any(one.words or one.confirmed for one in brief.rules), "they are nobody's here"
    assert not any(one.words or one.confirmed for one in brief.examples)


def test_what_was_taken_in_stays_so_when_it_is_stored_and_shared_again_and_its_wishes_are_part_of_its_task(
    tmp_path: Path,
) -> None:
    wished = going_on("r", fold(whole_run()), ["Add three."])
    once = taken_in(written(tmp_path, shared("", replace(fold(whole_run()), request=wished), {}))).request
    assert once.task == f"{REQUEST.task}\nAdd three."
    assert request_from_json(request_to_json(once)) == once
    ours = replace(once, taken_in="")
    again = taken_in(written(tmp_path, shared("", replace(fold(whole_run()), request=ours), {}))).request
    assert again.taken_in == "all"


def test_what_an_earlier_version_took_in_is_known_by_going_on_from_no_run() -> None:
    earlier = Earlier("", program(ADD), suite(TEST_CODE, ()))
    stored = json.loads(request_to_json(replace(REQUEST, earlier=earlier)))
    del stored["taken_in"]
    assert request_from_json(json.dumps(stored)).taken_in == "all"
    stored["earlier"]["run_id"] = "r1"
    assert request_from_json(json.dumps(stored)).taken_in == ""


def test_only_what_is_taken_in_is_in_it() -> None:
    with zipfile.ZipFile(io.BytesIO(shared("", fold(everything_says("SAID")), {}))) as archive:
        kinds = [json.loads(line)["kind"] for line in archive.read(HISTORY).splitlines()]
    assert kinds == ["run_started", "brief_ready", "tests_ready", "code_ready"]


def test_without_files_none_is_in_it_and_whoever_takes_it_in_is_told(tmp_path: Path) -> None:
    found = taken_in(written(tmp_path, shared("Sums", fold(whole_run()), FILES, with_files=False)))
    assert found.files == {}
    assert found.request.left_out[0].startswith("It came without the 2 files that it was made for")


@pytest.mark.parametrize(
    "content",
    [
        b"no zip",
        zipped(notes_txt="hello"),
        zipped(assay_json="[]", events_jsonl=""),
        zipped(assay_json='{"format": 99}', events_jsonl=""),
        zipped(assay_json='{"format": 1}', events_jsonl="{}"),
        zipped(assay_json='{"format": 1}', events_jsonl='{"kind": "tests_ready", "suite": 5}'),
    ],
)
def test_any_other_file_is_refused_in_words(content: bytes, tmp_path: Path) -> None:
    with pytest.raises(BadFiles) as refused:
        taken_in(written(tmp_path, content))
    assert refused.value.advice


def test_a_run_without_a_program_and_several_files_are_refused(tmp_path: Path) -> None:
    lines = to_json(RunStarted(REQUEST))
    with pytest.raises(BadTask, match="no program"):
        taken_in(written(tmp_path, zipped(assay_json=json.dumps({"format": 1}), events_jsonl=lines)))
    with pytest.raises(BadFiles, match="Only one"):
        taken_in([])
    assert HEAD == "assay.json"
