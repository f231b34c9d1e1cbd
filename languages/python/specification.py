"""What a task that is a specification already says of the program: its signatures and its sessions at the `>>>`."""

from __future__ import annotations

import ast
import doctest
import re
from collections.abc import Iterator, Sequence

from languages.brief import Brief, Example
from languages.errors import BadExample
from languages.python.named_examples import named_examples
from languages.python.reply.examples import merge_examples
from languages.python.reply.task import read_task
from languages.python.syntax import BROKEN, Definition, parse, parse_expression, undefined_names
from languages.types import Suite

_CALLED = re.compile(r"\b([A-Za-z_]\w*)\(([^()\n]*)\)(?!\w)")
_BEGUN = re.compile(r"\b([A-Za-z_]\w*)\(")
_SAYS = r"(?:(?:should|must|will) )?(?:returns?|gives?|equals?|be)\b"
_GIVES = re.compile(rf"[`'\"]?\s*(?:#\s*)?(?:==?>|==?|->|→|➞|{_SAYS})\s*:?\s*`?")
_AFTER = re.compile(r"[`'\"]?\s*(?:$|,(?!\s*[-\d('\"\[{])|[;#)(]|\.(?:\s|$))")
_PART = re.compile(r"(?:[-+*/%=<>.]|\b(?:not|wrong:?))\s*$", re.IGNORECASE)  # of an expression, or refused
_BULLET = " \t-*+•"
_PROMPT = re.compile(r"(?:\"{3})?\s*(?:>>>|assert\b)\s*")
_ELSEWHERE = {"true": "True", "false": "False", "null": "None"}  # as other languages write them
LONGEST_PART, LONGEST_CALL, LONGEST_VALUE = 20, 300, 500  # characters
_CLOSING = re.compile(r"(?:\"{3}|'{3})\s*\Z")
_ENDINGS = {"s", "es", "n", "en", "e", "er", "r", "in", "innen", "nen", "ies"}  # as in `file(s)`, which is no call


def specified(task: str) -> Brief | None:
    """The brief of a task that shows a signature or examples of calls; None for one in plain words only."""
    interface = _written_out(task) or _named(task)
    sessions = [Example(given, expected, f"{given}\n{expected}") for given, expected in _sessions(task)]
    names = {signature.partition("(")[0] for signature in interface}
    said = [*_told(task), *named_examples(task, interface, _value_at)]
    told = _agreeing([one for one in said if one.given.partition("(")[0] in names], sessions)
    return Brief("function", interface=interface, examples=(*sessions, *told)) if sessions or interface else None


def expression(example: Example) -> str:
    """`example` as an expression that must hold, as in `f(1, 2) == 3`; empty where it is said in words."""
    try:
        call, value = (parse_expression(text) for text in (example.given, example.expected))
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


def _agreeing(told: Sequence[Example], sessions: Sequence[Example]) -> list[Example]:
    """Each call once, without those of which something else comes at another time, and those that are in a session."""
    outcomes: dict[str, set[str]] = {}
    for one in told:
        outcomes.setdefault(one.given, set()).add(one.expected)
    first = {one.given: one for one in reversed(told) if len(outcomes[one.given]) == 1}
    for one in sessions:
        first.pop(one.given, None)
    return [one for one in told if first.get(one.given) is one]


def _told(task: str) -> Iterator[Example]:
    """What the task says comes of calls, as in: `add(1, 2) -> 3`, or: add(1, 2) should return 3."""
    for line in task.splitlines():
        first = len(line) - len(line.lstrip(_BULLET))
        first = prompt.end() if (prompt := _PROMPT.match(line, first)) else first
        for begun in _BEGUN.finditer(line):
            start = begun.start()
            before = line[max(first, start - LONGEST_PART) : start]  # of a line that may be very long
            call = "" if _PART.search(before) else _call_at(line[start : start + LONGEST_CALL])
            said = line[start + len(call) : start + len(call) + 2 * LONGEST_VALUE]
            gives = _GIVES.match(said) if call else None
            value = _value_at(said[gives.end() :]) if gives else ""
            if value and not (call.endswith("()") and value == "None"):  # which is a signature
                yield Example(call, value, line.strip())


def _call_at(text: str) -> str:
    """The call with nothing but values that a text begins with; empty where it begins with none."""
    ends = (match.end() for match in re.finditer(r"\)", text))
    return next((text[:end] for end in ends if _is_call_with_values(text[:end])), "")


def _is_call_with_values(text: str) -> bool:
    try:
        call = parse_expression(text)
        if not isinstance(call, ast.Call):
            return False
        for argument in [*call.args, *(keyword.value for keyword in call.keywords)]:
            ast.literal_eval(argument)
    except BROKEN:
        return False
    return True


def _value_at(text: str) -> str:
    """The value that a text begins with; empty where it goes on with something else, such as `19 - 5 = 14`."""
    text = text[:LONGEST_VALUE].strip().removesuffix(".")
    ends = (end for end in range(len(text), 0, -1) if _AFTER.match(text[end:]))
    return next((value for end in ends if (value := _value(text[:end]))), "")


def _value(text: str) -> str:
    """The value that is all of a text but a comment; empty where there is none."""
    text = _ELSEWHERE.get(text, text)
    try:
        node = parse_expression(text)
        value = ast.literal_eval(node)
    except BROKEN:
        return ""
    # In brackets that make no tuple, who wrote it most likely meant one; and without any, several values.
    if isinstance(value, tuple) != text.startswith("("):
        return ""
    return text.encode()[: node.end_col_offset].decode()


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
        parse(f"def {text}: pass")
    except (SyntaxError, ValueError):
        return False
    return True
