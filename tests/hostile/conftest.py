"""The battle of a sandbox: all hostile programs in it, several at once, beside one that must not notice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from sandbox.base import Sandbox
from tests.conformance.sandbox_helpers import ticking_job
from tests.hostile.backends import BACKENDS
from tests.hostile.battle import Outcome, State, look, run_all
from tests.hostile.expected import EXPECTED, Group, is_tried_on_gvisor, job
from tests.hostile.host import fingerprint

SECRET = "hostile-suite-secret"
AT_ONCE = 4


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


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Each file has its `SANDBOXES`."""
    if "battle" in metafunc.fixturenames:
        metafunc.parametrize("battle", [*map(_marked, metafunc.module.SANDBOXES)], indirect=True, scope="module")


def _marked(name: str) -> pytest.ParameterSet:
    """What each program does to two of the sandboxes tells most of what it does to the others."""
    thorough = [] if name in ("docker", "bubblewrap") else [pytest.mark.thorough]
    return pytest.param(name, marks=[getattr(pytest.mark, BACKENDS[name][0]), *thorough])


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """On gVisor's kernel all takes many times as long, so only what it may change is tried there; all of it by
    `python -m tests.fakes.gvisor_engine bash tests/run.sh tests/hostile`."""
    items[:] = [item for item in items if _is_tried(getattr(item, "callspec", None))]


def _is_tried(call: Any) -> bool:
    params = call.params if call else {}
    if params.get("battle") != "gvisor" or "program" not in params:
        return True
    return is_tried_on_gvisor(params["program"])


@pytest.fixture(scope="module")
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


def chosen(request: pytest.FixtureRequest) -> list[str]:
    """The programs of the tests that were selected."""
    calls = [item.callspec.params for item in request.session.items if hasattr(item, "callspec")]
    names = {call["program"] for call in calls if call.get("battle") == request.param and "program" in call}
    return [name for name in EXPECTED if name in names]
