"""What a test expects stands nowhere in what is asked about it, wherever the test says it; what it does stays."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from languages.python.candidates import suite
from languages.python.settling import SETTLING

NUMBER, TEXT = "7731", "Zmorb"
MODULE = f"""import json, math, re, unittest
import pytest
from decimal import Decimal
from solution import Stock, rate

EXPECTED = {NUMBER}
TABLE = {{"a": {NUMBER}}}


@pytest.fixture
def wanted():
    return {NUMBER}


def check(run, amount):
    assert amount in run.text


def helper(text):
    \"\"\"It is {TEXT}.\"\"\"
    return text == "{TEXT}" or {NUMBER}

"""
SAYING = (
    f'"""It is {TEXT}, so {NUMBER}."""',
    f"# {TEXT} {NUMBER}",
    f'print("{TEXT}")',
    f"print(found, {NUMBER})",
    f"expected = {NUMBER}",
    f'names = ["{TEXT}"]\n    names.append({NUMBER})',
    f'(tmp_path / "expected.csv").name.startswith("{TEXT}")',
)
STATING = (
    f"assert found == {NUMBER}",
    f'assert found == {NUMBER}, "it is {TEXT}"',
    f'assert not found != {NUMBER}, "{TEXT}"',
    f"assert abs(found - {NUMBER}) < 1",
    f'assert found.line("Ada", "{NUMBER}.50") and found.line("Bo", {NUMBER})',
    f'assert found.line("Ada", near="{NUMBER}")',
    f"assert math.isclose(found, {NUMBER})",
    f"assert found == pytest.approx({NUMBER}, abs=1)",
    f'assert Decimal("{NUMBER}.50") == found',
    f'assert "{TEXT}" in found and "{NUMBER}" not in found',
    f'assert found.startswith("{TEXT}")',
    f'assert re.search(r"{TEXT}|{NUMBER}", found)',
    f'assert found.split("{TEXT}")[1] == found.partition("{NUMBER}")[2]',
    f'assert f"{TEXT} {{found}}" == "a"',
    f'assert any(one in found for one in ["{TEXT}", {NUMBER}])',
    f'assert {{one: found[one] for one in "ab"}} == {{"a": "{TEXT}", "b": {NUMBER}}}',
    f'assert json.loads(found) == json.loads(\'{{"a": "{TEXT}"}}\')',
    f'assert (lambda one: one == "{TEXT}")(found)',
    "assert found == EXPECTED",
    "assert found == TABLE['a']",
    "assert found == wanted",
    f'is_right = found == "{TEXT}"\n    assert is_right',
    f"rest = found - {NUMBER}\n    assert rest == 0",
    f'first, right = found, "{TEXT}"\n    assert first == right',
    f'right = "{TEXT}"\n    assert right in found\n    assert len(right) == len(found)',
    f'for one in ("{TEXT}", "{NUMBER}"):\n        assert one in found',
    f'for one in found:\n        assert one == "{TEXT}", one',
    f'if "{TEXT}" in found:\n        assert found == {NUMBER}',
    f'with pytest.raises(ValueError, match="{TEXT}"):\n        rate("a")',
    f'with open(tmp_path / "a.txt") as lines:\n        assert lines.read() == "{TEXT}"',
    f'check(found, "{TEXT}")',
    f'unittest.TestCase().assertIn("{TEXT}", found, {NUMBER})',
    f'unittest.TestCase().assertEqual(found, {NUMBER}, "{TEXT}")',
    f'def holds(one):\n        assert one == "{TEXT}"\n    holds(found)',
)
DOING = (
    ('found = rate("input 3")', ("rate", "input 3")),
    (
        'stock = Stock("input 3")\n    stock.add("input 4")\n    found = stock.total()',
        ("input 3", "stock.add('input 4')"),
    ),
    ('run = program.start(typed=["input 3"])\n    found = run.value("Ada")', ("input 3", "run.value('Ada')")),
    (
        'path = tmp_path / "in.csv"\n    path.write_text("input 3")\n    found = rate(path)',
        ("'in.csv'", "input 3", "rate(path)"),
    ),
)


@settings(max_examples=60, deadline=None)
@given(
    doing=st.sampled_from(DOING),
    before=st.lists(st.sampled_from(SAYING), max_size=2),
    stating=st.lists(st.sampled_from(STATING), min_size=1, max_size=3),
    after=st.lists(st.sampled_from(SAYING), max_size=2),
)
def test_what_is_expected_stands_nowhere_in_what_is_asked_and_all_that_is_done_does(
    doing: tuple[str, tuple[str, ...]], before: list[str], stating: list[str], after: list[str]
) -> None:
    name, (lines, shown) = f"test_{TEXT}_{NUMBER}", doing
    body = "\n".join(f"    {line}" for line in [lines, *before, *stating, *after])
    code = f"{MODULE}\n\ndef {name}(program, tmp_path, wanted):\n{body}\n"
    text = SETTLING.expectation(suite(code, ()), name, 1, "").text
    assert not [said for said in (TEXT, NUMBER) if said in text], text
    assert not text or not [said for said in shown if said not in text], text


@pytest.mark.parametrize("stated", STATING)
def test_each_way_of_stating_something_can_be_asked_about(stated: str) -> None:
    code = f'{MODULE}\n\ndef test_a(program, tmp_path, wanted):\n    found = rate("input 3")\n    {stated}\n'
    text = SETTLING.expectation(suite(code, ()), "test_a", 1, "").text
    assert "input 3" in text
    assert "..." in text or "ANSWER_1" in text


def test_a_number_that_is_looked_for_in_a_result_is_no_label() -> None:
    body = f'run = program.start(typed=[3])\n    line = run.line("Ada", {NUMBER})\n    words = line.words(1)\n'
    code = f"{MODULE}\n\ndef test_a(program):\n    {body}    assert words\n"
    text = SETTLING.expectation(suite(code, ()), "test_a", 1, "").text
    assert "line = run.line('Ada', ...)" in text
    assert "typed=[3]" in text
