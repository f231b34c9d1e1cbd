"""What a test has of a start of the program."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from .browser import Tab, missing
from .lines import first
from .opened import Opened
from .value import Value
from .values import beside


@dataclass(frozen=True)
class Run:
    """What came of one start.

    `text` is all that was shown. `files` are those that the program wrote in its folder, by their paths with `/`, see
    `text.py`. `changed` are those that lay there before and are gone or others now. `folders` are the empty ones that
    are there now. `exit_code` is 0 where it ended well. `folder` is where it all lies. `tab` opens a tab of a browser,
    for its pages; `now` is what the clock was set to, and `seed` what chance was. `shown` is the text as it stands on a
    screen, with a new line where Enter was pressed.
    """

    text: str
    exit_code: int
    files: dict[str, str | bytes]
    changed: list[str]
    folders: list[str]
    folder: Path
    tab: Callable[[Mapping[str, bytes]], Tab] = field(repr=False)
    now: str = ""
    seed: int = 0
    shown: str = field(default="", repr=False)

    def line(self, *words: str) -> str:
        """The first line that was shown with all of these words in it, see `lines.py`; empty if none has."""
        return first(self.shown, words)

    def value(self, *words: str) -> Value:
        """What stands beside a name in what was shown, as a number, amount, date or text, see `values.py`."""
        return beside(words, self.shown)

    def page(self, name: str = "") -> Opened:
        """A web page of its folder as a person sees it, see `opened.py`; `name` is for one of several.

        Skips the test where it is to be in a browser, and there is none.
        """
        try:
            return Opened(self.folder, name, self.tab, self.now, self.seed)
        except AssertionError:
            if unseen := missing():  # who knows what is in a page that isn't there
                pytest.skip(unseen)
            raise

    def __repr__(self) -> str:
        return "run"  # failures show what they compare anyway
