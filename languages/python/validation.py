"""Which tests pytest finds in a file, and which of them can never show anything: told by a run on an empty program."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from importlib import resources

from languages.errors import NoUsableReply
from languages.python.candidates import ENTRY, FIXTURE, TESTS, program, suite
from languages.python.reply import words
from languages.python.reply.written import WrittenTest, WrittenTests, is_test_class
from languages.python.testing import UNSEEN
from languages.types import Candidate, DroppedTest, Suite, TestCase, TestResult, Verdicts
from message import joined, say
from wording import error_line

NOT_FOUND = say("pytest doesn't run it.")
HAS_INIT = say("Its class has an `__init__`, so pytest doesn't run it.")


def _needs(name: str) -> str:
    return say("It needs `%(name)s`, but tests can only use pytest and what comes with Python.", name=name)


# What pytest says where a test fails whatever the program does, and what that means.
_HOPELESS: Mapping[str, Callable[..., str]] = {
    r"fixture '(\w+)' not found": lambda name: say("It asks for `%(name)s`, which nothing provides.", name=name),
    r"async def functions are not natively supported": lambda: say(
        "It is asynchronous, which pytest doesn't run by itself."
    ),
    UNSEEN.pattern: lambda why: f"{why}.",
    r"PytestReturnNotNoneWarning": lambda: say("It compares nothing."),
    r"hypothesis\.errors\.InvalidArgument: (.+)": lambda why: say("No input can be made up for it: %(why)s", why=why),
    r"ModuleNotFoundError: No module named '(\w+)": _needs,
}
# As in: [1, 3] Gifts earn nothing. [E2] 3 jars for 6.50 are 19.50.
MARKS = re.compile(r"(?P<marks>(?:\[(?:\w+ )?E?\d[E\d, ]*\]\s*)+)(?P<text>.*)")
_MARK = re.compile(r"(?P<example>E|example )?(?P<number>\d+)", re.IGNORECASE)
# Whatever else goes wrong where a file is loaded may be because the program is empty.
_BROKEN = re.compile(r"NameError|ImportError|ModuleNotFoundError|In \S+: function uses no")


# Why: docs/decisions.md, "Tests must fail on an empty program, and on constants in place of functions"
def empty_programs() -> tuple[Candidate, ...]:
    """Programs in which nothing is implemented: every call gives None, or in the second an object of its own."""
    empty = resources.files("languages.python").joinpath("empty_program.py").read_text(encoding="utf-8")
    return program(empty), program(f"{empty}\n\nresult = object\n")


def constant_program() -> Candidate:
    """An empty program with which a test passes where it would do so with whatever value of the right type."""
    empty, plugin = (
        resources.files("languages.python").joinpath(name).read_text(encoding="utf-8")
        for name in ("empty_program.py", "constants_plugin.py")
    )
    said = f'{empty}\n\nif __name__ == "__main__":\n    print("Zmorb 41")\n'
    return Candidate({ENTRY: said, FIXTURE: plugin}, ENTRY)


# Why: docs/decisions.md, "Tests must fail on an empty program, and on constants in place of functions"
def narrowed(draft: Suite, runs: Sequence[Verdicts], unwanted: Mapping[str, str]) -> Suite:
    """`draft` with the tests that pytest found in it, less those that can't be used, which are named as dropped.

    `runs` are how all of its tests ended on empty programs, at least one; `unwanted` has tests to leave out, each with
    the reason.

    Raises `NoUsableReply` where the file can't be loaded, or a test to leave out can't be taken out of it.
    """
    _require_loaded(runs[0].load_error)
    written = WrittenTests(draft.files[TESTS])
    results = [result for run in runs for result in run.results]
    broken = {result.name: error_line(result.message) for result in results if written.is_class(result.name)}
    found = {result.name: written.find(result.name) for result in results if result.name not in broken}
    seen = {test.name for test in found.values() if test}
    unseen = [test for test in written if test.name not in seen and all(map(is_test_class, test.owners))]
    if runs[0].problem:  # it never came to these, which says nothing about them
        found |= {test.name: test for test in unseen}
        unseen = []
    reasons = {name: reason for name, reason in unwanted.items() if name in found}
    reasons |= {result.name: reason for result in reversed(results) if (reason := _hopeless(result))}
    reasons |= {test.name: _why_unseen(test, broken) for test in unseen}
    return _without(draft, written, found, reasons)


def _without(
    draft: Suite, written: WrittenTests, found: Mapping[str, WrittenTest | None], reasons: Mapping[str, str]
) -> Suite:
    """The draft less the tests that there is a reason against, and less those that inherit them."""
    places = {name: found.get(name) or written.find(name) for name in reasons}
    if lost := next((name for name, test in places.items() if test is None), ""):
        raise NoUsableReply(say("A test can't be used: %(lost)s: %(reasons)s", lost=lost, reasons=reasons[lost]))
    why = {test.name: reasons[name] for name, test in places.items() if test}
    tests, dropped = [], []
    for name, test in {**found, **places}.items():
        if test and test.name in why:
            dropped.append(DroppedTest(name, reasons.get(name, why[test.name])))
        else:
            tests.append(_case(name, test))
    return suite(written.without(why), tests, (*draft.dropped, *dropped))


def _case(name: str, test: WrittenTest | None) -> TestCase:
    if test is None:
        return TestCase(name, words.of_name(name))
    marked = MARKS.match(words.of_function(test.node))
    marks = list(_MARK.finditer(marked["marks"])) if marked else []
    description = marked["text"] if marked else words.of_function(test.node)
    return TestCase(
        name,
        description or words.of_name(name),
        scenario=test.starts,
        rules=tuple(int(mark["number"]) for mark in marks if not mark["example"]),
        examples=tuple(int(mark["number"]) for mark in marks if mark["example"]),
    )


def _require_loaded(load_error: str) -> None:
    error = error_line(load_error)
    if load_error and _BROKEN.match(error):
        missing = re.match(r"ModuleNotFoundError: No module named '(\w+)", error)
        advice = _needs(missing[1]) if missing else ""
        raise NoUsableReply(joined(" ", (say("The test file can't be loaded: %(error)s.", error=error), advice)))


def _hopeless(result: TestResult) -> str:
    matches = ((re.search(said, result.message), reason) for said, reason in _HOPELESS.items())
    return next((reason(*match.groups()) for match, reason in matches if match), "")


def _why_unseen(test: WrittenTest, broken: Mapping[str, str]) -> str:
    inits = [inner for owner in test.owners for inner in owner.body if getattr(inner, "name", "") == "__init__"]
    error = broken.get(test.name.rpartition("::")[0])
    return say("Its class can't be loaded: %(error)s", error=error) if error else HAS_INIT if inits else NOT_FOUND
