from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from agent.events import ModelText, RunFinished, RunStarted
from storage.errors import UnknownRun
from storage.store import Store
from tests.fakes.runs import REQUEST, WHOLE_RUN
from ui.following import Following

DYING = "import sys; from storage.store import Store; from tests.fakes.runs import REQUEST, WHOLE_RUN\n"
DYING += "store = Store(sys.argv[1]); store.append(store.create_run(REQUEST), WHOLE_RUN[:-1])"


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'assay.db'}"


def test_a_snapshot_grows_with_the_run(url: str) -> None:
    store = Store(url)
    following = Following(store)
    run_id = store.create_run(REQUEST)
    assert following.snapshot(run_id).events == ()
    store.append(run_id, WHOLE_RUN[:3])
    assert not following.snapshot(run_id).finished
    store.append(run_id, WHOLE_RUN[3:])
    whole = following.snapshot(run_id)
    assert whole.finished
    assert tuple(stored.event for stored in whole.events) == WHOLE_RUN
    assert whole.report.status == "verified"


def test_streamed_words_leave_the_report_as_it_is(url: str) -> None:
    store = Store(url)
    following = Following(store)
    run_id = store.create_run(REQUEST)
    store.append(run_id, [RunStarted(REQUEST)])
    before = following.snapshot(run_id)
    store.append(run_id, [ModelText("code", "def f")])
    after = following.snapshot(run_id)
    assert after.report is before.report
    assert after.report_seq == before.report_seq == 1
    assert len(after.events) == 2


def test_a_run_whose_process_died_ends_with_a_reason(url: str) -> None:
    subprocess.run([sys.executable, "-c", DYING, url], check=True, cwd=Path(__file__).parents[2])
    store = Store(url)
    (run_id,) = store.mark_interrupted()
    following = Following(store)
    for _ in range(2):
        snapshot = following.snapshot(run_id)
        assert snapshot.finished
        assert snapshot.report.status == "error"
        assert "closed" in snapshot.report.reason
        assert sum(isinstance(stored.event, RunFinished) for stored in snapshot.events) == 1


def test_an_unknown_run_is_said(url: str) -> None:
    with pytest.raises(UnknownRun):
        Following(Store(url)).snapshot("never-was")
