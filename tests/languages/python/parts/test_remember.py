# ruff: noqa: RUF005  (a person's times have no zone)
"""What a program keeps is there at the next start, whatever happened to the file meanwhile."""

from __future__ import annotations

import errno
import json
import multiprocessing
from collections.abc import Callable
from datetime import UTC, date, datetime, time
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from languages.python.parts import remember, whole
from languages.python.parts.own import RECORD, whose
from languages.python.parts.remember import _memory_text, _memory_value, keep, recall
from languages.python.parts.whole import _held
from languages.python.parts.write.aside import _now
from languages.python.parts.write.placing import CannotWrite
from tests.languages.python.parts.folder import ProgramFolder


def add(value: Any) -> Callable[[list[Any]], list[Any]]:
    return lambda kept: [*kept, value]


def test_it_is_there_at_the_next_start(folder: ProgramFolder) -> None:
    assert recall("sales", []) == []
    assert folder.names() == []
    assert keep("sales", add("Käse"), []) == ["Käse"]
    assert keep("sales", add(Decimal("1.50")), []) == ["Käse", Decimal("1.50")]
    assert recall("sales", []) == recall("sales.json", []) == ["Käse", Decimal("1.50")]
    assert folder.names() == ["sales.before", "sales.json"]
    content = (folder.path / "sales.json").read_text("utf-8")
    assert json.loads(content) == {"kept by the program": ["Käse", {"decimal": "1.50"}]}
    assert '"Käse"' in content.split("\n")[2]  # a person can read it
    assert json.loads((folder.path / "sales.before").read_text("utf-8")) == {"kept by the program": ["Käse"]}
    assert [whose(folder.path / name) for name in folder.names()] == ["program"] * 2
    assert (folder.said, folder.hidden()) == ([], [])


def test_names(folder: ProgramFolder) -> None:
    keep("a/b: c", add(1), [])
    assert (folder.names(), recall("a/b: c", [])) == (["a_b_ c.json"], [1])


def test_what_is_changed_in_place_is_kept(folder: ProgramFolder) -> None:
    start: dict[str, list[int]] = {"a": []}
    assert keep("x", lambda kept: kept["a"].append(1), start) == {"a": [1]}
    assert keep("x", lambda kept: kept["a"].append(2), start) == {"a": [1, 2]}
    assert (recall("x", start), start) == ({"a": [1, 2]}, {"a": []})
    recall("y", start)["a"].append(3)
    assert start == {"a": []}
    assert keep("z", lambda kept: None, None) is None


def test_the_same_again_is_no_change(folder: ProgramFolder) -> None:
    keep("x", lambda _: 1, 0)
    keep("x", lambda _: 2, 0)
    keep("x", lambda _: 2, 0)
    assert b"1" in (folder.path / "x.before").read_bytes()


VALUES: list[Any] = [
    None,
    True,
    0,
    -(10**30),
    1.5,
    "",
    "a\ud83d\0\n",
    "😀",
    [],
    {},
    Decimal("1.50"),
    Decimal("-1E-20"),
    date(2025, 2, 3),
    datetime(2025, 2, 3, 4, 5, 6, 7),
    datetime(2025, 2, 3, 4, 5, tzinfo=UTC),
    time(4, 5),
    {"a": [{"b": date(2025, 2, 3)}], "c": None},
    {1: "one", (2025, "a"): "two", date(2025, 2, 3): "three", None: 4, (1, (2, 3)): 5},
    {"date": "2025-02-03"},
    {"date": "x", "decimal": "1"},
    {"decimal": {"time": {"pairs": [1]}}},
    {"pairs": []},
    {"kept by the program": 1},
]


@pytest.mark.parametrize("value", VALUES)
def test_values_stay_what_they_are(folder: ProgramFolder, value: Any) -> None:
    assert keep("x", lambda _: value, None) == value
    read = recall("x", None)
    assert (read, repr(read)) == (value, repr(value))


KEYS = st.none() | st.booleans() | st.integers() | st.text() | st.dates() | st.decimals(allow_nan=False)
TIMES = (st.datetimes() | st.times()).map(lambda one: one.replace(fold=0))  # what a clock shows twice isn't kept apart
LEAVES = KEYS | st.floats(allow_nan=False, allow_infinity=False) | TIMES
NAMES = st.text() | st.sampled_from(["date", "pairs", "decimal", "time", "datetime"])


def inner(some: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.lists(some) | st.dictionaries(NAMES, some, max_size=2) | st.dictionaries(KEYS, some, max_size=2)


@given(st.recursive(LEAVES, inner, max_leaves=12))
def test_all_values_stay_what_they_are(value: Any) -> None:
    assert repr(_memory_value(_memory_text(value), value)) == repr(value)


def test_tuples_become_lists(folder: ProgramFolder) -> None:
    keep("x", lambda kept: [*kept, (1, (2,))], ())
    assert recall("x", ()) == recall("x", []) == [[1, [2]]]


@pytest.mark.parametrize(
    "value", [{1}, Path("a"), b"x", object(), [{"a": {1}}], {1: {2}}, {"a": 1j}, float("nan"), float("inf")]
)
def test_what_cant_be_kept_changes_nothing(folder: ProgramFolder, value: Any) -> None:
    keep("x", lambda _: 1, None)
    with pytest.raises((TypeError, ValueError)):
        keep("x", lambda _: value, None)
    assert recall("x", None) == 1


def test_what_is_wrong_in_a_program_is_said_to_who_writes_it(folder: ProgramFolder) -> None:
    with pytest.raises(TypeError, match=r"^set can't be kept: make it text, numbers, dates, lists or dicts$"):
        keep("x", lambda _: {1}, None)
    with pytest.raises(TypeError, match=r"^\[\] is kept as a list, not as 'a'$"):
        keep("x", lambda _: "a", [])
    with pytest.raises(ZeroDivisionError):
        keep("x", lambda _: 1 / 0, [])
    with pytest.raises(FileNotFoundError):  # which is about another file, and isn't said of the memory
        keep("x", lambda _: (folder.path / "none").read_text(), "")
    assert (folder.names(), folder.hidden()) == ([], [])


NUMBERS = (0, 1.5, Decimal(1))


@pytest.mark.parametrize(
    ("value", "start"),
    [*((one, other) for one in NUMBERS for other in NUMBERS), ("a", ""), (True, False), ({}, {"a": 1}), ([1], ())]
    + [("a", None), ({}, None), (date(2025, 1, 1), date(1, 1, 1)), (time(1), time(2))]
    + [(datetime(2025, 1, 1), datetime(1, 1, 1))],
)
def test_what_fits_the_start(folder: ProgramFolder, value: Any, start: Any) -> None:
    keep("x", lambda _: value, None)
    assert (recall("x", start), folder.said) == (value, [])


@pytest.mark.parametrize(
    ("value", "start"),
    [([], {}), ({}, []), ("", []), (1, ""), ("1", 0), (True, 0), (1, False), (None, []), (date(2025, 1, 1), "")]
    + [(datetime(2025, 1, 1), date(1, 1, 1)), (date(2025, 1, 1), datetime(1, 1, 1)), ("10:00", time(2)), ("", None)],
)
def test_what_doesnt(folder: ProgramFolder, value: Any, start: Any) -> None:
    keep("x", lambda _: value, None)
    assert recall("x", start) == (start if start is not None else value)
    assert len(folder.said) == (start is not None)


DAMAGED = [
    b"",
    b"{",
    b'{"kept by the program": [1',
    b"\xff\xfe\x00",
    b"null",
    b"[1]",
    b"5",
    b'"kept by the program"',
    b'{"a": 1}',
    b'{"kept by the program": {}}',
    b'{"kept by the program": null}',
    b'{"kept by the program": [NaN]}',
    b'{"kept by the program": [Infinity]}',
    b'{"kept by the program": [{"date": "31.02.2025"}]}',
    b'{"kept by the program": [{"date": 5}]}',
    b'{"kept by the program": [{"decimal": "x"}]}',
    b'{"kept by the program": [{"decimal": null}]}',
    b'{"kept by the program": [{"pairs": 5}]}',
    b'{"kept by the program": [{"pairs": [[{}, 1]]}]}',
    b'{"kept by the program": [{"pairs": [[1]]}]}',
    b'{"kept by the program": ' + b"[" * 100_000,
    "\ufeff{".encode("utf-16"),
    b"\0" * 4096,
]


@pytest.mark.parametrize("content", DAMAGED)
def test_what_is_damaged_is_put_aside_and_told(
    folder: ProgramFolder, content: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    fixed = _now()
    monkeypatch.setattr(remember, "_now", lambda: fixed)
    aside = f"x (damaged, {fixed:%Y-%m-%d %H%M}).json"
    for number in (1, 2, 3):
        keep("x", add(number), [])
    (folder.path / "x.json").write_bytes(content)
    assert recall("x", []) == [1, 2]
    assert (folder.path / aside).read_bytes() == content
    assert whose(folder.path / aside) == "program"
    assert folder.said == [
        f"“x.json” can't be read. It was renamed to “{aside}”.",
        "This program goes on with what it kept before; the last change may be missing.",
    ]
    folder.said.clear()
    assert (keep("x", add(4), []), recall("x", []), folder.said) == ([1, 2, 4], [1, 2, 4], [])
    (folder.path / "x.json").write_bytes(content)
    assert keep("x", add(5), []) == [1, 2, 5]
    assert aside.replace(").", ") (2).") in folder.names()
    assert folder.hidden() == []


def test_both_are_damaged(folder: ProgramFolder) -> None:
    for number in (1, 2, 3):
        keep("x", add(number), [])
    (folder.path / "x.json").write_bytes(b"one")
    (folder.path / "x.before").write_bytes(b"two")
    assert recall("x", start := [0]) == [0]
    assert len(folder.said) == 1
    assert sorted(path.read_bytes() for path in folder.path.glob("*damaged*")) == [b"one", b"two"]
    assert keep("x", add(4), start) == [0, 4]
    assert start == [0]


def test_damaged_and_nothing_before(folder: ProgramFolder) -> None:
    keep("x", add(1), [])
    (folder.path / "x.json").write_bytes(b"")
    assert (recall("x", []), len(folder.said)) == ([], 1)
    assert (recall("x", []), len(folder.said)) == ([], 1)


def test_a_file_of_the_person_stays_theirs(folder: ProgramFolder) -> None:
    (folder.path / "x.json").write_text('["mine"]')
    assert keep("x", add(1), []) == [1]
    [aside] = folder.path.glob("*damaged*")
    assert (aside.read_text(), whose(aside)) == ('["mine"]', "person")


def test_a_mark_of_windows_at_the_beginning_is_no_damage(folder: ProgramFolder) -> None:
    keep("x", add(1), [])
    (path := folder.path / "x.json").write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert (recall("x", []), folder.said) == ([1], [])


def keep_many(path: Path, first: int) -> None:
    for number in range(first, first + 8):
        keep("x", add(number), [])


def test_two_starts_at_once(folder: ProgramFolder) -> None:
    started = [
        multiprocessing.get_context("fork").Process(target=keep_many, args=(folder.path, first))
        for first in (0, 100, 200)
    ]
    for process in started:
        process.start()
    for process in started:
        process.join()
    assert sorted(recall("x", [])) == [*range(8), *range(100, 108), *range(200, 208)]
    assert (folder.said, folder.hidden()) == ([], [])


def test_another_start_comes_while_somebody_is_asked(folder: ProgramFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    """The lock is broken after some seconds, but nothing of what the other one kept is lost."""
    monkeypatch.setattr(whole, "_PAUSE_SECONDS", 0)
    asked = [0]

    def ask(kept: list[int]) -> list[int]:
        asked[0] += 1
        if asked[0] == 1:
            keep("x", add(1), [])
        return [*kept, 2]

    assert keep("x", ask, []) == [1, 2]
    assert (recall("x", []), asked) == ([1, 2], [2])

    def meddle(kept: list[int]) -> list[int]:
        (folder.path / "x.json").write_bytes(_memory_text([*kept, 3]))
        return [*kept, 4]

    with pytest.raises(CannotWrite, match=r"^Other programs keep changing “x.json”, so nothing new was saved[.]$"):
        keep("x", meddle, [])
    assert recall("x", []) == [1, 2, 3, 3, 3, 3, 3]


@pytest.mark.parametrize(
    ("number", "words"),
    [(errno.ENOSPC, "The disk is full. Make room there, and try again."), (errno.EIO, "The computer says: bad.")],
)
def test_it_cant_be_written(folder: ProgramFolder, monkeypatch: pytest.MonkeyPatch, number: int, words: str) -> None:
    def fails(_: Path, content: bytes) -> None:
        raise OSError(number, "bad")

    keep("x", add(1), [])
    monkeypatch.setattr(remember, "_write_whole", fails)
    with pytest.raises(CannotWrite) as problem:
        keep("x", add(2), [])
    assert str(problem.value) == f"“x.json” can't be written, so nothing new was saved. {words}"
    assert (recall("x", []), folder.names(), folder.hidden()) == ([1], ["x.json"], [])


def test_it_cant_be_mended(folder: ProgramFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_: Path, content: bytes) -> None:
        raise OSError(errno.ENOSPC, "full")

    keep("x", add(1), [])
    keep("x", add(2), [])
    (folder.path / "x.json").write_bytes(b"half")
    monkeypatch.setattr(remember, "_write_whole", fails)
    with pytest.raises(CannotWrite, match=r"^“x.json” can't be written, so nothing new was saved. The disk is full"):
        recall("x", [])
    assert [path.read_bytes() for path in folder.path.glob("*damaged*")] == [b"half"]


def test_it_cant_be_opened(folder: ProgramFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []
    monkeypatch.setattr(remember, "sleep", pauses.append)
    (folder.path / "x.json").mkdir()
    acts: list[Callable[[], Any]] = [lambda: recall("x", []), lambda: keep("x", add(1), [])]
    for act in acts:
        with pytest.raises(CannotWrite, match=r"^“x.json” can't be opened now; perhaps another program"):
            act()
    assert pauses == [0.03] * 10
    assert ((folder.path / "x.json").is_dir(), folder.said) == (True, [])


def test_it_is_open_elsewhere_for_a_moment(folder: ProgramFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    keep("x", add(1), [])
    read, tries = Path.read_bytes, [0]

    def later(path: Path) -> bytes:
        tries[0] += 1
        if tries[0] < 6:
            raise PermissionError(errno.EACCES, "no", str(path))
        return read(path)

    monkeypatch.setattr(remember, "sleep", lambda _: None)
    monkeypatch.setattr(Path, "read_bytes", later)
    assert recall("x", []) == [1]


def test_damaged_and_it_cant_be_put_aside(folder: ProgramFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: Path) -> None:
        raise PermissionError(errno.EACCES, "no")

    (path := folder.path / "x.json").write_bytes(b"half")
    monkeypatch.setattr(remember, "_move_to_free", fails)
    with pytest.raises(
        CannotWrite, match=r"“x.json” can't be written, so nothing new was saved. You aren't allowed to write"
    ):
        keep("x", add(1), [])
    assert path.read_bytes() == b"half"


def test_another_start_mends_it_meanwhile(folder: ProgramFolder) -> None:
    """Who finds it damaged looks again when nobody else is at it."""
    keep("x", add(1), [])
    good = (folder.path / "x.json").read_bytes()
    (folder.path / "x.json").write_bytes(b"half")
    taken = _held(folder.path / "x.json")

    def mended(path: Path) -> Any:
        path.write_bytes(good)
        return taken

    folder.monkeypatch.setattr(remember, "_held", mended)
    assert (recall("x", []), folder.said) == ([1], [])


def test_a_file_of_the_person_under_the_name_of_the_version_before_stays(folder: ProgramFolder) -> None:
    (folder.path / "x.before").write_text("mine")
    keep("x", add(1), [])
    assert keep("x", add(2), []) == [1, 2]
    (folder.path / "x.json").write_bytes(b"half")
    assert recall("x", []) == []
    assert (folder.path / "x.before").read_text() == "mine"


def test_what_is_gone_comes_back_from_the_version_before_and_that_is_said(folder: ProgramFolder) -> None:
    for number in (1, 2):
        keep("x", add(number), [])
    (folder.path / "x.json").unlink()
    assert recall("x", []) == [1]
    assert folder.said == ["This program goes on with what it kept before; the last change may be missing."]
    (folder.path / "x.json").unlink()
    assert keep("x", add(3), []) == [1, 3]


def test_the_version_before_goes_along_after_the_record_is_lost(folder: ProgramFolder) -> None:
    """As where a folder is copied without hidden files."""
    for number in (1, 2):
        keep("x", add(number), [])
    (folder.path / RECORD).unlink()
    for number in (3, 4):
        keep("x", add(number), [])
    (folder.path / "x.json").write_bytes(b"half")
    assert recall("x", []) == [1, 2, 3]


def test_what_is_cut_short_is_the_programs_by_its_mark(folder: ProgramFolder) -> None:
    for number in (1, 2):
        keep("x", add(number), [])
    (folder.path / RECORD).unlink()
    for name in ("x.json", "x.before"):
        (folder.path / name).write_bytes((folder.path / name).read_bytes()[:30])
    assert keep("x", add(3), []) == [3]
    assert {whose(path) for path in folder.path.glob("*damaged*")} == {"program"}


@pytest.mark.parametrize("content", [b'["kept by the program"]', b'{"mine": {"kept by the program": []}}'])
def test_a_file_that_only_speaks_of_the_mark_is_the_persons(folder: ProgramFolder, content: bytes) -> None:
    (folder.path / "x.before").write_bytes(content)
    for number in (1, 2):
        keep("x", add(number), [])
    assert (folder.path / "x.before").read_bytes() == content


def test_a_link_is_the_persons(folder: ProgramFolder, tmp_path: Path) -> None:
    (mine := tmp_path / "mine.json").write_bytes(_memory_text([0]))
    (folder.path / "x.before").symlink_to(mine)
    keep("x", add(1), [])
    assert (keep("x", add(2), []), (folder.path / "x.before").is_symlink()) == ([0, 1, 2], True)
