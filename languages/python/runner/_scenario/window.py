"""A program's window as a test has it: what is shown, and what a person does with it."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from .boards import square_of
from .faults import Fault, require_none
from .lines import first
from .sentences import NO_WINDOW, STAYS, UNSEEN_ERROR
from .value import Value
from .values import beside

Run = TypeVar("Run")
Answer = str | bool | Sequence[str] | None


class Window(Generic[Run]):
    """The windows of one start, until it is closed. All of its names are those that a person reads on the screen.

    Whatever is asked for in vain, or ends in a traceback, fails the test. `answers` are for the message boxes,
    questions and file dialogs that come up meanwhile, in their order.
    """

    def __init__(self, ask: Callable[[str], str], ended: Callable[[], Run]) -> None:
        """`ask` sends a request, and gives the answer or nothing; `ended` waits for the program's end."""
        self._ask_program, self._ended = ask, ended
        self._last: dict[str, Any] = {}
        self._run: Run | None = None

    def begin(self) -> None:
        """Wait until it is shown. Fails the test where it never is."""
        __tracebackhide__ = True
        self._hear("")

    @property
    def text(self) -> str:
        """All that can be read now, in windows and in message boxes since the last act; what is in a line, in one."""
        return str(self._look("text"))

    def line(self, *words: str) -> str:
        """The first line that can be read with all of these words in it, see `lines.py`; empty where none has."""
        return first(self.text, words, empty=True)

    def value(self, *words: str) -> Value:
        """What stands beside a name now, in a field or elsewhere: a number, amount, date or text, see `values.py`."""
        return beside(words, self.text, self.fields, self._look("tables"))

    @property
    def title(self) -> str:
        """Of the newest window."""
        return str(self._look("title"))

    @property
    def buttons(self) -> list[str]:
        """The words on all that can be clicked now."""
        return list(self._look("buttons"))

    @property
    def fields(self) -> dict[str, str]:
        """What the fields and lists hold, by the labels beside them."""
        return dict(self._look("fields"))

    @property
    def colors(self) -> list[str]:
        """As in ["green", "black"], those of large areas first."""
        return list(self._look("colors"))

    @property
    def clipboard(self) -> str:
        """What was copied."""
        return str(self._look("clipboard"))

    @property
    def messages(self) -> list[str]:
        """What message boxes and questions said, since the start."""
        return list(self._last["messages"])

    @property
    def beeps(self) -> int:
        """How often it has beeped."""
        return int(self._last["beeps"])

    @property
    def is_open(self) -> bool:
        """Whether it is still there."""
        return bool(self._last["windows"])

    def click(self, *label: str | int, answers: Sequence[Answer] = ()) -> None:
        """Click what says `label`, all of it where there are several: a button, a box to tick, an entry of a menu, a
        tab, a row of a list; or the square in a row and a column, two numbers from 1."""
        if square := square_of(label):
            self._ask("square", str(square), "", answers, square)
        else:
            self._ask("click", " ".join(map(str, label)), "", answers)

    def square(self, row: int, column: int) -> str:
        """What stands in the square in that row and column, from 1, of the largest board that is shown."""
        self._ask("look", "", "", (), (row, column))
        return str(self._last["shown"]["square"])

    def type(self, label: str, text: object, answers: Sequence[Answer] = ()) -> None:
        """Put `text` into the field beside which `label` stands, instead of what it holds."""
        self._ask("type", label, str(text), answers)

    def paste(self, label: str, text: object, answers: Sequence[Answer] = ()) -> None:
        """The same by pasting: all at once, and in several lines where it has some."""
        self._ask("paste", label, str(text), answers)

    def choose(self, label: str, value: object, answers: Sequence[Answer] = ()) -> None:
        """Choose `value` in the list or menu beside which `label` stands."""
        self._ask("choose", label, str(value), answers)

    def press(self, key: str, answers: Sequence[Answer] = ()) -> None:
        """Press a key where the cursor is, as in `Enter` or `Ctrl+S`."""
        self._ask("press", key, "", answers)

    def wait(self, seconds: float, answers: Sequence[Answer] = ()) -> None:
        """Let so many seconds pass for the program; nobody waits for them."""
        self._ask("wait", "", str(seconds), answers)

    def close(self, answers: Sequence[Answer] = ()) -> Run:
        """Click the close button, and tell what came of the start. Fails the test where the program goes on."""
        __tracebackhide__ = True
        while self._run is None and self.is_open:
            before = self._last["windows"]
            self._ask("close", "", "", answers)
            if self._last["windows"] >= before:
                raise AssertionError(f"{STAYS}. It shows: {self._last['shown']['text']}")
        return self.end()

    def end(self) -> Run:
        """What came of the start. Whatever is still open is left to itself."""
        if self._run is None:
            self._run = self._ended()
        return self._run

    def _look(self, name: str) -> Any:
        if self._run is None and self.is_open:
            self._ask("look", "", "", ())
        return self._last["shown"][name]

    def _ask(
        self, act: str, label: str, value: str, answers: Sequence[Answer], square: tuple[int, int] | None = None
    ) -> None:
        __tracebackhide__ = True
        if self._run is not None or not self.is_open:
            raise AssertionError("The window is closed already.")
        asked: dict[str, Any] = {"act": act, "label": label, "value": value, "answers": list(answers)}
        asked |= {"square": square} if square else {}
        self._hear(json.dumps(asked))

    def _hear(self, request: str) -> None:
        __tracebackhide__ = True
        line = self._ask_program(request)
        if not line:
            raise self._fell_over()
        heard = json.loads(line)
        if "fault" in heard:
            raise Fault(heard["fault"])
        self._last = heard
        if self._last["crash"]:
            raise AssertionError(f"It crashed, {UNSEEN_ERROR}: {self._last['crash']}")
        if self._last["problem"]:
            raise AssertionError(self._last["problem"])

    def _fell_over(self) -> AssertionError:
        run: Any = self.end()
        require_none(run.text)
        return AssertionError(f"{NO_WINDOW}, or in the middle. It showed: {run.text[-1500:]!r}")
