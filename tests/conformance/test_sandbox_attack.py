"""What an attacked program can reach of the job that attacks it, in real sandboxes."""

from __future__ import annotations

import pytest

from cancel import Cancel
from languages.brief import Brief
from languages.checks import CheckContext
from languages.python.candidates import program, suite
from languages.python.checks.attack import AttackCheck
from languages.types import TestCase
from sandbox.base import Sandbox
from tests.conformance.sandbox_helpers import BUBBLEWRAP, DOCKER

LOOKS = """
import os
import re

parent = os.getppid()
above = int(re.search(r"PPid:\\s+(\\d+)", open(f"/proc/{parent}/status").read())[1])
assert os.listdir("/proc/self/fd") and open("/proc/self/maps").read()  # what a program sees of itself
for process in (parent, above):
    for place in ("fd", "mem", "environ"):
        path = f"/proc/{process}/{place}"
        try:
            os.listdir(path) if place == "fd" else open(path, "rb")
        except PermissionError:
            continue
        raise SystemExit(f"It reached {path}.")
print("Hello", input("Name: "))
"""
TESTS = "def test_a(program):\n    program.start(typed=['Ada'])\n"


@pytest.mark.parametrize("sandbox", [DOCKER, BUBBLEWRAP], indirect=True)  # a plain process can do what its user can
def test_nobody_looks_into_who_attacks(sandbox: Sandbox) -> None:
    tests = suite(TESTS, [TestCase("test_a", "A.", scenario=True)])
    report = AttackCheck().run(program(LOOKS), tests, CheckContext(sandbox, Cancel(), brief=Brief("dialogue")))
    # It goes on only where it reached nothing; then what it doesn't catch is found.
    assert [finding.message for finding in report.findings] == [
        "At “Name:” Ctrl+C was pressed: it ends with an error of Python's (KeyboardInterrupt)"
    ], report.summary
