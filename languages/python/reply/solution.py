"""A model's reply -> the source of `solution.py`."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from itertools import takewhile

from languages.errors import NoUsableReply
from languages.python.reply.extract import extract, refusing_monsters
from languages.python.reply.task import TaskCode, read_task
from languages.python.reply.text import PYTHON_LABELS, Block, layers
from languages.python.syntax import (
    Definition,
    Function,
    bound_names,
    flaw_in,
    is_docstring,
    is_future,
    is_main_guard,
    is_stub,
    own_nodes,
    parse,
    read_names,
    statements,
    tree_of,
    undefined_names,
    without,
)
from message import say

NO_CODE = say("There is no Python code in the reply.")
_RETURNS = re.compile(r"\b(?:return|yield)\b")
_TEST_TOOLS = frozenset({"solution", "pytest", "unittest"})


@refusing_monsters
def parse_solution(reply: str, task: str) -> str:
    """The source of the program that `reply` holds; it always compiles.

    `task` is the text the model was given. A reply with only a function's body gets the signature
    that stands at the end of the task, and imports and helpers of the task that are missing.

    Raises `NoUsableReply`, whose message says what was wrong with the reply.
    """
    if not reply.strip():
        raise NoUsableReply(say("The reply is empty."))
    about = read_task(task)
    scripts: list[str] = []
    problem = ""
    # The surest way of reading it first: what is fenced, then what only looks like code.
    for blocks in layers(reply):
        programs, flaw = _programs(blocks, about)
        if code := _merged([_program_only(code) for code in programs]):
            return _finished(code, about)
        scripts += programs
        problem = problem or flaw
    # A program that defines nothing, as one that only asks and prints.
    if scripts and not problem and not about.stub:
        return _finished(scripts[-1], about)
    if problem or not scripts:
        raise NoUsableReply(problem or NO_CODE)
    raise NoUsableReply(
        say("The reply doesn't say what `%(function)s` does: it needs the whole function.", function=about.stub)
    )


def _programs(blocks: Sequence[Block], about: TaskCode) -> tuple[list[str], str]:
    """The blocks that are good Python, and what is wrong with the last that isn't."""
    programs: list[str] = []
    problem = ""
    for block in blocks:
        try:
            programs += [code] if (code := _program(block, about)) else []
        except NoUsableReply as flaw:
            problem = problem if block.label not in ("", *PYTHON_LABELS) else flaw.message
    return programs, problem


def _program(block: Block, about: TaskCode) -> str:
    """The Python in one block, empty if there is none. Raises `NoUsableReply` if it is broken."""
    found = extract(block.text, block.fenced)
    # Models complete what they see: after a bare signature often only its body comes.
    if _is_body(block.text, found.code, about) and (code := about.completed(block.text)):
        return code
    if not found.code and _RETURNS.search(block.text) and (code := about.completed(block.text)):
        return code
    if not found.broken:
        flaw = flaw_in(found.code)
        if flaw:
            raise NoUsableReply(str(flaw))
        return found.code
    if found.ends_broken and len(found.broken) == 1 and _is_useful(found.code, found.broken[0], about):
        return found.code
    flaw = flaw_in(block.text.strip("\n") if block.fenced else found.broken[-1])
    raise NoUsableReply(str(flaw) if flaw else NO_CODE)


def _is_body(text: str, code: str, about: TaskCode) -> bool:
    """Whether this is what stands under a signature: it returns, or it is indented and defines nothing asked for."""
    tree = tree_of(code)
    if not about.stub or not code or tree is None or any(getattr(node, "name", "") == about.stub for node in tree.body):
        return False
    returns = any(isinstance(node, ast.Return) for node in own_nodes(tree))
    return returns or text.strip("\n")[:1].isspace()


def _is_useful(rest: str, broken: str, about: TaskCode) -> bool:
    """Whether what stands before a broken end is a program of its own: it doesn't need what was lost."""
    if not rest or flaw_in(rest) is not None or not _defined(rest):
        return False
    flaw = flaw_in(broken)
    lost = {name for name in undefined_names(rest) if f" {name}" in broken.partition("\n")[0]}
    return bool(flaw and flaw.cut_off) and not lost and (not about.stub or about.stub in _defined(rest))


def _defined(code: str) -> set[str]:
    """The functions and classes that `code` really defines, at its top level."""
    tree = tree_of(code)
    body = tree.body if tree else []
    return {node.name for node in body if isinstance(node, Definition) and not is_stub(node)}


def _program_only(code: str) -> str:
    """`code` without tests of itself: asserts about its own functions, test functions, imports of `solution`.

    An import that fails because an example in the program is wrong would hide a right program; the
    tests are somebody else's part.
    """
    body = parse(code).body
    tests = {node.name for node in body if isinstance(node, Definition) and _is_test(node)}
    own = {node.name for node in body if isinstance(node, Definition)} - tests

    def is_unwanted(node: ast.stmt) -> bool:
        if isinstance(node, Definition):
            return node.name in tests
        if isinstance(node, ast.Import | ast.ImportFrom):
            return _imported_from(node) == "solution"
        if isinstance(node, ast.Assert):
            return bool(read_names(node) & own)
        runs_tests = is_main_guard(node) or isinstance(node, ast.Expr)
        return runs_tests and bool(read_names(node) & (tests | {"unittest", "pytest"}))

    kept = without(code, is_unwanted)
    # A program that imports pytest for tests that are gone doesn't start where there is none.
    unused = _TEST_TOOLS - read_names(parse(kept))
    return kept if kept == code else without(kept, lambda node: _imported_from(node) in unused)


def _is_test(node: ast.stmt) -> bool:
    if isinstance(node, ast.ClassDef):
        bases = {name for base in node.bases for name in (*read_names(base), getattr(base, "attr", ""))}
        return "TestCase" in bases or (node.name.startswith("Test") and any(_is_test(inner) for inner in node.body))
    if not isinstance(node, Function) or not node.name.startswith("test"):
        return False
    return any(isinstance(inner, ast.Assert | ast.With) for inner in ast.walk(node))


def _imported_from(node: ast.stmt) -> str:
    if isinstance(node, ast.ImportFrom):
        return node.module or ""
    return node.names[0].name if isinstance(node, ast.Import) else ""


def _merged(programs: Sequence[str]) -> str:
    """One file of several blocks: what a later block defines anew replaces the earlier.

    Blocks that define nothing are taken only for what the others lack: imports, constants.
    """
    kept: list[str] = []
    for code in programs:
        if _defined(code) and not any(_is_only_a_sketch(code, old) for old in kept):
            kept = [rest for old in kept if (rest := _superseded(old, code))] + [code]
    file = "\n\n\n".join(part.strip("\n") for part in kept)
    # From the last on, for each is put on top: imports may stand in a block before those that use them.
    for code in reversed(programs):
        if file and not _defined(code) and _bound(code) & undefined_names(file):
            file = f"{code}\n\n\n{file}"
    # Blocks that make no file together are versions of one program, and the last counts.
    if flaw_in(file) is not None:
        return kept[-1]
    return file


def _is_only_a_sketch(code: str, old: str) -> bool:
    """Whether a block repeats a function of an earlier one without its contents."""
    stubs = {node.name for node in parse(code).body if isinstance(node, Definition) and is_stub(node)}
    return bool(stubs & _defined(old))


def _superseded(old: str, new: str) -> str:
    """What is left of an earlier block once a later one defines some of it anew: only what that needs."""
    again = {node.name for node in parse(old).body if isinstance(node, Definition)} & _defined(new)
    if not again:
        return old
    if not undefined_names(new) & _bound(old):
        return ""
    return without(old, lambda node: isinstance(node, Definition) and node.name in again)


def _bound(code: str) -> set[str]:
    return {name for node in parse(code).body for name in bound_names(node)}


def _finished(code: str, about: TaskCode) -> str:
    """`code` with what it lacks of the task's imports and helpers, below its docstring and `__future__` imports."""
    code = code.strip("\n") + "\n"
    supplied = about.supplied(code)
    if not supplied:
        return code
    first = list(takewhile(lambda part: is_docstring(part.node) or is_future(part.node), statements(code)))
    head = first[-1].end if first else 0
    lines = code.split("\n")
    whole = "\n".join([*lines[:head], supplied, "", "", *lines[head:]]).strip("\n") + "\n"
    return whole if flaw_in(whole) is None else code
