import ast
from itertools import islice

import pytest

from languages.python.runner.mutation.survivors.varied import Known, constants, variations

CALL = ("clamp(3, [1, 2], low=-1.5, text='a 7')",)
START = ("program.start(typed=['a', '12'], files={'x.csv': 'a;1\\nb;2\\nc;3\\n'}, end='eof')",)


def like(lines: tuple[str, ...], count: int = 400) -> list[str]:
    return ["\n".join(other) for other in islice(variations(lines, Known([100, "b"])), count)]


def test_a_call_is_varied_in_all_its_places() -> None:
    others = like(CALL)
    wanted = [
        "clamp(4, [1, 2]",
        "clamp(100, [1, 2]",
        "clamp(3, []",
        "clamp(3, [2, 1]",
        "clamp(3, [1]",
        "clamp(3, [0, 2]",
    ]
    assert [part for part in wanted if not any(other.startswith(part) for other in others)] == []
    for part in ("low=-0.5", "text=''", "text='a 8'", "text='A 7'", "text='b'"):
        assert any(part in other for other in others), part
    assert len(set(others)) == len(others) == 400
    assert others[0] != CALL[0]


def test_words_that_the_program_knows_stand_in_each_others_place() -> None:
    others = [line for (line,) in islice(variations(("add('one two six')",), Known(["one", "two", "nine"])), 60)]
    assert {"add('two two six')", "add('nine two six')", "add('one nine six')"} <= set(others)
    assert not [other for other in others if other.endswith("two nine')")], "nobody knows what six is"


def test_a_start_is_varied_in_what_is_typed_and_what_lies_there() -> None:
    others = like(START)
    for part in (
        "typed=[]",
        "typed=['12', 'a']",
        "typed=['a', '13']",
        "files={}",
        "b;2\\na;1\\nc;3",
        "a;1\\r\\nb;2\\r\\n",
        "a;1\\nc;3",
        "a;2\\n",
    ):
        assert any(part in other for other in others), part
    assert all("end='eof'" in other for other in others), "how it ends is one of few words"


def test_none_bytes_and_keys_are_varied() -> None:
    others = like(("f(None, b'a 7', {'x': {3: 1}})",))
    for part in ("f('b', ", "f(0, ", "b'a 8'", "b''", "{'x': {4: 1}}", "{'b': {3: 1}}"):
        assert any(part in other for other in others), part
    assert not [other for other in like(START) if "'x.csv'" not in other and "files={}" not in other]


@pytest.mark.parametrize(
    "other",
    [
        ("till = Till(4)", "till.put(3)", "till.take('a')", "till.sum"),
        ("till = Till(5)", "till.put(2)", "till.take('a')", "till.sum"),
        ("till = Till(5)", "till.take('a')", "till.put(3)", "till.sum"),
        ("till = Till(5)", "till.put(3)", "till.put(3)", "till.take('a')", "till.sum"),
        ("till = Till(5)", "till.sum"),
    ],
)
def test_what_is_done_with_an_object_is_varied_in_its_values_and_steps(other: tuple[str, ...]) -> None:
    assert "\n".join(other) in like(("till = Till(5)", "till.put(3)", "till.take('a')", "till.sum"))


def test_the_same_comes_every_time() -> None:
    assert like(CALL) == like(CALL)
    assert like(("now()",)) == [], "nothing can be varied"


def test_what_is_in_the_program_is_tried() -> None:
    assert constants("LIMIT = 10\n\ndef f(x):\n    return x == 'yes' and not True\n") == [10, 9, 11, "yes"]


def test_what_comes_of_it_can_be_run() -> None:
    assert all(ast.parse(line) for line in like(START))


def test_of_the_files_that_lie_there_one_at_most_holds_nothing() -> None:
    others = like(("program.start(files={'a.csv': 'x;1', 'b.zip': {'c.txt': ('y', '2025-05-09 21:00')}})",), 2000)
    assert any("'a.csv': ''" in other for other in others)
    assert any("'b.zip': {}" in other for other in others)
    assert any("'2025-05-10 21:00'" in other for other in others), "what is in a zip is varied, too"
    assert not [other for other in others if "'a.csv': ''" in other and "'b.zip': {}" in other]
