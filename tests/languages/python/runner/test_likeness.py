"""What somebody means by a name."""

import pytest

from languages.python.runner._scenario.likeness import Several, best

SIGNED = ("Guest", "Guest +", "Guest \N{MINUS SIGN}", "Home +")


@pytest.mark.parametrize(
    ("words", "names", "meant"),
    [
        ("Guest +", SIGNED, "Guest +"),
        ("Guest -", SIGNED, "Guest \N{MINUS SIGN}"),
        ("guest", SIGNED, "Guest"),
        ("+1", ("-1", "+1"), "+1"),
        ("-1", ("+1", "1"), None),
        ("Guest -", ("Guest +", "Home -"), None),
        ("Bake", ("\N{BLACK RIGHT-POINTING TRIANGLE} Bake", "Bake all"), "\N{BLACK RIGHT-POINTING TRIANGLE} Bake"),
        ("Open", ("Open recent", "Open\N{HORIZONTAL ELLIPSIS}"), "Open\N{HORIZONTAL ELLIPSIS}"),
        ("minutes", ("Minutes:", "Minutes in all"), "Minutes:"),
        ("Price", ("All", "Price (EUR)"), "Price (EUR)"),
        ("Save file", ("Save", "Open"), "Save"),
        ("cake", ("Cheesecake", "Tea"), "Cheesecake"),
        ("", ("", "a"), None),
        ("+", ("-", "+"), "+"),
        ("Lip balm", ("Lip balm  1  4.50", "Lip balm\n$4.50, 3 for $12"), "Lip balm\n$4.50, 3 for $12"),
        ("Copy", ("Copy", "copy", "Copy all"), "Copy"),
    ],
)
def test_a_name_is_meant_exactly_first_then_nearly(words: str, names: tuple[str, ...], meant: str | None) -> None:
    assert best(words, [(name, name) for name in names]) == meant


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("Guest", ("Guest +", "Guest \N{MINUS SIGN}")),
        ("Score", ("Home score", "Guest score")),
        ("Save file", ("Save", "File")),
        ("Ada", ("Ada  3.00", "Ada Lovelace  4.00")),
    ],
)
def test_two_that_are_equally_like_it_are_both_named(words: str, names: tuple[str, ...]) -> None:
    with pytest.raises(Several) as raised:
        best(words, [(name, object()) for name in names])
    assert all(repr(name) in str(raised.value) for name in names)


def test_two_names_of_one_thing_are_one() -> None:
    assert best("Score", [("Home score", 1), ("Score of all", 1)]) == 1
