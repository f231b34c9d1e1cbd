"""The tests of a run are written: from the task and its brief alone, before there is any program."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial

from agent.briefing import Understood
from agent.completing import Additions, completed, read_additions, validated_additions
from agent.consistency import PURPOSE, consistent
from agent.conversation import Conversation
from agent.deriving import messages
from agent.errors import ModelError
from agent.events import Event
from agent.pace import SHORT
from agent.run_sandbox import RunSandbox
from agent.types import Message, Request
from agent.validation import example_tests, gaps, validated, with_user_tests, without_contradictions
from languages.base import Language
from languages.brief import Brief, Example
from languages.errors import BadExample, NoUsableReply
from languages.files import FileLook
from languages.settling import Contradiction, Settling
from languages.types import Suite, TestCase
from message import say

TRIES = 2
SHARPER = say("write tests that fail where they must")
WIDER = say("write tests of what no test tries")


# Why: docs/decisions.md, "Tests are written before the code, by a model that never sees it"
@dataclass(frozen=True, slots=True)
class TestWriter:
    """Has a model write the tests of one run."""

    __test__ = False

    request: Request
    language: Language
    looks: Sequence[FileLook]
    understood: Understood
    tester: Conversation
    sandbox: RunSandbox

    def write(self) -> Generator[Event, None, Suite]:
        """Tests that fail as long as nothing is implemented, and the user's examples.

        What they leave out of the brief is asked for once more. Raises as `Conversation.ask` and `RunSandbox.test`.
        """
        suite = yield from self._consistent((yield from self._first()))
        if missing := gaps(suite, self._brief, self._in_words):
            suite = yield from self._consistent((yield from self._completed(suite, missing)))
        whole = self._with_examples(suite)
        return (yield from without_contradictions(whole, self._examples, self.language, self.sandbox))

    def another(self, suite: Suite) -> Generator[Event, None, Suite | None]:
        """Tests that are written anew, by who sees none of `suite`; None where nothing usable comes.

        Raises as `RunSandbox.test`; a model that fails has written none.
        """
        try:
            other = yield from self.tester.ask_if_time(
                say("write other tests"), self._messages(apart=True), self._read, self._validated, TRIES
            )
        except (NoUsableReply, ModelError):
            return None
        return (yield from self._held_to_examples(other, suite))

    def sharper(self, suite: Suite, parts: Mapping[str, str]) -> Generator[Event, None, Suite | None]:
        """More tests of these parts of the brief, for nobody knows whether those in `suite` can fail.

        None where nothing usable comes. Raises as `another`.
        """
        return (yield from self._more(suite, SHARPER, self.language.render("sharper", parts=parts), SHORT))

    def wider(self, suite: Suite, situations: Sequence[str]) -> Generator[Event, None, Suite | None]:
        """Tests of situations that none in `suite` tries; None where nothing usable comes. Raises as `another`."""
        return (
            yield from self._more(suite, WIDER, self.language.render("wider", brief=self._brief, situations=situations))
        )

    def _more(
        self, suite: Suite, purpose: str, asked: str, tokens: int | None = None
    ) -> Generator[Event, None, Suite | None]:
        said = Message("assistant", self.language.render("suite", suite=suite))
        messages = [*self._messages(), said, Message("user", asked)]
        read = partial(self._read_beside, suite)
        try:
            more_tests = yield from self.tester.ask_if_time(purpose, messages, read, self._validated, tokens=tokens)
        except (NoUsableReply, ModelError):
            return None
        return (yield from self._held_to_examples(more_tests, suite))

    @property
    def _brief(self) -> Brief | None:
        return self.understood.brief

    @property
    def _in_words(self) -> dict[int, Example]:
        """The person's examples that only a model can make a test of."""
        return {number: one for number, one in self._examples.items() if not self.language.expression(one)}

    @property
    def _examples(self) -> dict[int, Example]:
        return dict(enumerate(self._brief.examples, start=1)) if self._brief else {}

    def _held_to_examples(self, new: Suite, suite: Suite) -> Generator[Event, None, Suite | None]:
        """Of tests written later those that don't contradict the person's examples, which are tests of `suite`.

        None where all do. Raises as `RunSandbox.test`.
        """
        settling, strengthening = self.language.settling, self.language.strengthening
        if not settling or not strengthening:
            return new
        theirs = example_tests(suite, self._examples, self.language.test_sources(suite))
        others = [test.name for test in suite.tests if test.name not in theirs]
        try:
            whole = strengthening.joined(new, settling.without(suite, others))
        except NoUsableReply:  # nothing that the examples need can be brought along
            return new
        held = yield from without_contradictions(whole, self._examples, self.language, self.sandbox)
        ours = {test.name for test in new.tests}
        kept = settling.without(held, [test.name for test in held.tests if test.name not in ours])
        return kept if kept.tests else None

    def _with_examples(self, suite: Suite) -> Suite:
        """The tests with those of the user's examples, of which the last are those of the brief that nobody tests yet.

        One that they confirmed gets a test that is theirs, whoever else tests it.
        """
        held = {number for test in suite.tests for number in test.examples}
        settling, whole = self.language.settling, self.language.with_examples(suite, self.request.examples)
        printed = settling is not None and settling.reads_prints(suite)  # then a session may show what is printed
        for number, one in self._examples.items():
            is_open = one.confirmed or not (printed or number in held)
            if text := self.language.expression(one) if is_open else "":
                with suppress(BadExample):  # it then has no test, and that is said
                    whole = self.language.with_examples(whole, [text])
                    whole = replace(whole, tests=(*whole.tests[:-1], replace(whole.tests[-1], examples=(number,))))
        return whole

    def _of_models(self, suite: Suite) -> Suite:
        """`suite` without the user's tests, which are made anew of what they confirm now."""
        theirs = [test.name for test in suite.tests if test.source == "user"]
        settling = self.language.settling
        return settling.without(suite, theirs) if settling and theirs else suite

    def _first(self) -> Generator[Event, None, Suite]:
        """All tests; those that a model gave in place of a brief are taken, if they can be used."""
        if self.understood.draft:
            try:
                return (yield from self._validated(self.understood.draft))
            except NoUsableReply:
                pass
        return (yield from self.tester.ask(say("write the tests"), self._messages(), self._read, self._validated))

    def _completed(self, suite: Suite, missing: Sequence[str]) -> Generator[Event, None, Suite]:
        """`suite` with what it lacks, as far as somebody writes that."""
        render, names = self.language.render, [test.name for test in suite.tests]
        said = Message("assistant", render("suite", suite=suite))
        messages = [*self._messages(), said, Message("user", render("gaps", gaps=missing))]

        def read(reply: str) -> Additions:
            return read_additions(reply, names, partial(self._read_beside, suite))

        def validate(additions: Additions) -> Generator[Event, None, Additions]:
            return (yield from validated_additions(additions, self._validated))

        try:
            found = yield from self.tester.ask_if_time(
                say("add what its tests lack"), messages, read, validate, tokens=SHORT
            )
        except (NoUsableReply, ModelError):
            return suite
        held = (yield from self._held_to_examples(found.new, suite)) if found.new else None
        whole = completed(suite, replace(found, new=held), self.language)
        return with_user_tests(self.marked(whole), self._examples, self.language.test_sources(whole))

    def _consistent(self, suite: Suite) -> Generator[Event, None, Suite]:
        """`suite` without tests that contradict others, or the person's examples."""
        settling = self.language.settling
        if settling is None:
            return suite
        whole = self._with_examples(suite)
        theirs = example_tests(whole, self._examples, self.language.test_sources(whole))
        return (yield from consistent(suite, whole, theirs, settling, partial(self._derived, settling)))

    def _derived(self, settling: Settling, found: Sequence[Contradiction]) -> Generator[Event, None, Mapping[int, str]]:
        """What the task asks for where tests contradict each other, asked once; nothing where nobody says it."""
        expected = {one.number: next(iter(one.values.values())) for one in found}
        texts, blanks = [one.text for one in found], [f"ANSWER_{number}" for number in expected]
        task, render = self.request.task, self.language.render
        asked = messages(render, "settle_values", task, self.looks, self._brief, texts, blanks=blanks)
        try:
            return (
                yield from self.tester.ask_if_time(
                    PURPOSE, asked, lambda reply: settling.read_values(reply, expected), tokens=SHORT
                )
            )
        except (NoUsableReply, ModelError):
            return {}

    def _read(self, reply: str) -> Suite:
        strengthening = self.language.strengthening
        rest, inputs = strengthening.starts_beside(reply) if strengthening and self._wants_inputs else (reply, ())
        return replace(self.language.read_tests(rest, self.request.task), inputs=tuple(inputs))

    def _read_beside(self, suite: Suite, reply: str) -> Suite:
        """Tests that stand beside those of `suite`, whose helpers they may use."""
        strengthening, new = self.language.strengthening, self._read(reply)
        return strengthening.helped(suite, new) if strengthening else new

    @property
    def _wants_inputs(self) -> bool:
        """Whether somebody will read what the program makes of inputs; so it takes no request of its own to have some.

        Where the person gave files or an example, these speak for it, and no input opens a window.
        """
        brief = self._brief
        given = self.looks or self.request.examples or (brief and brief.fixed)
        return bool(brief and brief.kind not in ("function", "window") and not given)

    def _validated(self, draft: Suite) -> Generator[Event, None, Suite]:
        draft = self.language.planned(draft, self._brief)
        yield from self.sandbox.provide(draft.files)
        suite = yield from validated(draft, self.language, self.sandbox)
        return with_user_tests(self.marked(suite), self._examples, self.language.test_sources(suite))

    def marked(self, suite: Suite) -> Suite:
        """The tests, each of which names the examples that it says, though it may not name them by itself.

        Of those that the person confirmed a test has to be meant for it.
        """
        settling = self.language.settling
        if settling is None:
            return suite

        def marked(test: TestCase) -> TestCase:
            said = [n for n, one in self._examples.items() if settling.says(suite, test.name, one.given, one.expected)]
            quoted = (number for number in said if not self._examples[number].confirmed)
            # It holds a call against the very value, and isn't weak: so it was seen to fail for another value.
            exact = (number for number in said if not test.weak and self.language.expression(self._examples[number]))
            return replace(
                test,
                examples=tuple(dict.fromkeys([*test.examples, *quoted])),
                fails_for=tuple(dict.fromkeys([*test.fails_for, *(f"example {number}" for number in exact)])),
            )

        return replace(suite, tests=tuple(map(marked, suite.tests)))

    def _messages(self, apart: bool = False) -> list[Message]:
        earlier, brief, render = self.request.earlier, self._brief, self.language.render
        ask = render(
            "tests",
            task=self.request.task,
            files=self.looks,
            brief=brief,
            examples=[*self.request.examples, *filter(None, map(self.language.expression, self._examples.values()))],
            in_words=self._in_words,
            suite=self._of_models(earlier.suite) if earlier else None,
            changes=earlier.changes if earlier else (),
            apart=apart,
            inputs=self._wants_inputs and not apart,
        )
        return [
            Message(
                "system", render("tests_system", brief=brief, files=self.looks, inputs=self._wants_inputs and not apart)
            ),
            Message("user", ask),
        ]
