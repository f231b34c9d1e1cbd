"""The one way in which results come to their place: whole, under a name that is free or the program's own."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import shutil
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from time import monotonic

from languages.python.parts.folders import _FOLDER_REFUSED, _lets_write, _persons_folders
from languages.python.parts.own import here, note_own, whose
from languages.python.parts.telling import _AT_END, sentence, tell
from languages.python.parts.whole import (
    _flush_to_disk,
    _is_disk_full,
    _move_to_free,
    _new_beside,
    _remove_quietly,
    _replace_patiently,
)
from languages.python.parts.write.aside import _places, _put_after_earlier, _put_beside_changed
from languages.python.parts.write.names import _name_made_safe
from languages.python.parts.write.now import _is_taken_now, _note_written, _Request
from languages.python.parts.write.same import _has_same
from languages.python.parts.write.stale import _tell_stale


class CannotWrite(OSError):
    """Something can't be written; its text says in words what, where and why."""


def write_with(name: str | Path, save: Callable[[Path], object]) -> Path:
    """Write any file: `write_with("a.pdf", lambda path: pdf.output(path))`; tells where. What isn't its own stays."""
    return _written_for(name, save)


def write_text(name: str | Path, text: str) -> Path:
    """Write `text` in UTF-8 as it is; a relative name lies beside the program. Tells where, and gives the path."""
    content = _without_halves(str(text)).encode()
    return write_with(name, lambda path: path.write_bytes(content))


def copy_file(source: str | Path, name: str | Path) -> Path:
    """Copy a file unchanged, with its time, to `name` beside the program; tells where, and gives the path."""
    origin = Path(source)

    def copy(path: Path) -> None:
        with origin.open("rb") as file, path.open("wb") as copied:
            shutil.copyfileobj(file, copied)
        about = origin.stat()
        with contextlib.suppress(OSError):
            os.utime(path, ns=(about.st_atime_ns, about.st_mtime_ns))

    return _written_for(name, copy, str(origin.absolute()))


def _written_for(name: str | Path, save: Callable[[Path], object], source: str = "") -> Path:
    asked = here().resolve() / str(name).replace("\\", "/")
    request = _Request(str(asked), source, monotonic())
    preferred = _place_wanted(name)
    wanted = preferred if _lets_write(preferred.parent) else _place_instead(name, preferred)
    new = _new_beside(wanted)
    try:
        _place_saved(new, wanted, save)
        place, owner = _placed(new, wanted, request)
    finally:
        _remove_quietly(new)
    if owner != "person":
        note_own(place)
        _note_written(place, request, replaced=owner != "nobody")
        if _tell_stale not in _AT_END:
            _AT_END.append(_tell_stale)
    if wanted != preferred:
        tell(_why_in_other_folder(preferred.parent))
    tell(_place_said(place))
    return place


def _without_halves(text: str) -> str:
    """Halves of letters, as a broken emoji leaves them, can't be written; a pair of them is one letter."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _place_wanted(name: str | Path) -> Path:
    """A whole path as it is, but for the name; else below the program's folder, wherever `..` or a link would lead."""
    path = Path(name)
    if path.is_absolute():
        return path.with_name(_name_made_safe(path.name)) if path.name else path / "_"
    return _place_below(here().resolve(), re.split(r"[\\/]", str(name)))


def _place_below(folder: Path, names: Iterable[str]) -> Path:
    parts = [_name_made_safe(part) for part in names if part.strip(" .")] or [_name_made_safe("")]
    wanted = folder.joinpath(*parts)
    return wanted if wanted.parent.resolve().is_relative_to(folder) else folder / parts[-1]


def _place_instead(name: str | Path, preferred: Path) -> Path:
    """In a folder of the person's, if it can be written there."""
    names = [preferred.name] if Path(name).is_absolute() else re.split(r"[\\/]", str(name))
    places = (_place_below(folder.resolve(), names) for folder in _persons_folders())
    return next((place for place in places if _lets_write(place.parent)), preferred)


def _place_saved(new: Path, wanted: Path, save: Callable[[Path], object]) -> None:
    try:
        new.parent.mkdir(parents=True, exist_ok=True)
        save(new)
        if new.is_file():
            _flush_to_disk(new)
    except Exception as error:
        if not _is_disk_full(error) and not _is_about(new, error):
            raise
        raise CannotWrite(_why_unwritten(error, wanted)) from error
    if not new.is_file():
        raise CannotWrite(sentence("There was no result to save as “{name}”.", name=wanted.name))


def _is_about(new: Path, error: Exception) -> bool:
    """Whether the computer refused the file; else something went wrong inside `save`, which says what."""
    names = (None, new, str(new), str(new.parent))
    return isinstance(error, OSError) and error.errno is not None and error.filename in names


def _placed(new: Path, wanted: Path, request: _Request) -> tuple[Path, str]:
    """Where it lies now, and whose file lay there: the person's stays, which is the same."""
    problem: OSError | None = None
    is_taken = partial(_is_taken_now, new=new, request=request)
    is_wanted_taken = is_taken(wanted)
    for place in _places(wanted, is_taken):
        owner = whose(place)
        if owner == "person":
            if _has_same(new, place):
                return place, owner
            continue
        try:
            _put(new, place, owner)
        except OSError as error:
            problem = error
            continue
        if place != wanted:
            tell(_why_elsewhere(wanted, problem, is_wanted_taken))
        return place, owner
    raise CannotWrite(
        _why_unwritten(problem or FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST)), wanted)
    ) from problem


def _put(new: Path, place: Path, owner: str) -> None:
    if owner == "nobody":
        _move_to_free(new, place)
    elif _has_same(new, place):
        _replace_patiently(new, place)
    elif owner == "program":
        _put_after_earlier(new, place)
    else:
        _put_beside_changed(new, place)


def _place_said(place: Path) -> str:
    folder = here().resolve()
    if place.is_relative_to(folder):
        name = place.relative_to(folder).as_posix()
        return sentence("“{name}” was saved in the folder of this program.", name=name)
    return sentence("“{name}” was saved in the folder “{folder}”.", name=place.name, folder=place.parent)


def _why_elsewhere(wanted: Path, problem: OSError | None, is_taken: bool) -> str:
    if is_taken:
        return sentence(
            "This start has already written another “{name}”, so this one gets a name of its own.", name=wanted.name
        )
    if problem is None:
        return sentence("“{name}” already exists and isn't from this program, so it stays as it is.", name=wanted.name)
    return sentence("“{name}” can't be renewed now; perhaps another program has it open.", name=wanted.name)


def _why_in_other_folder(folder: Path) -> str:
    return sentence("This program isn't allowed to write in “{folder}”, so it uses another one.", folder=folder)


def _why_unwritten(error: Exception, wanted: Path) -> str:
    return (
        sentence("“{name}” can't be written in “{folder}”.", name=wanted.name, folder=wanted.parent) + f" {_why(error)}"
    )


def _why(error: Exception) -> str:
    """What a person can do about it."""
    if _is_disk_full(error):
        return sentence("The disk is full. Make room there, and try again.")
    number = getattr(error, "errno", None)
    if number in _FOLDER_REFUSED:
        return sentence("You aren't allowed to write there. Move this program to a folder of your own, and try again.")
    if number == errno.ENAMETOOLONG:
        return sentence("The name is too long.")
    return sentence("The computer says: {reason}.", reason=getattr(error, "strerror", None) or error)
