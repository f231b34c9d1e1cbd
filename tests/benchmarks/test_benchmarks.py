"""The benchmarks' own parts, so that none of them rots: what needs other tools is only imported."""

from __future__ import annotations

import importlib
from pathlib import Path
from xml.etree import ElementTree

import pytest

from benchmarks import crowd, flame, isolation, mutation, whole_run
from benchmarks.peers import LIST
from benchmarks.samples import TINY, WITH_A_PACKAGE, Sample, samples
from benchmarks.tables import print_table
from cancel import Cancel
from languages.python.testing import run_tests
from languages.types import Candidate, TestCase
from sandbox.registry import open_sandbox

BENCHMARKS = sorted(path.stem for path in Path(isolation.__file__).parent.glob("*.py"))


@pytest.mark.parametrize("name", BENCHMARKS)
def test_each_can_be_imported_and_says_what_it_is(name: str) -> None:
    assert importlib.import_module(f"benchmarks.{name}").__doc__


def test_a_table_is_markdown(capsys: pytest.CaptureFixture[str]) -> None:
    print_table(["what", "ms"], [["a verdict", 30]])
    assert capsys.readouterr().out == "\n| what | ms |\n| --- | ---: |\n| a verdict | 30 |\n\n"


def test_the_samples_are_right() -> None:
    sandbox = open_sandbox("process", None, lambda _: None)
    try:
        for sample in [TINY, WITH_A_PACKAGE, samples()[0]]:
            names = [
                TestCase(line[4:].partition("(")[0], "") for line in sample.tests.splitlines() if "def test" in line
            ]
            verdicts = run_tests(Candidate(sample.solution, sample.tests), names, sandbox, Cancel())
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
def test_the_stopwatch_still_fits_the_runner() -> None:
    measured = isolation.measure(1)
    assert {"a user of its own", "killing what is left over", "handing it on to the fork that waits"} <= measured.keys()


@pytest.mark.docker
@pytest.mark.usefixtures("image")
def test_a_run_with_a_model_that_answers_at_once_is_verified() -> None:
    assert crowd.go([TINY], 1).verdicts == ("verified",)


def test_a_flame_graph_is_as_wide_as_the_time_with_all_that_was_called() -> None:
    whole = flame.Box("all")
    whole.add(["job pytest", "a<b>.c"], 0.75)
    whole.add(["runner"], 0.25)
    picture = ElementTree.fromstring("\n".join(flame.svg(whole)))
    named = {str(group[0].text): float(group[1].attrib["width"]) for group in picture.findall("{*}g")}
    wide = flame.WIDTH - 0.5
    assert named["all: 100.0%"] == wide
    assert named["job pytest: 75.0%"] == named["a<b>.c: 75.0%"] == 0.75 * flame.WIDTH - 0.5
    assert named["runner: 25.0%"] == 0.25 * flame.WIDTH - 0.5


@pytest.mark.docker
@pytest.mark.usefixtures("image")
def test_what_happens_in_the_sandbox_is_seen() -> None:
    whole, elapsed = flame.measure(1)
    assert {"app", "container engine", "job mutation_job.py", "zygotes"} <= whole.inner.keys()
    assert 0 < elapsed < whole.seconds + 60
