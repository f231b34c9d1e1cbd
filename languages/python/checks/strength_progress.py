"""How far the planted mistakes are, read from what mutmut and our jobs print, so that something is always said."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from languages.checks import Progress
from message import say

# As in "12/34  🎉 9 🫥 0  ⏰ 1  🤔 0  🙁 2  🔇 0  🧙 0": tried, of how many, and of these killed, reached by no test,
# too slow, suspicious and survived.
_COUNTED = re.compile(r"(\d{1,9})/(\d{1,9})" + "".join(rf"\s+{sign} (\d{{1,9}})" for sign in "🎉🫥⏰🤔🙁") + r"\s")
PHASES = {
    "Generating mutants": say("mistakes are planted in copies of the program"),
    "Running stats": say("the tests are run once, to see where each of them goes"),
    "Running clean tests": say("the tests are run once more, with no mistake planted"),
    "Running forced fail test": say("the tests are run once more, where they must fail"),
    "again": say("what no test noticed is tried with all tests"),
    "recorded": say("it is noted with what the tests call and start the program"),
    "telling": say("inputs are looked for that tell apart what no test noticed"),
    "rules": say("it is tried whether the tests of each rule notice a mistake"),
    "new": say("the new tests are run with what no test noticed"),
    "alone": say("some of those that were noticed are tried once more, alone"),
}
"""What is being done, by what is printed when it begins: first mutmut's titles, then the phases of our own."""
_BEGINS = re.compile(
    rf"({'|'.join(map(re.escape, list(PHASES)[:4]))})|\[({'|'.join(list(PHASES)[4:])}) (\d{{1,9}})/(\d{{1,9}})\]"
)


def begun(phase: str) -> Progress:
    """That a phase begins in which no mistakes are counted."""
    return Progress(0, 0, now=PHASES[phase])


def with_counts(on_progress: Callable[[Progress], None]) -> Callable[[Progress], None]:
    """Tells what is new, and where nothing is counted with it, goes on telling what was counted last."""
    last = Progress(0, 0)

    def tell(at: Progress) -> None:
        nonlocal last
        at = at if at.total else replace(last, now=at.now)
        if at != last:
            last = at
            on_progress(at)

    return tell


def progress_reader(on_progress: Callable[[Progress], None]) -> Callable[[str], None]:
    """What reads the output of a job, piece by piece, and tells how far it is."""

    def read(text: str) -> None:
        # Of many lines in a piece the last of each sort is enough.
        found = [*list(_COUNTED.finditer(text))[-1:], *list(_BEGINS.finditer(text))[-1:]]
        for match in sorted(found, key=lambda one: one.start()):
            on_progress(_counted(match) if match.re is _COUNTED else _beginning(match))

    return read


def _counted(match: re.Match[str]) -> Progress:
    done, total, killed, untested, timeout, suspicious, survived = map(int, match.groups())
    return Progress(done, total, killed + timeout + suspicious, survived + untested)


def _beginning(match: re.Match[str]) -> Progress:
    titled, phase, done, total = match.groups()
    at = begun(titled or phase)
    if not int(total or 0):
        return at
    return replace(at, now=say("%(now)s (%(done)s of %(total)s known)", now=at.now, done=done, total=total))
