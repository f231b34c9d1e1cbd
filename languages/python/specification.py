"""What a task that is a specification already says of the program: its signatures and its sessions at the `>>>`."""

from __future__ import annotations

import ast
import doctest
import re

from languages.brief import Brief, Example
from languages.errors import BadExample
from languages.python.reply.examples import merge_examples
from languages.python.reply.syntax import Definition, parse, undefined_names
from languages.python.reply.task import read_task
from languages.types import Suite

_CALLED = re.compile(r"\b([A-Za-z_]\w*)\(([^()\n]*)\)(?!\w)")
_CLOSING = re.compile(r"\s*(?:\"{3}|'{3})\s*\Z")
_ENDINGS = {"s", "es", "n", "en", "e", "er", "r", "in", "innen", "nen", "ies"}  # as in `file(s)`, which is no call


def specified(task: str) -> Brief | None:
    """The brief of a task that shows a signature or examples of calls; None for one in plain words only."""
    sessions = [Example(*shown, shown[0]) for shown in _sessions(task)]
    interface = _written_out(task) or _named(task)
    return Brief("function", interface=interface, examples=tuple(sessions)) if sessions or interface else None


def expression(example: Example) -> str:
    """`example` as an expression that must hold, as in `f(1, 2) == 3`; empty where it is said in words."""
    try:
        call, value = (ast.parse(text.strip(), mode="eval").body for text in (example.given, example.expected))
        ast.literal_eval(value)  # a bare word would be taken for something that the program offers
        if isinstance(value, ast.Tuple) and not example.expected.strip().startswith("("):  # as 19,50 in many countries
            return ""
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ""
    text = ast.unparse(ast.Compare(call, [ast.Eq()], [value]))
    called = {node.func.id for node in ast.walk(call) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    if "print" in called or undefined_names(text) - called:  # such as a variable of an earlier line of its session
        return ""
    try:
        merge_examples(Suite({}, ()), [text])
    except BadExample:  # it uses nothing of the program
        return ""
    return text


def _sessions(task: str) -> list[tuple[str, str]]:
    """What is typed at the `>>>` and what then is shown."""
    try:
        found = doctest.DocTestParser().get_examples(task)
    except ValueError:  # indented in a way that a session can't be
        return []
    # The last one in a docstring goes up to the quotes that end it.
    shown = ((example.source.strip(), _CLOSING.sub("", example.want).strip()) for example in found)
    return [(source, want) for source, want in shown if want]


def _written_out(task: str) -> tuple[str, ...]:
    """The signatures in the task's own code."""
    body = parse(read_task(task).source).body
    return tuple(_head(node) for node in body if isinstance(node, Definition) and not node.name.startswith("_"))


def _head(node: Definition) -> str:
    if isinstance(node, ast.ClassDef):
        return node.name
    returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    return f"{node.name}({ast.unparse(node.args)}){returns}"


def _named(task: str) -> tuple[str, ...]:
    """Those in the midst of its words, as in: Write add(a, b), which gives the sum."""
    found = [match.group() for match in _CALLED.finditer(task) if match[2] not in _ENDINGS and _is_call(match.group())]
    return tuple(dict.fromkeys(found))


def _is_call(text: str) -> bool:
    try:
        ast.parse(f"def {text}: pass")
    except (SyntaxError, ValueError):
        return False
    return True
