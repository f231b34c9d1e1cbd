"""What odd use found becomes a test that the faulty program fails and the repaired one passes."""

from __future__ import annotations

import pytest

from cancel import Cancel
from languages.base import TEST_LIMITS
from languages.python.candidates import program, suite
from languages.python.odd_use import FILE, with_test
from languages.python.odd_use import test_of as written
from languages.python.testing import read_results, test_job
from languages.types import Finding, Suite, Verdicts
from sandbox.base import Sandbox

from .checks.test_attack import FAULTS, READS, SUMS, TAKINGS, TESTS, attacked

TWICE = TAKINGS.replace('    print("Days so far:"', '    assert not days()\n    print("Days so far:"')
START = {"typed": ["3"], "end": "enter", "args": [], "now": "", "seed": 0, "own": False, "files": {}}


def ran(sandbox: Sandbox, code: str, tests: Suite) -> Verdicts:
    return read_results(sandbox.run(test_job(program(code), tests, TEST_LIMITS), Cancel()), ())


@pytest.mark.parametrize(
    ("faulty", "right", "tests", "words"),
    [
        (TAKINGS.replace(*FAULTS["a held key"][0]), TAKINGS, TESTS, "999999999"),
        (TAKINGS.replace(*FAULTS["a key that ends it"][0]), TAKINGS, TESTS, "end='interrupt'"),
        (SUMS.replace(', errors="replace"', ""), SUMS, READS, r"b'\x00\xff\xfe broken"),
        (TWICE, TAKINGS, TESTS, "    program.start(files={}, typed=['3', '4.50', ''])\n" * 2),
    ],
    ids=["answer", "end", "file", "again"],
)
def test_the_repaired_program_is_held_to_it(sandbox: Sandbox, faulty: str, right: str, tests: str, words: str) -> None:
    findings = attacked(sandbox, faulty, tests).findings
    told = [finding for finding in findings if words in finding.test]
    assert told, findings
    held = suite(tests, ())
    for finding in told:
        held = with_test(held, finding)
    assert with_test(held, told[0]) == held
    only = Suite(held.beside, ())
    assert {one.outcome for one in ran(sandbox, faulty, only).results} == {"failed"}
    assert ran(sandbox, right, only).passed
    assert len(ran(sandbox, right, held).results) == 1 + len(told)  # the others run, too


def found(came: str, line: int = 0, shown: str = "", start: object = START) -> dict[str, object]:
    return {"came": came, "line": line, "shown": shown, "start": start}


def test_what_is_gone_is_looked_for() -> None:
    start = {**START, "files": {"in/a.csv": "x;1"}, "own": True}
    assert written(found("gone", shown="a.csv", start=start), "It is gone.") == (
        "def test_odd_use(program):\n    'It is gone.'\n"
        "    run = program.start(files={**program.files, 'in/a.csv': 'x;1'}, typed=['3'])\n"
        "    assert 'in/a.csv' not in run.changed\n"
    )


def test_what_no_start_tells_by_itself_is_no_test() -> None:
    assert written(found("lost"), "It is lost.") == ""
    assert written(found("ValueError", 3, start=None), "It falls over.") == ""
    assert written(found("ValueError", 3, start={**START, "typed": ["ab" * 2000]}), "It falls over.") == ""
    assert "typed=[5000 * 'w']" in written(found("endless", start={**START, "typed": ["w" * 5000]}), "It never ends.")


def test_what_a_program_asks_and_names_stays_text() -> None:
    start = {**START, "files": {"'}; import os; {'": "\n"}, "typed": ["'])\nimport os\n"]}
    test = written(found("gone", shown="'", start=start), "'\nimport os\n")
    held = with_test(suite("", ()), Finding("odd", "", test=test))
    assert "\nimport os" not in held.beside[FILE]
