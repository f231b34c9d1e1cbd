"""Runs inside the sandbox: keeps mutmut from changing how a message is worded, which is no mistake.

Nobody says in which words a program has to ask or complain, how its window is called, nor with which tags it builds a
page, so no test looks for them, nor should it. Where tests or a plan do name a text, it counts like any other. The name
of an encoding is the same in other letters; left out, it is UTF-8, and line ends are those of this system. What goes to
a log is nobody's to see.
"""

import codecs
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

import libcst as cst
from mutmut.mutation import file_mutation, mutators

LOGS = {"log", "logger", "logging", "getlogger"}
LOGGED = {"debug", "info", "warning", "warn", "error", "exception", "critical", "fatal", "log"}
LOGGED |= {"basicConfig", "setLevel", "addHandler", "setFormatter"}
AS_HERE = {"encoding": {"utf-8", "None"}, "newline": {"", "\n", "None"}}
"""Arguments that change nothing on this system."""
Operator = Callable[[Any], Iterable[Any]]
SENTENCE = re.compile(
    r"[^\W\d_]{2,}\W*\s\W*[^\W\d_]|[^\W\d_][?:.!…]+\s*$"
)  # two words, or one that ends like a message
MARKUP = re.compile(r"(?:\s*<[^<>]+>)+\s*")  # how a page is built, as in "</td><td>"


# Why: docs/decisions.md, "What no person could object to isn't planted, or counts apart"
def install(fixed: str, *may_go: Callable[[cst.Call, cst.Arg], bool]) -> None:
    """Let mutmut leave alone what is logged, messages that `fixed` doesn't mention, and arguments of which one of
    `may_go` says that nobody could object if they weren't there."""
    known = " ".join(fixed.split()).casefold()
    visitor: Any = file_mutation.MutationVisitor
    skips = visitor._skip_node_and_children
    visitor._skip_node_and_children = lambda self, node: is_logging(node) or is_untold_title(node) or skips(self, node)

    def is_untold_title(node: cst.CSTNode) -> bool:
        match node:
            case cst.Call(func=cst.Attribute(attr=cst.Name(value="title" | "wm_title")), args=[cst.Arg(value=text)]):
                return bool(_text(text)) and " ".join(_text(text).split()).casefold() not in known
        return False

    def is_wording(node: cst.CSTNode) -> bool:
        text = _text(node)
        return bool(SENTENCE.search(text) or MARKUP.fullmatch(text)) and " ".join(text.split()).casefold() not in known

    def of_strings(node: cst.BaseString) -> Iterable[cst.BaseString]:
        if not is_wording(node):
            yield from (planted for planted in mutators.operator_string(node) if not _is_same_encoding(node, planted))

    def of_arguments(node: cst.Call) -> Iterable[cst.Call]:
        for planted in mutators.operator_arg_removal(node):
            kept = {id(argument.value) for argument in planted.args}
            lost = [argument for argument in node.args if id(argument.value) not in kept]
            if not all(is_unseen(node, argument) for argument in lost):
                yield planted

    def is_unseen(call: cst.Call, argument: cst.Arg) -> bool:
        return is_wording(argument.value) or is_as_here(argument) or any(may(call, argument) for may in may_go)

    instead: dict[Operator, Operator] = {
        mutators.operator_string: of_strings,
        mutators.operator_arg_removal: of_arguments,
    }
    # mutmut looks the list up by this name, each time.
    vars(file_mutation)["mutation_operators"] = [
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


def is_as_here(argument: cst.Arg) -> bool:
    """Whether it says how a file is written, and says what is so without it."""
    name, value = argument.keyword.value if argument.keyword else "", argument.value
    text = value.value if isinstance(value, cst.Name) else _text(value)
    if name == "encoding" and isinstance(value, cst.SimpleString):
        with suppress(LookupError, ValueError):
            text = codecs.lookup(text).name
    return isinstance(value, cst.SimpleString | cst.Name) and text in AS_HERE.get(name, ())


def is_logging(node: cst.CSTNode) -> bool:
    """Whether it is a call that logs, by the name of what it is a method of: `self.logger`, `getLogger(name)`."""
    match node:
        case cst.Call(func=cst.Attribute(value=owner, attr=cst.Name(value=method))) if method in LOGGED:
            return _last_name(owner).strip("_").lower() in LOGS
    return False


def _last_name(node: cst.CSTNode) -> str:
    match node:
        case cst.Call(func=function):
            return _last_name(function)
        case cst.Attribute(attr=cst.Name(value=name)) | cst.Name(value=name):
            return name
    return ""
