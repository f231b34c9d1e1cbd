"""Tests of what odd use found in a program: they hold each later one to it."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from languages.python.syntax import parse
from languages.types import Finding, Suite

FILE = "test_odd_use.py"
HEAD = '''"""Written by Assay: with each start an earlier version of the program fell over, never ended, or lost a file.

A start that ends in a traceback, or never, fails its test.
"""
'''
NAME = "test_odd_use"
LONGEST = 3000  # characters of a test
LONG = 200  # characters of a text that is all the same one
HELD: Mapping[str, str] = {"gone": "    assert {shown!r} not in run.changed\n"}
"""What is asserted beside, by what came of it."""
ENDLESS = "endless"


def test_of(found: Mapping[str, Any], said: str) -> str:
    """A test of what was `found`, as `attacks/found.py` has it, of which that is `said`; empty where there is none in
    the kit's words.

    What ends with an error in a line of the program, or never ends, fails its test by itself.
    """
    came, shown, start = found["came"], found["shown"], found["start"]
    if start is None or not (found["line"] or came == ENDLESS or came in HELD):
        return ""
    call = f"program.start({_arguments(start)})"
    body = f"    {call}\n" * start.get("times", 1)
    if came in HELD:
        body = f"    run = {call}\n{HELD[came].format(shown=_path(shown, start['files']))}"
    test = f"def {NAME}(program):\n    {said!r}\n{body}"
    return test if len(test) <= LONGEST else ""


def _path(name: str, files: Iterable[str]) -> str:
    """The path of the file of this name."""
    return next((path for path in files if path.rpartition("/")[2] == name), name)


def _arguments(start: Mapping[str, Any]) -> str:
    given = {"files": _files(start)}
    given["typed"] = f"[{', '.join(map(_text, start['typed']))}]" if start["typed"] else ""
    given["end"] = repr(start["end"]) if start["end"] != "enter" else ""
    given |= {name: repr(start[name]) for name in ("args", "now", "seed") if start[name]}
    return ", ".join(f"{name}={value}" for name, value in given.items() if value)


def _files(start: Mapping[str, Any]) -> str:
    """Those that lie there; the person's own do where none are named."""
    listed = ", ".join(f"{name!r}: {_content(text)}" for name, text in start["files"].items())
    if start["own"]:
        return f"{{**program.files, {listed}}}" if listed else ""
    return f"{{{listed}}}"


def _text(text: str) -> str:
    return f"{len(text)} * {text[0]!r}" if len(text) > LONG and set(text) == {text[0]} else repr(text)


def _content(text: str) -> str:
    """Of a file, each byte of which is a character here: as a text, if it is one."""
    data = text.encode("latin-1")
    try:
        return repr(data.decode()) if b"\0" not in data else repr(data)
    except UnicodeDecodeError:
        return repr(data)


def with_test(tests: Suite, finding: Finding) -> Suite:
    """The tests with the one that comes with the finding `beside`, unless it is there; see `Strengthening.held`."""
    code = tests.beside.get(FILE, HEAD)
    held = {_done_in(node) for node in parse(code).body if isinstance(node, ast.FunctionDef)}
    (test,) = parse(finding.test).body
    if not isinstance(test, ast.FunctionDef) or _done_in(test) in held:
        return tests
    numbered = finding.test.replace(f"def {NAME}(", f"def {NAME}_{len(held) + 1}(", 1)
    return replace(tests, beside={**tests.beside, FILE: f"{code}\n\n{numbered}"})


def _done_in(test: ast.FunctionDef) -> str:
    """What it does, whatever it says."""
    return "\n".join(map(ast.dump, test.body[1:]))
