"""Examples that a task gives with the names of what goes in: `For n = 5 the output should be 1`, `Input: n = 5`."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Sequence

from languages.brief import Example
from languages.python.syntax import parse

_RESULT = re.compile(
    r"(?:\bthe\s+)?\b(?:(?:output|result)\s*[:=]\s*"
    r"|(?:output|result|answer|function)\s+(?:(?:should|must|will)\s+(?:be|give|return)|is)\s*:?\s+)",
    re.IGNORECASE,
)
_GIVEN = re.compile(r"\b(?:Inputs?\s*[:=]?|For)\s*", re.IGNORECASE)
LONGEST = 400
"""Characters between where it begins and its outcome."""


# Why: docs/decisions.md, "An example counts however it is written, and is held to its values"
def named_examples(task: str, interface: Sequence[str], value_at: Callable[[str], str]) -> Iterator[Example]:
    """Those of the one function all of whose parameters are named, or of one that has a single one.

    `value_at` reads the value that a text begins with.
    """
    functions = [function for signature in interface if (function := _read(signature))]
    end = 0
    for result in _RESULT.finditer(task):
        before, end = task[max(end, result.start() - LONGEST) : result.start()], result.end()
        expected = value_at(task[end:].partition("\n")[0])
        begun = list(_GIVEN.finditer(before))
        if not expected or not begun:
            continue
        given = before[begun[-1].end() :]
        calls = [call for name, parameters in functions if (call := _call(name, parameters, given, value_at))]
        if len(calls) == 1:
            words = task[result.start() - len(before) + begun[-1].start() : end + len(expected)]
            yield Example(calls[0], expected, " ".join(words.split()))


def _read(signature: str) -> tuple[str, list[str]] | None:
    """A function's name and parameters."""
    try:
        (function,) = parse(f"def {signature}: pass").body
    except (SyntaxError, ValueError):
        return None
    if not isinstance(function, ast.FunctionDef):
        return None
    return function.name, [one.arg for one in function.args.args if one.arg != "self"]


def _call(name: str, parameters: Sequence[str], given: str, value_at: Callable[[str], str]) -> str:
    values = [_value_of(parameter, given, value_at) for parameter in parameters]
    if len(parameters) == 1 and not values[0]:
        values = [value_at(given.strip().partition("\n")[0])]
    return f"{name}({', '.join(values)})" if values and all(values) else ""


def _value_of(parameter: str, given: str, value_at: Callable[[str], str]) -> str:
    named = re.search(rf"\b{re.escape(parameter)}\s*[:=]\s*", given)
    return value_at(given[named.end() :].partition("\n")[0]) if named else ""
