"""The benchmarks' own parts, so that none of them rots: what needs other tools is only imported."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from agent.events import RunFinished
from agent.loop import run
from benchmarks import mutation, whole_run
from benchmarks.peers import LIST
from benchmarks.samples import WITH_A_PACKAGE, Sample, docker_opener, instant_parts, samples
from benchmarks.tables import print_table
from cancel import Cancel
from languages.base import TEST_LIMITS
from languages.python.candidates import program, suite
from languages.python.testing import read_results, test_job
from languages.python.toolset import TOOLSET
from languages.types import TestCase
from sandbox.base import SandboxSpec
from sandbox.registry import open_sandbox

BENCHMARKS = sorted(path.stem for path in Path(mutation.__file__).parent.glob("*.py"))


@pytest.mark.parametrize("name", BENCHMARKS)
def test_each_can_be_imported_and_says_what_it_is(name: str) -> None:
    assert importlib.import_module(f"benchmarks.{name}").__doc__


def test_a_table_is_markdown(capsys: pytest.CaptureFixture[str]) -> None:
    print_table(["what", "ms"], [["a verdict", 30]])
    assert capsys.readouterr().out == "\n| what | ms |\n| --- | ---: |\n| a verdict | 30 |\n\n"


def test_the_samples_are_right() -> None:
    sandbox = open_sandbox(SandboxSpec(TOOLSET), "process", None, lambda _: None)
    try:
        for sample in [WITH_A_PACKAGE, samples()[0]]:
            names = [
                TestCase(line[4:].partition("(")[0], "") for line in sample.tests.splitlines() if "def test" in line
            ]
            job = test_job(program(sample.solution), suite(sample.tests, names), TEST_LIMITS)
            verdicts = read_results(sandbox.run(job, Cancel()), names)
            assert verdicts.passed, (sample.title, verdicts)
    finally:
        sandbox.close()


@pytest.mark.parametrize("chosen", [mutation.CHOSEN, whole_run.CHOSEN])
def test_the_chosen_samples_exist(chosen: tuple[str, ...]) -> None:
    titles = [sample.title for sample in samples()]
    assert all(any(title.startswith(name) for title in titles) for name in chosen)


def test_each_peer_is_pinned() -> None:
    peers = [line for line in LIST.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    assert peers
    assert all("==" in peer for peer in peers)


def test_fates_are_read_from_what_mutmut_leaves() -> None:
    meta = b'{"exit_code_by_key": {"a": 1, "b": 0, "c": 33, "d": 36, "e": -24, "f": 77}}'
    assert mutation.fates(meta) == {
        "a": "killed",
        "b": "survived",
        "c": "no tests",
        "d": "timeout",
        "e": "timeout",
        "f": "exit code 77",
    }


def test_a_difference_between_mutants_is_told() -> None:
    one = mutation.Compared(Sample("A", "", "", ""), fates={"x": "killed", "y": "survived"})
    assert list(mutation.differing(one, {"x": "killed"})) == [
        "- A, `y`: survived through us, not there by mutmut alone"
    ]


@pytest.mark.docker
@pytest.mark.usefixtures("image")
def test_a_run_with_a_model_that_answers_at_once_is_verified() -> None:
    sample = samples()[0]
    *_, last = run(sample.request, instant_parts(sample, docker_opener()), Cancel())
    assert isinstance(last, RunFinished)
    assert last.status == "verified"
