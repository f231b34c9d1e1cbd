"""Files are whole at every moment, and changed by one start of the program at a time."""

from __future__ import annotations

import errno
import multiprocessing
import time
from pathlib import Path
from typing import Any

import pytest

from languages.python.parts import whole
from languages.python.parts.whole import _held, _write_whole


def count_up(path: Path, times: int) -> None:
    for _ in range(times):
        with _held(path):
            number = int(path.read_text())
            time.sleep(0.001)
            _write_whole(path, str(number + 1).encode())


def test_one_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "count"
    path.write_text("0")
    started = [multiprocessing.get_context("fork").Process(target=count_up, args=(path, 10)) for _ in range(4)]
    for process in started:
        process.start()
    for process in started:
        process.join()
    assert (path.read_text(), [one.name for one in tmp_path.iterdir()]) == ("40", ["count"])


def test_what_somebody_left_behind_is_taken_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whole, "_PAUSE_SECONDS", 0.001)
    (lock := tmp_path / ".a.lock").write_text("dead")
    begin = time.monotonic()
    with _held(tmp_path / "a"):
        assert lock.read_text() != "dead"
    assert 0.1 <= time.monotonic() - begin < 5
    assert list(tmp_path.iterdir()) == []


def test_one_who_lives_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As long as the lock has another mark each time, somebody works."""
    lock, looks = tmp_path / ".a.lock", [0]
    lock.write_text("0")

    def pause(_: float) -> None:
        looks[0] += 1
        if looks[0] < 250:
            lock.write_text(str(looks[0] // 90))
        else:
            lock.unlink()

    monkeypatch.setattr(whole, "sleep", pause)
    with _held(tmp_path / "a"):
        assert looks == [250]


def test_it_never_hangs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even where the lock can't be taken away."""
    pauses: list[float] = []
    monkeypatch.setattr(whole, "sleep", pauses.append)
    (tmp_path / ".a.lock").mkdir()
    monkeypatch.setattr(Path, "rename", lambda path, target: (_ for _ in ()).throw(PermissionError()))
    with _held(tmp_path / "a"):
        pass
    assert len(pauses) == 1000
    assert set(pauses) == {0.03}


def test_a_lock_that_is_no_more_ours_stays(tmp_path: Path) -> None:
    with _held(tmp_path / "a"):
        (tmp_path / ".a.lock").write_text("another's")
    assert (tmp_path / ".a.lock").read_text() == "another's"


def test_a_lock_that_another_has_made_meanwhile_is_put_back(tmp_path: Path) -> None:
    (lock := tmp_path / ".a.lock").write_text("new")
    whole._break_lock(lock, "old")
    assert [(one.name, one.read_text()) for one in tmp_path.iterdir()] == [(".a.lock", "new")]
    whole._break_lock(lock, "new")
    assert list(tmp_path.iterdir()) == []


def test_it_is_free_again_after_an_error(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), _held(tmp_path / "a"):
        1 / len([one for one in tmp_path.iterdir() if one.name != ".a.lock"])
    assert list(tmp_path.iterdir()) == []


def test_nothing_half_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a"
    path.write_text("before")
    monkeypatch.setattr(whole, "_flush_to_disk", lambda _: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        _write_whole(path, b"after")
    assert [(one.name, one.read_text()) for one in tmp_path.iterdir()] == [("a", "before")]


def test_a_lock_that_the_full_disk_left_empty_is_taken_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lock = tmp_path / "lock"

    def full(*_given: object, **_named: object) -> int:
        raise OSError(errno.ENOSPC, "full")

    opened = Path.open

    def opens(path: Path, *given: Any, **named: Any) -> Any:
        file = opened(path, *given, **named)
        monkeypatch.setattr(file, "write", full, raising=False)
        return file

    monkeypatch.setattr(Path, "open", opens)
    with pytest.raises(OSError, match="full"):
        whole._make_lock(lock, "mark")
    assert not lock.exists()
