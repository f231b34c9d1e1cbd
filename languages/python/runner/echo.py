"""What a program reads line by line also stands in what it shows, marked, as on a person's own screen.

Standard library only: it also lies beside programs that are tried.
"""

from __future__ import annotations

import io
import sys

TYPED, OVER = "\x02", "\x03"


class Echoed(io.TextIOWrapper):
    """Standard input of which each line is shown between marks as it is read."""

    def __init__(self) -> None:
        super().__init__(io.BufferedReader(io.FileIO(0, closefd=False)), encoding="utf-8", errors="replace")
        self._screen = sys.stdout

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
        """See `io.TextIOWrapper`, which also comes here where the lines are gone through one by one."""
        line = super().readline(size)
        self._show(line)
        return line

    def read(self, size: int | None = -1, /) -> str:
        """See `io.TextIOWrapper`."""
        text = super().read(size)
        for line in text.splitlines():
            self._show(f"{line}\n")
        return text

    def _show(self, line: str) -> None:
        if line:
            self._screen.write(TYPED + line.rstrip("\r\n") + OVER)
            self._screen.flush()
