"""What a program is like to use, read from its source without running it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

LONGEST_EXAMPLE = 120


@dataclass(frozen=True, slots=True)
class Function:
    """A function that the program offers: `split_bill(total, people)`, and its docstring's first line."""

    name: str
    signature: str
    description: str


@dataclass(frozen=True, slots=True)
class Example:
    """A call that can be typed in, and what comes of it, as the tests say."""

    call: str
    result: str


@dataclass(frozen=True, slots=True)
class Program:
    """How a program is used: `script` where it does something when it is started."""

    functions: tuple[Function, ...] = ()
    script: bool = False
    asks: bool = False
    """Asks questions while it runs, by `input()`."""
    reads_stdin: bool = False
    """Reads all that comes on its standard input."""
    arguments: bool = False
    """Takes words after its name on the command line."""
    help: bool = False
    """Explains its own arguments when called with `--help`."""


def describe(source: str) -> Program:
    """How the program in `source` is used; of one that doesn't parse nothing is known."""
    tree = _parse(source)
    if tree is None:
        return Program()
    names = {ast.unparse(node) for node in ast.walk(tree) if isinstance(node, ast.Attribute | ast.Name)}
    return Program(
        functions=tuple(_functions(tree)),
        script=any(_does_something(node) for node in tree.body),
        asks="input" in names,
        reads_stdin=bool(names & {"sys.stdin", "stdin", "fileinput.input"}),
        arguments=bool(names & {"sys.argv", "argv", "argparse.ArgumentParser", "ArgumentParser", "click.command"}),
        help=bool(names & {"argparse.ArgumentParser", "ArgumentParser", "click.command"}),
    )


def first_example(test_code: str, functions: tuple[Function, ...]) -> Example | None:
    """The first `assert f(1, 2) == 3` among the tests that can be typed in as it stands."""
    tree = _parse(test_code)
    offered = {function.name for function in functions}
    for node in ast.walk(tree) if tree else ():
        match node:
            case ast.Assert(test=ast.Compare(left=ast.Call() as call, ops=[ast.Eq() | ast.Is()], comparators=[result])):
                example = Example(ast.unparse(call), ast.unparse(result))
                if _is_typed_easily(call, result, offered) and len(example.call) <= LONGEST_EXAMPLE:
                    return example
    return None


def _parse(source: str) -> ast.Module | None:
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _functions(tree: ast.Module) -> Iterator[Function]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("_"):
            yield Function(node.name, f"{node.name}({ast.unparse(node.args)})", _first_line(node))
        elif isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield Function(node.name, f"{node.name}({_constructor(node)})", _first_line(node))


def _constructor(node: ast.ClassDef) -> str:
    for inner in node.body:
        if isinstance(inner, ast.FunctionDef) and inner.name == "__init__":
            return ast.unparse(inner.args).partition(",")[2].strip()
    return ""


def _first_line(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> str:
    return (ast.get_docstring(node) or "").partition("\n")[0]


def _does_something(node: ast.stmt) -> bool:
    """A main guard, or a statement at the top that isn't a mere definition."""
    if isinstance(node, ast.If):
        return "__name__" in ast.unparse(node.test) or any(map(_does_something, node.body))
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Call)
    return isinstance(node, ast.For | ast.While | ast.With)


def _is_typed_easily(call: ast.Call, result: ast.expr, offered: set[str]) -> bool:
    named = isinstance(call.func, ast.Name) and call.func.id in offered
    values = [*call.args, *(keyword.value for keyword in call.keywords), result]
    return named and all(_is_literal(value) for value in values)


def _is_literal(node: ast.expr) -> bool:
    try:
        ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        return False
    return True
