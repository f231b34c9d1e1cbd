"""The person and the plan in the terminal: what will be built is shown, and changed by numbers and words."""

from __future__ import annotations

import io
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from rich.console import Console
from rich.text import Text

from languages.answers import Answers, answered, read_answers_json
from languages.brief import Assumption, Brief, Example
from wording import printable

OWN_WORDS = "something else, in your own words"
YOURS = " (you said so)"


class Stopped(Exception):
    """The person wants nothing built, or is gone: they said so, pressed Ctrl-C, or their input has ended."""


def ask(brief: Brief, console: Console) -> Answers:
    """Show `brief`, and ask until the person wants it built. Raises `Stopped`."""
    with _interruptible():
        return _Asking(brief, console).until_built()


def ask_for_json() -> Answers:
    """What a program says, as one line of JSON on standard input. Raises `BadAnswers`, and `Stopped` at its end."""
    with _interruptible():
        if line := sys.stdin.readline():
            return read_answers_json(line)
    raise Stopped


@contextmanager
def _interruptible() -> Iterator[None]:
    """Ctrl-C and SIGTERM end a question at once; elsewhere whoever follows the run sees to them."""
    # Of itself a read goes on after a signal whose handler raises nothing (PEP 475).
    before = {name: signal.signal(name, signal.default_int_handler) for name in (signal.SIGINT, signal.SIGTERM)}
    if isinstance(sys.stdin, io.TextIOWrapper) and sys.stdin.errors != "replace":  # once, before anything is read
        sys.stdin.reconfigure(errors="replace")
    try:
        yield
    except (KeyboardInterrupt, EOFError) as gone:
        raise Stopped from gone
    finally:
        for name, handler in before.items():
            signal.signal(name, handler)


class _Asking:
    """One plan, and what the person said to it so far."""

    def __init__(self, brief: Brief, console: Console) -> None:
        self._brief = brief
        self._console = console
        self._said = Answers()

    def until_built(self) -> Answers:
        self._show()
        for number in self._brief.questions:
            self._say("")
            self._said = self._which(number)
        while True:
            steps = self._steps()
            self._say("")
            self._say("Is this what you mean?")
            step = list(steps.values())[self._number(list(steps), default=1) - 1]
            if step is None:
                return self._said
            self._said = step()
            self._show()

    def _steps(self) -> dict[str, Callable[[], Answers] | None]:
        """What can be done now, by how it is called; None builds it."""
        brief = self._brief
        steps: dict[str, Callable[[], Answers] | None] = {"Build it": None}
        if brief.assumptions:
            steps["Answer otherwise what you left open"] = self._choose
        if brief.examples:
            steps["Confirm or correct an example"] = self._confirm
        if brief.rules or self._said.rules:
            steps["Take a rule away"] = self._take_away
        return {**steps, "Add a rule": self._add, "Stop, and build nothing": self._stop}

    def _which(self, number: int) -> Answers:
        """Which of two results it is; Enter leaves it open, as the first."""
        one = self._brief.assumptions[number - 1]
        self._say(f"{one.question} Of the first rows of your files comes:".strip(), style="bold")
        answers = (one.chosen, *one.others[:1])
        self._list([_with_result(*pair) for pair in zip(answers, one.results, strict=True)])
        picked = self._picked(len(answers))
        if not picked:
            return self._said
        return replace(self._said, choices={**self._said.choices, number: answers[picked - 1]})

    def _choose(self) -> Answers:
        place = self._number([f"{one.question} {one.chosen}" for one in self._assumptions]) - 1
        offered = [self._assumptions[place].chosen, *self._assumptions[place].others]
        picked = self._number([*offered, OWN_WORDS]) - 1
        text = offered[picked] if picked < len(offered) else self._words("In your words: ")
        return replace(self._said, choices={**self._said.choices, place + 1: text})

    def _confirm(self) -> Answers:
        place = self._number([f"{one.given} -> {one.expected}" for one in self._examples]) - 1
        expected = self._examples[place].expected
        text = self._words(f"What must come out? (Enter: {expected}) ", default=expected)
        return replace(self._said, outcomes={**self._said.outcomes, place + 1: text})

    def _take_away(self) -> Answers:
        ours, said = len(self._brief.rules), self._said
        number = self._number([*(rule.rule for rule in self._brief.rules), *said.rules])
        if number <= ours:
            return replace(said, without=tuple(sorted({*said.without, number})))
        return replace(said, rules=(*said.rules[: number - ours - 1], *said.rules[number - ours :]))

    def _add(self) -> Answers:
        return replace(self._said, rules=(*self._said.rules, self._words("What else must it do? ")))

    def _stop(self) -> Answers:
        raise Stopped

    @property
    def _assumptions(self) -> Sequence[Assumption]:
        return answered(self._brief, self._said).assumptions

    @property
    def _examples(self) -> Sequence[Example]:
        return answered(self._brief, self._said).examples

    def _show(self) -> None:
        self._say("")
        self._say(self._brief.start or "This will be built:", style="bold")
        self._section("Its functions:", self._brief.interface if self._brief.kind == "function" else ())
        rules = [
            f"{rule.rule}{' (taken away)' if number in self._said.without else ''}"
            for number, rule in enumerate(self._brief.rules, start=1)
        ]
        self._section("What it must do:", [*rules, *(f"{rule}{YOURS}" for rule in self._said.rules)])
        self._section("It won't do:", self._brief.left_out)
        self._section("You left open, and it was assumed:", map(_assumed, self._assumptions))
        self._section("Your examples:", map(_example, self._examples))

    def _section(self, title: str, lines: Iterator[str] | Sequence[str]) -> None:
        if listed := list(lines):
            self._say("")
            self._say(title)
            self._list(listed)

    def _list(self, lines: Sequence[str]) -> None:
        for number, line in enumerate(lines, start=1):
            self._say(f"  {number}. {line}")

    def _picked(self, most: int) -> int:
        """A number from 1 to `most`; 0 where nothing is picked."""
        while (text := self._line("Number (Enter: leave it open): ")) and not (
            text.isdecimal() and 1 <= int(text) <= most
        ):
            self._say(f"Type a number from 1 to {most}.")
        return int(text or 0)

    def _number(self, options: Sequence[str], default: int | None = None) -> int:
        """The number, from 1, of one of `options`, asked for until it is one; nobody is asked about a single one."""
        if len(options) == 1:
            return 1
        self._list(options)
        while True:
            text = self._line(f"Number{f' (Enter: {default})' if default else ''}: ") or str(default or "")
            if text.isdecimal() and 1 <= int(text) <= len(options):
                return int(text)
            self._say(f"Type a number from 1 to {len(options)}.")

    def _words(self, question: str, default: str = "") -> str:
        while not (text := self._line(question) or default):
            self._say("Type a few words.")
        return text

    def _line(self, question: str) -> str:
        self._console.print(Text(printable(question)), end="")
        if text := sys.stdin.readline():
            return text.strip()
        self._say("")
        raise EOFError

    def _say(self, text: str, style: str = "") -> None:
        self._console.print(Text(printable(text), style=style))


def _with_result(answer: str, result: str) -> str:
    return "\n     ".join([answer, *result.splitlines()])


def _assumed(one: Assumption) -> str:
    others = f"\n     Or: {' / '.join(one.others)}" if one.others else ""
    example = f"\n     For example: {one.example}" if one.example else ""
    return f"{one.question} {one.chosen}".strip() + (YOURS if one.confirmed else "") + others + example


def _example(one: Example) -> str:
    return f"{one.given} -> {one.expected}" + (" (confirmed)" if one.confirmed else "")
