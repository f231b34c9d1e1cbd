"""Runs inside the sandbox: planted mistakes as whole programs, each with only one of them in it."""

import ast
from collections.abc import Iterator, Sequence
from types import CodeType
from typing import Any

import libcst as cst
from mutmut.mutation.diff_apply import read_functions_from_index, read_mutant_function, read_mutants_module
from mutmut.utils.format_utils import orig_function_and_class_names_from_key

from .cosmetic import SAYS_SOMETHING
from .foreign import foreign
from .guards import is_guarded
from .telling import Mutant
from .watched import texts_of_files
from .workers import Budget, each

PROGRAM = "solution.py"
SECONDS = 5.0  # of processor time, for a program's patterns may take for ever
MOST_TEXT = 1_000_000  # characters of files that are looked through


def in_programs(names: Sequence[str], source: str, fixed: str | None) -> tuple[list[Mutant], list[str]]:
    """The mutants with these names, and the names of those that compile to the same as `source`.

    `fixed` are the words that tests or the task prescribe; None where each word counts.
    """
    module, code, tree = cst.parse_module(source), compile(source, PROGRAM, "exec"), ast.parse(source)
    found, same = list[Mutant](), list[str]()
    for name in names:
        path, owner = orig_function_and_class_names_from_key(name)
        function = path.rpartition(".")[2]
        before = _find(module.body, function, owner)
        changed = module.deep_replace(before, _mutated(name).with_changes(name=cst.Name(function)))
        text = cst.ensure_type(changed, cst.Module).code
        if _is_same(code, compile(text, PROGRAM, "exec")):
            same.append(name)
            continue
        differing = list(_differing(tree, ast.parse(text)))
        reworded = "" if fixed is None else _reworded(differing, fixed)
        place = f"{owner}.{function}" if owner else function
        guarded, is_free = is_guarded(tree, differing), fixed is not None
        found.append(Mutant(name, place, text, reworded, guarded, is_free, is_free and _is_blank(differing)))
    return found, same


def nobodys(mutants: Sequence[Mutant], source: str, told: str | None, budget: Budget) -> set[str]:
    """The names of those that show only where an input has in it what nobody has.

    There are none where nothing fixes what a program may be given. What a plan and all tests say, was `told`.
    """
    texts = None if told is None else texts_of_files()
    if told is None or texts is None or not mutants or sum(map(len, texts)) > MOST_TEXT:
        return set()
    known = "\n".join([told, *texts])
    changes = [(one.name, one.source) for one in mutants]
    (found,) = each(lambda _: foreign(source, known, changes), [None], SECONDS, budget)
    return set(found)


def prescribed(tests: str, said: str) -> str:
    """The words that tests look for, and those that are `said` to be fixed, line by line."""
    tree = ast.parse(tests)
    plain = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    texts = [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in plain
    ]
    return "\n".join(_words(text) for text in [*texts, *said.splitlines()])


def _mutated(name: str) -> cst.FunctionDef:
    found = read_functions_from_index(name, PROGRAM)
    return found[1] if found else read_mutant_function(read_mutants_module(PROGRAM), name)


def _find(body: Sequence[cst.CSTNode], function: str, owner: str | None) -> cst.FunctionDef:
    for node in body:
        if isinstance(node, cst.ClassDef) and owner == node.name.value:
            return _find(node.body.body, function, None)
        if isinstance(node, cst.FunctionDef) and owner is None and node.name.value == function:
            return node
    raise LookupError(function)


def _is_same(one: CodeType, other: CodeType) -> bool:
    """Whether both do the same, step by step."""
    if one.co_code != other.co_code or one.co_names != other.co_names or one.co_varnames != other.co_varnames:
        return False
    if len(one.co_consts) != len(other.co_consts):
        return False
    return all(
        _is_same(a, b) if isinstance(a, CodeType) and isinstance(b, CodeType) else (type(a), a) == (type(b), b)
        for a, b in zip(one.co_consts, other.co_consts, strict=True)
    )


def _reworded(differing: Sequence[tuple[Any, Any]], fixed: str) -> str:
    """The text that is all that was changed, in its letters or left out, if nobody says how it is written; or empty."""
    if len(differing) != 1:
        return ""
    old, new = (_text(node) for node in differing[0])
    said = _words(old)
    if not said or said in fixed or (new and _words(new.replace("XX", "")) != said):
        return ""
    return said if new or _is_nothing(differing[0][1]) else ""


def _is_blank(differing: Sequence[tuple[Any, Any]]) -> bool:
    """Whether all that was changed is a text with nothing to read in it."""
    (old, new), *others = differing
    is_text = isinstance(old, ast.Constant) and isinstance(old.value, str)
    said = SAYS_SOMETHING.search(_text(old)) or SAYS_SOMETHING.search(_text(new).replace("XX", ""))
    return is_text and not others and not said


def _differing(one: Any, other: Any) -> Iterator[tuple[Any, Any]]:
    """The smallest parts of two trees that are different, in pairs; None where something was left out."""
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for a, b in zip(one, other, strict=True):
            yield from _differing(a, b)
    elif isinstance(one, list) and isinstance(other, list):
        kept = {ast.dump(node) for node in other}
        left_out = [node for node in one if ast.dump(node) not in kept]
        yield (left_out[0], None) if len(left_out) == len(one) - len(other) == 1 else (one, other)
    elif isinstance(one, ast.AST) and type(one) is type(other) and not isinstance(one, ast.Constant):
        for name, value in ast.iter_fields(one):
            yield from _differing(value, getattr(other, name))
    elif isinstance(one, ast.AST) and isinstance(other, ast.AST):
        if ast.dump(one) != ast.dump(other):
            yield one, other
    elif one != other:
        yield one, other


def _text(node: Any) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _is_nothing(node: Any) -> bool:
    return node is None or (isinstance(node, ast.Constant) and node.value is None)


def _words(text: str) -> str:
    return " ".join(text.split()).casefold()
