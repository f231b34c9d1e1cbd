"""A model's reply -> a pytest file that tests `solution`."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from languages.errors import NoUsableReply
from languages.python.candidates import suite
from languages.python.reply import imports
from languages.python.reply.copies import without_copies
from languages.python.reply.extract import Extract, extract, refusing_monsters, require_short
from languages.python.reply.flatten import flattened
from languages.python.reply.properties import without_settings
from languages.python.reply.rescue import rescued
from languages.python.reply.script import to_tests
from languages.python.reply.task import TaskCode, read_task
from languages.python.reply.text import Block, layers
from languages.python.reply.tolerance import with_tolerance
from languages.python.reply.written import WrittenTests, with_own_names
from languages.python.syntax import (
    Definition,
    Statement,
    bound_names,
    flaw_in,
    is_docstring,
    joined,
    one_a_line,
    read_names,
    statements,
    tree_of,
    undefined_names,
)
from languages.types import DroppedTest, Suite
from message import say

NO_TEST = say("There is no test in the reply.")
NOT_THE_PROGRAM = say("The tests never use the program: they must import what they test from `solution`.")
_NOT_CODE = frozenset({"bash", "console", "output", "plaintext", "sh", "shell", "text", "txt"})
_IMPORTS = ast.Import | ast.ImportFrom
_FIXED = Definition | _IMPORTS


@refusing_monsters
def parse_tests(reply: str, task: str) -> Suite:
    """A file of the tests that `reply` holds; it always compiles and imports from `solution`.

    Bare asserts become test functions, copies of the program under test are removed so that it is
    imported, and tests whose end was cut off are dropped. Which tests pytest finds in the file, it
    has to say itself: `tests` is empty.

    Raises `NoUsableReply`, whose message says what was wrong with the reply.
    """
    if not reply.strip():
        raise NoUsableReply(say("The reply is empty."))
    about = read_task(task)
    problems: list[str] = []
    for blocks in layers(reply):
        try:
            return _suite(_sources(blocks), about)
        except NoUsableReply as problem:
            problems.append(problem.message)
    raise NoUsableReply(next((problem for problem in problems if problem != NO_TEST), NO_TEST))


def _sources(blocks: Sequence[Block]) -> list[Extract]:
    return [extract(block.text, block.fenced) for block in blocks if block.label not in _NOT_CODE]


def _suite(sources: Sequence[Extract], about: TaskCode) -> Suite:
    """The pytest file in some pieces of Python. Raises `NoUsableReply` if there is none."""
    codes = [source.code for source in sources]
    dropped: list[DroppedTest] = []
    for piece in (piece for source in sources for piece in source.broken):
        kept, lost = rescued(piece, about)
        codes.append(kept)
        dropped += lost
    parts = _as_functions(flattened(_parts("\n".join(codes))))
    code = _file(_once(without_copies(parts, about)), about)
    tests = list(WrittenTests(code))
    if not tests:
        raise NoUsableReply(
            say("No test can be used: %(test)s: %(reason)s", test=dropped[0].name, reason=dropped[0].reason)
            if dropped
            else NO_TEST
        )
    if not (imports.uses_solution(statements(code)) or any(test.starts for test in tests)):
        raise NoUsableReply(NOT_THE_PROGRAM)
    return suite(code, (), tuple(dropped))


def _parts(code: str) -> list[Statement]:
    require_short(code)
    if tree_of(code) is None:
        raise NoUsableReply(str(flaw_in(code)))
    return statements(one_a_line(code))


def _as_functions(parts: Sequence[Statement]) -> list[Statement]:
    """Bare checks as test functions; what nobody depends on and what would run the program is left out."""
    definitions = [part for part in parts if isinstance(part.node, Definition)]
    wanted = undefined_names(joined(definitions))
    script: list[Statement] = []
    for part in reversed(parts):
        if bound_names(part.node) & wanted:
            wanted |= read_names(part.node)
        elif not isinstance(part.node, _FIXED):
            script.insert(0, part)
    taken = {name for part in definitions for name in bound_names(part.node)}
    tests, rest = to_tests(script, taken)
    imported = {name for part in parts if isinstance(part.node, _IMPORTS) for name in bound_names(part.node)}
    settings = {id(part) for part in rest if _is_setting(part.node, imported)}
    left_out = {id(part) for part in script} - settings
    return [*(part for part in parts if id(part) not in left_out), *tests]


def _is_setting(node: ast.stmt, imported: set[str]) -> bool:
    """Whether a statement only sets something up that isn't the program: `random.seed(1)`, tests, a docstring."""
    if is_docstring(node) or "globals" in read_names(node):
        return True
    return any(isinstance(inner, _FIXED) for inner in ast.walk(node)) or (
        isinstance(node, ast.Expr | ast.Assign) and read_names(node) <= imported
    )


def _once(parts: Sequence[Statement]) -> list[Statement]:
    """The statements without definitions that are there already, word by word, as where a file is given twice."""
    first: dict[object, Statement] = {}
    for part in parts:
        first.setdefault(ast.dump(part.node) if isinstance(part.node, Definition) else part.node, part)
    return list(first.values())


def _file(parts: Sequence[Statement], about: TaskCode) -> str:
    tolerant = statements(with_tolerance(joined(parts)))
    complete = imports.completed(tolerant, about.supplied(joined(tolerant)))
    code = without_settings(with_own_names(joined(complete)))
    if flaw := flaw_in(code):
        raise NoUsableReply(str(flaw))
    return code
