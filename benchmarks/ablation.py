"""What each part of a search is worth: recorded tasks played with one part left out at a time.

    python -m benchmarks.ablation [--set agentcoder] [--only 1,46,64] [--parts settling,thickening] [--sandbox docker]

As in `benchmarks.recorded`. A part that is left out does nothing; all else stays as it is. What is held back from
whoever writes the program isn't among the parts: these tasks have no rules, so nothing is. Nor are properties, of which
the recorded tests have none.
"""

from __future__ import annotations

import argparse
import operator
import os
import sys
from collections.abc import Collection, Generator, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import partial

from agent.attempts import Attempt, best
from agent.events import Event
from agent.feedback import NO_LOOKS, Looks
from agent.strategies import STRATEGIES
from agent.strategies.base import Search
from agent.strategies.repair import ALL, Steps, repair
from agent.strategies.second_program import compare
from benchmarks.recorded import play
from benchmarks.replay import REPLAY, SETS
from benchmarks.tables import print_table
from languages.python.toolset import TOOLSET
from sandbox.base import SandboxSpec
from sandbox.registry import open_sandbox


def _no_step(search: Search) -> Generator[Event, None, Attempt | None]:
    yield from ()
    return best(search.attempts)


def _settles_nothing(search: Search, said: object) -> Generator[Event, None, bool]:
    yield from ()
    return False


def _hears_nobody(search: Search) -> Generator[Event, None, Collection[str]]:
    yield from ()
    return ()


def _sees_nothing(search: Search, attempt: Attempt, unseen: Collection[str]) -> Generator[Event, None, Looks]:
    yield from ()
    return NO_LOOKS


def _nothing_said(*_: object, **__: object) -> str:
    return ""


PARTS: dict[str, Steps] = {
    "nothing": ALL,
    "settling": replace(ALL, settle=_settles_nothing, hear_others=_hears_nobody),
    "other voices": replace(ALL, hear_others=_hears_nobody),
    "strengthening": replace(ALL, strengthen=_no_step),
    "widening": replace(ALL, widen=_no_step),
    "review": replace(ALL, review=_no_step),
    "tracing": replace(ALL, look_into=_sees_nothing),
    "history": replace(ALL, tell_history=_nothing_said),
    "taking back": replace(ALL, worth_repairing=operator.itemgetter(-1)),
    "thickening": replace(ALL, thicken=_no_step),
    "proving": replace(ALL, prove=_no_step),
    "second program": replace(ALL, compare=_no_step),
    "third and fourth program": replace(ALL, compare=partial(compare, most=1)),
}
"""What a search is made with where the part of this name is left out."""


@contextmanager
def without(part: str) -> Iterator[None]:
    """Runs go without this part during the block."""
    whole = STRATEGIES["repair"]
    STRATEGIES["repair"] = replace(whole, run=partial(repair, steps=PARTS[part]))
    try:
        yield
    finally:
        STRATEGIES["repair"] = whole


def main() -> int:
    """Print the table; 3 without recordings."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--set", choices=SETS, default="agentcoder")
    parser.add_argument("--only", default="1,46,64", help="tasks by their numbers")
    parser.add_argument("--parts", default=",".join(PARTS))
    parser.add_argument("--sandbox", default="docker")
    options = parser.parse_args()
    if not REPLAY.exists():
        print(f"The recorded answers are not here: {REPLAY}", file=sys.stderr)
        return 3
    numbers, rows = list(map(int, options.only.split(","))), []
    with closing(open_sandbox(SandboxSpec(TOOLSET), options.sandbox, os.environ.get("DOCKER_HOST"), print)) as sandbox:
        for part in options.parts.split(","):
            with without(part):
                played = [play(number, SETS[options.set].task(number), sandbox) for number in numbers]
            verified = [one for one in played if one.status == "verified"]
            right, asked = sum(bool(one.right) for one in played), sum(len(one.asked) for one in played)
            rows.append([part, len(verified), sum(bool(one.right) for one in verified), right, asked])
    print_table(["left out", "verified", "of these right", "right programs", "requests"], rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
