"""Runs inside the sandbox: keeps mutmut from changing how a message is worded, which is no mistake.

Nobody says in which words a program has to ask or complain, nor with which tags it builds a page, so no test looks for
them, nor should it. Where the tests do name a text, it counts like any other. The name of an encoding is the same in
other letters; left out, it is UTF-8, and line ends are the same here. What goes to a log is nobody's to see.
"""

import codecs
import re
from collections.abc import Callable, Iterable
from typing import Any

import libcst as cst
from mutmut.mutation import file_mutation, mutators

LOGS = {"log", "logger", "logging"}
Operator = Callable[[Any], Iterable[Any]]
SENTENCE = re.compile(
    r"[^\W\d_]{2,}\W*\s\W*[^\W\d_]|[^\W\d_][?:.!…]+\s*$"
)  # two words, or one that ends like a message
MARKUP = re.compile(r"(?:\s*<[^<>]+>)+\s*")  # how a page is built, as in "</td><td>"


def install(tests: str, only_looks: Callable[[cst.Call, cst.Arg], bool] = lambda call, argument: False) -> None:
    """Let mutmut leave alone messages that the source `tests` doesn't mention, and arguments that are `only_looks`."""
    known = " ".join(tests.split()).casefold()

    def is_wording(node: cst.CSTNode) -> bool:
        text = _text(node)
        return bool(SENTENCE.search(text) or MARKUP.fullmatch(text)) and " ".join(text.split()).casefold() not in known

    def of_strings(node: cst.BaseString) -> Iterable[cst.BaseString]:
        if not is_wording(node):
            yield from (planted for planted in mutators.operator_string(node) if not _is_same_encoding(node, planted))

    def of_arguments(node: cst.Call) -> Iterable[cst.Call]:
        for planted in mutators.operator_arg_removal(node) if not _is_logging(node) else ():
            kept = {id(argument.value) for argument in planted.args}
            lost = [argument for argument in node.args if id(argument.value) not in kept]
            if not all(is_unseen(node, argument) for argument in lost):
                yield planted

    def is_unseen(call: cst.Call, argument: cst.Arg) -> bool:
        return is_wording(argument.value) or _is_how_written(argument) or only_looks(call, argument)

    instead: dict[Operator, Operator] = {
        mutators.operator_string: of_strings,
        mutators.operator_arg_removal: of_arguments,
    }
    # mutmut looks the list up by this name, each time.
    file_mutation.mutation_operators = [  # type: ignore[attr-defined]
        (kind, instead.get(operator, operator)) for kind, operator in mutators.mutation_operators
    ]


def _text(node: cst.CSTNode) -> str:
    """What stands in a text, with a blank in place of each value in it; empty for anything else."""
    if isinstance(node, cst.SimpleString):
        value = node.evaluated_value
        return value if isinstance(value, str) else ""
    if isinstance(node, cst.ConcatenatedString):
        return _text(node.left) + _text(node.right)
    if isinstance(node, cst.FormattedString) and all(isinstance(part, cst.FormattedStringText) for part in node.parts):
        return "".join(part.value for part in node.parts if isinstance(part, cst.FormattedStringText))
    return ""


def _is_same_encoding(node: cst.CSTNode, planted: cst.CSTNode) -> bool:
    """Whether both name the same encoding, as "utf-8" and "UTF-8" do."""
    try:
        return codecs.lookup(_text(node)).name == codecs.lookup(_text(planted)).name
    except (LookupError, ValueError):
        return False


def _is_how_written(argument: cst.Arg) -> bool:
    return argument.keyword is not None and argument.keyword.value in ("encoding", "newline")


def _is_logging(call: cst.Call) -> bool:
    match call.func:
        case cst.Attribute(value=cst.Name(value=name)):
            return name.strip("_").lower() in LOGS
    return False
