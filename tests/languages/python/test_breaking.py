"""What a model says of how a program is broken becomes whole programs."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from languages.errors import NoUsableReply
from languages.python.breaking import noticed, read_broken
from languages.python.candidates import program
from languages.types import TestResult

WHOLE = """RATE = 2


class Cart:
    def total(self):
        return tax(3)


def tax(amount):
    return amount * RATE


def main():
    print(tax(4))


if __name__ == "__main__":
    main()
"""
ONE = "def tax(amount):\n    return amount"
OTHER = "def main():\n    print(1)"


def fenced(*blocks: str) -> str:
    return "Sure!\n\n" + "\n\n".join(f"```python\n{block}\n```" for block in blocks)


@pytest.mark.parametrize(
    ("reply", "wanted"),
    [
        (fenced(f"# rule 2\n{ONE}", f"# Example 1: of tea\n{OTHER}"), ["rule 2", "example 1"]),
        (fenced(f"# rule 2\n{ONE}\n\n# example 1\n{OTHER}"), ["rule 2", "example 1"]),
        (fenced(f"import math\n# rule 2\n{ONE}", f"# example 1\n{OTHER}"), ["rule 2", "example 1"]),
        (f"**rule 2**\n{fenced(ONE)}\n**example 1**\n{fenced(OTHER)}", ["rule 2", "example 1"]),
        (fenced(WHOLE.replace(" * RATE", ""), WHOLE.replace("tax(4)", "1")), ["rule 2", "example 1"]),
        (f"# rule 2\n{ONE}\n# example 1\n{OTHER}", ["rule 2", "example 1"]),
        (fenced(f"# rule 3\n{OTHER}", f"# rule 2\n{ONE}", "# example 1\ndef main("), ["rule 2", "example 1"]),
    ],
    ids=["a block each", "one block", "an import", "names outside", "whole programs", "no fence", "some unusable"],
)
def test_each_part_gets_the_program_with_what_is_shown_in_its_place(reply: str, wanted: Sequence[str]) -> None:
    found = read_broken(reply, program(WHOLE), wanted)
    assert "return amount\n" in found["rule 2"].source
    assert "print(tax(4))" in found["rule 2"].source, "what isn't shown stays"
    assert "class Cart" in found["rule 2"].source
    if "example 1" in found:
        assert "print(1)" in found["example 1"].source
    assert found.keys() <= {*wanted}


@pytest.mark.parametrize("reply", ["I won't.", fenced(f"# rule 7\n{ONE}"), fenced("# rule 2\ndef tax("), ""])
def test_a_reply_without_a_program_for_what_was_asked_is_refused(reply: str) -> None:
    with pytest.raises(NoUsableReply):
        read_broken(reply, program(WHOLE), ["rule 2"])


@pytest.mark.parametrize(
    ("message", "counts"),
    [
        ("E   assert 3 == 4", True),
        ("E   Failed: DID NOT RAISE <class 'ValueError'>", True),
        ("E   NameError: name 'nobody' is not defined", False),
        ("E   Failed: The program crashed. It showed: Traceback", False),
        ("E   AssertionError: It crashed, and nobody would see why: Traceback", False),
    ],
)
def test_only_what_a_test_asserts_shows_that_it_can_fail(message: str, counts: bool) -> None:
    assert noticed(TestResult("test_tax", "failed", message)) == counts
