from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis.strategies import DataObject, booleans, data, integers, lists, permutations, sampled_from, tuples

from agent.errors import BadFiles, BadTask
from agent.events import BriefReady, CodeReady, Event, RunStarted, TestsRan, TestsReady
from agent.inputs import Given
from agent.models.unpicked import UNPICKED
from agent.report import fold
from agent.request import going_on
from agent.types import Earlier, Ground, Limits
from languages.python.candidates import program, suite
from languages.types import Candidate, DroppedTest, Suite
from sandbox.errors import BadPath
from storage.serialize import from_json, request_from_json, request_to_json, to_json
from storage.sharing import ENDING, FORMAT, HEAD, HISTORY, WITHOUT, shared, taken_in
from tests.fakes.told_runs import (
    ADD,
    REQUEST,
    TEST_CODE,
    TESTS,
    VERIFIED,
    brief_that_says,
    everything_says,
    whole_run,
)

FILES = {"bank.csv": b"day;amount\n", "trip/a.txt": b"\xff"}


def written(folder: Path, content: bytes) -> list[Given]:
    (folder / "shared").write_bytes(content)
    return [Given(folder / "shared", f"sums{ENDING}")]


def zipped(**entries: str) -> bytes:
    return zipped_bytes({name.replace("_", "."): content for name, content in entries.items()})


def zipped_bytes(entries: Mapping[str, str]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in entries.items():
            archive.writestr(name, content.encode(errors="surrogatepass"))
    return buffer.getvalue()


def forged() -> list[Event]:
    """A run that says of itself whatever helps."""
    events = whole_run()[1:]
    [ready] = [event for event in events if isinstance(event, TestsReady)]
    tests = tuple(replace(test, fails_for=("rule 1",)) for test in ready.suite.tests)
    asking = replace(ready.suite, tests=tests, dropped=(DroppedTest("test_x", "Which?"),), inputs=("add(1, 1)",))
    events[events.index(ready)] = replace(ready, suite=asking)
    request = replace(REQUEST, model="claude:no-such", examples=("add(1, 2) == 3",), packages=("evil",))
    ground = Ground("second", "Another program does the same")
    return [
        RunStarted(replace(request, limits=Limits(seconds=10**6), files=(), left_out=("a",))),
        BriefReady(brief_that_says("It adds.")),
        *events[:-1],
        replace(VERIFIED, grounds=(ground,)),
    ]


def test_a_program_comes_with_its_tests_and_files_and_nothing_that_it_says_of_itself(tmp_path: Path) -> None:
    found = taken_in(written(tmp_path, shared("My\n sums", fold(forged()), FILES)))
    request = found.request
    assert (found.name, found.files) == ("My sums", FILES)
    assert (request.task, request.taken_in) == (REQUEST.task, "all")
    assert (request.examples, request.packages, request.limits, request.left_out) == ((), (), Limits(), ())
    assert request.earlier
    assert (request.earlier.candidate.source, request.earlier.changes, request.earlier.ground) == (ADD, (), None)
    assert {(test.source, test.fails_for) for test in request.earlier.suite.tests} == {("model", ())}
    assert request.earlier.brief
    assert (request.earlier.suite.dropped, request.earlier.suite.inputs) == ((), ())
    brief = request.earlier.brief
    assert not any(one.words or one.confirmed for one in brief.rules), "they are nobody's here"
    assert not any(one.words or one.confirmed for one in brief.examples)


def test_no_path_is_shared_that_leads_out_where_it_is_unpacked() -> None:
    with pytest.raises(BadPath):
        shared("", fold(whole_run()), {"..\\x": b""})


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


def of(candidate: Candidate, tests: Suite, files: Mapping[str, bytes] = FILES) -> bytes:
    """A shared file with these, whatever `shared` would say to the paths."""
    events: list[Event] = [
        RunStarted(REQUEST),
        TestsReady(tests),
        CodeReady(1, candidate),
        TestsRan(1, (), 0.0),
        VERIFIED,
    ]
    entries = {HEAD: json.dumps({"format": FORMAT}).encode(), HISTORY: "\n".join(map(to_json, events)).encode()}
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in (entries | {f"files/{path}": content for path, content in files.items()}).items():
            archive.writestr(name, content)
    return buffer.getvalue()


STARTUP = "..\\..\\Microsoft\\Windows\\Start Menu\\Programs\\Startup\\x.bat"
TESTED = suite(TEST_CODE, TESTS)


@pytest.mark.parametrize(
    "name", [STARTUP, "x$(touch ran).py", "C:\\x.py", "other.py", "conftest.py", "a/b.py", "CON", ""]
)
def test_no_file_is_taken_that_no_run_of_ours_makes(name: str, tmp_path: Path) -> None:
    mine = program(ADD)
    for candidate, tests in (
        (Candidate({name: ADD}, name), TESTED),
        (Candidate({**mine.files, name: "x"}, mine.entry), TESTED),
        (Candidate(mine.files, name), TESTED),
        (mine, replace(TESTED, files={**TESTED.files, name: "x"})),
    ):
        with pytest.raises(BadFiles, match="other files than Assay makes") as refused:
            taken_in(written(tmp_path, of(candidate, tests)))
        assert refused.value.advice
    assert taken_in(written(tmp_path, of(mine, TESTED))).request.earlier


def test_of_its_files_what_would_be_taken_for_code_is_set_aside(tmp_path: Path) -> None:
    planted = {"random.py": b"x", "solution/__init__.py": b"", "pytest.ini": b"", "a.csv": b"1"}
    found = taken_in(written(tmp_path, of(program(ADD), TESTED, planted)))
    assert found.files == {"a.csv": b"1"}
    assert {one.partition(" ")[0] for one in found.request.left_out} == planted.keys() - found.files.keys()
    for name in ("conftest.py", "a\nb", "x/NUL.txt", "..", "e\u0301"):
        with pytest.raises(BadFiles):
            taken_in(written(tmp_path, of(program(ADD), TESTED, {name: b"", "é": b"x"})))


@pytest.mark.parametrize(
    "model", ["nobody", "demo", "", "ollama:mine", "claude:claude-opus-4-1", f"ollama:{'x' * 999}"]
)
def test_whoever_shared_it_does_not_say_which_model_is_asked(model: str, tmp_path: Path) -> None:
    request = replace(REQUEST, model=model, test_model=model)
    forged = "\n".join(map(to_json, [RunStarted(request), *whole_run()[1:]]))
    found = taken_in(written(tmp_path, zipped_bytes({HEAD: '{"format": 1}', HISTORY: forged}))).request
    assert (found.model, found.test_model) == (UNPICKED, UNPICKED)


def test_a_program_that_no_file_can_hold_is_refused_in_words(tmp_path: Path) -> None:
    half = "x = '\ud800'"
    for candidate, tests in ((program(half), TESTED), (program(ADD), suite(half, TESTS))):
        with pytest.raises(BadTask, match="no file can hold") as refused:
            taken_in(written(tmp_path, of(candidate, tests)))
        assert refused.value.advice


@pytest.mark.parametrize("count", ["true", "1" * 28, "1e9", "0", "-1", '"1"'])
def test_a_number_of_files_that_cannot_be_one_is_not_told(count: str, tmp_path: Path) -> None:
    whole = {HEAD: f'{{"format": 1, "{WITHOUT}": {count}}}', HISTORY: "\n".join(map(to_json, whole_run()))}
    assert taken_in(written(tmp_path, zipped_bytes(whole))).request.left_out == ()


def test_a_sentence_that_grows_to_gigabytes_is_refused(tmp_path: Path) -> None:
    said: object = "A"
    for _ in range(22):  # small enough for a test that fails
        said = {"say": "%(a)s%(a)s", "with": {"a": said}}
    told = {"kind": "tests_ready", "suite": {"files": {}, "tests": [{"name": "a", "description": said}]}}
    with pytest.raises(BadFiles, match="no program of Assay"):
        taken_in(written(tmp_path, zipped_bytes({HEAD: '{"format": 1}', HISTORY: json.dumps(told)})))


DEEP = ("[" * 100_000, '{"a":' * 100_000, '{"kind": "run_started", "request": ' + "[" * 5000)


@pytest.mark.parametrize("text", [*DEEP, "\ud800", "null", "5", '"x"', '[{"kind": 1}]', '{"kind": []}', "1" * 10_000])
def test_json_of_any_kind_ends_in_words(text: str, tmp_path: Path) -> None:
    head = '{"format": 1}'
    for lines, said in ((text, head), (to_json(RunStarted(REQUEST)), text)):
        content = zipped_bytes({HEAD: said, HISTORY: lines})
        with pytest.raises((BadFiles, BadTask)) as refused:
            taken_in(written(tmp_path, content))
        assert refused.value.advice


def test_a_damaged_file_is_refused_in_words_wherever_it_is_damaged(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("damaged")
    whole = shared("Sums", fold(forged()), FILES)
    with zipfile.ZipFile(io.BytesIO(whole)) as archive:
        lines = archive.read(HISTORY).decode().splitlines()
    pieces = sorted({value for line in lines for value in re.findall(r'[{\[,:]|"[^"]*"|\d+|null|true|false', line)})

    @given(data())
    @settings(max_examples=300)
    def try_one(random: DataObject) -> None:
        if random.draw(booleans()):  # the zip itself
            content = bytearray(whole)
            for place, value in random.draw(lists(tuples(integers(0, len(content) - 1), integers(0, 255)), min_size=1)):
                content[place] = value
            damaged = bytes(content[: random.draw(integers(len(content) // 2, len(content)))])
        else:  # what it says
            line = random.draw(integers(0, len(lines) - 1))
            old, new = random.draw(sampled_from(pieces)), random.draw(sampled_from(pieces))
            said = random.draw(permutations([*lines[:line], lines[line].replace(old, new, 1), *lines[line + 1 :]]))
            damaged = zipped_bytes({HEAD: '{"format": 1}', HISTORY: "\n".join(said)})
        with suppress(BadFiles, BadTask):
            found = taken_in(written(folder, damaged))
            assert from_json(to_json(RunStarted(found.request)))

    try_one()


def test_a_run_without_a_program_and_several_files_are_refused(tmp_path: Path) -> None:
    lines = to_json(RunStarted(REQUEST))
    with pytest.raises(BadTask, match="no program"):
        taken_in(written(tmp_path, zipped(assay_json=json.dumps({"format": 1}), events_jsonl=lines)))
    with pytest.raises(BadFiles, match="Only one"):
        taken_in([])
    assert HEAD == "assay.json"
