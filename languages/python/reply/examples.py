"""The user's own examples as tests that nobody may change."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import replace

from languages.errors import BadExample
from languages.python.candidates import TESTS
from languages.python.reply import imports, words
from languages.python.reply.script import test_function
from languages.python.syntax import (
    BROKEN,
    Statement,
    bound_names,
    joined,
    parse,
    parse_expression,
    quietly,
    statement,
    statements,
    undefined_names,
)
from languages.types import Suite, TestCase
from message import say

ADVICE = say("Write an example as Python that is true when the program is right, such as: add(1, 2) == 3")


def merge_examples(given: Suite, examples: Sequence[str]) -> Suite:
    """`given` with a test for each example, an expression that must hold or an `assert` statement.

    Each imports what it needs by itself, so that nothing in the model's tests can get in its way.

    Raises `BadExample` for an example that can't be a test.
    """
    code, tests = given.files.get(TESTS, ""), list(given.tests)
    taken = {test.name for test in tests}
    for example in examples:
        name = _free_name(taken)
        taken.add(name)
        description = say("Your example: %(example)s", example=words.one_line(example.strip()))
        function = _test(name, words.one_line(description), _condition(example), code)
        code = f"{code.rstrip()}\n\n\n{function.source}\n".lstrip()
        tests.append(TestCase(name, description, "user"))
    return replace(given, files={**given.files, TESTS: code}, tests=tuple(tests))


def _free_name(taken: set[str]) -> str:
    number = 1
    while f"test_user_example_{number}" in taken:
        number += 1
    return f"test_user_example_{number}"


def _condition(example: str) -> str:
    """The condition in an example as Python source on one line."""
    try:
        with quietly():
            condition = _parsed(example.strip())
        source = ast.unparse(condition)
        source.encode()
    except BROKEN as error:
        raise BadExample(
            say("The example `%(example)s` isn't valid Python.", example=words.one_line(example)), ADVICE
        ) from error
    if isinstance(condition, ast.Tuple | ast.Constant):
        raise BadExample(say("The example `%(example)s` compares nothing.", example=words.one_line(example)), ADVICE)
    return source


def _parsed(example: str) -> ast.expr:
    if not example.startswith("assert"):
        compile(example, "<example>", "eval")
        return parse_expression(example)
    compile(example, "<example>", "exec")
    body = parse(example).body
    if len(body) != 1 or not isinstance(body[0], ast.Assert):
        raise SyntaxError(say("more than one statement"))
    return body[0].test


def _test(name: str, description: str, condition: str, code: str) -> Statement:
    check = statement(f"assert {condition}")
    known = _known_imports(code, undefined_names(check.source))
    body = imports.completed([*known, check], "")
    if not imports.uses_solution(body):
        raise BadExample(say("The example `%(condition)s` uses nothing of the program.", condition=condition), ADVICE)
    lines = "\n".join(f"    {line}" for line in joined(body).split("\n") if line)
    return test_function(name, description, lines)


def _known_imports(code: str, names: set[str]) -> list[Statement]:
    """The imports in the test file, other than from `solution`, that give one of `names`."""
    found = [part for part in statements(code) if isinstance(part.node, ast.Import | ast.ImportFrom)]
    return [part for part in found if bound_names(part.node) & names and not imports.uses_solution([part])]
