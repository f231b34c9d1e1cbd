"""What runs where a machine has no sandbox: the demo's own recordings, and nothing that only says so of itself."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from agent.briefing import Person
from agent.events import Event
from agent.inputs import Given, read_inputs
from agent.models.demo import recordings
from agent.report import Report, fold
from agent.types import Earlier, Limits, Request
from cancel import Cancel
from engines.assembly import execute
from engines.recorded import Program, Work, is_recorded
from engines.sandboxes import Sandboxes
from engines.tryout import Tryout
from languages.answers import Answers
from languages.python.candidates import program, suite
from languages.registry import language_named
from languages.types import Candidate, TestCase
from sandbox.base import SandboxSpec
from sandbox.errors import SandboxUnavailable
from settings import Settings
from tests.fakes import quick_runs
from tests.fakes.specs import PYTHON

WORDS, PHOTOS = recordings()[0], next(one for one in recordings() if one.files)
ASKED = Request(WORDS.task, "demo", "demo")
OWN = language_named("python").read_program(WORDS.code[0], WORDS.task, None)
CALL = 'word_counts("a b a")'


@pytest.fixture
def nowhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Settings:
    """A machine that has neither Docker nor bubblewrap."""
    monkeypatch.setenv("PATH", str(tmp_path))
    return Settings.model_validate(
        {"ASSAY_HOME": tmp_path, "ASSAY_SANDBOX": "auto", "DOCKER_HOST": f"unix://{tmp_path}/engine.sock"}
    )


@pytest.fixture
def mark(tmp_path: Path) -> Path:
    """A file that is there only once somebody's code has run."""
    return tmp_path / "mark"


def leaving(mark: Path) -> str:
    """A line of code that makes the file."""
    return f"open({str(mark)!r}, 'w').close()\n"


def run(settings: Settings, request: Request, inputs: Mapping[str, bytes], person: Person = Answers) -> Report:
    with closing(Sandboxes(settings)) as sandboxes:
        return fold(list[Event](execute(settings, sandboxes, request, inputs, Cancel(), person)))


def foreign(mark: Path, model: str) -> Request:
    """What somebody shared, as it is asked for: its program, tests and inputs make the file."""
    code = leaving(mark)
    candidate = replace(OWN, files={OWN.entry: code + OWN.source})
    tests = replace(suite(f"{code}def test_it():\n    pass\n", [TestCase("test_it", "")]), inputs=(code,))
    return Request(WORDS.task, model, model, earlier=Earlier("", candidate, tests))


@pytest.mark.parametrize("model", ["demo", "Demo", " demo", "demo:", "", "claude:no-such", "nobody"])
def test_a_strangers_program_never_runs_without_a_sandbox_whatever_its_model(
    nowhere: Settings, mark: Path, model: str
) -> None:
    report = run(nowhere, foreign(mark, model), {})
    assert report.status == "error"
    assert report.reason
    assert report.advice
    assert not mark.exists()


def changes(mark: Path) -> list[tuple[str, Request, Mapping[str, bytes]]]:
    code = leaving(mark)
    call = f"__import__('pathlib').Path({str(mark)!r}).touch() is None"
    brief = language_named("python").specified(f">>> {call}\nTrue\n")
    own = replace(foreign(mark, "demo").earlier, candidate=OWN)  # type: ignore[type-var]
    return [
        ("an example", replace(ASKED, examples=(call,)), {}),
        ("a file", ASKED, {"own.csv": code.encode()}),
        ("a plan", replace(ASKED, brief=brief), {}),
        ("a plan that is asked about", replace(ASKED, ask="always"), {}),
        ("tests of a program of the demo's", replace(ASKED, earlier=own), {}),
        ("another task", replace(ASKED, task=f"{ASKED.task}\n>>> {call}\nTrue"), {}),
        ("a package", replace(ASKED, packages=("evil",)), {}),
        ("other tests", replace(ASKED, test_model="ollama:nobody"), {}),
    ]


@pytest.mark.parametrize("place", range(8), ids=[name for name, *_ in changes(Path())])
def test_what_a_person_brings_to_the_demo_never_runs_without_a_sandbox(
    nowhere: Settings, mark: Path, place: int
) -> None:
    _, request, inputs = changes(mark)[place]
    report = run(nowhere, request, inputs)
    assert report.status == "error"
    assert "safely" in report.reason
    assert report.advice
    assert not mark.exists()


def test_the_demo_runs_there_and_its_program_can_be_used(nowhere: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    quick_runs.only_checks(monkeypatch)
    files = read_inputs(map(Given.at, PHOTOS.files), PHOTOS.task, "python").files
    report = run(nowhere, Request(PHOTOS.task, "demo", "demo"), files)
    assert report.chosen
    assert report.chosen.all_passed, report.reason
    assert report.language
    tried = Tryout(report.language, report.chosen.candidate, Sandboxes(nowhere), files)
    assert "Photos by month" in " ".join(tried.start([], {}, [], Cancel()).files)
    with pytest.raises(SandboxUnavailable):
        tried.start([], {"own.jpg": b""}, [], Cancel())
    with pytest.raises(SandboxUnavailable):
        tried.start([], {}, ["/home"], Cancel())


def test_neither_a_call_nor_another_program_is_tried_there(nowhere: Settings, mark: Path) -> None:
    python, sandboxes = language_named("python"), Sandboxes(nowhere)
    other = program(leaving(mark) + OWN.source)
    for tried in (Tryout(python, OWN, sandboxes), Tryout(python, other, sandboxes)):
        with pytest.raises(SandboxUnavailable) as refused:
            tried.call(CALL, Cancel())
        assert refused.value.advice
    with pytest.raises(SandboxUnavailable):
        Tryout(python, other, sandboxes).start([], {}, [], Cancel())
    assert not mark.exists()


def of(candidate: Candidate = OWN, tests: str = "", *brought: str) -> Work:
    return Program(candidate, {"test_solution.py": tests} if tests else {}, brought)


def test_a_program_is_known_by_its_text_its_tests_and_what_lies_beside_it(tmp_path: Path) -> None:
    tests = language_named("python").read_tests(WORDS.tests, WORDS.task).source
    assert is_recorded(of(), PYTHON)
    assert is_recorded(of(OWN, tests), PYTHON)
    assert is_recorded(replace(ASKED, limits=Limits(attempts=1)), PYTHON)
    assert not is_recorded(of(OWN, f"{tests}\n"), PYTHON)
    assert not is_recorded(of(replace(OWN, entry="other.py")), PYTHON)
    assert not is_recorded(of(replace(OWN, files={**OWN.files, "more.py": ""})), PYTHON)
    assert not is_recorded(of(OWN, "", "words"), PYTHON)
    for spec in (SandboxSpec(PYTHON.language, files={"a": b""}), replace(PYTHON, packages=tmp_path)):
        assert not is_recorded(of(), spec)
        assert not is_recorded(ASKED, spec)
