"""What a model says will be built, read with mercy."""

from __future__ import annotations

import json

import pytest

from languages.brief import Assumption, Brief, Example, Rule, read_brief, schema, sentences
from languages.errors import NoUsableReply
from languages.types import TestCase

TASK = "Add up my sales for each month.\nGifts have no price, e.g. “3 for 2.50” is 7.50!"
WHOLE = {
    "kind": "files",
    "start": "Double-click it.",
    "interface": ["total(sales: list) -> Decimal"],
    "rules": [{"rule": "Gifts earn nothing.", "words": "gifts  have no price"}],
    "assumptions": [{"question": "Empty months?", "chosen": "Left out.", "others": ["Shown."], "example": "June"}],
    "examples": [{"given": "3 for 2.50", "expected": "7.50", "words": '"3 for 2.50" is 7.50'}],
    "packages": [],
}
BRIEF = Brief(
    "files",
    "Double-click it.",
    ("total(sales: list) -> Decimal",),
    (Rule("Gifts earn nothing.", "gifts have no price"),),
    (Assumption("Empty months?", "Left out.", ("Shown.",), "June"),),
    (Example("3 for 2.50", "7.50", '"3 for 2.50" is 7.50'),),
)


@pytest.mark.parametrize(
    "reply",
    [
        json.dumps(WHOLE),
        f"Here it is:\n```json\n{json.dumps(WHOLE, indent=2)}\n```\nTell me what you think {{of it}}.",
        f'<think>{{"kind": "page"}} or not?</think>{json.dumps(WHOLE)}',
        json.dumps({"brief": WHOLE}),
        json.dumps(WHOLE)[:-1] + ",}",
        json.dumps(WHOLE).replace('"kind": "files"', '"kind": "Files"'),
        json.dumps({**WHOLE, "colour": "green"}),
    ],
    ids=[
        "bare",
        "fenced, with prose",
        "thoughts",
        "wrapped",
        "a comma too many",
        "capitals",
        "more than was asked for",
    ],
)
def test_it_is_read_however_it_is_wrapped(reply: str) -> None:
    assert read_brief(reply, TASK) == BRIEF


@pytest.mark.parametrize(
    ("part", "given", "read"),
    [
        ("kind", "GUI", "window"),
        ("rules", ["Add up."], (Rule("Add up."),)),
        ("rules", [{"rule": "Add up.", "words": "never said"}], (Rule("Add up."),)),
        ("rules", None, ()),
        ("assumptions", "By month.", (Assumption("", "By month."),)),
        ("examples", [{"given": "1", "expected": "2", "words": "made up"}], ()),
        ("interface", "total(sales)", ("total(sales)",)),
        ("left_out", ["It sends no mail.", "No sales of gifts."], ("No sales of gifts.",)),
        ("name", ' "Honey by month". ', "Honey by month"),
        ("name", "A program that shows what you earned with honey in each month", ""),
        ("name", None, ""),
        ("start", 7, "7"),
        ("start", "half \ud800", "half \ufffd"),
    ],
)
def test_what_models_get_wrong_is_put_right(part: str, given: object, read: object) -> None:
    assert getattr(read_brief(json.dumps({**WHOLE, part: given}), TASK), part) == read


def test_the_person_is_asked_twice_at_most_and_only_where_two_results_differ() -> None:
    def read(*results: list[str], others: str = "Shown.") -> Brief:
        assumed = [{"question": "?", "chosen": "No.", "others": [others], "results": one} for one in results]
        return read_brief(json.dumps({**WHOLE, "assumptions": assumed}), TASK)

    assert read(["May 1", "May 2"], ["May 1", "May 1"], ["May 1"], [], ["a", "b", "c"], ["a", "b"]).questions == (1, 5)
    assert read(["May 1", "May 2"], others="").questions == ()
    (one,) = read(["May  1\n\nJune 2", "\n".join("1234567890")]).assumptions
    assert one.results == ("May 1\nJune 2", "\n".join("12345678"))


@pytest.mark.parametrize(
    "reply", ["", "I will write a program.", '{"kind": "novel"}', "[1, 2]", '{"rules": ["Add up."]}']
)
def test_what_is_no_brief_goes_back(reply: str) -> None:
    with pytest.raises(NoUsableReply, match="what will be built"):
        read_brief(reply, TASK)


def test_a_cut_off_answer_gives_what_there_is() -> None:
    half = json.dumps(WHOLE)
    assert read_brief(half[: half.index('"assumptions"') + 20], TASK).rules == BRIEF.rules
    assert sentences('{"kind": "files", "start": "Say \\"go\\".",\n"rules": [{"rule": "It ad') == 'Say "go".\nIt ad'


def test_models_are_asked_for_every_field() -> None:
    parts = [schema(), *schema()["$defs"].values()]
    assert all(part["required"] == list(part["properties"]) for part in parts)


def test_rules_are_found_that_no_test_names() -> None:
    brief = Brief("dialogue", rules=(Rule("One."), Rule("Two."), Rule("Three.")))
    assert brief.untested([TestCase("test_a", "A.", rules=(1, 3))]) == (2,)
