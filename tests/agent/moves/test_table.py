"""The moves that the documents show are those that there are."""

from __future__ import annotations

import re
from pathlib import Path

from agent.moves import MOVES

ROOT = Path(__file__).parents[3]


def test_the_architecture_names_each_move_once_in_its_order() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    table = text.partition("| move | applies where |")[2].partition("\n\n")[0]
    assert re.findall(r"^\| (\w[\w ]*) \|", table, re.MULTILINE) == list(dict.fromkeys(move.name for move in MOVES))


def test_each_move_says_what_it_does_and_where() -> None:
    assert all(move.does and move.where for move in MOVES)
    assert len({move.does for move in MOVES}) == len({move.name for move in MOVES})
