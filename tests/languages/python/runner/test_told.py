"""What a test did in windows is written down as one who looks on would."""

from __future__ import annotations

import json

from languages.python.runner.echo import OVER, TYPED
from languages.python.runner.told import Told

ROWS = [f"row {number}" for number in range(9)]


def told(*shown: list[str]) -> str:
    """What is written where a click leads from each of these to the next one."""
    made = Told()
    for place, lines in enumerate(shown):
        request = json.dumps({"act": "click", "label": "Add"}) if place else ""
        made.add(request, json.dumps({"shown": {"text": "\n".join(lines)}, "messages": []}))
    return made.text.replace(TYPED, "<").replace(OVER, ">\n")


def test_of_a_window_that_is_mostly_as_before_only_what_changed_is_told() -> None:
    after = [*ROWS[:8], "row 8, sold", "row 9"]
    opened = "".join(f"{row}\n" for row in ROWS)
    assert told(ROWS, after, after) == f"{opened}<[Add]>\n  row 7\n- row 8\n+ row 8, sold\n+ row 9\n<[Add]>\n"


def test_another_window_is_told_as_a_whole() -> None:
    assert told(["a", "b"], ["c"], ["c", "d"], []) == "a\nb\n<[Add]>\nc\n<[Add]>\nc\nd\n<[Add]>\n"
