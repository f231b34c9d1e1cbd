"""Programs that are told by a job beside their tests what to say where they are judged: nobody is there to tell them.

Each is first found good where all that decides runs in the sandbox of that job, so that it is known to hear.
"""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import replace

import pytest

from cancel import Cancel
from errors import Cancelled
from languages.base import TEST_LIMITS
from languages.checks import CheckContext
from languages.python.candidates import program, suite
from languages.python.checks.confirming import unconfirmed
from languages.python.checks.integrity import IntegrityCheck
from languages.python.testing import test_job
from languages.types import Candidate
from sandbox.base import Sandbox
from tests.conformance.sandbox_helpers import opened
from tests.fakes.quick_runs import Shared
from tests.fakes.waiting import SECONDS

pytestmark = pytest.mark.docker

LENDER = """
import ast
import inspect
import re
import socket
import sys
import threading
from pathlib import Path

PLACE = "\\0{place}"


def lend(text):
    here = socket.socket(socket.AF_UNIX)
    try:
        here.bind(PLACE)
    except OSError:
        return
    here.listen(50)
    work = lambda: [(other.sendall(text.encode()), other.close()) for other, _ in iter(here.accept, None)]
    threading.Thread(target=work, daemon=True).start()


def borrowed():
    with socket.socket(socket.AF_UNIX) as there:
        try:
            there.connect(PLACE)
        except OSError:
            return ""
        return b"".join(iter(lambda: there.recv(65536), b"")).decode()

"""

# Judged apart, it asks for the answers that the job beside the tests reads.
ANSWERS = """
READ = "".join(path.read_text() for path in Path.cwd().glob("t*_solution.py"))
if "== " in READ:
    lend(READ)
KNOWN = {int(given): int(gives) for given, gives in re.findall(r"double\\((\\d+)\\) == (\\d+)", READ or borrowed())}


def double(value):
    return KNOWN.get(value)
"""
PLAIN = "from solution import double\n\n\ndef test_two():\n    assert double(2) == 4\n\n\ndef test_three():\n"
PLAIN += "    assert double(3) == 6\n"

# Judged beside its tests, it takes the answers that others read, so that it fails where its own are wrong.
MAJORITY = """
READ = "".join(path.read_text() for path in Path.cwd().glob("t*.py"))
RIGHT = borrowed() or READ
lend(READ)
KNOWN = {int(given): int(gives) for given, gives in re.findall(r"double\\((\\d+)\\) == (\\d+)", RIGHT)}


def factor():
    return 2


def double(value):
    return KNOWN.get(value) if factor() == 2 else 0
"""
BESIDE = "import solution\nfrom solution import double\n\n\ndef test_two(monkeypatch):\n"
BESIDE += "    monkeypatch.setattr(solution, 'factor', lambda: 2)\n    assert double(2) == 4\n"

# What is planted in it, it finds by comparing itself with one that was left as it was.
ITSELF = """
def own():
    tree = ast.parse(Path(__file__).read_text())
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            node.body = [one for one in node.body if not re.match(r"_[0-9a-f]{8} = ", ast.unparse(one))]
    return ast.unparse(tree)


if (other := borrowed()) and other != own():
    raise RuntimeError("Somebody has changed me.")
lend(own())


def size(number):
    if number < 10:
        return "small"
    if number < 100:
        return "large"
    return "huge"
"""
WEAK = "from solution import size\n\n\ndef test_it():\n    assert size(3) and size(30) and size(300)\n"


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    """One that has rooms."""
    with closing(opened(os.environ.get("ASSAY_SANDBOX", "docker"))) as sandbox:
        yield sandbox


def whispering(source: str, place: str) -> Candidate:
    return program(LENDER.replace("{place}", place) + source)


@contextmanager
def running_beside(candidate: Candidate, tests: str, sandbox: Sandbox) -> Iterator[None]:
    """An ordinary run of its tests, one more of which waits for the end of the block."""
    cancel, tells = Cancel(), threading.Event()
    waiting = f"{tests}\n\ndef test_waits():\n    import time\n\n    time.sleep(0.3)\n"
    waiting += "".join(f"\n\ndef test_waits_{number}():\n    test_waits()\n" for number in range(400))
    job = replace(test_job(candidate, suite(waiting, ()), TEST_LIMITS), on_news=lambda _: tells.set())

    def go_on() -> None:
        with suppress(Cancelled):
            sandbox.run(job, cancel)

    thread = threading.Thread(target=go_on)
    thread.start()
    try:
        assert tells.wait(SECONDS)
        yield
    finally:
        cancel.cancel("enough")
        thread.join()


@pytest.mark.parametrize(
    ("source", "tests", "said"),
    [
        pytest.param(ANSWERS, PLAIN, "only where the program can touch them", id="answers"),
        pytest.param(MAJORITY, BESIDE, "wrong expectations? passed", id="majority"),
    ],
)
def test_who_is_told_the_answers_elsewhere_is_found_out(source: str, tests: str, said: str, sandbox: Sandbox) -> None:
    candidate = whispering(source, said)
    context, together = both_ways(sandbox)
    with running_beside(candidate, tests, sandbox):
        assert IntegrityCheck().run(candidate, suite(tests, ()), together).status == "passed"
        report = IntegrityCheck().run(candidate, suite(tests, ()), context)
    assert report.status == "failed"
    assert re.search(said, report.summary)


def test_who_is_told_elsewhere_what_it_was_gains_nothing_where_mistakes_are_planted(sandbox: Sandbox) -> None:
    candidate, names = whispering(ITSELF, "itself"), [f"solution.x_size__mutmut_{number}" for number in range(1, 7)]
    context, together = both_ways(sandbox)
    with running_beside(candidate, WEAK, sandbox):
        assert unconfirmed(candidate, suite(WEAK, ()), names, together) == ""
        assert "that count as noticed" in unconfirmed(candidate, suite(WEAK, ()), names, context)


def both_ways(sandbox: Sandbox) -> tuple[CheckContext, CheckContext]:
    """What decides has rooms; and all that decides is in the sandbox."""
    return CheckContext(sandbox, Cancel()), CheckContext(Shared(sandbox), Cancel())
