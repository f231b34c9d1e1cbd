"""Runs inside the sandbox, beside `again_job.py`: whether the program treats the person's own files as any others.

Nobody here knows what is right for them. But a change that makes no difference in all files that tests lay out, such as
another kind of newline, must make none in the person's own: where it does, the answer for these very files is a ready
one. And where their rows may come in any order, they may so when each comes many times: else not all are read. Nor may
what comes of them, and of no other file, stand in the program.
Source: Chen, Cheung, Yiu, "Metamorphic Testing", 1998.
"""

from __future__ import annotations

import contextlib
import re
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

NOW = "2026-03-02 10:00"  # so that no two starts differ by the time
MOST_BYTES = 200_000
MOST_STARTS, MOST_LEARNT, FEWEST = 16, 6, 2
TIMES, ENOUGH_BYTES = 50, 30_000  # what reads a part only, stops at a number of lines or of bytes
NUMBER = re.compile(r"-?\d+\.\d{6,}")
VALUE = re.compile(r"\d+(?:[.,]\d+)*")
FEWEST_KNOWN, SHORTEST_VALUE = 3, 3  # values of a result that stand in the program, and characters of one
BOM = b"\xef\xbb\xbf"

Content = Mapping[str, bytes]
Change = Callable[[bytes], bytes]


def _end(data: bytes) -> bytes:
    return data.rstrip(b"\r\n") if data.endswith(b"\n") else data + b"\n"


def _newlines(data: bytes) -> bytes:
    return data.replace(b"\r\n", b"\n") if b"\r\n" in data else data.replace(b"\n", b"\r\n")


def _marked(data: bytes) -> bytes:
    """Only what is UTF-8 can have that mark."""
    if data.startswith(BOM):
        return data.removeprefix(BOM)
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return data
    return BOM + data


def _reversed(data: bytes) -> bytes:
    """The first row may be its head. Where a row takes several lines it stays as it is."""
    head, *rows = data.splitlines()
    return data if any(row.count(b'"') % 2 for row in rows) else b"\n".join([head, *reversed(rows), b""])


def _repeated(data: bytes, times: int) -> bytes:
    head, *rows = data.splitlines()
    return b"\n".join([head, *(row for row in rows for _ in range(times)), b""])


def _halves(data: bytes) -> tuple[bytes, bytes]:
    head, *rows = data.splitlines()
    one, other = (b"\n".join([head, *rows[place::2], b""]) for place in (0, 1))
    return one, other


CHANGES: Mapping[str, tuple[Change, int]] = {
    "end": (_end, FEWEST),
    "newlines": (_newlines, FEWEST),
    "mark": (_marked, FEWEST),
    "blank": (lambda data: data + (b"\n" if data.endswith(b"\n") else b"\n\n"), FEWEST),
    "order": (_reversed, FEWEST + 1),
}
"""What may make no difference, and in how many other files it has to make none before it mustn't in the person's."""
UNSEEN = ("blank", "newlines", "mark")


@dataclass(frozen=True)
class _Launch:
    """A start as a test had it: what lay in the folder, and what is needed to start it again."""

    what: Any
    files: Content


class VariedFiles:
    """Starts the program again, as tests have started it, with other files, and compares."""

    def __init__(self, own: Content, program: bytes) -> None:
        """`own` are the person's files, by their paths."""
        self._own = {name: data for name, data in own.items() if _is_rows(data)}
        self._all, self._program = own, program
        self._launches: list[_Launch] = []
        self._begin: Callable[[Any], Any] | None = None

    def heard(self, what: Any, begin: Callable[[Any], Any]) -> None:
        """A test starts the program; `begin` does so."""
        if self._own and not what.window and not what.settings.get("interrupt") and len(self._launches) < MOST_STARTS:
            paths = [path for path in what.folder.rglob("*") if path.is_file() and path.name != "solution.py"]
            files = {path.relative_to(what.folder).as_posix(): path.read_bytes() for path in paths}
            self._begin = begin
            self._launches.append(_Launch(what, files))

    def found(self) -> dict[str, str]:
        """What makes a difference in the person's file of which name, and mustn't."""
        return dict(self._compared()) if self._own and self._launches else {}

    def _compared(self) -> Iterator[tuple[str, str]]:
        for name in list(self._own)[:FEWEST]:
            others = [one for one in self._launches if name in one.files and one.files[name] != self._own[name]]
            if not others:
                continue
            launch = _Launch(others[0].what, {**others[0].files, **self._all})
            usual = self._result(launch)
            if usual is None:
                continue  # it falls over
            differing = self._differing(launch, name, usual)
            if differing and usual != self._result(launch):
                continue  # what comes of it is left to chance
            yield from ((change, name) for change in differing if self._is_demanded(change, name, others))
            if "order" not in differing and self._misses_rows(launch, name):
                yield "many", name
            if self._knows(launch, name, usual, others):
                yield "known", name

    def _differing(self, launch: _Launch, name: str, usual: Any) -> list[str]:
        """What makes a difference there. All that nobody sees is tried at once first, for mostly it makes none."""
        data = launch.files[name]
        for change in UNSEEN:
            data = CHANGES[change][0](data)
        if self._result(_with(launch, name, data)) == usual:
            return ["order"] if self._differs(launch, name, "order", usual) else []
        return [change for change in CHANGES if self._differs(launch, name, change, usual)]

    def _differs(self, launch: _Launch, name: str, change: str, usual: Any) -> bool:
        changed = CHANGES[change][0](launch.files[name])
        return changed != launch.files[name] and self._result(_with(launch, name, changed)) != usual

    def _is_demanded(self, change: str, name: str, others: Sequence[_Launch]) -> bool:
        """Whether it makes no difference in all of the files that tests lay out there."""
        known: dict[bytes, _Launch] = {one.files[name]: one for one in others if _is_rows(one.files[name])}
        tried = [one for one in known.values() if CHANGES[change][0](one.files[name]) != one.files[name]][:MOST_LEARNT]
        for one in tried:
            usual = self._result(one)
            if usual is None or self._differs(one, name, change, usual):
                return False
        return len(tried) >= CHANGES[change][1]

    def _knows(self, launch: _Launch, name: str, usual: Any, others: Sequence[_Launch]) -> bool:
        """Whether most values of the result stand in the program, and come of none of the other files, nor of a part of
        this one: what a row needs of a price list comes of the row alone."""
        values = {one for one in VALUE.findall(str(usual)) if len(one) >= SHORTEST_VALUE}
        written = set(VALUE.findall(self._program.decode("utf-8", "replace")))
        written |= {short for one in written if len(short := _shortened(one)) >= SHORTEST_VALUE}
        known = {one for one in values if {one, _shortened(one)} & written}
        if len(known) < FEWEST_KNOWN or 2 * len(known) <= len(values):
            return False
        parts = [_with(launch, name, part) for part in _halves(launch.files[name])]
        usually = {one for other in (*others[:MOST_LEARNT], *parts) for one in VALUE.findall(str(self._result(other)))}
        return len(known - usually) >= FEWEST_KNOWN

    def _misses_rows(self, launch: _Launch, name: str) -> bool:
        """Whether the order of rows counts where each comes many times, and doesn't where it comes twice."""
        times = max(TIMES, ENOUGH_BYTES // len(launch.files[name]))
        return self._is_ordered(launch, name, times) and not self._is_ordered(launch, name, 2)

    def _is_ordered(self, launch: _Launch, name: str, times: int) -> bool:
        repeated = _repeated(launch.files[name], times)
        usual = self._result(_with(launch, name, repeated))
        return usual is not None and usual != self._result(_with(launch, name, _reversed(repeated)))

    def _result(self, launch: _Launch) -> Any:
        """What comes of it; None where it doesn't end well."""
        assert self._begin is not None  # noqa: S101
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as place:
            folder, home = Path(place, "program"), Path(place, "home")
            home.mkdir()
            for path, data in {"solution.py": self._program, **launch.files}.items():
                (folder / path).parent.mkdir(parents=True, exist_ok=True)
                (folder / path).write_bytes(data)
            settings = {**launch.what.settings, "now": launch.what.settings["now"] or NOW}
            environment = {**launch.what.environment, "HOME": str(home), "USERPROFILE": str(home)}
            what = replace(launch.what, folder=folder, settings=settings, environment=environment)
            with contextlib.suppress(pytest.fail.Exception):
                text, status = self._begin(what).ended()
                if status == 0:
                    return _plain(text.replace(place, "")), dict(_left(folder, launch.files))
        return None


def _shortened(value: str) -> str:
    """A number without zeros at its end."""
    return value.replace(",", ".").rstrip("0").rstrip(".") if {".", ","} & set(value) else value


def _is_rows(data: bytes) -> bool:
    """Whether it is a text of several lines."""
    return len(data) < MOST_BYTES and b"\0" not in data and len(data.split(b"\n")) > FEWEST


def _with(launch: _Launch, name: str, data: bytes) -> _Launch:
    return replace(launch, files={**launch.files, name: data})


def _left(folder: Path, before: Content) -> Iterator[tuple[str, str]]:
    """What it wrote; a copy of what was there may well differ."""
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and path.name != "solution.py" and "__pycache__" not in name:
            data = path.read_bytes()
            if data != before.get(name):
                yield name, _plain(data.decode("utf-8", "replace"))


def _plain(text: str) -> str:
    """Without what the order of a sum changes in its last digits, and with one kind of newline."""
    return NUMBER.sub(lambda found: f"{float(found[0]):.9g}", text.replace("\r\n", "\n"))
