"""Runs inside the sandbox: a program's windows, used as a test used them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

CLOSE = json.dumps({"act": "close", "label": "", "value": "", "answers": ["no"]})


@dataclass
class Played:
    """How far a start came in its windows: how many `acts` were done, the `fields` at first, what was shown then and
    after each act, also in message boxes, whether an act ended in a traceback that nobody sees, and the `views`, which
    are the texts of the windows at first and after each act."""

    acts: int = 0
    crashed: bool = False
    fields: Mapping[str, str] = field(default_factory=dict)
    shown: list[str] = field(default_factory=list)
    boxes: int = 0
    views: list[str] = field(default_factory=list)

    def see(self, answer: Mapping[str, Any]) -> None:
        """Note what `answer` says that can be read, and the message boxes that have come up since the last one."""
        boxes = list(map(str, answer.get("messages", ())))
        self.views.append(str(answer.get("shown", {}).get("text", "")))
        self.shown += [*boxes[self.boxes :], self.views[-1]]
        self.boxes = len(boxes)


def looked(started: Any) -> dict[str, Any]:
    """What is there as soon as its windows are open."""
    return _read(started.ask(""))


def play(started: Any, answer: dict[str, Any], acts: Sequence[str], closes: bool = True) -> Played:
    """Do these acts in the windows of a start, which `answer` says, and close them if it `closes`; the program may
    answer what it likes."""
    played = Played()
    played.fields = dict(answer.get("shown", {}).get("fields", {}))
    played.see(answer)
    for act in acts:
        if played.crashed or not answer.get("windows"):
            break
        answer = _told(played, started.ask(act))
        played.acts += not played.crashed
    for _ in range(2 if closes else 0):
        if answer.get("windows") and not played.crashed:
            answer = _told(played, started.ask(CLOSE))
    return played


def _told(played: Played, line: str) -> dict[str, Any]:
    answer = _read(line)
    played.crashed = bool(answer.get("crash"))
    played.see(answer)
    return answer


def _read(line: str) -> dict[str, Any]:
    try:
        answer = json.loads(line or "{}")
    except ValueError:
        return {}
    return answer if isinstance(answer, dict) else {}
