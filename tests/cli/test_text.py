from agent.types import Usage
from cli.text import clock, cost, plural, printable


def test_escapes_and_direction_marks_are_dropped() -> None:
    assert printable("\x1b[31mred\x1b[0m \u202eevil\u2069 a\tb\nc\x07\ud800") == "[31mred[0m evil a\tb\nc"


def test_other_scripts_stay() -> None:
    assert printable("Grüße, 世界, שלום") == "Grüße, 世界, שלום"


def test_numbers_are_pleasant_to_read() -> None:
    assert clock(67.9) == "1:07"
    assert plural(1, "test") == "1 test"
    assert plural(1200, "test") == "1,200 tests"
    assert cost(Usage(1200, 34, 0.02)) == "1,200 tokens read, 34 written, $0.02"
    assert "$" not in cost(Usage(1, 1))
