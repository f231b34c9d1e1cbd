"""The versions of a program, and what is told of its uses."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.events import BriefReady, ProgramNamed, ProgramUsed, RunFinished
from agent.request import going_on
from languages.brief import Brief
from storage.store import Store
from tests.fakes.runs import REQUEST, WHOLE_RUN, going_on_from
from ui.live.following import Following
from ui.live.versions import versions_html, versions_of
from ui.using.uses import last_use


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(f"sqlite:///{tmp_path / 'assay.db'}")
    yield opened
    opened.close()


def finished(store: Store, run_id: str, name: str = "") -> str:
    store.claim(run_id)
    store.append(run_id, [*([BriefReady(Brief("files", name=name))] if name else []), *WHOLE_RUN])
    return run_id


def checked_again(store: Store, run_id: str) -> str:
    report = Following(store).snapshot(run_id).report
    assert report.chosen
    return store.create_run(going_on(run_id, report, edited=report.chosen.candidate))


def test_one_that_is_checked_again_keeps_its_number_and_then_its_place(store: Store) -> None:
    first = finished(store, store.create_run(REQUEST))
    second = finished(store, store.create_run(going_on_from(first, "Please.")))
    again = checked_again(store, first)
    assert [(one.number, one.run_id) for one in versions_of(store, again)] == [(1, first), (2, second), (1, again)]
    assert "is checked again" in versions_html(versions_of(store, again))
    finished(store, again)
    assert [(one.number, one.run_id) for one in versions_of(store, again)] == [(2, second), (1, again)]
    assert [one.run_id for one in versions_of(store, first)] == [first, second, again]
    edited = store.create_run(going_on_from(again))
    assert versions_of(store, edited)[-1].number == 3


def test_what_is_checked_again_is_still_kept_and_a_change_goes_on_under_its_name(store: Store) -> None:
    first = finished(store, store.create_run(REQUEST), "A quiz")
    store.say_after(first, ProgramNamed("My quiz"))
    store.keep(first, "My quiz")
    again = finished(store, checked_again(store, first))
    assert Following(store).snapshot(again).kept
    stopped = store.create_run(going_on_from(first, "Please."))
    store.claim(stopped)
    store.append(stopped, [RunFinished("cancelled", "It was stopped.", 1.0)])
    changed = finished(store, store.create_run(going_on_from(first, "Please.")), "Quiz for school")
    names = {run.run_id: run.name for run in store.runs()}
    assert {names[one] for one in (first, again, stopped, changed)} == {"My quiz"}


def test_the_last_use_is_the_last_of_which_something_came(store: Store) -> None:
    run_id = finished(store, store.create_run(REQUEST))
    store.keep(run_id, "Sums")
    (program,) = store.kept()
    assert last_use(store, program) is None
    for number, (name, came) in enumerate(
        [("photo.png", ()), ("june.csv", (("Food", "3"),)), ("july.csv", (("Food", "4"),))]
    ):
        store.say_after(run_id, ProgramUsed(f"2026-06-0{number + 1}T10:00:00+00:00", (name,), came))
    store.say_after(run_id, ProgramUsed("2026-07-01T10:00:00+00:00", ("photo.png",), ()))
    used = last_use(store, program)
    assert used
    assert (used.made_of, [(one.value, one.before) for one in used.came]) == (("july.csv",), [("4", "3")])
