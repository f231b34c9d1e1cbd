"""Python's side of the one file: being the program, once, in the worker of a page.

Imports what Pyodide and the standard library have, and `laying`, `try_job` and `view_job`, which are in the file, too.
"""

from __future__ import annotations

import builtins
import io
import json
import os
import random
import shlex
import shutil
import sys
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from js import Object, openedFiles
from pyodide.ffi import run_sync, to_js

from languages import laying

FOLDER = Path("/program")
GIVEN, EXAMPLE = Path("/given"), Path("/example")
OURS = "_assay"
MOST_TEXT = 2_000_000
MOST_SHOWN = 30
"""Files that are looked into; the others can be saved."""
TYPED, OVER = "\x02", "\x03"

Tell = Callable[[str], None]
Ask = Callable[[bool], Any]


class Unanswered(BaseException):
    """The program wants a line, and can't wait for it here: it is started again once there is one."""


class Screen(io.TextIOBase):
    """What the program shows, which goes to the page line by line."""

    encoding, errors = "utf-8", "replace"

    def __init__(self, tell: Tell) -> None:
        self._tell, self._text, self._room = tell, "", MOST_TEXT

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        """See `io.TextIOBase`."""
        self._text += text
        if "\n" in text:
            self.flush()
        return len(text)

    def flush(self) -> None:
        """See `io.TextIOBase`. Who shows without end is not shown without end."""
        shown, self._text = self._text[: self._room], ""
        self._room -= len(shown)
        if shown:
            self._tell(shown.encode("utf-8", "replace").decode())


class Keyboard(io.TextIOBase):
    """What the person types: the lines that they have `typed`, then those that they are asked for."""

    encoding, errors = "utf-8", "replace"

    def __init__(self, typed: list[str], ask: Ask, can_wait: bool, screen: Screen) -> None:
        self._typed, self._ask, self._can_wait, self._screen = typed, ask, can_wait, screen
        self._rest, self._is_over = "", False
        self._input = builtins.input
        self.is_question = self.is_unanswered = self.is_unanswered_question = False

    def readable(self) -> bool:
        return True

    def question(self, prompt: object = "", /) -> str:
        """See `input`: one question, where the end of all input is hardly ever an answer."""
        self.is_question = True
        try:
            return self._input(prompt)
        finally:
            self.is_question = False

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        """See `io.TextIOBase`."""
        line = self._rest or self._next()
        end = len(line) if size is None or size < 0 else size
        self._rest = line[end:]
        return line[:end]

    def read(self, size: int | None = -1, /) -> str:
        """See `io.TextIOBase`."""
        return "".join(iter(self.readline, "")) if size is None or size < 0 else self.readline(size)

    def _next(self) -> str:
        line = None if self._is_over else self._typed.pop(0) if self._typed else self._asked()
        if line is None:
            self._is_over = True
            return ""
        self._screen.write(f"{TYPED}{line}{OVER}")
        self._screen.flush()
        return f"{line}\n"

    def _asked(self) -> str | None:
        self._screen.flush()
        if not self._can_wait:
            self.is_unanswered, self.is_unanswered_question = True, self.is_question
            raise Unanswered
        line = run_sync(self._ask(self.is_question))
        return line if isinstance(line, str) else None


def main(said: str, tell: Tell, ask: Ask) -> Any:
    """Be the program as `said` tells in JSON: its `entry`, an `expression` to evaluate instead of starting it, its
    `arguments`, the lines that were `typed` already, a `seed`, whether it `canWait`, the columns of the files that are
    `known` to it, the `places` that the person chose for some that lie in `GIVEN`, whether it `hasSlots` for any, and
    takes these `asWords` where it gets no arguments, and the `sentences` about files and about how it ended. What came
    of it is returned for the page."""
    what = json.loads(said)
    (FOLDER / OURS).mkdir(parents=True)
    os.chdir(FOLDER)
    if what["asWords"] and not what["arguments"].strip():
        what["arguments"] = shlex.join(what["places"].get(name, name) for name in _below(GIVEN) or _below(EXAMPLE))
    laid = _laid(what)
    if laid.unclear:
        ((_, problem),) = _sentences(what, laying.told(laid, None))
        return _answer({"value": "", "problem": problem, "files": [], "removed": []})
    random.seed(what["seed"])
    screen = Screen(tell)
    sys.stdout = sys.stderr = screen
    keyboard = Keyboard(what["typed"], ask, what["canWait"], screen)
    builtins.input = keyboard.question
    before = _files(what["entry"])
    openedFiles.clear()
    try:
        ended = _played(what, keyboard)
    finally:
        screen.flush()
    if keyboard.is_unanswered:  # whatever came of that
        again = {"said": "again", "isQuestion": keyboard.is_unanswered_question}
        return to_js(again, dict_converter=Object.fromEntries)
    opened = set(openedFiles.keys())
    after = _files(what["entry"])
    unopened = [name for name in before if name in after and str(FOLDER / name) not in opened]
    ended["madeOf"] = _sentences(what, _told(what, laid, unopened))
    changed = {name: content for name, content in after.items() if before.get(name) != content}
    ended["removed"] = [name for name in before if name not in after]
    ended["files"] = [
        {"name": name, "isNew": name not in before, "content": content, **_view(name, place < MOST_SHOWN)}
        for place, (name, content) in enumerate(changed.items())
    ]
    ended["archive"] = _zipped(changed) if len(changed) > 1 else None
    return _answer(ended)


def _answer(ended: dict[str, Any]) -> Any:
    return to_js({"said": "ended", "madeOf": [], **ended}, dict_converter=Object.fromEntries)


def _laid(what: dict[str, Any]) -> Any:
    """Lay the files of the person where the program takes them from."""
    found, examples = _below(GIVEN), _below(EXAMPLE)
    kinds = {Path(name).suffix.lower() for name in what["known"]}
    given = {name: _columns(path) if Path(name).suffix.lower() in kinds else [] for name, path in found.items()}
    program = (FOLDER / what["entry"]).read_text(encoding="utf-8")
    try:
        arguments = shlex.split(what["arguments"])
    except ValueError:  # which is said once it is played
        arguments = []
    laid = laying.laid(what["known"], given, program, arguments, what["places"])
    laid = replace(laid, stays=[name for name in laid.stays if name in examples])  # of others only names are known
    lie = [*((examples[name], name) for name in laid.stays), *((found[name], at) for name, at in laid.paths.items())]
    for path, place in lie:
        (FOLDER / place).parent.mkdir(parents=True, exist_ok=True)
        shutil.move(path, FOLDER / place)
    return laid


def _below(folder: Path) -> dict[str, Path]:
    """All files there, by their paths in it."""
    return {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.is_file()}


def _columns(path: Path) -> list[str]:
    from languages.python import view_job

    tables = view_job.tried(lambda: view_job.tables_of(path), [])
    return [name for table in tables for name in laying.header(table["rows"])]


def _told(what: dict[str, Any], laid: Any, unopened: list[str]) -> Any:
    """What it was made of, also that it was of nothing where there is a slot."""
    if what["hasSlots"] and not laid.paths and not laid.stays:
        yield "nothing", {}
    yield from laying.told(laid, unopened)


def _sentences(what: dict[str, Any], told: Any) -> list[tuple[str, str]]:
    return [(name, what["sentences"][name].format(**values)) for name, values in told]


def _played(what: dict[str, Any], keyboard: Keyboard) -> dict[str, Any]:
    """How it ended."""
    from languages.python import try_job  # which looks where it is as it is imported

    try:
        arguments = shlex.split(what["arguments"])
    except ValueError:
        return {"value": "", "problem": what["sentences"]["unclosed"]}
    status: object = 0
    try:
        try_job.try_out(FOLDER / what["entry"], arguments, what["expression"], keyboard)
    except SystemExit as leaving:
        status = leaving.code or 0
    if isinstance(status, str):
        print(status)  # noqa: T201
    note = FOLDER / OURS / "note.json"
    noted = json.loads(note.read_text()) if note.exists() else {"value": "", "problem": ""}
    problem = what["sentences"]["status"].format(status=status) if status else ""
    return {"value": noted["value"], "problem": noted["problem"] or problem}


def _files(entry: str) -> dict[str, bytes]:
    """What a person sees in the program's folder beside the program, by path."""
    ours = (OURS, "__pycache__")
    return {
        name: path.read_bytes()
        for name, path in _below(FOLDER).items()
        if name != entry and Path(name).parts[0] not in ours and not path.name.startswith(".")
    }


def _view(name: str, looked_into: bool) -> dict[str, Any]:
    """Its first rows where it is a table, and its text where it is one."""
    from languages.python import view_job

    if not looked_into:
        return {"tables": [], "text": ""}
    tables = view_job.tried(lambda: view_job.tables_of(FOLDER / name), [])
    return {"tables": tables, "text": "" if tables else _text(FOLDER / name)}


def _text(path: Path) -> str:
    try:
        return path.read_bytes()[:200_000].decode("utf-8-sig")
    except UnicodeDecodeError:
        return ""


def _zipped(files: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name.replace("\\", "_"), content)  # which is a folder to who unpacks it on Windows
    return buffer.getvalue()
