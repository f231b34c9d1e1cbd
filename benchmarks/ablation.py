"""What each part of a search is worth: recorded tasks played with one part left out at a time.

    python -m benchmarks.ablation [--set agentcoder] [--only 1,46,64] [--parts settling,thickening] [--sandbox docker]

As in `benchmarks.recorded`. A part that is left out does nothing; all else stays as it is. What is held back from
whoever writes the program isn't among the parts: these tasks have no rules, so nothing is. Nor are properties, of which
the recorded tests have none.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Collection, Generator, Iterator
from contextlib import closing, contextmanager, nullcontext
from dataclasses import replace
from functools import partial
from unittest.mock import patch

from agent.attempts import Attempt
from agent.events import Event
from agent.feedback import NO_LOOKS, Looks
from agent.moves import MOVES
from agent.moves.comparing import COMPARE, compare
from agent.search.bench import Search
from agent.search.loop import search_by
from agent.search.move import Move
from agent.search.state import State
from agent.strategies import STRATEGIES
from benchmarks.recorded import play
from benchmarks.replay import REPLAY, SETS
from benchmarks.tables import print_table
from languages.python.toolset import TOOLSET
from sandbox.base import SandboxSpec
from sandbox.registry import open_sandbox


def _sees_nothing(search: Search, attempt: Attempt, unseen: Collection[str]) -> Generator[Event, None, Looks]:
    yield from ()
    return NO_LOOKS


def _nothing_said(*_: object, **__: object) -> str:
    return ""


def _last(state: State) -> Attempt | None:
    return state.attempts[-1] if state.attempts else None


def _but(*names: str) -> tuple[Move, ...]:
    return tuple(move for move in MOVES if move.name not in names)


ONE_MORE = replace(COMPARE, make=partial(compare, most=1))
PARTS: dict[str, tuple[Move, ...]] = {
    "nothing": MOVES,
    "settling": _but("settle", "hear others"),
    "other voices": _but("hear others"),
    "strengthening": _but("strengthen"),
    "widening": _but("widen"),
    "review": _but("review"),
    "thickening": _but("thicken"),
    "proving": _but("prove"),
    "second program": _but("compare"),
    "third and fourth program": tuple(ONE_MORE if move is COMPARE else move for move in MOVES),
    "tracing": MOVES,
    "history": MOVES,
    "taking back": MOVES,
}
"""The moves that a search has where the part of this name is left out."""
TOLD: dict[str, tuple[str, object]] = {
    "tracing": ("agent.moves.writing.look_into", _sees_nothing),
    "history": ("agent.moves.writing.on_history", _nothing_said),
    "taking back": ("agent.search.state.State.current", property(_last)),
}
"""What a repair is told or starts from, where it isn't a move, and what takes its place."""


@contextmanager
def without(part: str) -> Iterator[None]:
    """Runs go without this part during the block."""
    run = partial(search_by, PARTS[part])
    other = patch(*TOLD[part]) if part in TOLD else nullcontext()
    with patch.dict(STRATEGIES, repair=replace(STRATEGIES["repair"], run=run)), other:
        yield


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
