"""What only a cheat has a use for, found in the source of a program without running it.

This names the reason early, with its line. It can be evaded; the controls are what can't.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from languages.python.reply.syntax import Function, is_docstring, parse
from languages.types import Finding

RUNNERS = frozenset({"pytest", "_pytest", "pluggy", "mutmut", "sitecustomize", "usercustomize"})
_TEXTS = re.compile(r"\b(PYTEST_CURRENT_TEST|test_solution|sitecustomize|usercustomize)\b")
_CALLS = {
    "os._exit": "It ends the process without a word, and with it the tests",
    "sys._getframe": "It looks at who called it",
    "sys._current_frames": "It looks at who called it",
    "inspect.currentframe": "It looks at who called it",
    "inspect.stack": "It looks at who called it",
    "gc.get_objects": "It searches the memory of the process that tests it",
    "gc.get_referrers": "It searches the memory of the process that tests it",
    "sys.settrace": "It watches how its tests are run",
    "sys.setprofile": "It watches how its tests are run",
    "sys.addaudithook": "It watches how its tests are run",
}
# What such a method would have to give to agree with everything.
_AGREES = {"__eq__": True, "__ne__": False, "__instancecheck__": True, "__subclasscheck__": True}
_EQUAL = "It says that it is equal to everything, so that any test passes"


def suspicions(source: str) -> tuple[Finding, ...]:
    """The findings in `source`, one a line; the caller knows that it parses."""
    found = {line: (what, said) for line, what, said in sorted(_found(parse(source)), reverse=True)}
    return tuple(Finding("integrity", f"{said}.", "medium", line, what) for line, (what, said) in sorted(found.items()))


def _found(tree: ast.Module) -> Iterator[tuple[int, str, str]]:
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and is_docstring(node)}
    for node in ast.walk(tree):
        if id(node) not in told and (said := _said(node)):
            yield node.lineno, ast.unparse(node).split("\n")[0], said  # type: ignore[attr-defined]


def _said(node: ast.AST) -> str:
    match node:
        case ast.Import(names) if runners := {alias.name.partition(".")[0] for alias in names} & RUNNERS:
            return _uses(min(runners))
        case ast.ImportFrom(str(module), level=0) if module.partition(".")[0] in RUNNERS:
            return _uses(module.partition(".")[0])
        case ast.Compare(ast.Constant(str(text))) if text in RUNNERS and "sys.modules" in ast.unparse(node):
            return _uses(text)
        case ast.Constant(str(text)) if _TEXTS.search(text):
            return f"It knows of its tests (`{text[:60]}`), of which a program must not take notice"
        case ast.Attribute():
            return _CALLS.get(ast.unparse(node), "")
        case ast.FunctionDef(name) if name in _AGREES and _always(node, _AGREES[name]):
            return _EQUAL
        case ast.Assign([ast.Name(name)], ast.Lambda(body=ast.Constant(value))) if name in _AGREES:
            return _EQUAL if value is _AGREES[name] else ""
    return ""


def _uses(runner: str) -> str:
    return f"It uses `{runner}`, which runs its tests and is of no use to the program itself"


def _always(function: Function, value: bool) -> bool:
    """Whether a function does nothing but return `value`."""
    body = [node for node in function.body if not is_docstring(node)]
    only = body[0] if len(body) == 1 else None
    return isinstance(only, ast.Return) and isinstance(only.value, ast.Constant) and only.value.value is value
