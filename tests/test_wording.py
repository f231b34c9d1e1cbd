import pytest

from agent.types import Usage
from wording import clock, cut, encodable, error_line, plural, printable, without_markup


def test_escapes_and_direction_marks_are_dropped() -> None:
    assert printable("\x1b[31mred\x1b[0m \u202eevil\u2069 a\tb\nc\x07\ud800") == "red evil a\tb\nc"
    assert printable("\x1b]0;title\x07text \x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\ \x1b") == "text link "


def test_other_scripts_stay() -> None:
    assert printable("Grüße, 世界, שלום") == "Grüße, 世界, שלום"


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("a\ud83d\ude00b", "a😀b"),
        ("a\ud83db", "a\ufffdb"),
        ("\ude00\ud83d", "\ufffd\ufffd"),
        ("😀\0é\r\n", "😀\0é\r\n"),
        ("", ""),
    ],
)
def test_halves_of_characters_are_joined_or_replaced(text: str, written: str) -> None:
    assert encodable(text) == written


def test_a_long_text_keeps_both_ends_and_says_what_is_missing() -> None:
    assert cut("short", 10) == "short"
    assert cut("a" * 500 + "b" * 1000, 10) == "aaaaa\n[... 1,490 characters left out here ...]\nbbbbb"


def test_of_a_web_page_only_the_title_is_said() -> None:
    assert without_markup("out of <memory>") == "out of <memory>"
    assert without_markup("<!DOCTYPE html><TITLE>\n Gone </TITLE><p>x") == "Gone"
    assert without_markup("<html><body>x</body></html>") == "a web page came instead of an answer"


def test_the_line_of_a_failure_that_says_what_is_wrong_is_found() -> None:
    assert error_line("def test_a():\n>   assert 1 == 2\nE   assert 1 == 2") == "assert 1 == 2"
    assert error_line("it broke\nbadly") == "it broke"
    assert error_line("") == "failed"


def test_numbers_are_pleasant_to_read() -> None:
    assert clock(67.9) == "1:07"
    assert plural(1, "test") == "1 test"
    assert plural(1200, "test") == "1,200 tests"
    assert Usage(1200, 34, 0.02).in_words == "1,200 tokens read, 34 written, $0.02"
    assert "$" not in Usage(1, 1).in_words
