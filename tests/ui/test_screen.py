"""What is shown of a program's output."""

from __future__ import annotations

import pytest

from languages.outcome import Said
from ui.base.screen import Piece, plain, screen
from ui.base.templating import render


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("one\ntwo\n", "one\ntwo\n"),
        ("one\r\ntwo", "one\ntwo"),
        ("".join(f"\r{number} of 3" for number in (1, 2, 3)), "3 of 3"),
        ("10 left\r9 left", "9 leftt"),  # as in a terminal
        ("10 left\r\x1b[K9 left", "9 left"),
        ("long line\x1b[2K\rend", "end"),
        ("wrong\b\bte", "wrote"),
        ("a\tb", "a       b"),
        ("first\nsecond\x1b[1A\rF", "First\nsecond"),
        ("old\nold\x1b[2J\x1b[Hnew", "new"),
        ("\x1b[3Cx", "   x"),
        ("\x1b]0;title\x07text \x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\\x1b(B\x1b[?25l", "text link"),
        ("\u202eevil\x07\x00\ud800 Grüße, 世界", "evil Grüße, 世界"),
        ("\x1b[999999999;999999999Hx\x1b[999999999Ax", None),  # bounded
    ],
)
def test_it_is_shown_as_in_a_terminal(written: str, shown: str | None) -> None:
    assert plain(written) == shown or (shown is None and len(plain(written)) < 20_000)


def test_colors_are_kept_and_typed_lines_end() -> None:
    turns = (
        Said("\x1b[1;31mBad\x1b[0m, \x1b[38;5;196mx\x1b[92mgood\x1b[39m? "),
        Said("yes", typed=True),
        Said("Done."),
    )
    assert screen(turns) == (
        Piece("Bad", color="red", bold=True),
        Piece(", x"),
        Piece("good", color="green"),
        Piece("? "),
        Piece("yes", typed=True),
        Piece("\nDone."),
    )


def test_a_programs_own_html_stays_text() -> None:
    html = render("terminal", said=screen((Said("\x1b[31m<img src=x onerror=alert(1)>"),)))
    assert '<span class="assay-red">&lt;img src=x' in html
    assert "<img" not in html
