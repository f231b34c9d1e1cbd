"""JSON, each place in it once; what breaks, what never ends."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from languages.python.look.jsons import DEEPEST, json_records
from languages.python.look.places import MOST_PLACES, MOST_VALUES


def shown(path: Path, content: str) -> list[str]:
    path.write_text(content, encoding="utf-8")
    return json_records(path)[1].splitlines()


def test_a_file_of_one_line_shows_all_its_keys_with_examples(tmp_path: Path) -> None:
    people = [{"name": "Ada", "born": "2001-02-03", "at": {"zip": "01"}}, {"name": "Bo", "born": "3.5.99", "at": None}]
    whole = {"count": 2, "people": [*people, *people], "prices": {f"A{number}": {"eur": 1.5} for number in range(5)}}
    lines = shown(tmp_path / "a.json", json.dumps(whole))
    assert lines[1:12] == [
        ".: object",
        "count: number 2",
        "people: array [4]",
        "people[]: object x4",
        'people[].name: string 4/4 "Ada"',
        'people[].born: string 4/4 "2001-02-03", "3.5.99"',
        "people[].at: object x2 | null x2 4/4",
        'people[].at.zip: string 2/4 "01"',
        "prices: object{'A0', … 5}",
        "prices{}: object x5",
        "prices{}.eur: number 5/5 1.5",
    ]
    assert lines[12:16] == [
        "[... with line ends, which it doesn't have, it begins: ...]",
        "{",
        ' "count": 2,',
        ' "people": [',
    ]
    assert lines[-1] == "[... cut off here ...]"


def test_values_on_lines_of_their_own_are_a_list(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    lines = shown(path, '{"a": 1}\n' * 60 + '\n{"b": [1, 2]}\n')
    assert json_records(path)[0]["with"]["part0"] == "JSON Lines"
    assert "[].b: array [2] 1/61" in lines
    assert lines[-3:] == ['{"a": 1}', "", '{"b": [1, 2]}']


def test_what_is_seen_as_it_is_needs_no_summary(tmp_path: Path) -> None:
    assert shown(tmp_path / "a.json", '{"a": [1,\n 2]}\n') == ['{"a": [1,', " 2]}"]


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ('{"a": 1,\n "b": [1,}', "Expecting value: line 2 column 10 (char 18)"),
        ('{"a": 1}\n{"a"', "in line 2: Expecting ':' delimiter: line 1 column 5 (char 4)"),
        ("[" * 200_000, "it is nested too deep"),
    ],
)
def test_what_breaks_says_where_and_is_shown_as_text(tmp_path: Path, content: str, problem: str) -> None:
    lines = shown(tmp_path / "a.json", content)
    assert lines[0] == f"It can't be opened as .json: {problem}"
    assert lines[-1].startswith(content.splitlines()[-1][:100])


def test_there_is_an_end_to_places_depth_and_values(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    many = [{f"k{number}": {"v": 1}} for number in range(MOST_PLACES)]
    assert f"[... {MOST_PLACES + 2:,} values in more places left out here ...]" in shown(path, json.dumps(many))
    deep = "[" * (DEEPEST + 100) + "]" * (DEEPEST + 100)
    assert len(shown(path, deep)) < 4 * DEEPEST
    endless = json.dumps({f"k{number}": number for number in range(MOST_VALUES + 1)})
    assert f"[... only the first {MOST_VALUES:,} values were looked at ...]" in shown(path, endless)
