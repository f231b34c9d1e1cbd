"""Programs that try to do harm end within their limits, achieve nothing, disturb nobody and leave nothing."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest

from sandbox.base import Sandbox
from tests.conformance.sandbox_helpers import ticking_job
from tests.fakes.waiting import until
from tests.hostile.backends import BACKENDS
from tests.hostile.battle import ALL_WELL, TOKEN, Outcome, State, look, run_all
from tests.hostile.expected import EXPECTED, PROGRAMS, Group, job
from tests.hostile.host import fingerprint, processes_with

SECRET = "hostile-suite-secret"
AT_ONCE = 4
TIDY_SECONDS = 60.0
MARKED = [pytest.param(name, marks=getattr(pytest.mark, kind)) for name, (kind, _) in BACKENDS.items()]
pytestmark = pytest.mark.timeout(300)  # the first test of a sandbox waits for all programs in it


@dataclass(frozen=True, slots=True)
class Battle:
    """All programs in one sandbox, several at once, while a harmless job goes on: the bystander."""

    sandbox: Sandbox
    before: State
    outcomes: dict[str, Future[Outcome]]
    bystander_is_alive: Callable[[], bool]
    end_bystander: Callable[[], None]
    close: Callable[[], None]
    host: dict[str, object]
    planted: Path

    @property
    def on_gvisor(self) -> bool:
        return "gVisor" in self.sandbox.isolation


@pytest.fixture(scope="module", params=MARKED)
def battle(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Battle]:
    folder = tmp_path_factory.mktemp("h")
    planted = folder / "planted"
    planted.write_text(SECRET)
    with pytest.MonkeyPatch.context() as environment, ExitStack() as opened, ExitStack() as begun:
        environment.setenv("ANTHROPIC_API_KEY", SECRET)
        sandbox = opened.enter_context(BACKENDS[request.param][1](folder))
        host = fingerprint(planted)
        before = look(sandbox)
        is_alive = begun.enter_context(ticking_job(sandbox))
        assert is_alive()
        outcomes = fight(sandbox, chosen(request), planted)
        yield Battle(sandbox, before, outcomes, is_alive, begun.close, opened.close, host, planted)


def fight(sandbox: Sandbox, names: list[str], planted: Path) -> dict[str, Future[Outcome]]:
    """Run the programs: those that only wait beside those that compute, and the rest once all of these are over."""
    times = 2 if "gVisor" in sandbox.isolation else 1  # every system call is traced there

    def run(group: Group, at_once: int) -> dict[str, Future[Outcome]]:
        jobs = {name: job(name, planted, times) for name in names if EXPECTED[name].group == group}
        return run_all(sandbox, jobs, at_once)

    with ThreadPoolExecutor() as beside:
        waiting = beside.submit(run, "waiting", AT_ONCE)
        together = run("together", AT_ONCE // times)
    return waiting.result() | together | run("alone", 1)


def tidied(battle: Battle) -> State:
    """The sandbox once all is removed; where jobs share a user, the last one does that for all, which takes a while."""
    deadline = time.monotonic() + TIDY_SECONDS
    state = look(battle.sandbox, battle.before.processes)
    while state.left != battle.before.left and time.monotonic() < deadline:
        state = look(battle.sandbox, battle.before.processes)
    return state


def chosen(request: pytest.FixtureRequest) -> list[str]:
    """The programs of the tests that were selected."""
    calls = [item.callspec.params for item in request.session.items if hasattr(item, "callspec")]
    names = {call["program"] for call in calls if call.get("battle") == request.param and "program" in call}
    return [name for name in EXPECTED if name in names]


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


def test_the_job_beside_them_notices_nothing_and_nothing_is_left(battle: Battle) -> None:
    assert battle.bystander_is_alive()
    battle.end_bystander()
    after = tidied(battle)
    assert after.left == battle.before.left
    assert after.jobs >= battle.before.jobs + 2 * len(battle.outcomes), "the runner was lost and started again"
    battle.close()
    assert fingerprint(battle.planted) == battle.host
    until(lambda: processes_with(TOKEN) == [], "all are gone from the machine")
