"""Runs inside the sandbox: planted mistakes as whole programs, made without running any of the program.

Prints {name: program} for the mutants that are named, and as "" the program with changes that change nothing. Needs the
other files of the check beside it, and imports nothing else of ours.
"""

import ast
import json
import secrets
import sys
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import libcst as cst
from mutmut.mutation.file_mutation import create_mutations, deep_replace, group_by_top_level_node
from mutmut.mutation.trampoline_templates import mangle_function_name

from . import defaults, deletions, few, looks, makeable, messages, other_systems, plantable

PROGRAM = Path("solution.py")


def planted(source: str, names: Collection[str]) -> Iterator[tuple[str, cst.Module, Any]]:
    """The mistakes that mutmut would plant under these names, and in what module each is."""
    functions = {name.rpartition("__mutmut_")[0] for name in names}
    module, mutations, *_ = create_mutations(PROGRAM.name, source)
    for function, its in group_by_top_level_node(mutations).items():
        if not isinstance(function, cst.FunctionDef):
            continue  # what stands in a class itself is never planted
        classes = (one for one in module.body if isinstance(one, cst.ClassDef))
        owner = next((one.name.value for one in classes if _has(one, function)), None)
        mangled = f"{PROGRAM.stem}.{mangle_function_name(name=function.name.value, class_name=owner)}"
        if mangled not in functions:
            continue  # whether each can be made takes long
        for number, mutation in enumerate(filter(makeable.can_be_made, its), start=1):
            if (name := f"{mangled}__mutmut_{number}") in names:
                yield name, module, mutation


def _has(owner: cst.ClassDef, function: cst.CSTNode) -> bool:
    return any(one is function for one in owner.body.body)


def changed_without_effect(source: str) -> str:
    """Another text and other bytecode, function by function, that do the same."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            after = 1 if ast.get_docstring(node, clean=False) is not None else 0
            node.body.insert(after, ast.parse(f"_{secrets.token_hex(4)} = {secrets.randbits(32)}").body[0])
    return ast.unparse(ast.fix_missing_locations(tree))


def main() -> None:
    """Print those that are named in the file of the argument."""
    options = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    source = plantable.without_pragmas(PROGRAM.read_text(encoding="utf-8"))
    makeable.guard_operators()
    messages.install(options["worded"], looks.install(source), defaults.install(options["spoken"]))
    few.install(options["spoken"] is not None, options["proved"])
    deletions.install(source)
    other_systems.install()
    programs = {
        name: cst.ensure_type(deep_replace(module, mutation.original_node, mutation.mutated_node), cst.Module).code
        for name, module, mutation in planted(source, options["names"])
    }
    print(json.dumps(programs | {"": changed_without_effect(source)}))  # noqa: T201


if __name__ == "__main__":
    main()
