"""What a program keeps between two starts, in a file beside it that a person can read."""

from __future__ import annotations

import contextlib
import copy
import json
import re
from collections.abc import Callable, Iterator
from datetime import date, datetime, time
from decimal import Decimal, InvalidOperation
from pathlib import Path
from time import sleep
from typing import Any

from languages.python.parts.own import here, note_own, whose
from languages.python.parts.telling import _REMEMBERED, sentence, tell
from languages.python.parts.whole import _PAUSE_SECONDS, _held, _move_to_free, _write_whole
from languages.python.parts.write.aside import _now, _places
from languages.python.parts.write.names import _name_made_safe, _name_with_tail
from languages.python.parts.write.placing import CannotWrite, _why

_MEMORY_MARK = "kept by the program"
"""What a memory's file says first, so that a person's file of that name isn't taken for one."""
_MEMORY_BEGIN = re.compile(rb'(\xef\xbb\xbf)?\s*\{\s*"%b"\s*:' % _MEMORY_MARK.encode())
_MEMORY_KINDS: dict[str, Callable[[str], Any]] = {
    "decimal": Decimal,
    "date": date.fromisoformat,
    "datetime": datetime.fromisoformat,
    "time": time.fromisoformat,
}
_MEMORY_TRIES = 5


def recall(name: str, start: Any) -> Any:
    """What `keep` kept under `name` at this or an earlier start, as in `recall("sales", [])`; else `start`. A damaged
    memory is set aside and told, and the version before it taken: no program needs to."""
    path = _memory_place(name)
    content = _memory_content(path)
    with contextlib.suppress(ValueError):
        if content is not None or whose(_memory_before(path)) == "nobody":
            return _memory_value(content, start)
    with _held(path):
        return _recalled(path, start)


def keep(name: str, change: Callable[[Any], Any], start: Any) -> Any:
    """Keep `change(what is kept now)` and give it, as in `keep("sales", lambda sales: [*sales, sale], [])`: text,
    numbers, Decimal, date, time, lists and dicts of these. Where `change` raises, all stays as it was."""
    path = _memory_place(name)
    for _ in range(_MEMORY_TRIES):
        with _held(path):
            value, before = _recalled(path, start), _memory_content(path)
            changed = change(value)
            if changed is None and start is not None:  # it was changed in place, as by `append`
                changed = value
            _require_memory_like(changed, start)
            if _memory_content(path) == before:  # else another start was at it while `change` asked somebody
                _replace_memory(path, before, _memory_text(changed))
                return changed
    raise CannotWrite(sentence("Other programs keep changing “{name}”, so nothing new was saved.", name=path.name))


def _memory_place(name: str) -> Path:
    path = here().resolve() / _name_made_safe(name if name.endswith(".json") else f"{name}.json")
    _REMEMBERED[path.name] = None
    return path


def _memory_before(path: Path) -> Path:
    return path.with_name(f"{path.stem}.before")


def _memory_content(path: Path) -> bytes | None:
    """Nothing where there is no memory. Raises `CannotWrite` where it can't be opened, for it must not be lost then."""
    for last in (False,) * _MEMORY_TRIES + (True,):
        try:
            return path.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            if last:
                said = sentence("“{name}” can't be opened now; perhaps another program has it open.", name=path.name)
                raise CannotWrite(said) from error
            sleep(_PAUSE_SECONDS)
    return None


def _recalled(path: Path, start: Any) -> Any:
    """What is kept. What is damaged is put aside; in its place, or that of what is gone, comes the version before it,
    or nothing."""
    content = _memory_content(path)
    if content is None:
        return _memory_restored(path, start)
    try:
        return _memory_value(content, start)
    except ValueError:
        aside = _put_memory_aside(path)
        tell(sentence("“{name}” can't be read. It was renamed to “{aside}”.", name=path.name, aside=aside.name))
        return _memory_restored(path, start)


def _memory_restored(path: Path, start: Any) -> Any:
    content = _memory_content(_memory_before(path))
    try:
        value = _memory_value(content, start)
    except ValueError:
        if _is_memory_own(_memory_before(path)):
            _put_memory_aside(_memory_before(path))
        return _memory_value(None, start)
    if content is not None:
        with _memory_in_words(path):
            _write_memory(path, content)
        tell(sentence("This program goes on with what it kept before; the last change may be missing."))
    return value


def _replace_memory(path: Path, before: bytes | None, content: bytes) -> None:
    if content == before:
        return
    with _memory_in_words(path):
        if before is not None and _is_memory_own(_memory_before(path)):
            _write_memory(_memory_before(path), before)
        _write_memory(path, content)


def _is_memory_own(path: Path) -> bool:
    """Whether what lies there, if anything, is the program's: also by its mark, for the record gets lost where a folder
    is copied without hidden files."""
    if whose(path) != "person":
        return True
    return path.is_file() and not path.is_symlink() and _MEMORY_BEGIN.match(_memory_content(path) or b"") is not None


def _write_memory(path: Path, content: bytes) -> None:
    _write_whole(path, content)
    note_own(path)  # so it is never taken for an input


@contextlib.contextmanager
def _memory_in_words(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        said = sentence("“{name}” can't be written, so nothing new was saved.", name=path.name)
        raise CannotWrite(f"{said} {_why(error)}") from error


def _put_memory_aside(path: Path) -> Path:
    """Move it to a free name that says what it is; a file of the person stays theirs."""
    is_ours = _is_memory_own(path)
    tail = sentence("damaged, {moment}", moment=f"{_now():%Y-%m-%d %H%M}")
    wanted = path.with_name(_name_with_tail(path.name, f" ({tail})"))
    with _memory_in_words(path):
        aside = next(place for place in _places(wanted) if whose(place) == "nobody")
        _move_to_free(path, aside)
    if is_ours:
        note_own(aside)
    return aside


def _memory_text(value: Any) -> bytes:
    kept = {_MEMORY_MARK: _memory_packed(value)}
    try:
        return json.dumps(kept, ensure_ascii=False, indent=1, allow_nan=False).encode()
    except UnicodeEncodeError:  # halves of letters
        return json.dumps(kept, indent=1, allow_nan=False).encode()


def _memory_value(content: bytes | None, start: Any) -> Any:
    """Raises `ValueError` for what isn't a memory, or is of another sort than `start`."""
    if content is None:
        return copy.deepcopy(start)
    try:
        kept = json.loads(content.decode("utf-8-sig"), parse_constant=_MEMORY_KINDS.__getitem__)
        value = _memory_unpacked(kept[_MEMORY_MARK])
        _require_memory_like(value, start)
    except (TypeError, LookupError, InvalidOperation, RecursionError) as error:
        raise ValueError(_MEMORY_MARK) from error
    return value


def _require_memory_like(value: Any, start: Any) -> None:
    if start is not None and _memory_sort(value) is not _memory_sort(start):
        raise TypeError(f"{start!r} is kept as a {_memory_sort(start).__name__}, not as {value!r}")


def _memory_sort(value: Any) -> type:
    """Numbers are of one sort, and so are lists and tuples."""
    for sort in (bool, datetime, date, time, str, dict):
        if isinstance(value, sort):
            return sort
    if isinstance(value, int | float | Decimal):
        return Decimal
    return list if isinstance(value, list | tuple) else type(value)


def _memory_packed(value: Any) -> Any:
    """As JSON holds it: what it doesn't know with the name of its sort. Raises `TypeError` for what can't be kept."""
    match value:
        case None | bool() | int() | float() | str():
            return value
        case Decimal():
            return {"decimal": str(value)}
        case datetime():
            return {"datetime": value.isoformat()}
        case date():
            return {"date": value.isoformat()}
        case time():
            return {"time": value.isoformat()}
        case list() | tuple():
            return [_memory_packed(one) for one in value]
        case dict() if all(isinstance(key, str) for key in value) and not _is_memory_packed(value):
            return {key: _memory_packed(one) for key, one in value.items()}
        case dict():
            return {"pairs": [[_memory_packed(key), _memory_packed(one)] for key, one in value.items()]}
    raise TypeError(f"{type(value).__name__} can't be kept: make it text, numbers, dates, lists or dicts")


def _is_memory_packed(value: dict[str, Any]) -> bool:
    return len(value) == 1 and not value.keys().isdisjoint({*_MEMORY_KINDS, "pairs"})


def _memory_unpacked(kept: Any) -> Any:
    """What `_memory_packed` was given. Raises `ValueError` or `TypeError` for what it can't have made."""
    if isinstance(kept, list):
        return [_memory_unpacked(one) for one in kept]
    if not isinstance(kept, dict):
        return kept
    if not _is_memory_packed(kept):
        return {key: _memory_unpacked(one) for key, one in kept.items()}
    [(kind, text)] = kept.items()
    if kind == "pairs":
        return {_memory_key(_memory_unpacked(key)): _memory_unpacked(one) for key, one in text}
    return _MEMORY_KINDS[kind](text)


def _memory_key(key: Any) -> Any:
    return tuple(_memory_key(one) for one in key) if isinstance(key, list) else key
