"""How a program is used, read from its source without running it, and the source of each test."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import PurePosixPath

from languages.brief import Example
from languages.guide import Offer, ProgramGuide, Step, System, SystemGuide
from languages.handover import REQUIREMENTS
from languages.python.assembly import imported_parts, own_part
from languages.python.candidates import START_FILES
from languages.python.reads import asks_something, reads_files, takes_typing, waits_at_its_end
from languages.python.reply.written import WrittenTests
from languages.python.syntax import parse
from languages.types import Candidate, Suite
from message import say, say_count

PACKAGES = "assay-packages"
LONGEST_EXAMPLE = 120
LONGEST_SOURCE = 300_000
"""Characters; whoever looks at the page would wait seconds for more to be parsed."""
KEPT = 8
"""Answers of each sort that are kept: whoever watches a run asks for the same ones several times a second."""
ASKS = say("It asks for something: type it and press Enter.")
WINDOW = re.compile(r"^[ \t]*(import|from)[ \t].*\b(tkinter|customtkinter|turtle)\b", re.MULTILINE)

END_OF_INPUT: dict[System, str] = {
    "Windows": say("Ctrl and Z, then Enter"),
    "macOS": say("Control and D"),
    "Linux": say("Ctrl and D"),
}
DOUBLE_CLICK: dict[System, str] = {
    "Windows": say("If Windows says that it protected your PC, click “More info” and “Run anyway”."),
    "macOS": say(
        "If macOS refuses the first time, open System Settings, “Privacy & Security”, and click “Open Anyway”."
    ),
    "Linux": say("If an editor opens instead, right-click the file and choose “Run as a Program”, or “Execute”."),
}


def _drop(system: System, name: str) -> str:
    match system:
        case "Windows":
            return say("With files that it should work on: drop them onto `%(name)s`.", name=name)
        case "macOS":
            return say(
                "With files that it should work on: open Terminal, drop `%(name)s` and then the files into it, "
                "and press Enter.",
                name=name,
            )
        case "Linux":
            return say(
                "With files that it should work on: open a terminal, drop `%(name)s` and then the files into it, "
                "press Enter.",
                name=name,
            )


@dataclass(frozen=True, slots=True)
class Interpreter:
    """What Python is called on a system: the one that is there, and the one of a folder with packages of its own."""

    python: str
    with_packages: str


INTERPRETERS: dict[System, Interpreter] = {
    "Windows": Interpreter("py", rf"{PACKAGES}\Scripts\python"),
    "macOS": Interpreter("python3", f"{PACKAGES}/bin/python"),
    "Linux": Interpreter("python3", f"{PACKAGES}/bin/python"),
}


@dataclass(frozen=True, slots=True)
class Usage:
    """How a program is used: `script` where it does something when it is started."""

    functions: tuple[Offer, ...] = ()
    script: bool = False
    asks: bool = False
    """Takes what is typed while it runs, if only Enter."""
    questions: bool = False
    """Asks for more than Enter."""
    reads_stdin: bool = False
    """Reads all that comes on its standard input."""
    arguments: bool = False
    """Takes words after its name on the command line."""
    help: bool = False
    """Explains its own arguments when called with `--help`."""
    window: bool = False
    """Opens a window."""
    files: bool = False
    """Reads files."""
    waits: bool = False
    """Waits for Enter wherever it ends well."""


def describe(candidate: Candidate, suite: Suite, requirements: Mapping[System, Sequence[str]]) -> ProgramGuide:
    """How `candidate` is used, which has its `requirements` on each system; an example is taken from `suite`."""
    usage = usage_of(candidate.source)
    example = first_example(suite.source, usage.functions)
    systems = {
        system: SystemGuide(
            _first(system, requirements[system]),
            tuple(_steps(system, found, candidate.entry, usage, example, requirements[system])),
            tuple(_double_click(system, usage)) if usage.script else (),
        )
        for system, found in INTERPRETERS.items()
    }
    module, offered = PurePosixPath(candidate.entry).stem, [_name(offer) for offer in usage.functions]
    library = f"`from {module} import {offered[0]}`" if offered and not usage.script else ""
    return ProgramGuide(
        usage.functions,
        systems,
        library,
        window=usage.script and usage.window,
        files=usage.files or usage.arguments,
        words=usage.arguments,
        asks=usage.asks or usage.reads_stdin,
        example=example.given if example else "",
    )


def test_sources(suite: Suite) -> dict[str, str]:
    """The source of each test by pytest's name, as in `TestA::test_b`; nothing of files that don't parse."""
    names = tuple(case.name for case in suite.tests)
    return {name: text for source in suite.files.values() for name, text in _test_sources(source, names)}


def _first(system: System, requirements: Sequence[str]) -> str:
    if system != "Linux":
        return say("Install Python from `python.org/downloads`, unless you have it.")
    needed = "`python3`, `python3-venv`" if requirements else "`python3`"
    return say(
        "Python is most likely there already. If not, install %(needed)s with your software manager.", needed=needed
    )


def _steps(
    system: System,
    interpreter: Interpreter,
    entry: str,
    usage: Usage,
    example: Example | None,
    requirements: Sequence[str],
) -> Iterator[Step]:
    start = interpreter.python
    if requirements:
        start = interpreter.with_packages
        fetch = f"{interpreter.python} -m venv {PACKAGES}\n{start} -m pip install -r {REQUIREMENTS}"
        yield Step(
            say_count(
                "Once only, get the %(count)s package that the program needs:",
                "Once only, get the %(count)s packages that the program needs:",
                len(requirements),
            ),
            fetch,
        )
    yield from (
        _started(system, f"{start} {entry}", usage) if usage.script else _loaded(f"{start} -i {entry}", usage, example)
    )


def _double_click(system: System, usage: Usage) -> Iterator[Step]:
    name = START_FILES[system]
    yield Step(
        say("Double-click `%(name)s` in the folder. %(double_click)s", name=name, double_click=DOUBLE_CLICK[system])
    )
    yield Step(
        say("If something is missing that the program needs, it says what, and fetches it once you press Enter.")
    )
    if usage.questions:
        yield Step(ASKS)
    if usage.reads_stdin:
        yield Step(say("It reads what you type until you press %(end_of_input)s.", end_of_input=END_OF_INPUT[system]))
    if usage.arguments:
        yield Step(_drop(system, name))


def _started(system: System, command: str, usage: Usage) -> Iterator[Step]:
    if usage.help:
        yield Step(say("Start the program; this shows what can be put after its name:"), f"{command} --help")
    elif usage.arguments:
        yield Step(say("Start the program; put what it should work on after its name:"), f"{command} …")
    else:
        yield Step(say("Start the program:"), command)
    if usage.questions:
        yield Step(ASKS)
    if usage.reads_stdin:
        end = END_OF_INPUT[system]
        yield Step(
            say("It reads what you type until you press %(end)s. Or let it read a file:", end=end),
            f"{command} < file.txt",
        )


def _loaded(command: str, usage: Usage, example: Example | None) -> Iterator[Step]:
    yield Step(say("Start Python with the program loaded:"), command)
    if example:
        answer = say("It answers `%(expected)s`. Leave with `exit()`.", expected=example.expected)
        yield Step(say("At the `>>>`, type for example:"), example.given, answer)
    elif usage.functions:
        yield Step(
            say(
                "At the `>>>`, type one of the names above with your own values in the brackets, and press "
                "Enter. Leave with `exit()`."
            )
        )


@lru_cache(KEPT)
def usage_of(source: str) -> Usage:
    """How the program in `source` is used; of one that doesn't parse nothing is known."""
    tree = _parse(source)
    if tree is None:
        return Usage()
    own, parts = _parse(own_part(source)) or tree, imported_parts(source)
    # By the names alone, wherever they stand: what isn't sure is offered rather than hidden.
    names = {ast.unparse(node) for node in ast.walk(own) if isinstance(node, ast.Attribute | ast.Name)}
    return Usage(
        functions=tuple(_functions(own)),
        script=any(_does_something(node) for node in tree.body),
        asks=takes_typing(tree),
        questions=asks_something(own),
        reads_stdin=bool(names & {"sys.stdin", "stdin", "fileinput.input"}),
        arguments="find_files" in parts
        or bool(names & {"sys.argv", "argv", "argparse.ArgumentParser", "ArgumentParser", "click.command"}),
        window=bool(WINDOW.search(source)) or "open_window" in parts,
        files=reads_files(own),
        waits="run" in parts or waits_at_its_end(tree),
        help=bool(names & {"argparse.ArgumentParser", "ArgumentParser", "click.command"}),
    )


@lru_cache(KEPT)
def first_example(test_code: str, functions: tuple[Offer, ...]) -> Example | None:
    """The first `assert f(1, 2) == 3` among the tests that can be typed in as it stands."""
    tree = _parse(test_code)
    offered = {_name(function) for function in functions}
    for node in ast.walk(tree) if tree else ():
        match node:
            case ast.Assert(test=ast.Compare(left=ast.Call() as call, ops=[ast.Eq() | ast.Is()], comparators=[result])):
                example = Example(ast.unparse(call), ast.unparse(result))
                if _is_typed_easily(call, result, offered) and len(example.given) <= LONGEST_EXAMPLE:
                    return example
    return None


def question(candidate: Candidate, suite: Suite) -> Example | None:
    """The first comparison that is all of a test, and that a person can read; see `Language.question`."""
    functions = usage_of(candidate.source).functions
    for test in WrittenTests(suite.source):
        said = [node for node in test.node.body if not isinstance(node, ast.Import | ast.ImportFrom)]
        said = said[1:] if ast.get_docstring(test.node) is not None else said
        if len(said) == 1 and isinstance(said[0], ast.Assert) and not test.node.decorator_list:
            example = first_example(ast.unparse(said[0]), functions)
            if example and "  " not in example.given + example.expected:  # a page shows several blanks as one
                return example
    return None


def _parse(source: str) -> ast.Module | None:
    if len(source) > LONGEST_SOURCE:
        return None
    try:
        return parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _name(offer: Offer) -> str:
    return offer.signature.partition("(")[0]


@lru_cache(KEPT)
def _test_sources(source: str, names: tuple[str, ...]) -> Sequence[tuple[str, str]]:
    """Of the tests that are written there, and of those of these names, which may be inherited."""
    return tuple(_cut_from(source, names)) if _parse(source) else ()


def _cut_from(source: str, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    written = WrittenTests(source)
    # Python counts lines by these ends only.
    lines = source.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for name in dict.fromkeys([*(test.name for test in written), *names]):
        if test := written.find(name):
            yield name, _cut_out(test.node, lines)


def _cut_out(node: ast.FunctionDef | ast.AsyncFunctionDef, lines: list[str]) -> str:
    first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
    own = lines[first - 1 : node.end_lineno]
    indent = node.col_offset
    return "\n".join(line[indent:] if not line[:indent].strip() else line for line in own)


def _functions(tree: ast.Module) -> Iterator[Offer]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("_"):
            yield Offer(f"{node.name}({ast.unparse(node.args)})", _first_line(node))
        elif isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield Offer(f"{node.name}({_constructor(node)})", _first_line(node))


def _constructor(node: ast.ClassDef) -> str:
    for inner in node.body:
        if isinstance(inner, ast.FunctionDef) and inner.name == "__init__":
            # Without `self`.
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
    if isinstance(node, ast.Try):
        return any(map(_does_something, node.body))
    return isinstance(node, ast.For | ast.While | ast.With | ast.Raise)  # as in `raise SystemExit(main())`


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
