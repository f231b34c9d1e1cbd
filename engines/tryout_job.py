"""Runs inside the sandbox: tries `solution.py` as `_assay/task.json` says, and leaves what came of it.

It starts itself a second time with `--inside` for the program itself, so that the files are packed
even where the program ends its process or has to be stopped. The inner process leaves
`_assay/note.json`: {"value", "error", "lines"}; the outer one `_assay/answer.json`: {"status",
"files", "left_out"}. Standard library only; imports nothing of ours.
"""

from __future__ import annotations

import ast
import base64
import contextlib
import importlib
import json
import os
import pprint
import runpy
import stat
import subprocess
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path
from types import CodeType
from typing import Any

OURS = Path.cwd() / "_assay"
SOLUTION = Path.cwd() / "solution.py"
MOST_LINES = 10
MOST_CHARACTERS = 20_000


def watch(task: dict[str, Any]) -> None:
    """Run the program to its end or its time limit, then pack what it wrote."""
    before = dict(seen())
    command = [sys.executable, "-u", __file__, "--inside"]
    with (OURS / "stdin").open("rb") as stdin:
        program = subprocess.Popen(command, stdin=stdin, stderr=subprocess.STDOUT)  # noqa: S603  # nosec B603
    try:
        status: int | None = program.wait(task["seconds"])
    except subprocess.TimeoutExpired:
        program.kill()
        status = None
    written = sorted(name for name, state in seen() if before.get(name) != state)
    files = dict(pack(written, task["most_files"], task["most_bytes"]))
    answer = {"status": status, "files": files, "left_out": len(written) - len(files)}
    (OURS / "answer.json").write_text(json.dumps(answer))


def seen() -> Iterator[tuple[str, tuple[int, int]]]:
    """Every regular file below the job's folder but ours, with its size and when it was written."""
    for folder, folders, names in os.walk("."):
        folders[:] = [name for name in folders if name not in ("_assay", "__pycache__")]
        for path in (Path(folder, name) for name in names):
            with contextlib.suppress(OSError):
                state = path.lstat()
                if stat.S_ISREG(state.st_mode):
                    yield path.as_posix(), (state.st_size, state.st_mtime_ns)


def pack(names: list[str], most_files: int, most_bytes: int) -> Iterator[tuple[str, str]]:
    """The contents of as many files as fit the limits and have names that can be told."""
    for name in names:
        with contextlib.suppress(OSError, UnicodeEncodeError):
            name.encode()
            size = Path(name).lstat().st_size
            if most_files and size <= most_bytes:
                most_files, most_bytes = most_files - 1, most_bytes - size
                yield name, base64.b64encode(Path(name).read_bytes()).decode()


def inside(task: dict[str, Any]) -> None:
    """Be the program. What it raises is noted with the program's own lines; an exit stays an exit."""
    sys.path[0] = str(SOLUTION.parent)
    try:
        if task["expression"] is None:
            sys.argv = ["solution.py", *task["arguments"]]
            runpy.run_path(str(SOLUTION), run_name="__main__")
        else:
            note(value=call(task["expression"]))
    except SystemExit:
        raise
    except BaseException as error:
        sys.stdout.flush()
        note(**told(error))
        sys.exit(1)


def call(expression: str) -> str:
    """Do what `expression` says, with all public names of the solution; return its last value as text."""
    solution = importlib.import_module("solution")
    names: dict[str, Any] = {name: value for name, value in vars(solution).items() if not name.startswith("_")}
    statements, last = split(expression)
    exec(statements, names)  # noqa: S102  # nosec B102 - that is what the sandbox is for
    if last is None:
        return ""
    value = eval(last, names)  # noqa: S307  # nosec B307
    return pprint.pformat(value, width=88, sort_dicts=False)


def split(expression: str) -> tuple[CodeType, CodeType | None]:
    """All statements but the last, and the last one where it has a value."""
    tree = ast.parse(expression)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    value = compile(ast.Expression(last.value), "<call>", "eval") if isinstance(last, ast.Expr) else None
    return compile(tree, "<call>", "exec"), value


def told(error: BaseException) -> dict[str, Any]:
    """The error's last line, and where in the solution it happened."""
    shown = traceback.TracebackException.from_exception(error, compact=True)
    own = [frame for frame in shown.stack if frame.filename == str(SOLUTION)]
    lines = [f"line {frame.lineno}, in {frame.name}: {frame.line}" for frame in own[-MOST_LINES:]]
    text = "".join(shown.format_exception_only()).strip()
    if isinstance(error, SyntaxError):
        text = f"{text.splitlines()[-1]} (line {error.lineno})"
    return {"error": text, "lines": lines}


def note(value: str = "", error: str = "", lines: list[str] | None = None) -> None:
    """Leave the inner process's part of the answer."""
    short = [text[:MOST_CHARACTERS] for text in lines or []]
    told_so_far = {"value": _shortened(value), "error": _shortened(error), "lines": short}
    (OURS / "note.json").write_text(json.dumps(told_so_far))


def _shortened(text: str) -> str:
    return text if len(text) <= MOST_CHARACTERS else f"{text[:MOST_CHARACTERS]}… ({len(text):,} characters in all)"


if __name__ == "__main__":
    given = json.loads((OURS / "task.json").read_text(encoding="utf-8"))
    if "--inside" in sys.argv:
        inside(given)
    else:
        watch(given)
