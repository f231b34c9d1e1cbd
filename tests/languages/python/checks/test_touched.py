"""Which words a planted mistake changes of what a program gives."""

from __future__ import annotations

import pytest

from languages.python.candidates import suite
from languages.python.checks.touched import touched
from languages.python.naming import named
from languages.python.runner.mutation.survivors.spoken import told

SHOWN = "Arslan Ece: late (10.05.2025 00:04)\n12 pages, the newest 10:12\n"
LIST = "Name,Status,Newest file\nEce,late,2025-05-10 00:04\n"


def outcome(text: str = SHOWN, written: str | bytes = LIST, **more: str) -> dict[str, str]:
    files = {"list.csv": written}
    return {"text": text, "files": told(files), "exit_code": "0", "changed": "[]", **more}


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        (outcome(SHOWN.replace("00:04", "00:05")), {"00:04", "00:05"}),
        (outcome(SHOWN.replace("late", "in time")), {"ece", "late", "in", "time"}),
        (outcome(SHOWN.replace("12 pages", "13 pages")), {"12", "13", "pages"}),
        (outcome(SHOWN.replace("10:12", "10:13")), {"10:12", "10:13", "newest"}),
        (outcome(SHOWN.replace("12 pages, the newest 10:12\n", "")), {"12", "pages", "the", "newest", "10:12"}),
        (outcome(written=LIST.replace("00:04", "00:05")), {"00:04", "00:05", "newest", "file"}),
        (outcome(written=LIST.replace("late", "early")), {"late", "early", "status"}),
    ],
)
def test_it_is_the_words_that_differ_and_what_says_what_they_are(changed: dict[str, str], words: set[str]) -> None:
    assert set(touched(outcome(), changed)) == words


@pytest.mark.parametrize(
    "changed",
    [
        outcome(exit_code="1"),
        outcome(changed="['list.csv']"),
        outcome(written=b"\xff"),
        {**outcome(), "files": told({"other.csv": LIST})},
        {**outcome(), "files": "{'list.csv': 'cut of"},
        {"error": "it doesn't end"},
        outcome(" ".join(map(str, range(100)))),
    ],
)
def test_nothing_is_known_where_more_than_words_differs(changed: dict[str, str]) -> None:
    assert touched(outcome(), changed) == ()


@pytest.mark.parametrize(
    ("yours", "changed", "words"),
    [
        ({"value": "0"}, {"value": "-1"}, ("0", "1")),
        ({"value": "None"}, {"error": "ValueError"}, ("none", "raises", "valueerror")),
        ({"value": "[1, 2]"}, {"value": "[2, 1]"}, ()),
        ({"value": "'Total: 3'"}, {"value": "'Total: 4'"}, ()),
        ({"value": "0", "printed": "1"}, {"value": "0", "printed": "2"}, ()),
    ],
)
def test_of_a_call_one_value_can_be_open(
    yours: dict[str, str], changed: dict[str, str], words: tuple[str, ...]
) -> None:
    assert touched(yours, changed) == words


def test_what_tests_state_and_the_task_fixes_is_named() -> None:
    tests = '''
def test_late(program):
    """Words of a sentence aren't looked for."""
    expected = "in time"
    run = program.start(files={"class.csv": "Input"})
    assert expected in run.text and run.line("Arslan") == "Arslan: 12.50"
'''
    found = named(suite(tests, ()), 'It is late after 2025-05-09; the list says "who".', "7 pages")
    assert {"in", "time", "arslan", "12.50", "2025-05-09", "who", "7", "pages"} <= found
    assert found.isdisjoint({"words", "sentence", "input", "late", "list"})
