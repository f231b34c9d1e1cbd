from __future__ import annotations

from languages.python.candidates import program
from languages.python.trying import SENTENCES, try_window


def test_what_is_said_inside_is_known_outside_and_so_can_be_translated() -> None:
    inside = b"".join(try_window(program(""), ()).files.values()).decode()
    assert [one for one in SENTENCES if f'"{one}"' not in inside] == []
