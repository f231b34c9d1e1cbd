"""The tests are tested: one that passes with nothing implemented proves nothing."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import replace

from agent.events import Event
from agent.run_sandbox import RunSandbox
from languages.answers import holds
from languages.base import Language
from languages.brief import Brief, Example
from languages.errors import NoUsableReply
from languages.types import DroppedTest, Suite, TestCase, Verdicts
from message import joined, say
from sandbox.base import JobLimits

LIMITS = JobLimits(cpu_seconds=5.0, seconds=25.0)
PROVES_NOTHING = say("It passes even when nothing is implemented, so it proves nothing.")
NOT_STARTED = say("No test starts the program as a person does.")
SKIPPED = say("It can be skipped or is expected to fail, so it would show nothing.")
WEAK = say("It passes whatever value of the right type comes.")
ONLY_WEAK = say(" (those that name it pass whatever value of the right type comes)")
CONTRADICTED = say("It says of every input what isn't so in an example of yours.")
NONE_LEFT = say("Each test must call the program and compare what it gives with what the task asks for.")


def validated(draft: Suite, language: Language, sandbox: RunSandbox) -> Generator[Event, None, Suite]:
    """`draft` with the tests that a run finds in it, less those that pass or are skipped whatever a program does.

    They are run on empty programs, which give nothing or something else for every call. What passes with
    each of them compares nothing that the program gives. Those that look at nothing but its type are marked as weak.

    Raises `NoUsableReply` where no test is left that isn't weak or the file can't be loaded, and what
    `RunSandbox.test` raises.
    """
    runs = yield from on_empty_programs(draft, language, sandbox)
    suite = yield from _with_weak_ones_marked(language.narrowed(draft, runs, worthless(runs)), language, sandbox)
    if all(test.weak for test in suite.tests):
        weak = [DroppedTest(test.name, WEAK) for test in suite.tests]
        said = [joined(": ", (test.name, test.reason)) for test in (*weak, *suite.dropped)[:5]]
        reasons = joined(" ", said or [say("There is none.")])
        raise NoUsableReply(say("No test can be used. %(reasons)s %(none_left)s", reasons=reasons, none_left=NONE_LEFT))
    return replace(suite, inputs=draft.inputs)


def _with_weak_ones_marked(suite: Suite, language: Language, sandbox: RunSandbox) -> Generator[Event, None, Suite]:
    if not suite.tests or language.constant_program is None:
        return suite
    verdicts = yield from sandbox.test(language.constant_program(), suite, LIMITS)
    weak = {result.name for result in verdicts.results if result.outcome == "passed"}
    return replace(suite, tests=tuple(replace(test, weak=test.name in weak) for test in suite.tests))


def without_contradictions(
    suite: Suite, examples: Mapping[int, Example], language: Language, sandbox: RunSandbox
) -> Generator[Event, None, Suite]:
    """`suite` less the tests that contradict the person's `examples`, as far as its other tests hold these.

    Raises what `RunSandbox.test` raises.
    """
    theirs = example_tests(suite, examples, language.test_sources(suite))
    program = language.examples_program(suite, theirs)
    if program is None or language.settling is None:
        return suite
    verdicts = yield from sandbox.test(program, suite, LIMITS)
    wrong = [result.name for result in verdicts.failures if result.outcome == "failed" and result.name not in theirs]
    if not wrong or len(wrong) == len(suite.tests):
        return suite
    dropped = [DroppedTest(name, CONTRADICTED) for name in wrong]
    return replace(language.settling.without(suite, wrong), dropped=(*suite.dropped, *dropped))


def on_empty_programs(
    suite: Suite, language: Language, sandbox: RunSandbox
) -> Generator[Event, None, Sequence[Verdicts]]:
    """What the tests say where nothing is implemented, on one empty program or several. Raises as `RunSandbox.test`."""
    runs: list[Verdicts] = []
    for program in language.empty_programs():
        runs.append((yield from sandbox.test(program, suite, LIMITS)))
        # What fails on the first empty program can't pass with each, so the second needn't be asked.
        if not any(result.outcome == "passed" for result in runs[-1].results):
            break
    return runs


# Why: docs/decisions.md, "An example counts however it is written, and is held to its values"
def with_user_tests(suite: Suite, examples: Mapping[int, Example], sources: Mapping[str, str]) -> Suite:
    """`suite`, whose tests name a confirmed one of `examples` only if they have its outcome; such tests are the user's.

    `sources` are those of the tests by their names. A test that only says that it is about such an example isn't.
    """
    return replace(suite, tests=tuple(_users(test, examples, sources.get(test.name, "")) for test in suite.tests))


def _users(test: TestCase, examples: Mapping[int, Example], source: str) -> TestCase:
    said = source.replace(test.description, "")  # which may well name an outcome that nothing is compared with
    known = [number for number in test.examples if number in examples]
    held = [n for n in known if not examples[n].confirmed or holds(said, examples[n].expected)]
    is_theirs = any(examples[number].confirmed for number in held)
    return replace(test, examples=tuple(held), source="user" if is_theirs else test.source)


def example_tests(suite: Suite, examples: Mapping[int, Example], sources: Mapping[str, str]) -> frozenset[str]:
    """The tests of `suite` that hold a program against examples of the person's.

    These are their own tests, and those that name one of `examples` and have its outcome.
    """

    def is_about(test: TestCase, number: int) -> bool:
        said = sources.get(test.name, "").replace(test.description, "")
        one = examples.get(number)
        return bool(one and _is_theirs(one) and holds(said, one.expected) and not test.weak)

    return frozenset(
        test.name
        for test in suite.tests
        if any(is_about(test, number) for number in test.examples) or (test.source == "user" and not test.examples)
    )


def _is_theirs(example: Example) -> bool:
    """Whether the person said what is expected: a model may have made it of words that say something else."""
    return bool(example.expected.strip()) and (example.confirmed or holds(example.words, example.expected))


def gaps(suite: Suite, brief: Brief | None, examples: Mapping[int, Example]) -> list[str]:
    """What the tests of `suite` leave out of `brief`, and of these `examples` in it, in sentences."""
    if brief is None:
        return []
    named = {number for test in suite.tests for number in test.rules}
    untested = [
        say(
            "No test names rule %(number)s%(only_weak)s: %(rule)s",
            number=number,
            only_weak=ONLY_WEAK if number in named else "",
            rule=brief.rules[number - 1].rule,
        )
        for number in brief.untested(suite.tests)
    ]
    unheld = [
        say(
            "No test named [E%(number)s] holds the program against the person's example: %(given)s -> %(expected)s",
            number=number,
            given=one.given,
            expected=one.expected,
        )
        for number, one in examples.items()
        if not any(number in test.examples for test in suite.tests if not test.weak)
    ]
    return [*([] if suite.starts or brief.kind == "function" else [NOT_STARTED]), *untested, *unheld]


def worthless(runs: Sequence[Verdicts]) -> dict[str, str]:
    """The tests that show nothing, each with the reason."""
    outcomes: dict[str, list[str]] = {}
    for run in runs:
        for result in run.results:
            outcomes.setdefault(result.name, []).append(result.outcome)
    passed = {name: PROVES_NOTHING for name, ends in outcomes.items() if ends == ["passed"] * len(runs)}
    return passed | {name: SKIPPED for name, ends in outcomes.items() if "skipped" in ends}
