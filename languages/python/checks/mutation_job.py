"""Runs inside the sandbox: mutmut, then its exported statistics and the diffs of what was missed.

Leaves `mutation.json`: {"finished": bool, "statistics": {killed, survived, no_tests, timeout, total},
"missed": [{"name", "status", "diff"}], "statements": int, "left_alone": {function: statements}}.
Needs `fresh_runner.py` and `plantable.py` beside it, and imports nothing else of ours.
"""

import contextlib
import io
import json
import sys
from pathlib import Path

import fresh_runner  # type: ignore[import-not-found]
import plantable  # type: ignore[import-not-found]
from mutmut.__main__ import cli, collect_source_file_mutation_data
from mutmut.mutation.diff_apply import get_diff_for_mutant
from mutmut.stats import status_by_exit_code

SHOWN = 25
STATISTICS = Path("mutants/mutmut-cicd-stats.json")


def call(*arguments: str) -> bool:
    """Call one of mutmut's commands; false where it gave up."""
    try:
        cli(list(arguments), standalone_mode=False)
    except SystemExit as stop:
        return not stop.code
    return True


def statistics() -> dict[str, int]:
    """What mutmut exports, in our words.

    Where no test reaches any mistake, or nothing can be mutated, mutmut stops early and leaves
    mutants without a result: those are `no_tests`. A mutant that crashes the interpreter, stops
    the collection or ends the tests in another odd way is noticed and so counts as killed.
    """
    if not STATISTICS.exists():
        return {"killed": 0, "survived": 0, "no_tests": 0, "timeout": 0, "total": 0}
    said = json.loads(STATISTICS.read_text())
    killed = said["killed"] + said["suspicious"] + said["segfault"] + said["check_was_interrupted_by_user"]
    total = said["total"] - said["skipped"]
    no_tests = total - killed - said["survived"] - said["timeout"]
    return {
        "killed": killed,
        "survived": said["survived"],
        "no_tests": no_tests,
        "timeout": said["timeout"],
        "total": total,
    }


def missed() -> list[dict[str, str]]:
    """The planted mistakes that no test noticed, as diffs."""
    mutants, _ = collect_source_file_mutation_data(mutant_names=())
    found: list[dict[str, str]] = []
    for data, name, exit_code in mutants:
        status = status_by_exit_code[exit_code]
        if status in ("survived", "no tests", "not checked") and len(found) < SHOWN:
            with contextlib.redirect_stdout(io.StringIO()):
                diff = get_diff_for_mutant(name, path=data.path)
            label = "survived" if status == "survived" else "no tests"
            found.append({"name": name, "status": label, "diff": diff})
    return found


def main() -> None:
    """Run mutmut to its end and write what came of it."""
    program = Path("solution.py")
    source = program.read_text(encoding="utf-8")
    program.write_text(plantable.without_pragmas(source), encoding="utf-8")
    statements, left_alone = plantable.survey(source)
    sys.dont_write_bytecode = False  # so that not every session has to compile all mutants
    fresh_runner.install()
    finished = call("run", "--max-children", "2")
    with contextlib.redirect_stdout(io.StringIO()):
        call("export-cicd-stats")
    found = missed() if STATISTICS.exists() else []
    result = {"finished": finished, "statistics": statistics(), "missed": found}
    Path("mutation.json").write_text(json.dumps({**result, "statements": statements, "left_alone": left_alone}))


if __name__ == "__main__":
    main()
