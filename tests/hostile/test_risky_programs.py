"""All programs of a public collection of risky ones end within their limits and leave nothing."""

from __future__ import annotations

import pytest

from tests.conformance.sandbox_helpers import opened
from tests.fakes.waiting import until
from tests.hostile.battle import ALL_WELL, TOKEN, look, run_all
from tests.hostile.host import fingerprint, processes_with
from tests.hostile.risky import AT_ONCE, risky_jobs


@pytest.mark.thorough
@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    ("name", "first"),
    [
        pytest.param("docker", 0, marks=pytest.mark.docker),
        pytest.param("bubblewrap", 4, marks=pytest.mark.bubblewrap),
    ],
)
def test_a_collection_of_risky_programs_is_held(name: str, first: int) -> None:
    """Each runs every eighth program, others than the other one; `benchmarks.hostile` runs all of them in both."""
    jobs = dict(list(risky_jobs().items())[first::8])
    sandbox = opened(name)
    try:
        host, before = fingerprint(), look(sandbox)
        outcomes = {number: future.result() for number, future in run_all(sandbox, jobs, AT_ONCE).items()}
        after = look(sandbox, before.processes)
    finally:
        sandbox.close()
    assert {number: outcome.next for number, outcome in outcomes.items()} == dict.fromkeys(jobs, ALL_WELL)
    ended = [outcome.result for outcome in outcomes.values() if outcome.result.status != "exited"]
    assert all(result.reason.endswith(".") for result in ended), ended
    assert (after.processes, after.rest) == (before.processes, before.rest)
    assert after.runner is before.runner, "the runner was lost and started again"
    assert fingerprint() == host
    until(lambda: processes_with(TOKEN) == [], "all are gone from the machine")
