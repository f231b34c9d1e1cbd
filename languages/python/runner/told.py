"""What a test did in a program's windows, and what they showed, as one who looks on would write it down."""

from __future__ import annotations

import json
from difflib import SequenceMatcher
from itertools import chain

from .echo import OVER, TYPED

ACTS = {
    "click": "[{label}]",
    "square": "[{label}]",
    "type": "{label}: {value}",
    "paste": "{label}: {value}",
    "choose": "{label}: {value}",
    "press": "⌨ {label}",
}
ACTS |= {"wait": "⏱ {value} s", "close": "✕"}
GONE, NEW, AS_IT_WAS = "- ", "+ ", "  "
MARKS = str.maketrans("", "", TYPED + OVER)


class Told:
    """`text` is all of it so far, in which what the test did is marked as what somebody types into a terminal is.

    Where little is new in a window, only that is told: lines that are `GONE`, or `NEW`, with one beside them.
    """

    def __init__(self) -> None:
        self.text = ""
        self._seen = ""
        self._boxes = 0

    def add(self, request: str, answer: str) -> None:
        """One request to its windows, or none, and the answer, as in `_scenario/window.py`."""
        asked = json.loads(request or "{}")
        if act := ACTS.get(asked.get("act", "")):
            self.text += TYPED + act.format(**asked).translate(MARKS) + OVER
        boxes = _boxes(answer)
        self.text += "".join(f"▭ {box.translate(MARKS)}\n" for box in boxes[self._boxes :])
        self._boxes = len(boxes)
        seen = _seen(answer).translate(MARKS)
        if seen != self._seen:
            self.text += _news(self._seen.splitlines(), seen.splitlines())
            self._seen = seen


def _news(before: list[str], now: list[str]) -> str:
    """What stands there now, in lines; of what is mostly as before, only what isn't."""
    told = []
    for what, *places in chain.from_iterable(SequenceMatcher(None, before, now, autojunk=False).get_grouped_opcodes(1)):
        start, end, new_start, new_end = places
        told += [(AS_IT_WAS if what == "equal" else GONE) + line for line in before[start:end]]
        told += [NEW + line for line in now[new_start:new_end] if what != "equal"]
    return "".join(f"{line}\n" for line in (told if before and len(told) < len(now) else now))


def _seen(answer: str) -> str:
    """What stands in the windows; the program may answer what it likes."""
    try:
        return str(json.loads(answer)["shown"]["text"])
    except (ValueError, KeyError, TypeError):
        return ""


def _boxes(answer: str) -> list[str]:
    """What message boxes said so far; likewise."""
    try:
        return list(map(str, json.loads(answer)["messages"]))
    except (ValueError, KeyError, TypeError):
        return []
