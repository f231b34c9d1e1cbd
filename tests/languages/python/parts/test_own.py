"""Which files beside a program are its own."""

from __future__ import annotations

import errno
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from languages.python.parts import own
from languages.python.parts.own import RECORD, note_own, whose
from languages.python.parts.write.placing import write_text
from tests.languages.python.parts.folder import ProgramFolder, set_everywhere


def test_whose_files_are(folder: ProgramFolder, tmp_path: Path) -> None:
    path = folder.path / "sub" / "a.txt"
    assert whose(path) == "nobody"
    path.parent.mkdir()
    path.write_text("one")
    assert whose(path) == "person"
    note_own(path)
    assert whose(path) == "program"
    assert whose(folder.path / "sub" / ".." / "sub" / "a.txt") == "program"
    path.write_text("two")
    assert whose(path) == "changed"
    assert whose(path / "below") == "nobody"
    assert whose(path.parent) == "person"
    assert whose(Path("a\0b")) == "person"
    assert whose(folder.path / ("x" * 300)) == "person"
    (outside := tmp_path / "b.txt").write_text("x")
    note_own(outside)
    assert whose(outside) == "program"
    (folder.path / "link").symlink_to(outside)
    note_own(folder.path / "link")
    assert whose(folder.path / "link") == "person"
    path.unlink()
    assert whose(path) == "nobody"


def test_both_can_be_moved(folder: ProgramFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_text("sub/é.txt", "x")
    folder.path.rename(tmp_path / "moved")
    set_everywhere(monkeypatch, "here", lambda: tmp_path / "moved")
    assert whose(tmp_path / "moved" / "sub" / "é.txt") == "program"


def test_one_name_in_two_forms(folder: ProgramFolder) -> None:
    """As macOS gives names back in pieces."""
    (apart := folder.path / "e\u0301.txt").write_text("x")
    (folder.path / "é.txt").write_text("x")
    note_own(folder.path / "é.txt")
    assert whose(apart) == "program"


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"[1]", b"null", b"{", b'{"a.txt": 5}', b"[" * 100_000])
def test_a_record_that_is_no_record(folder: ProgramFolder, content: bytes) -> None:
    (folder.path / RECORD).write_bytes(content)
    (folder.path / "a.txt").write_text("x")
    assert whose(folder.path / "a.txt") != "program"
    note_own(folder.path / "a.txt")
    assert whose(folder.path / "a.txt") == "program"


def test_what_cant_be_read_now_is_changed(folder: ProgramFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    write_text("a.txt", "x")
    read = Path.open

    def locked(path: Path, *given: str, **more: str) -> object:
        if path.name == "a.txt":
            raise PermissionError(errno.EACCES, "no", str(path))
        return read(path, *given, **more)  # type: ignore[call-overload]

    monkeypatch.setattr(Path, "open", locked)
    assert whose(folder.path / "a.txt") == "changed"


def test_a_record_that_cant_be_kept(folder: ProgramFolder) -> None:
    (folder.path / RECORD).mkdir()
    place = write_text("a.txt", "x")
    assert (place.read_text(), whose(place)) == ("x", "person")
    assert folder.hidden() == []


def test_two_starts_note_at_once(folder: ProgramFolder) -> None:
    paths = [folder.path / f"{number}.txt" for number in range(24)]
    for path in paths:
        path.write_text(path.name)

    def note(some: list[Path]) -> None:
        for path in some:
            note_own(path)

    run_together([lambda part=part: note(paths[part::4]) for part in range(4)])  # type: ignore[misc]
    assert {whose(path) for path in paths} == {"program"}
    assert folder.hidden() == []


def run_together(calls: list[Callable[[], None]]) -> None:
    threads = [threading.Thread(target=call) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_here_is_where_the_program_lies() -> None:
    assert Path(own.__file__).parent == _real_here()


_real_here = own.here
