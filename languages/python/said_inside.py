"""What is said inside the sandbox, where nothing is translated, as sentences of ours."""

from __future__ import annotations

import re
from collections.abc import Callable

from languages.python.runner._scenario.browser import BROKEN, NONE, ON_WINDOWS
from languages.python.runner._scenario.display import NO_SCREEN, NO_TK
from languages.python.runner._scenario.sentences import FELL_OVER_ITSELF
from message import say

Said = Callable[[re.Match[str]], str]

SENTENCES: tuple[tuple[str, Said], ...] = (
    (
        re.escape(NO_SCREEN),
        lambda _: say("Windows can't be shown here: there is no screen, and no Xvfb (sudo apt-get install xvfb)"),
    ),
    (
        re.escape(NO_TK),
        lambda _: say("Windows can't be shown here: this Python has no tkinter (sudo apt-get install python3-tk)"),
    ),
    (
        re.escape(NONE),
        lambda _: say("Pages can't be looked at here: there is no browser (sudo apt-get install chromium)"),
    ),
    (
        re.escape(ON_WINDOWS),
        lambda _: say("Pages can't be looked at here: there is no way to a browser on Windows"),
    ),
    (re.escape(BROKEN), lambda _: say("Pages can't be looked at here: the browser, Chromium, doesn't start")),
    (
        rf"{FELL_OVER_ITSELF} \((.*)\)",
        lambda found: say(
            "Something of Assay's own broke, which says nothing of the program (%(error)s)", error=found[1]
        ),
    ),
    (
        r"The program changed `(.*)`, which its tests rely on\.",
        lambda found: say("The program changed `%(name)s`, which its tests rely on.", name=found[1]),
    ),
    (
        r"it replaces something \(`(.*)`\)",
        lambda found: say("a test replaces something of it (`%(name)s`)", name=found[1]),
    ),
    (r"a test replaces (.*)", lambda found: say("a test replaces something of it (`%(name)s`)", name=found[1])),
    (r"it looks at what is logged", lambda _: say("a test looks at what is logged")),
    (r"it looks at the process's own output", lambda _: say("a test looks at the output of its process")),
    (r"it gives the program its own file", lambda _: say("a test gives the program its own file")),
    (
        r"a test looks into the program \(`(.*)`\)",
        lambda found: say("a test looks into it (`%(name)s`)", name=found[1]),
    ),
    (
        r"the program itself says what is equal to an? (.*)",
        lambda found: say("the program itself says what its `%(name)s` is equal to", name=found[1]),
    ),
    (r"it takes too long", lambda _: say("it takes too long")),
    (
        r"it meets a .*|the program is given an? .*|threads of a test .*",
        lambda _: say("a test and the program share an object"),
    ),
)
"""What is said, in full, and how people read it."""


def as_ours(said: str) -> str:
    """`said` as a sentence of ours; what isn't known is left as it is."""
    for pattern, sentence in SENTENCES:
        if found := re.fullmatch(pattern, said) or re.fullmatch(pattern, said.removesuffix(".")):
            return sentence(found)
    return said
