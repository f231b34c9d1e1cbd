"""A request of somebody who sells honey, and what a model answers to it: the plan, tests and programs by the plan."""

from __future__ import annotations

import json
import re
from typing import Any

TASK = "I sell honey and know the jars and the price of each sale. How much did I earn? e.g. 3 jars for 6.50 are 19.50."

PLAN: dict[str, Any] = {
    "kind": "dialogue",
    "start": "Double-click it. It asks for the jars and the price, and shows what you earned.",
    "interface": ["earned(jars: int, price: Decimal) -> Decimal"],
    "rules": [
        {"rule": "What a sale earns is its jars times its price.", "words": "3 jars for 6.50 are 19.50"},
        {"rule": "It greets you by your name.", "words": ""},
    ],
    "assumptions": [
        {
            "question": "How is the amount rounded?",
            "chosen": "To the cent.",
            "others": ["Not at all.", "To whole units."],
            "example": "2.005 times 1: 2.01 / 2.005",
        }
    ],
    "examples": [{"given": "3 jars for 6.50", "expected": "19.50", "words": "3 jars for 6.50 are 19.50"}],
    "packages": [],
}

PROGRAM = '''
from decimal import Decimal, InvalidOperation


def earned(jars: int, price: Decimal) -> Decimal:
    """What a sale earns."""
    return jars * price


def ask(question: str, kind: type) -> object:
    """What is typed, asked for again until it can be read."""
    while True:
        try:
            return kind(input(question).replace(",", "."))
        except (ValueError, InvalidOperation):
            print("Please type a number.")


def main() -> None:
    """Ask, and show what was earned."""
    jars, price = ask("Jars: ", int), ask("Price: ", Decimal)
    print(f"{jars} jars for {price} are {earned(jars, price)}.")
    input("Press Enter to close. ")


if __name__ == "__main__":
    try:
        main()
    except (KeyboardInterrupt, EOFError):
        print("Stopped.")
'''

TESTS = '''
from decimal import Decimal

import pytest
from solution import earned


@pytest.mark.parametrize(("jars", "price", "sum"), [(1, "6.50", "6.50"), (4, "2.25", "9.00"), (0, "6.50", "0.00")])
def test_jars_times_price(jars, price, sum):
    """[1, 2] What a sale earns is its jars times its price."""
    assert earned(jars, Decimal(price)) == Decimal(sum)


def test_it_asks(program):
    """[1] It asks, and shows the amount."""
    run = program.start(typed=["2", "7.25"])
    assert "2 jars for 7.25 are 14.50." in run.text
    assert run.exit_code == 0


def test_it_asks_again(program):
    """What can't be read is asked for again."""
    run = program.start(typed=["many", "2", "much", "7,25"])
    assert "Please type a number." in run.text
    assert "14.50" in run.text
'''

HELD = '''

def test_the_example():
    """[E1] 3 jars for 6.50 are {0}."""
    assert earned(3, Decimal("6.50")) == Decimal("{0}")
'''


def replies(asked: dict[str, Any]) -> str:
    """The answer to the body of a chat; a test of the example only where it was said to be confirmed."""
    system, *_, said = (message["content"] for message in asked["messages"])
    if system.startswith("You plan"):
        return json.dumps(PLAN)
    if not system.startswith("You write pytest"):
        return f"```python\n{PROGRAM}\n```"
    fixed = re.search(r"\[E1\] 3 jars for 6\.50 -> (\S+)", said)
    held = HELD.format(fixed[1].replace(",", ".")) if fixed else ""
    return f"```python\n{TESTS}{held}\n```"
