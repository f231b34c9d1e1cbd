"""What a program reads when it is started, and whether it waits at its end, told from its source without running it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence

READING = {
    *("read_text", "read_bytes", "iterdir", "glob", "rglob", "listdir", "scandir", "walk", "load_workbook"),
    *("askopenfilename", "askopenfilenames", "askopenfile", "askopenfiles", "askdirectory", "ZipFile", "PdfReader"),
    *("find_files", "cells_of", "document_text", "open_picture", "taken_at"),
}
"""What reads files or folders, by the last of its names."""
NO_FILE = {"webbrowser", "urllib.request", "request"}
WRITING = set("wax")
TYPING = {"input", "getpass", "prompt", "confirm", "ask", "cmdloop", "interact"}
TYPING |= {"ask_choice", "ask_yes", "ask_each", "ask_lines"}
"""What takes what somebody types, by the last of its names."""
BREAKING_OFF = {"KeyboardInterrupt", "EOFError"}
"""What somebody causes who wants the program to end."""
LEAVING = {"exit", "quit", "sys.exit", "os._exit", "_exit"}


def reads_files(tree: ast.Module) -> bool:
    """Whether it looks into files or folders, as far as that can be seen.

    A function of its own counts by what it does, not by its name, as in `read_payment`.
    """
    nodes = list(ast.walk(tree))
    own = {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
    calls = (node for node in nodes if isinstance(node, ast.Call))
    return any(_reads(call) for call in calls if not (isinstance(call.func, ast.Name) and call.func.id in own))


def takes_typing(tree: ast.Module) -> bool:
    """Whether it asks somebody who sits in front of it."""
    names = (node for node in ast.walk(tree) if isinstance(node, ast.Attribute | ast.Name))
    return any(_last(node) in TYPING for node in names)


def asks_something(tree: ast.Module) -> bool:
    """Whether it does anything with what is typed: who only waits for Enter asks for nothing."""
    alone = (call.func for node in ast.walk(tree) if (call := _alone(node)))
    thrown_away = {id(function) for function in alone if _last(function) == "input"}
    names = (node for node in ast.walk(tree) if isinstance(node, ast.Attribute | ast.Name))
    return any(_last(node) in TYPING and id(node) not in thrown_away for node in names)


def _alone(node: ast.AST) -> ast.Call | None:
    """The call that a statement consists of."""
    match node:
        case ast.Expr(value=ast.Call() as call):
            return call
    return None


def waits_at_its_end(tree: ast.Module) -> bool:
    """Whether it asks for one more Enter wherever it comes to a good end: only where that is certain."""
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
    if any(ast.unparse(call.func) in LEAVING and not _is_failure(call) for call in calls):
        return False
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    return _ends_waiting(tree.body, functions, frozenset())


def _reads(call: ast.Call) -> bool:
    name = _last(call.func)
    if name == "open":
        of = ast.unparse(call.func).rpartition(".")[0]
        return of not in NO_FILE and not _mode(call) & WRITING
    return name in READING or name.startswith("read_")


def _mode(call: ast.Call) -> set[str]:
    """The letters of the mode in which a file is opened; of `Path.open` it comes first."""
    given = [*call.args[:2], *(keyword.value for keyword in call.keywords if keyword.arg == "mode")]
    texts = [node.value for node in given if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    return next((set(text) for text in texts if 0 < len(text) <= 3 and set(text) <= set("rwaxbt+")), set())


def _last(node: ast.expr) -> str:
    match node:
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
    return ""


def _is_failure(call: ast.Call) -> bool:
    """Whether it leaves with an error, at which the file that starts it waits anyway."""
    match call.args:
        case [ast.Constant(value=status)]:
            return bool(status)
    return False


def _ends_waiting(body: Sequence[ast.stmt], functions: Mapping[str, ast.FunctionDef], above: frozenset[str]) -> bool:
    """Whether the last of these statements waits, and none before it leaves. `above` are functions that are looked at
    already."""
    *before, last = [node for node in body if not isinstance(node, ast.Pass)] or [ast.Pass()]
    if any(_leaves_unread(block) for statement in before for block in _blocks(statement)):
        return False
    match last:
        case ast.Expr(value=ast.Call(func=ast.Name(id=name))) | ast.Return(value=ast.Call(func=ast.Name(id=name))):
            if name == "input":
                return True
            if name in above or name not in functions:
                return False
            return _ends_waiting(functions[name].body, functions, above | {name})
        case ast.If(test=test, body=then, orelse=other):
            guard = "__name__" in ast.unparse(test)
            return _ends_waiting(then, functions, above) and (guard or _ends_waiting(other, functions, above))
        case ast.Try(finalbody=[_, *_] as final) if _ends_waiting(final, functions, above):
            return True
        case ast.Try(body=tried, handlers=handlers, orelse=other):
            wait = _ends_waiting(other or tried, functions, above)
            return wait and all(_ends_or_broke_off(handler, functions, above) for handler in handlers)
        case ast.With(body=inner):
            return _ends_waiting(inner, functions, above)
    return False


def _ends_or_broke_off(
    handler: ast.ExceptHandler, functions: Mapping[str, ast.FunctionDef], above: frozenset[str]
) -> bool:
    caught = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type] if handler.type else []
    broke_off = bool(caught) and all(_last(one) in BREAKING_OFF for one in caught)
    return broke_off or _ends_waiting(handler.body, functions, above)


def _leaves_unread(block: Sequence[ast.stmt]) -> bool:
    """Whether it returns among these statements, and doesn't wait right before."""
    places = [place for place, one in enumerate(block) if isinstance(one, ast.Return)]
    return any(not place or not _waits(block[place - 1]) for place in places)


def _waits(statement: ast.stmt) -> bool:
    match statement:
        case ast.Expr(value=ast.Call(func=ast.Name(id="input"))):
            return True
    return False


def _blocks(statement: ast.stmt) -> Iterator[Sequence[ast.stmt]]:
    """The statement by itself, and all blocks within it, without the functions that are defined there."""
    yield [statement]
    if not isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield from _inner_blocks(statement)


def _inner_blocks(node: ast.AST) -> Iterator[Sequence[ast.stmt]]:
    for _, value in ast.iter_fields(node):
        inner = value if isinstance(value, list) else []
        statements = [one for one in inner if isinstance(one, ast.stmt)]
        if statements:
            yield statements
        for one in inner:
            if isinstance(one, ast.stmt):
                yield from (block for block in _blocks(one) if block != [one])
            elif isinstance(one, ast.ExceptHandler | ast.match_case):
                yield from _inner_blocks(one)
