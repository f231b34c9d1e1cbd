"""Programs that try to do harm end within their limits, achieve nothing, disturb nobody and leave nothing."""

from __future__ import annotations

import re
import time

import pytest

from tests.conformance.sandbox_helpers import judged_apart
from tests.fakes.waiting import SECONDS, until
from tests.hostile.battle import ALL_WELL, TOKEN, State, look
from tests.hostile.conftest import SECRET, Battle
from tests.hostile.expected import EXPECTED, PROGRAMS
from tests.hostile.host import fingerprint, processes_with

SANDBOXES = ("docker", "gvisor")  # `test_hostile_in_namespaces.py` has the others
pytestmark = pytest.mark.timeout(900)  # the first test of a sandbox waits for all programs in it


def tidied(battle: Battle) -> State:
    """The sandbox once all is removed; where jobs share a user, the last one does that for all, which takes a while."""
    deadline = time.monotonic() + SECONDS
    state = look(battle.sandbox, battle.before.processes)
    while state.left != battle.before.left and time.monotonic() < deadline:
        state = look(battle.sandbox, battle.before.processes)
    return state


def test_each_program_is_expected_to_do_something() -> None:
    programs = {path.stem: path.read_text() for path in PROGRAMS.glob("*.py") if path.stem != "attempt"}
    assert programs.keys() == EXPECTED.keys()
    assert len(programs) >= 60
    assert all(re.match(r'"""[A-Z][^\n]*[.)]"""\n', text) for text in programs.values())


@pytest.mark.parametrize("program", EXPECTED)
def test_a_hostile_program_is_held(battle: Battle, program: str) -> None:
    expected = EXPECTED[program]
    outcome = battle.outcomes[program].result()
    result = outcome.result
    said = f"{result.reason}\n{result.stdout}\n{result.stderr}"
    assert result.status in expected.ends, result
    assert re.search(expected.told, said), result
    achieved = [line for line in said.splitlines() if "achieved:" in line]
    assert [line for line in achieved if not (battle.on_gvisor and re.search(expected.on_gvisor, line))] == []
    assert SECRET not in said
    assert SECRET.encode() not in b"".join(result.files.values())
    assert not expected.begins or "begun" in result.stdout
    assert result.status != "exited" or expected.crashes or result.exit_code == 0, result
    assert result.status == "exited" or result.reason.endswith(".")
    assert all(b"root:" not in content for content in result.files.values())
    assert outcome.next == ALL_WELL


def test_whoever_judges_is_nobody_that_the_program_can_touch(battle: Battle) -> None:
    reports = judged_apart("another_user", battle.sandbox)
    missed = {name for name, report in reports.items() if report.outcome != "passed"}
    # gVisor shows each process to all others, but neither its memory nor a way to it.
    assert {name for name in missed if not (battle.on_gvisor and name.startswith("test_sees_nothing_else["))} == set()
    assert len(reports) == 8


def test_the_job_beside_them_notices_nothing_and_nothing_is_left(battle: Battle) -> None:
    assert battle.bystander_is_alive()
    battle.end_bystander()
    after = tidied(battle)
    assert after.left == battle.before.left
    assert after.runner is battle.before.runner, "the runner was lost and started again"
    battle.close()
    assert fingerprint(battle.planted) == battle.host
    until(lambda: processes_with(TOKEN) == [], "all are gone from the machine")
