"""The files of a run are given again with what goes on from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from agent.errors import BadFiles, BadTask, ModelUnavailable
from agent.events import RunStarted
from agent.inputs import Given
from agent.types import Request
from storage.store import Store
from tests.fakes.runs import REQUEST, WHOLE_RUN
from ui.form.changing import SAME, changed_by_hand, changed_in_words, fixed_for_files
from ui.form.files import sent, with_files
from ui.live.following import Following

FILES = {"a/prices.csv": b"tea;3\n", "b.txt": b"b"}


@pytest.fixture
def earlier(store: Store) -> str:
    request = replace(REQUEST, model="ollama:tiny", test_model="ollama:tiny", left_out=("c was left out.",))
    return stored(store, request)


def stored(store: Store, request: Request) -> str:
    run_id = store.create_run(request, FILES)
    store.claim(run_id)
    store.append(run_id, [RunStarted(request), *WHOLE_RUN[1:]])
    return run_id


def dropped(folder: Path, name: str = "b.txt") -> list[Given]:
    (folder / "uploaded").write_bytes(b"other")
    return [Given(folder / "uploaded", name)]


def test_a_change_in_words_and_one_by_hand_keep_the_files(store: Store, earlier: str) -> None:
    services: Any = SimpleNamespace(store=store, following=Following(store))
    assert changed_in_words(services, earlier, "Ignore empty lines.", SAME)[1] == FILES
    assert changed_by_hand(services, earlier, "def add(a, b): return b + a\n")[1] == FILES


def test_the_demo_is_not_asked_to_change_what_it_made_for_that_would_end_without_a_program(
    store: Store, tmp_path: Path
) -> None:
    services: Any = SimpleNamespace(store=store, following=Following(store))
    run_id = stored(store, REQUEST)
    with pytest.raises(ModelUnavailable, match="answers are recorded"):
        changed_in_words(services, run_id, "Ignore empty lines.", SAME)
    with pytest.raises(ModelUnavailable, match="answers are recorded"):
        fixed_for_files(services, run_id, dropped(tmp_path), "", SAME)
    assert changed_in_words(services, run_id, "Ignore empty lines.", "ollama:tiny")[0].model == "ollama:tiny"


def test_a_fix_for_new_files_has_them_beside_those_that_tests_rely_on(
    store: Store, earlier: str, tmp_path: Path
) -> None:
    services: Any = SimpleNamespace(store=store, following=Following(store))
    request, inputs = fixed_for_files(services, earlier, dropped(tmp_path), "The head is another.", SAME)
    assert inputs == {**FILES, "b (2).txt": b"other"}
    assert request.left_out == ("c was left out.",)
    assert request.earlier
    assert "“b (2).txt”" in request.earlier.changes[0]
    assert request.earlier.changes[0].endswith("The head is another.")
    (tmp_path / "same").write_bytes(FILES["b.txt"])
    with pytest.raises(BadTask, match="no new file"):
        fixed_for_files(services, earlier, [Given(tmp_path / "same", "b.txt")], "", SAME)


@pytest.mark.parametrize(
    ("keep", "files", "left_out"),
    [(True, {**FILES, "b.txt": b"other"}, ("c was left out.",)), (False, {"b.txt": b"other"}, ())],
)
def test_a_task_that_is_run_again_has_the_files_of_before_if_they_are_wanted(
    store: Store, earlier: str, tmp_path: Path, keep: bool, files: Mapping[str, bytes], left_out: tuple[str, ...]
) -> None:
    request, inputs = with_files(store, REQUEST, dropped(tmp_path), keep, earlier)
    assert (inputs, request.left_out) == (files, left_out)


@pytest.mark.parametrize("name", ["../../b.txt", "C:\\b.txt", "a\0b"])
def test_what_a_browser_calls_a_file_is_not_believed(store: Store, tmp_path: Path, name: str) -> None:
    with pytest.raises(BadFiles):
        with_files(store, REQUEST, dropped(tmp_path, name))


def test_nothing_sent_is_nothing_given() -> None:
    assert sent(None) == []
