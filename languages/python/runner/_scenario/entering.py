"""What somebody types at a program, of which each Enter is marked in what it shows."""

from __future__ import annotations

import builtins
import io
import sys

from .lines import ENTERED


class Entered(io.TextIOWrapper):
    """Standard input of which it is marked where a line was read."""

    def __init__(self, typed: io.TextIOWrapper) -> None:
        encoding, errors, by_line = typed.encoding, typed.errors, typed.line_buffering
        super().__init__(typed.detach(), encoding, errors, line_buffering=by_line)
        self._screen = sys.stdout

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
        """See `io.TextIOWrapper`, which also comes here where the lines are gone through one by one."""
        line = super().readline(size)
        self.mark(line)
        return line

    def read(self, size: int | None = -1, /) -> str:
        """See `io.TextIOWrapper`."""
        text = super().read(size)
        self.mark(text)
        return text

    def mark(self, text: str) -> None:
        """Mark it, unless what is shown goes elsewhere."""
        if text and sys.stdout is self._screen:
            self._screen.write(ENTERED)


def mark_enters() -> None:
    """Mark them from now on, unless somebody marks what is typed already."""
    if type(sys.stdin) is not io.TextIOWrapper:
        return
    entered = Entered(sys.stdin)
    vars(sys).update(stdin=entered, __stdin__=entered)
    if entered.isatty():  # then Python asks the terminal itself
        ask = builtins.input

        def asked(prompt: object = "", /) -> str:
            line = ask(prompt)
            entered.mark("\n")
            return line

        builtins.input = asked
