"""Runs inside the sandbox: tries a program as `_assay/trial.json` says, {"entry", "arguments", "expression"}.

Leaves `_assay/note.json`: {"value", "problem"}. Standard library only, and `runner/echo.py`.
"""

from __future__ import annotations

import ast
import importlib
import io
import json
import pprint
import runpy
import sys
import traceback
from pathlib import Path
from types import CodeType
from typing import Any

from languages.python.runner.echo import Echoed

OURS = Path.cwd() / "_assay"
MOST_LINES = 10
MOST_CHARACTERS = 20_000


def try_out(entry: Path, arguments: list[str], expression: str | None, typed: io.TextIOBase) -> None:
    """Be the program, to which `typed` is typed, or call it. What it raises is noted with the program's own lines; an
    exit stays an exit."""
    sys.path[0] = str(entry.parent)
    try:
        if expression is None:
            sys.argv = [entry.name, *arguments]
            sys.stdin = typed
            runpy.run_path(str(entry), run_name="__main__")
        else:
            note(value=call(entry.stem, expression))
    except SystemExit:
        raise
    except BaseException as error:
        sys.stdout.flush()
        note(problem=in_words(error, entry))
        sys.exit(1)


def call(module: str, expression: str) -> str:
    """Do what `expression` says, with all public names of the program; return its last value as text."""
    program = importlib.import_module(module)
    names: dict[str, Any] = {name: value for name, value in vars(program).items() if not name.startswith("_")}
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


def in_words(error: BaseException, entry: Path) -> str:
    """What happened in plain words, the error's last line, and where in the program it happened."""
    shown = traceback.TracebackException.from_exception(error, compact=True)
    own = [frame for frame in shown.stack if frame.filename == str(entry)]
    lines = [f"line {frame.lineno}, in {frame.name}: {frame.line}"[:MOST_CHARACTERS] for frame in own[-MOST_LINES:]]
    text = "".join(shown.format_exception_only()).strip()
    if isinstance(error, SyntaxError):
        text = f"{text.splitlines()[-1]} (line {error.lineno})"
    no_input = isinstance(error, EOFError)
    said = "It wanted to read more input than it was given." if no_input else "It stopped with an error."
    return "\n".join([said, _shortened(text), *lines])


def note(value: str = "", problem: str = "") -> None:
    """Leave what came of it."""
    (OURS / "note.json").write_text(json.dumps({"value": _shortened(value), "problem": problem}))


def _shortened(text: str) -> str:
    return text if len(text) <= MOST_CHARACTERS else f"{text[:MOST_CHARACTERS]}… ({len(text):,} characters in all)"


if __name__ == "__main__":
    trial = json.loads((OURS / "trial.json").read_text(encoding="utf-8"))
    try_out(Path.cwd() / trial["entry"], trial["arguments"], trial["expression"], Echoed())
