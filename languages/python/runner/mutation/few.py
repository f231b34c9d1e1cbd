"""Runs inside the sandbox: of a larger program, mutmut plants few mistakes in each line.

A line with many texts and arguments, as one that writes the heads of a table, has a dozen: noticed together, or missed
together, they would count as much as a whole function. Source: Petrović and Ivanković, "State of mutation testing at
Google" (ICSE 2018), where each line gets one.
"""

import hashlib
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import libcst as cst
from libcst.metadata import PositionProvider
from mutmut.mutation.file_mutation import Mutation, MutationVisitor

LARGE = 100  # mistakes; in a program with fewer, each counts
MOST = 2  # in a line: a single one would decide by chance
FORMAT = ("%", "\\")  # in texts that say how something is written or looked for, where a capital is another sign


# Why: docs/decisions.md, "At most two mistakes are planted in a line, and in short programs operands, too"
def install(is_started: bool, proved: Sequence[int] = (0, 0)) -> None:
    """Have only some planted, none of which says the same: as capitals do where a program `is_started`, and read.

    None is planted in `proved` lines, the first and the one behind the last of the parts of a program.
    """
    parts = range(*proved)

    def leave_module(self: Any, node: cst.Module) -> None:
        own = [one for one in self.mutations if line_of(self, one) not in parts]
        others = [one for one in own if not is_as_false(one)]
        found = [one for one in others if not (is_started and changes_only_capitals(one))]
        lines: dict[int, list[Mutation]] = defaultdict(list)
        for one in found:
            lines[line_of(self, one)].append(one)
        few = {id(one) for its in lines.values() for one in chosen(its)}
        self.mutations = [one for one in found if id(one) in few] if len(found) > LARGE else found

    visitor: Any = MutationVisitor
    visitor.leave_Module = leave_module


def line_of(visitor: Any, mutation: Mutation) -> int:
    """Where it is planted, from 1."""
    return int(visitor.get_metadata(PositionProvider, mutation.original_node).start.line)


def chosen(mutations: Sequence[Mutation]) -> list[Mutation]:
    """Those of a line that are planted: any, but the same ones each time."""
    return sorted(mutations, key=_drawn)[:MOST]


def _drawn(mutation: Mutation) -> str:
    code = f"{written(mutation.original_node)}\0{written(mutation.mutated_node)}"
    return hashlib.sha256(code.encode("utf-8", "replace")).hexdigest()


def changes_only_capitals(mutation: Mutation) -> bool:
    """Whether it is a text that says the same in small or capital letters."""
    before, after = written(mutation.original_node), written(mutation.mutated_node)
    is_text = isinstance(mutation.original_node, cst.SimpleString) and not any(sign in before for sign in FORMAT)
    return is_text and before != after and before.casefold() == after.casefold()


def is_as_false(mutation: Mutation) -> bool:
    """Whether None stands for False in an assignment, which is the same to who asks whether it is so."""
    return all(
        isinstance(node, cst.Assign | cst.AnnAssign) and isinstance(node.value, cst.Name) and node.value.value == value
        for node, value in ((mutation.original_node, "False"), (mutation.mutated_node, "None"))
    )


def written(node: cst.CSTNode) -> str:
    """The code of it."""
    return cst.Module([]).code_for_node(node)
