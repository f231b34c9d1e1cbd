"""How the programs of a public collection of risky ones end in the sandboxes: `python -m benchmarks.hostile`.

It prints a table in Markdown. The collection is RedCode, beside the checkout.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence

from languages.python.toolset import TOOLSET
from sandbox.base import JobResult, SandboxSpec
from sandbox.registry import open_sandbox
from tests.hostile.battle import ALL_WELL, TOKEN, look, run_all
from tests.hostile.host import fingerprint, processes_with
from tests.hostile.risky import AT_ONCE, risky_jobs

BACKENDS: Sequence[str] = ("docker", "bubblewrap")
WORDS = {"timeout": "time limit", "killed": "killed", "output_limit": "output limit"}


def main() -> None:
    columns = [measured(name) for name in BACKENDS]
    print(f"| | {' | '.join(BACKENDS)} |\n|---|{'---:|' * len(BACKENDS)}")
    for row in columns[0]:
        print(f"| {row} | {' | '.join(str(column[row]) for column in columns)} |")


def measured(name: str) -> dict[str, object]:
    """The numbers of one sandbox, by what they say."""
    jobs = risky_jobs()
    sandbox = open_sandbox(SandboxSpec(TOOLSET), name, None, print)
    host, before, started = fingerprint(), look(sandbox), time.perf_counter()
    outcomes = [future.result() for future in run_all(sandbox, jobs, AT_ONCE).values()]
    seconds = time.perf_counter() - started
    after = look(sandbox, before.processes)
    sandbox.close()
    endings = Counter(ending(outcome.result) for outcome in outcomes)
    return {
        "programs": len(outcomes),
        **{words: endings[words] for words in ("ended well", "ended by an error", *WORDS.values())},
        "next job disturbed": sum(outcome.next != ALL_WELL for outcome in outcomes),
        "sandboxes lost": int(after.runner is not before.runner),
        "processes or files left in the sandbox": left(
            before.rest != after.rest or before.processes != after.processes
        ),
        "left or changed on the machine": left(fingerprint() != host or bool(processes_with(TOKEN))),
        "seconds, with a harmless job after each": round(seconds, 1),
    }


def ending(result: JobResult) -> str:
    """How a program ended, in words."""
    if result.status != "exited":
        return WORDS[result.status]
    return "ended well" if result.exit_code == 0 else "ended by an error"


def left(something: bool) -> str:
    return "something" if something else "nothing"


if __name__ == "__main__":
    main()
