from __future__ import annotations

import shutil
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime
from html import unescape
from pathlib import Path

import pytest

from agent.events import Event, ModelAsked, ModelText, ReplyRejected, RunStarted, TestsReady
from agent.report import Report, with_event
from languages.types import Suite, TestCase
from storage.errors import UnknownRun
from storage.store import Store
from tests.fakes.runs import REQUEST, WHOLE_RUN
from ui.live import known
from ui.live.following import Following
from ui.live.watching import changes
from ui.run.parts import PARTS

HISTORIES = sorted((Path(__file__).parents[1] / "storage" / "histories").glob("*.db"))
DYING = "import sys; from storage.store import Store; from tests.fakes.runs import REQUEST, WHOLE_RUN\n"
DYING += "store = Store(sys.argv[1]); store.append(store.create_run(REQUEST), WHOLE_RUN[:-1])"


def test_a_run_that_waits_for_its_turn_is_shown_by_what_was_asked_for(store: Store) -> None:
    run_id = store.create_run(REQUEST)
    parts, _ = changes(PARTS, Following(store).snapshot(run_id), {}, datetime.now(UTC))
    assert REQUEST.task in parts["asked"], "else the page shows the form, as if nothing had been started"
    assert "before it" not in parts["steps"]
    following, later = Following(store), store.create_run(REQUEST)
    assert "1 run is before it." in changes(PARTS, following.snapshot(later), {}, datetime.now(UTC))[0]["steps"]
    store.claim(run_id)
    assert following.snapshot(later).ahead == 0


def test_a_snapshot_grows_with_the_run(store: Store) -> None:
    following = Following(store)
    run_id = store.create_run(REQUEST)
    assert following.snapshot(run_id).events == ()
    store.append(run_id, WHOLE_RUN[:3])
    assert not following.snapshot(run_id).finished
    parts, shown = changes(PARTS, following.snapshot(run_id), {}, datetime.now(UTC))
    assert parts["verdict"] == ""
    store.append(run_id, WHOLE_RUN[3:])
    whole = following.snapshot(run_id)
    assert "assay-falls" in changes(PARTS, whole, shown, datetime.now(UTC))[0]["asked"]
    assert "assay-falls" not in changes(PARTS, whole, {}, datetime.now(UTC))[0]["asked"], "nobody watched it"
    assert whole.finished
    assert tuple(stored.event for stored in whole.events) == WHOLE_RUN
    assert whole.report.status == "verified"


def test_only_parts_that_changed_are_sent_again(store: Store) -> None:
    following, run_id = Following(store), store.create_run(REQUEST)
    store.append(run_id, WHOLE_RUN)
    whole, now = following.snapshot(run_id), datetime.now(UTC)
    parts, shown = changes(PARTS, whole, {}, now)
    assert set(PARTS.names) - {"how_folder"} <= parts.keys()
    assert changes(PARTS, whole, shown, now)[0] == {}
    looked_at = replace(whole.report, reason="It was looked at again.")
    later = replace(whole, known=replace(whole.known, report=looked_at), report_seq=99)
    again, shown = changes(PARTS, later, shown, now)
    assert "trust" in again
    assert {"asked", "verdict", "code", "attempts", "how"}.isdisjoint(again), "they are as they were"
    assert changes(PARTS, later, {**shown, "run": "another"}, now)[0].keys() == parts.keys()


def test_each_event_is_read_once_however_often_somebody_looks(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[Event] = []

    def counted(report: Report, event: Event) -> Report:
        read.append(event)
        return with_event(report, event)

    monkeypatch.setattr(known, "with_event", counted)
    following, run_id = Following(store), store.create_run(REQUEST)
    for event in WHOLE_RUN:
        store.append(run_id, [event])
        for _ in range(2):  # as two tabs do
            changes(PARTS, following.snapshot(run_id), {}, datetime.now(UTC))
    assert read == list(WHOLE_RUN)


def test_streamed_words_leave_the_report_as_it_is(store: Store) -> None:
    following = Following(store)
    run_id = store.create_run(REQUEST)
    store.append(run_id, [RunStarted(REQUEST)])
    before = following.snapshot(run_id)
    store.append(run_id, [ModelText("code", "def f")])
    after = following.snapshot(run_id)
    assert after.report is before.report
    assert after.report_seq == before.report_seq == 1
    assert len(after.events) == 2


def test_the_tests_sentences_are_there_as_they_are_written_until_there_are_tests(store: Store) -> None:
    following = Following(store)
    run_id = store.create_run(REQUEST)

    def shown(*events: Event) -> tuple[str, str]:
        store.append(run_id, events)
        snapshot = following.snapshot(run_id)
        return " | ".join(snapshot.writing.sentences), changes(PARTS, snapshot, {}, datetime.now(UTC))[0]["steps"]

    asked = ModelAsked("tests", "demo", "write the tests", "")
    pieces = [
        ModelText("tests", piece) for piece in ("def test_a():\n    ", '"""Ten ', 'give <b>one</b>."""\n', "    as")
    ]
    assert (
        shown(RunStarted(REQUEST), asked, ModelText("tests", "def test_x():\n    pass\n", True), *pieces[:2])[0] == ""
    )
    written, page = shown(*pieces[2:])
    assert written == "Ten give <b>one</b>."
    assert "Ten give &lt;b&gt;one&lt;/b&gt;.</li>" in page
    assert ">def test_a():" in page, "and they are typed"
    assert shown(ModelText("tests", "sert f()\ndef test_b():\n    pass\n"))[0] == "Ten give <b>one</b>. | B"
    assert shown(ReplyRejected("tests", "No."), asked)[0] == ""
    written, page = shown(*pieces, TestsReady(Suite({}, (TestCase("test_real", "The real one."),))))
    assert written == ""
    assert "The real one." in page
    assert "give &lt;b&gt;one&lt;/b&gt;.</li>" not in page


def test_a_run_whose_process_died_ends_with_a_reason(store: Store, url: str) -> None:
    subprocess.run([sys.executable, "-c", DYING, url], check=True, cwd=Path(__file__).parents[2])
    following = Following(store)
    (run_id,) = (run.run_id for run in store.runs())
    assert not following.snapshot(run_id).finished
    assert store.mark_interrupted() == [run_id]
    snapshot = following.snapshot(run_id)
    assert snapshot.finished
    assert snapshot.report.status == "error"
    assert "closed" in snapshot.report.reason


@pytest.mark.parametrize("history", HISTORIES, ids=lambda history: history.stem)
def test_the_runs_of_earlier_versions_are_shown(tmp_path: Path, history: Path) -> None:
    store = Store(f"sqlite:///{shutil.copy(history, tmp_path)}")
    following = Following(store)
    for run in store.runs():
        snapshot = following.snapshot(run.run_id)
        parts, _ = changes(PARTS, snapshot, {}, datetime.now(UTC))
        assert run.reason.split(":")[0] in unescape(parts["trust"])
        assert all(parts[name] for name in ("asked", "steps", "log"))
        assert bool(parts["code"]) == bool(snapshot.report.attempts)


def test_an_unknown_run_is_said(store: Store) -> None:
    with pytest.raises(UnknownRun):
        Following(store).snapshot("never-was")
