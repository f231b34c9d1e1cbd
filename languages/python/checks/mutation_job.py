"""Runs inside the sandbox: mutmut for so many seconds, then what became of the mutants, and the diffs of those missed.

Leaves `mutation.json`: {"finished": bool, "statistics": {killed, survived, no_tests, timeout, total, left_out},
"missed": [{"name", "status", "diff"}], "statements": int, "left_alone": {function: statements}}.
Needs the other files of the check beside it, and imports nothing else of ours.
"""

import contextlib
import io
import itertools
import json
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import even_sample  # type: ignore[import-not-found]
import fresh_runner  # type: ignore[import-not-found]
import messages  # type: ignore[import-not-found]
import mutmut.__main__ as main_of_mutmut
import plantable  # type: ignore[import-not-found]
from mutmut.__main__ import cli, collect_source_file_mutation_data
from mutmut.mutation.data import SourceFileMutationData
from mutmut.mutation.diff_apply import get_diff_for_mutant
from mutmut.stats import status_by_exit_code
from mutmut.workers import isolation

SHOWN = 25
# In our words. What isn't here crashed the interpreter, stopped the collection or ended the tests
# in another odd way: it was noticed, and so counts as killed.
FATES = {"survived": "survived", "timeout": "timeout", "no tests": "no_tests", "not checked": "no_tests"}

Mutant = tuple[SourceFileMutationData, str, str]
"""The file it is in, its name, and its fate."""


def call(*arguments: str) -> bool:
    """Call one of mutmut's commands; false where it gave up."""
    try:
        cli(list(arguments), standalone_mode=False)
    except SystemExit as stop:
        return not stop.code
    return True


def plant_evenly(seconds: float) -> None:
    """Make mutmut begin with mistakes all over the program, and plant none any more after `seconds` from now."""
    numbers, end = itertools.count(), time.monotonic() + seconds

    class UntilTheEnd(isolation.ForkRunner):
        def submit(self, *arguments: Any) -> None:
            """See `ForkRunner`; what comes too late is left without a result."""
            if time.monotonic() < end:
                super().submit(*arguments)

    isolation.ForkRunner = UntilTheEnd  # type: ignore[misc]
    # mutmut sorts its mutants by this, one after the other, and uses it for nothing else.
    main_of_mutmut.estimated_worst_case_time = lambda mutant_name: even_sample.place(next(numbers))


def mutants(finished: bool) -> tuple[list[Mutant], int]:
    """Those that were planted, and how many weren't, for want of time.

    Where no test reaches any mistake, mutmut stops early and leaves them all without a result.
    """
    found, _ = collect_source_file_mutation_data(mutant_names=())
    numbers = even_sample.planted([result for *_, result in found]) if finished else range(len(found))
    planted = [found[number] for number in numbers]
    fates = [(data, name, FATES.get(status_by_exit_code[result], "killed")) for data, name, result in planted]
    return fates, len(found) - len(planted)


def missed(planted: list[Mutant]) -> list[dict[str, str]]:
    """The first planted mistakes that no test noticed, as diffs."""
    found = [mutant for mutant in planted if mutant[2] in ("survived", "no_tests")]
    with contextlib.redirect_stdout(io.StringIO()):
        return [
            {"name": name, "status": fate, "diff": get_diff_for_mutant(name, path=data.path)}
            for data, name, fate in found[:SHOWN]
        ]


def main() -> None:
    """Run mutmut to its end and write what came of it."""
    program = Path("solution.py")
    source = program.read_text(encoding="utf-8")
    program.write_text(plantable.without_pragmas(source), encoding="utf-8")
    statements, left_alone = plantable.survey(source)
    sys.dont_write_bytecode = False  # so that not every session has to compile all mutants
    fresh_runner.install()
    messages.install("\n".join(path.read_text(encoding="utf-8") for path in Path().glob("test_*.py")))
    plant_evenly(float(sys.argv[1]))
    finished = call("run", "--max-children", "2")
    planted, left_out = mutants(finished)
    fates = Counter(fate for *_, fate in planted)
    counts = {fate: fates[fate] for fate in ("killed", "survived", "no_tests", "timeout")}
    result = {
        "finished": finished,
        "statistics": {**counts, "total": len(planted), "left_out": left_out},
        "missed": missed(planted),
        "statements": statements,
        "left_alone": left_alone,
    }
    Path("mutation.json").write_text(json.dumps(result))


if __name__ == "__main__":
    main()
