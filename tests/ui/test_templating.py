from __future__ import annotations

import pytest

from ui.base.templating import LONGEST_TITLE, short_title


@pytest.mark.parametrize(
    ("task", "title"),
    [
        ("Sum my bank file. Write it into Excel.", "Sum my bank file"),
        ("What is left?\nSay it.", "What is left?"),
        ("version 1.5 of it", "version 1.5 of it"),
        ("\u202e Evil\x1b[31m words", "Evil words"),
        ("word " * 40, "word word word word word word word word word word word word…"),
        ("x" * 90, "x" * (LONGEST_TITLE - 1) + "…"),
        ("...", "..."),
        ("", ""),
    ],
)
def test_a_task_is_called_by_its_first_sentence(task: str, title: str) -> None:
    assert short_title(task) == title
