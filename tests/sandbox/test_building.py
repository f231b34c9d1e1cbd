from __future__ import annotations

import threading
from pathlib import Path

import pytest

from sandbox.building import WAITING, being_built, building


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandbox.building.tempfile.gettempdir", lambda: str(tmp_path))


def test_one_at_a_time_makes_the_image() -> None:
    said: list[str] = []
    order: list[str] = []
    waits = threading.Event()

    def say(line: str) -> None:
        said.append(line)
        waits.set()

    def second() -> None:
        with building(say):
            order.append("second")

    assert not being_built()
    with building(said.append):
        assert being_built()
        other = threading.Thread(target=second)
        other.start()
        assert waits.wait(30)
        order.append("first")
    other.join(30)
    assert order == ["first", "second"]
    assert said == [WAITING]
    assert not being_built()


def test_without_a_place_for_the_lock_the_image_is_made_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr("sandbox.building.tempfile.gettempdir", lambda: str(tmp_path / "file"))
    with building(print):
        assert not being_built()
