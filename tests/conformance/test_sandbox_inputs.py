"""The files that a sandbox is opened with: every job sees them, and none can change them for another."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace

import pytest

from cancel import Cancel
from languages.checks import CheckContext
from languages.python.candidates import job_files, program, suite
from languages.python.checks.mutmut import MutmutCheck
from sandbox.base import MEGABYTE, MOST_FILES, Sandbox, SandboxSpec
from sandbox.errors import BadPath, SandboxError
from sandbox.restarting import RunnerSandbox
from tests.conformance.sandbox_helpers import DOCKER, EVERY, opened, outcomes, run
from tests.fakes.specs import PYTHON

PRICES = b"tea,3\ncake,4\n"
FILES = {"prices.csv": PRICES, "data/deep/one.txt": b"1", "solution.py": b"hidden = True\n"}
CHANGE = """
import os, pathlib
attempts = {
    "append": lambda: open("prices.csv", "a").write("more"),
    "chmod": lambda: (os.chmod("prices.csv", 0o777), open("prices.csv", "a").write("more")),
    "utime": lambda: os.utime("prices.csv", (0, 0)),
    "replace": lambda: (os.remove("prices.csv"), pathlib.Path("prices.csv").write_text("other")),
    "move": lambda: os.rename("data/deep", "elsewhere"),
}
for name, attempt in attempts.items():
    try:
        attempt()
        print(name)
    except PermissionError:
        pass
"""
LOOK = """
import os
print(open("prices.csv").read(), open("data/deep/one.txt").read(), os.stat("prices.csv").st_mtime > 1)
"""
PROGRAM = """def price(name):
    with open("prices.csv") as file:
        for line in file:
            what, cost = line.split(",")
            if what == name:
                return int(cost) + 1
"""
TESTS = 'from solution import price\n\n\ndef test_price():\n    assert price("cake") > 4\n'


@pytest.fixture(scope="module", params=EVERY)
def sandbox(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    with closing(opened(request.param, replace(PYTHON, files=FILES))) as sandbox:
        yield sandbox


def test_every_job_sees_them_whatever_another_has_done(sandbox: Sandbox) -> None:
    changed = run(sandbox, "python", "-c", CHANGE)
    assert changed.exit_code == 0, changed
    if sandbox.name == "docker" or (sandbox.name == "bubblewrap" and os.geteuid() == 0):  # jobs have users of their own
        assert changed.stdout.split() == ["replace", "move"], "in its own folder a job may do so"
    assert run(sandbox, "python", "-c", LOOK).stdout == f"{PRICES.decode()} 1 True\n"


def test_they_come_back_and_a_file_of_the_jobs_own_hides_them(sandbox: Sandbox) -> None:
    result = run(
        sandbox, "cat", "solution.py", files={"solution.py": b"own\n"}, read_back=("prices.csv", "solution.py")
    )
    assert (result.stdout, dict(result.files)) == ("own\n", {"prices.csv": PRICES, "solution.py": b"own\n"})


@pytest.mark.parametrize("sandbox", [DOCKER], indirect=True)
def test_tests_see_them_and_so_do_those_of_a_program_with_planted_mistakes(sandbox: Sandbox) -> None:
    candidate, tests = program(PROGRAM), suite(TESTS, ())
    files = job_files(candidate, tests)
    assert outcomes(run(sandbox, "pytest", files=files)) == {"test_solution.py::test_price": "passed"}
    report = MutmutCheck().run(candidate, tests, CheckContext(sandbox, Cancel()))
    assert report.mutation is not None, report
    assert report.mutation.survived > 0, "a cake may cost more"
    assert report.mutation.killed > report.mutation.survived


def test_a_runner_that_is_started_again_gets_them_again(sandbox: Sandbox) -> None:
    assert isinstance(sandbox, RunnerSandbox)
    sandbox._client.close()  # as where its container is killed between two jobs
    assert run(sandbox, "cat", "prices.csv").stdout.encode() == PRICES


def test_too_many_or_too_large_ones_are_refused_in_words() -> None:
    with pytest.raises(SandboxError, match=r"^1,001 files are too many for a sandbox") as many:
        SandboxSpec(PYTHON.language, files={str(number): b"" for number in range(MOST_FILES + 1)})
    assert many.value.advice == "It takes up to 1,000."
    with pytest.raises(SandboxError, match=r"^The files have 65 MB together, which is too much"):
        SandboxSpec(PYTHON.language, files={"large": bytes(65 * MEGABYTE)})
    with pytest.raises(BadPath, match="leads out of its folder"):
        SandboxSpec(PYTHON.language, files={"../up": b""})
