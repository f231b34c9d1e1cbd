"""Runs inside the sandbox: leaves out the planted mistakes that can't be made, for what comes of them is no Python.

mutmut puts all of a program into one file, so that one which doesn't parse takes the others with it: in
`0xFF.bit_length()` the number 256, or `return(not a)` without its `not`.
"""

import contextlib
import warnings
from collections.abc import Callable, Iterable, Iterator
from multiprocessing.pool import ThreadPool
from typing import Any, cast

import libcst as cst
from mutmut.mutation import file_mutation

Operator = Callable[[Any], Iterable[Any]]


class Unmade:
    """How many were left out: what operators `broke` on, and what is no Python, in the function that it is in."""

    def __init__(self) -> None:
        self.broke, self.unfit = 0, 0

    @property
    def count(self) -> int:
        """Of both kinds; of what an operator broke on, it isn't known how many it would have made."""
        return self.broke + self.unfit


# Why: docs/decisions.md, "At most two mistakes are planted in a line, and in short programs operands, too"
def install(main: Any) -> Unmade:
    """Let mutmut, whose `__main__` is given, leave them out; how many there are is known as soon as it has planted.

    Each mistake is looked at by itself only where they don't compile together: that takes as long as to make them all.
    """
    unmade, planter = guard_operators(), cast("Any", file_mutation)
    mutate, create = planter.mutate_file_contents, planter.create_mutations

    def only_what_can_be_made(*arguments: Any) -> Any:
        module, mutations, *rest = create(*arguments)
        fit = [one for one in mutations if can_be_made(one)]
        unmade.unfit = len(mutations) - len(fit)
        return module, fit, *rest

    def together(*arguments: Any) -> Any:
        unmade.broke = 0
        with contextlib.suppress(Exception):  # libcst has many for what it can't put together
            made = mutate(*arguments)
            compile_quietly(made.code)
            return made
        unmade.broke, planter.create_mutations = 0, only_what_can_be_made
        return mutate(*arguments)

    main.mutate_file_contents = together
    main.Pool = ThreadPool  # for the one file: what is counted in another process stays there
    return unmade


def guard_operators() -> Unmade:
    """Let mutmut go on where an operator breaks on what it can't put together, whichever operators it has then."""
    unmade, visitor = Unmade(), cast("Any", file_mutation.MutationVisitor)
    begin = visitor.__init__

    def guarded(operator: Operator) -> Operator:
        def until_it_breaks(node: Any) -> Iterator[Any]:
            try:
                yield from operator(node)
            except Exception:
                unmade.broke += 1

        return until_it_breaks

    def begin_guarded(self: Any, operators: Iterable[tuple[type, Operator]], *rest: Any) -> None:
        begin(self, [(kind, guarded(operator)) for kind, operator in operators], *rest)

    visitor.__init__ = begin_guarded
    return unmade


def can_be_made(mutation: file_mutation.Mutation) -> bool:
    """Whether its function is Python with it. What stands outside of functions is never planted."""
    function = mutation.contained_by_top_level_function
    if not isinstance(function, cst.FunctionDef):
        return True
    try:
        changed: Any = file_mutation.deep_replace(function, mutation.original_node, mutation.mutated_node)
        compile_quietly(cst.Module([changed]).code)
    except Exception:
        return False
    return True


def compile_quietly(code: str) -> None:
    """Raises `SyntaxError` and `ValueError` where it is no Python; what is odd, but is, warns nobody."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        compile(code, "solution.py", "exec", dont_inherit=True)
