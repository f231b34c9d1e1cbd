"""The tests are tested: one that passes with nothing implemented proves nothing."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from importlib import resources

from agent.events import Event
from agent.run_sandbox import RunSandbox
from languages.errors import NoUsableReply
from languages.python.reply import without_tests
from languages.types import Candidate, DroppedTest, ParsedTests
from sandbox.base import JobLimits
from wording import error_line

LIMITS = JobLimits(cpu_seconds=5.0, seconds=25.0)
PROVES_NOTHING = "It passes even when nothing is implemented, so it proves nothing."
AN_OBJECT_EACH = "\n\nresult = object\n"
_BROKEN = ("NameError", "ImportError", "ModuleNotFoundError")


def validated(parsed: ParsedTests, bench: RunSandbox) -> Generator[Event, None, ParsedTests]:
    """`parsed` without the tests that pass whatever a program does; those are told as dropped.

    Tests are held against two empty programs: of one every call gives None, of the other an object
    of its own. What passes with both compares nothing that the program gives.

    Raises `NoUsableReply` where no test is left or the file can't be loaded, and what
    `RunSandbox.test` raises.
    """
    worthless = yield from _worthless(parsed, bench)
    kept = tuple(test for test in parsed.tests if test.name not in worthless)
    if not kept:
        names = ", ".join(test.name for test in parsed.tests[:5])
        raise NoUsableReply(
            f"The tests prove nothing, for they pass even when nothing is implemented ({names}). Each test must call"
            " the program, which is imported from `solution`, and compare what it gives with what the task asks for."
        )
    if not worthless:
        return parsed
    dropped = [DroppedTest(test.name, PROVES_NOTHING) for test in parsed.tests if test.name in worthless]
    return replace(parsed, code=without_tests(parsed.code, worthless), tests=kept, dropped=(*parsed.dropped, *dropped))


def _worthless(parsed: ParsedTests, bench: RunSandbox) -> Generator[Event, None, set[str]]:
    """The names of the tests that pass with every empty program. The second has to be asked only where one passes."""
    empty = resources.files("languages.python").joinpath("empty_program.py").read_text(encoding="utf-8")
    passing = {test.name for test in parsed.tests}
    for program in (empty, empty + AN_OBJECT_EACH):
        verdicts = yield from bench.test(Candidate(program, parsed.code), parsed.tests, LIMITS)
        _require_loaded(verdicts.problem)
        passing &= {result.name for result in verdicts.results if result.outcome == "passed"}
        if not passing:
            break
    return passing


def _require_loaded(problem: str) -> None:
    """Whatever else goes wrong may be because the program is empty; a name that nobody defines isn't."""
    error = error_line(problem)
    if "could not be loaded" in problem and error.startswith(_BROKEN):
        raise NoUsableReply(f"The test file can't be loaded: {error}.")
