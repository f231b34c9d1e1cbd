"""Runs inside the sandbox: mutmut for so many seconds, then what became of the mutants, and the diffs of those missed.

Leaves `mutation.json`: {"finished": bool, "statistics": {killed, survived, no_tests, timeout, equivalent, unasked,
total, left_out, shown, shown_caught, broken}, "sure": on which side of the bar the share of all is where only some were
planted, "missed": [{"name", "status", "diff", "tried", and where it was told
apart "lines", "yours", "changed"}], "names": {name: what became of it} of all that no test notices, "dismissed":
likewise of those that are no mistakes, "killed": of those that tests fail for, "left": of those that weren't planted,
"inputs": see `telling`, "tried": int, "statements": int, "left_alone": {function: statements},
"unproven": the rules whose tests were seen to notice none};
where it is only asked which are noticed, {"killed": names, "unproven": rules}.
Needs the other files of the check beside it, and imports nothing else of ours.
"""

import contextlib
import io
import json
import sys
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import mutmut.__main__ as main_of_mutmut
from mutmut.__main__ import cli, collect_source_file_mutation_data
from mutmut.mutation.diff_apply import get_diff_for_mutant

from .._scenario import properties
from . import (
    defaults,
    deletions,
    even_sample,
    few,
    fresh_runner,
    looks,
    makeable,
    messages,
    other_systems,
    plantable,
    saying,
)
from .noticing import unproven
from .plantable import LEFT_OUT, MISSED, UNPROVED_SHARE
from .planting import BROKEN, Planting, fate_of
from .survivors import phases
from .survivors.again import noticed_after_all
from .survivors.mutants import in_programs, nobodys, prescribed
from .survivors.telling import tell_apart
from .survivors.watched import inputs_of_tests
from .survivors.workers import AT_ONCE, BUSY_FACTOR, Budget

SHOWN = 25
AGAIN_SHARE = 0.3  # of the time for a closer look, for running all tests once more
MANY, LONGER = 25, 4.0  # where more are missed, the closer look takes longer: up to so many times
RULES_SECONDS = 20.0  # of processor time, to find out whether the tests of each rule notice any
NO_MISTAKES = ("wording", "guard")
NOTHING: dict[str, Any] = {"fates": [], "inputs": [], "tried": 0, "dismissed": {}}

Fates = dict[str, str]
"""By the names of the mutants."""


def call(*arguments: str) -> bool:
    """Call one of mutmut's commands; false where it gave up."""
    try:
        cli(list(arguments), standalone_mode=False)
    except SystemExit as stop:
        return not stop.code
    return True


def mutants(finished: bool, only: list[str], start: float, completes: bool) -> tuple[Fates, list[str]]:
    """What became of those that were planted, and which weren't, for want of time or because they were enough. Where
    there are `only` some, they are all that were to be, and what there was no time for got away, as before.

    Where no test reaches any mistake, mutmut stops early and leaves them all without a result.
    """
    found, _ = collect_source_file_mutation_data(mutant_names=())
    if only:
        found = [one for one in found if one[1] in only]
    results = [result for *_, result in found]
    numbers: Iterable[int] = range(len(found))
    if completes:
        numbers = [number for number, result in enumerate(results) if result is not None]
    elif finished and not only:
        numbers = even_sample.planted(results, start)
    planted = [found[number] for number in numbers]
    fates = {name: "survived" if only and result is None else fate_of(result) for _, name, result in planted}
    return fates, [name for _, name, _ in found if name not in fates]


def look_closer(fates: Fates, source: str, tests: str, options: dict[str, Any]) -> dict[str, Any]:
    """Change what became of those that were missed, where more is known about them now; what `tell_apart` found.

    What compiles to the same, or is worded otherwise only, was no mistake, and isn't among them any more.
    """
    missed = [name for name, fate in fates.items() if fate in MISSED]
    seconds = options["closer_seconds"] * min(max(1.0, len(missed) / MANY), LONGER)
    budget = Budget(seconds, time.monotonic() + BUSY_FACTOR * seconds)
    phases.begin("again")
    fates.update(dict.fromkeys(noticed_after_all(missed, budget.part(AGAIN_SHARE)), "killed"))
    missed = [name for name in missed if fates[name] in MISSED]
    phases.begin("recorded")
    fixed = None if options["said"] is None else prescribed(tests, options["said"])
    programs, same = in_programs(missed, source, fixed)
    foreign = nobodys(programs, source, options["told"], budget)
    programs = [one for one in programs if one.name not in foreign]
    recorded = [one.splitlines() for one in options["inputs"]]  # first, for those of the tests were tried before
    recorded += inputs_of_tests(source, options["tests"], budget.part(AGAIN_SHARE)) if programs else []
    phases.begin("telling")
    found: dict[str, Any] = tell_apart(source, programs, recorded, budget)
    dismissed = dict.fromkeys(same, "same")
    dismissed |= {one["name"]: one["fate"] for one in found["fates"] if one["fate"] in NO_MISTAKES}
    for name in dismissed:
        del fates[name]
    unseen = sorted((one for one in found["fates"] if one["fate"] == "no difference"), key=lambda one: -one["tried"])
    looks = [one for one in found["fates"] if one["fate"] == "looks"]
    unasked = [one for one in found["fates"] if one["fate"] == "told apart" and one["program"] in options["unasked"]]
    names = [*((one["name"], "equivalent") for one in unseen), *((name, "unasked") for name in sorted(foreign))]
    names += [(one["name"], "unasked") for one in (*looks, *unasked)]
    planted = len(fates) + options["others"]
    # One at least, for of a small program the share is none, and never all.
    fates.update(names[: min(max(1, int(UNPROVED_SHARE * planted)), planted - 1)])
    return {**found, "dismissed": dismissed}


def diffs(names: list[str]) -> list[str]:
    """What was changed in each."""
    with contextlib.redirect_stdout(io.StringIO()):
        return [get_diff_for_mutant(name, path="solution.py") for name in names]


def reported(fates: Fates, found: dict[str, Any]) -> list[dict[str, Any]]:
    """The first planted mistakes that no test noticed, those that can be told apart first."""
    known = {one["name"]: one for one in found["fates"]}
    names = [name for name, fate in fates.items() if fate in (*MISSED, *LEFT_OUT)]
    names.sort(key=lambda name: (fates[name] in LEFT_OUT, "lines" not in known.get(name, {})))
    shown = names[:SHOWN]
    return [
        {**known.get(name, {}), "name": name, "status": fates[name], "diff": diff}
        for name, diff in zip(shown, diffs(shown), strict=True)
    ]


def counts(fates: Fates, source: str) -> dict[str, int]:
    """How many there are of each; of those that count where the program says something, and how many are caught."""
    number, showing = Counter(fates.values()), saying.functions(source)
    said = [fate for name, fate in fates.items() if plantable.function_of(name) in showing and fate not in LEFT_OUT]
    statistics = {fate: number[fate] for fate in ("killed", "survived", "no_tests", "timeout", *LEFT_OUT)}
    return {**statistics, "shown": len(said), "shown_caught": sum(fate not in MISSED for fate in said)}


def main() -> None:
    """Run mutmut to its end and write what came of it."""
    options = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    program = Path("solution.py")
    source = plantable.without_pragmas(program.read_text(encoding="utf-8"))
    program.write_text(source, encoding="utf-8")
    tests = "\n".join(Path(name).read_text(encoding="utf-8") for name in options["tests"])
    sys.dont_write_bytecode = False  # so that not every session has to compile all mutants
    for name in options["tests"]:
        properties.pytest_pycollect_makemodule(Path(name))  # so that not every session has to import Hypothesis
    fresh_runner.install()
    unmade = makeable.install(main_of_mutmut)
    messages.install(options["worded"], looks.install(source), defaults.install(options["spoken"]))
    few.install(options["spoken"] is not None, options["proved"])
    deletions.install(source)
    other_systems.install()
    budget = Budget(AT_ONCE * options["seconds"], time.monotonic() + options["wall"])
    start = even_sample.start_for(source, tests)
    some = len(options["only"])
    planting = Planting(start, budget, 0.0, some) if some else Planting(start, budget, options["bar"])
    planting.install()
    finished = call("run", "--max-children", str(AT_ONCE), *options["only"])
    if options["kill"]:
        found = noticed_of(options["only"])
        found["unproven"] = unproven(options["rules"], [*found["killed"], *options["noticed"]], budget_for_rules())
    else:
        planted = mutants(finished, options["only"], start, options["completes"])
        found = judged(planted, finished, source, tests, options)
        found["sure"] = planting.side
        found["statistics"]["broken"] += 0 if options["only"] else unmade.count
    Path("mutation.json").write_text(json.dumps(found))


def noticed_of(names: list[str]) -> dict[str, Any]:
    """Those of these that were noticed."""
    found, _ = collect_source_file_mutation_data(mutant_names=())
    noticed = {name for _, name, result in found if fate_of(result) == "killed"}
    return {"killed": sorted(noticed & set(names))}


def budget_for_rules() -> Budget:
    """For finding out what the tests of rules notice, which begins now."""
    phases.begin("rules")
    return Budget(RULES_SECONDS, time.monotonic() + BUSY_FACTOR * RULES_SECONDS)


def judged(
    planted: tuple[Fates, list[str]], finished: bool, source: str, tests: str, options: dict[str, Any]
) -> dict[str, Any]:
    """What became of all that were planted.

    Those missed are looked at closer only where that can change the verdict.
    """
    statements, left_alone = plantable.survey(source, options["proved"])
    fates, left = planted
    broken = [name for name, fate in fates.items() if fate == BROKEN]
    for name in broken:
        del fates[name]
    caught = sum(fate not in MISSED for fate in fates.values()) + options["others"]
    enough = caught >= options["bar"] * (len(fates) + options["others"] + options["missed"])
    found = look_closer(fates, source, tests, options) if finished and not enough else NOTHING
    killed = [name for name, fate in fates.items() if fate == "killed"]
    return {
        "finished": finished,
        "statistics": {**counts(fates, source), "total": len(fates), "left_out": len(left), "broken": len(broken)},
        "left": left,
        "missed": reported(fates, found),
        "names": {name: fate for name, fate in fates.items() if fate in (*MISSED, *LEFT_OUT)},
        "dismissed": found["dismissed"],
        "killed": killed,
        "unproven": unproven(options["rules"], killed, budget_for_rules()) if finished and not options["only"] else [],
        "inputs": found["inputs"],
        "tried": found["tried"],
        "statements": statements,
        "left_alone": left_alone,
    }


if __name__ == "__main__":
    main()
