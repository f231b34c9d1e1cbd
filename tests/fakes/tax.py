"""A task of one function, with programs for it and tests that are too weak, as models like to give them."""

from __future__ import annotations

from agent.types import Request
from tests.fakes.scripted_model import fenced

REQUEST = Request("Write tax(amount): twice the amount if it is more than 10, else 0.", "scripted", "scripted")
RIGHT = fenced("def tax(amount):\n    if amount > 10:\n        return amount * 2\n    return 0")
WRONG = RIGHT.replace("> 10", ">= 10")
OTHER = fenced("def tax(amount):\n    return 0 if amount <= 10 else amount + amount")
THIRD = OTHER.replace("amount + amount", "2 * amount")
WEAK = fenced('''from solution import tax


def test_much():
    """Much is taxed."""
    assert tax(20) == 40


def test_little():
    """Little isn't."""
    assert tax(3) == 0
''')
STRONG = WEAK.replace("tax(20) == 40", "tax(11) == 22").replace("tax(3)", "tax(10)")
