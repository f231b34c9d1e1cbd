"""What Python's own parser says about a piece of text. Nothing here runs the code."""

from __future__ import annotations

import ast
import builtins
import symtable
import textwrap
import threading
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise

from message import say

BROKEN = (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError, SystemError)
Function = ast.FunctionDef | ast.AsyncFunctionDef
Definition = Function | ast.ClassDef
GIVEN = frozenset(dir(builtins)) | {"__file__", "__name__", "__doc__", "__builtins__", "__spec__", "__class__"}

# `catch_warnings` changes the whole process. And up to Python 3.12.1 all threads count the depth of their trees in one
# number, so that a tree built beside another one raises `SystemError` (github.com/python/cpython/issues/106905).
_one_at_a_time = threading.RLock()


@dataclass(frozen=True, slots=True)
class Flaw:
    """Why a piece of code doesn't compile; `line` counts from 1, and `text` is that line."""

    message: str
    line: int
    text: str
    cut_off: bool

    def __str__(self) -> str:
        if self.cut_off:
            return say("The reply ends in the middle of the code.")
        where = f" (`{self.text}`)" if self.text else ""
        return say(
            "The code has a syntax error in line %(line)s%(where)s: %(error)s.",
            line=self.line,
            where=where,
            error=self.message,
        )


@contextmanager
def quietly() -> Iterator[None]:
    """One text after the other, without the warnings that Python's parser has for the code of others."""
    with _one_at_a_time, warnings.catch_warnings(action="ignore"):
        yield


def parse(code: str) -> ast.Module:
    """The syntax tree of `code`. Raises one of `BROKEN`."""
    with quietly():
        return ast.parse(code)  # noqa: TID251 - the one place


def constants(code: str) -> list[str]:
    """The texts and numbers in `code`, as they are once it is read; none where it can't be."""
    try:
        found = [node.value for node in ast.walk(parse(code)) if isinstance(node, ast.Constant)]
    except BROKEN:
        return []
    return [value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value) for value in found]


def parse_expression(text: str) -> ast.expr:
    """The syntax tree of an expression, with or without space around it. Raises one of `BROKEN`."""
    with quietly():
        return ast.parse(text.strip(), mode="eval").body  # noqa: TID251 - the one place


def tree_of(code: str) -> ast.Module | None:
    """The syntax tree, or None if this isn't Python. `return` outside of a function passes."""
    try:
        return parse(code)
    except BROKEN:
        return None


def flaw_in(code: str) -> Flaw | None:
    """Why `code` can't be compiled, or None if it can."""
    try:
        with quietly():
            # As bytes, as from a file: so halves of surrogate pairs, and lines that name an encoding, are noticed here.
            compile(code.encode(), "<reply>", "exec", dont_inherit=True)
    except SyntaxError as error:
        line = error.lineno or 1
        return Flaw(error.msg, line, _line(code, line), _is_cut_off(code, error.msg, line))
    except UnicodeEncodeError:
        return Flaw(say("it holds characters that no file can hold"), 1, "", cut_off=False)
    except BROKEN:
        return Flaw(say("it is nested too deeply, or holds characters that Python doesn't allow"), 1, "", cut_off=False)
    return None


def undefined_names(code: str) -> set[str]:
    """The names `code` uses but neither defines, imports nor gets from Python; none where it can't be compiled."""
    try:
        with quietly():
            module = symtable.symtable(code, "<reply>", "exec")
    except BROKEN:
        return set()
    used: set[str] = set()
    defined: set[str] = set()
    pending = [module]
    while pending:
        table = pending.pop()
        pending += table.get_children()
        for symbol in table.get_symbols():
            if table is module or symbol.is_global():
                used |= {symbol.get_name()} if symbol.is_referenced() else set()
                defined |= {symbol.get_name()} if symbol.is_assigned() or symbol.is_imported() else set()
    return used - defined - GIVEN


def own_nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """Everything in the scope of a module or statement: of functions and classes their heads, not their bodies."""
    pending: list[ast.AST] = [tree]
    while pending:
        node = pending.pop()
        yield node
        if isinstance(node, Definition | ast.Lambda):
            body = node.body if isinstance(node.body, list) else [node.body]
            pending += [child for child in ast.iter_child_nodes(node) if child not in body]
        else:
            pending += ast.iter_child_nodes(node)


def bound_names(node: ast.stmt) -> set[str]:
    """The names a statement gives a meaning to in its own scope."""
    if isinstance(node, Definition):
        return {node.name}
    if isinstance(node, ast.Import | ast.ImportFrom):
        return {alias.asname or alias.name.partition(".")[0] for alias in node.names}
    return {name.id for name in ast.walk(node) if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)}


def read_names(node: ast.AST) -> set[str]:
    """Every name that occurs in `node` other than to be given a meaning."""
    return {name.id for name in ast.walk(node) if isinstance(name, ast.Name) and not isinstance(name.ctx, ast.Store)}


def is_stub(node: ast.stmt) -> bool:
    """A function or class with nothing in it but texts, imports, `pass`, `...` or `raise NotImplementedError`."""
    if not isinstance(node, Definition):
        return False
    return all(_is_nothing(inner) or (isinstance(node, ast.ClassDef) and is_stub(inner)) for inner in node.body)


def _is_nothing(node: ast.stmt) -> bool:
    if isinstance(node, ast.Raise):
        return "NotImplementedError" in read_names(node)
    return isinstance(node, ast.Pass | ast.Import | ast.ImportFrom) or (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    )


def is_main_guard(node: ast.stmt) -> bool:
    """`if __name__ == "__main__":`"""
    return isinstance(node, ast.If) and "__name__" in read_names(node.test)


@dataclass(frozen=True, slots=True)
class Statement:
    """A top-level statement: its whole lines as they were written, and the comment lines directly above.

    `start` and `end` are the lines of both together, counted from 0, the end not included.
    """

    node: ast.stmt
    source: str
    comment: str = ""
    start: int = 0
    end: int = 0

    @property
    def text(self) -> str:
        """The lines with their comment."""
        return f"{self.comment}\n{self.source}" if self.comment else self.source


def statements(code: str) -> list[Statement]:
    """The top-level statements of `code`, which must parse and have no two on one line."""
    lines = code.split("\n")
    found: list[Statement] = []
    end = 0
    for node in parse(code).body:
        start = first_line(node) - 1
        above = start
        while above > end and lines[above - 1].startswith("#"):
            above -= 1
        end = node.end_lineno or start + 1
        found.append(Statement(node, "\n".join(lines[start:end]), "\n".join(lines[above:start]), above, end))
    return found


def one_a_line(code: str) -> str:
    """`code` itself, or written anew where two top-level statements share a line."""
    body = parse(code).body
    shared = any(after.lineno <= (before.end_lineno or 0) for before, after in pairwise(body))
    return ast.unparse(parse(code)) if shared else code


Edit = tuple[int, int, int, int, str]


def edit(node: ast.stmt | ast.expr, text: str) -> Edit:
    """What `edited` has to do to write `text` in place of `node`."""
    return node.lineno, node.col_offset, node.end_lineno or 0, node.end_col_offset or 0, text


def edited(code: str, edits: Iterable[Edit]) -> str:
    """`code` with some nodes of its tree replaced; all else stays as it was written."""
    lines = [line.encode() for line in code.split("\n")]
    for start_line, start, end_line, end, text in sorted(edits, reverse=True):
        before, after = lines[start_line - 1][:start], lines[end_line - 1][end:]
        lines[start_line - 1 : end_line] = [before + text.encode() + after]
    return b"\n".join(lines).decode()


def without(code: str, is_unwanted: Callable[[ast.stmt], bool]) -> str:
    """`code` less some of its top-level statements; all else stays as it was written."""
    if not any(is_unwanted(node) for node in parse(code).body):
        return code
    code = one_a_line(code)
    lines = code.split("\n")
    for part in reversed(statements(code)):
        if is_unwanted(part.node):
            del lines[part.start : part.end]
    return "\n".join(lines)


def statement(code: str, comment: str = "") -> Statement:
    """One statement from its source, which must be good."""
    return Statement(parse(code).body[0], code, comment)


def indented(body: Sequence[Statement]) -> str:
    """The statements as a function's body, with strings of several lines left as they are."""
    code = "\n".join(part.text for part in body)
    shifted = textwrap.indent(code, "    ")
    nodes = [ast.dump(part.node) for part in body]
    block = tree_of(f"if 1:\n{shifted}")
    if block and isinstance(block.body[0], ast.If) and [ast.dump(node) for node in block.body[0].body] == nodes:
        return shifted
    return "\n".join(textwrap.indent(ast.unparse(part.node), "    ") for part in body)


def joined(parts: Sequence[Statement]) -> str:
    """A module of these statements: `from __future__` first, definitions set apart by blank lines."""
    first = [part for part in parts[:1] if is_docstring(part.node)]
    future = [*first, *(part for part in parts if is_future(part.node))]
    rest = [part for part in parts if part not in future]
    code = ""
    previous: Statement | None = None
    for part in [*future, *rest]:
        if previous is not None:
            apart = isinstance(part.node, Definition) or isinstance(previous.node, Definition)
            code += "\n\n\n" if apart else "\n"
            code += "\n" if not apart and _is_import(previous.node) and not _is_import(part.node) else ""
        code += part.text
        previous = part
    return code + "\n"


def is_future(node: ast.stmt) -> bool:
    """`from __future__ import …`, which must stand at the top of a file."""
    return isinstance(node, ast.ImportFrom) and node.module == "__future__"


def is_docstring(node: ast.stmt) -> bool:
    """A text that stands alone."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _is_import(node: ast.stmt) -> bool:
    return isinstance(node, ast.Import | ast.ImportFrom)


def first_line(node: ast.stmt) -> int:
    """The line where a statement begins, with its decorators; counted from 1."""
    decorators = node.decorator_list if isinstance(node, Definition) else []
    return min([node.lineno, *(decorator.lineno for decorator in decorators)])


def _line(code: str, number: int) -> str:
    lines = code.split("\n")
    return lines[number - 1].strip()[:80] if 0 < number <= len(lines) else ""


def _is_cut_off(code: str, message: str, line: int) -> bool:
    last = len(code.rstrip().split("\n"))
    return line >= last or "never closed" in message or "unterminated triple" in message
