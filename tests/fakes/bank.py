"""A request of somebody who has a bank's file, and what a model answers to it: first a program that goes by the places
of the columns, then, asked to work with another file as well, one that goes by their names."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.fakes.streaming_server import Reply

TASK = "What did I spend on each category in bank.csv? Write it into sums.csv."
JULY = "day,category,amount\n2025-07-01,food,12\n2025-07-02,rent,700\n2025-07-09,food,30\n"
AUGUST = "amount,day,category\n8,2025-08-01,food\n700,2025-08-02,rent\n"
CALL = "spent([{'category': 'food', 'amount': '3'}, {'category': 'food', 'amount': '4'}])"
RESULT = "{'food': 7}"
"""An example of the person's own."""

WAITING = "Say it more slowly."
"""A wish over which the model never comes to its answer."""

BY_NAME = "Columns are found by their names, wherever they stand."


def written(folder: Path, content: str) -> Path:
    """The bank's file of a month, in this folder."""
    (folder / "bank.csv").write_text(content)
    return folder / "bank.csv"


def _plan(*more: str) -> str:
    rules = ["The amounts of each category are added up.", *more]
    return json.dumps(
        {
            "kind": "files",
            "start": "Put it beside bank.csv and double-click it. It writes what was spent on what into sums.csv.",
            "interface": ["spent(rows: list[dict[str, str]]) -> dict[str, int]  # by category"],
            "rules": [{"rule": rule, "words": ""} for rule in rules],
            "assumptions": [],
            "examples": [],
            "packages": [],
        }
    )


PROGRAM = '''
import csv
from pathlib import Path

from parts import write_text

HERE = Path(__file__).resolve().parent
NAMES = ("day", "category", "amount")


def spent(rows):
    """What was spent on each category."""
    sums = {{}}
    for row in rows:
        sums[row["category"]] = sums.get(row["category"], 0) + int(row["amount"])
    return sums


def main():
    """Write what comes of the bank's file."""
    try:
        sums = spent({reads})
    except (OSError, LookupError, ValueError):
        raise SystemExit("bank.csv can't be read.")
    lines = [f"{{category}},{{amount}}" for category, amount in sums.items()]
    try:
        write_text("sums.csv", "\\n".join(["category,spent", *lines]))
    except OSError as error:
        raise SystemExit(str(error))
    print("\\n".join(lines))


if __name__ == "__main__":
    main()
'''
READ = '(HERE / "bank.csv").read_text(encoding="utf-8").splitlines()'
BY_PLACE = PROGRAM.format(reads=f"dict(zip(NAMES, row)) for row in list(csv.reader({READ}))[1:]")
FIXED = PROGRAM.format(reads=f"csv.DictReader({READ})").replace('NAMES = ("day", "category", "amount")\n', "")

TESTS = '''
from solution import spent


def test_sums_are_written(program):
    """{rules} The amounts of each category are added up, and written."""
    run = program.start(files={{"bank.csv": "{rows}"}})
    assert run.files["sums.csv"].split() == ["category,spent", "tea,11", "bus,2"]
    assert "11" in run.line("tea")
    assert run.exit_code == 0
'''
TOLD = TESTS.format(rules="[1]", rows="day,category,amount\\n1,tea,5\\n2,tea,6\\n3,bus,2\\n")
TOLD_AGAIN = TESTS.format(rules="[1, 2]", rows="amount,day,category\\n5,1,tea\\n6,2,tea\\n2,3,bus\\n")


def replies(asked: dict[str, Any]) -> str | Reply:
    """The answer to the body of a chat."""
    system, *said = (message["content"] for message in asked["messages"])
    if any(WAITING in one for one in said):
        return Reply("Let me think.", ending="stall")
    changed = any("It has to work with" in one for one in said)
    if system.startswith("You plan"):
        return _plan(*([BY_NAME] if changed else []))
    if system.startswith("You write pytest"):
        return f"```python\n{TOLD_AGAIN if changed else TOLD}\n```"
    if system.startswith("You write small"):
        return f"```python\n{FIXED if changed else BY_PLACE}\n```"
    return "Nothing is wrong."
