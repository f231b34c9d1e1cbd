"""What the check of starts says to people: how the program was started, and what was wrong then."""

from __future__ import annotations

import re
from collections.abc import Mapping

from message import say

STARTS: Mapping[str, str] = {
    "alone": say("Started by a double-click"),
    "seen": say("Started by a double-click"),
    "pages": say("Started by a double-click"),
    "again": say("Started several times"),
    "twice": say("Started a second time"),
    "buttons": say("As soon as a button is clicked"),
    "without_files": say("Started without your files"),
}
"""By the names of the tests in `start_tests.py` and `start_window_tests.py`."""
RULES: Mapping[str, str] = {
    "alone": say("double-click"),
    "seen": say("nothing to be seen"),
    "pages": say("parts of a page"),
    "again": say("several starts"),
    "twice": say("second start"),
    "buttons": say("buttons"),
    "without_files": say("missing files"),
}
"""What it is called that was broken, by the same names."""
CAME: Mapping[str, str] = {
    "It shows what only programmers can read|It crashed|The program crashed": say("it ends with an error of Python's"),
    "It was killed": say("it breaks off in the middle"),
    "It changed or removed": say("it changes or removes a file that it was given"),
    "It only says which arguments": say("it asks for what nobody can give who double-clicks"),
    "It showed nothing": say("it shows nothing and leaves nothing"),
    "It isn't there": say("its page names something that isn't there"),
    "It works on what it left": say("it takes what it left before for a file of yours"),
    "It leaves once more": say("it leaves everything once more"),
    "It says nothing": say("it says nothing"),
    "It shows nothing": say("its window is empty"),
    "It ended without a window": say("no window opens"),
    "The window doesn't close": say("its window can't be closed"),
    "The program didn't end": say("it never ends"),
}
"""By how those tests, and what starts programs in them, begin what they say."""
OTHERWISE = say("it doesn't do what it should")


def in_words(test: str, said: str) -> str:
    """What is wrong where the test of that name failed and `said` so."""
    came = next((came for beginning, came in CAME.items() if re.match(beginning, said)), OTHERWISE)
    return say("%(start)s, %(came)s", start=STARTS[test], came=came)
