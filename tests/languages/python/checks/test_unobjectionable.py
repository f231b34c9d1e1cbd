"""What nobody could object to is no planted mistake; what a word or a file has is."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import libcst as cst
import pytest
from mutmut.mutation import file_mutation, mutators

from languages.brief import Brief, Rule
from languages.python.candidates import program, suite
from languages.python.checks.fixed_words import spoken
from languages.python.checks.mutmut_jobs import mutation_job
from languages.python.checks.mutmut_settings import CONFIG, OPTIONS
from languages.python.checks.unwatched import unwatched
from languages.python.runner.mutation import defaults, messages
from languages.python.runner.mutation.survivors.cosmetic import looks_alike
from languages.python.runner.mutation.survivors.foreign import foreign

Planted = Callable[[str, str | None], int]


@pytest.fixture
def planted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Planted:
    """How many mistakes are planted in a statement, where these words were spoken."""
    visitor: Any = file_mutation.MutationVisitor
    monkeypatch.setattr(file_mutation, "mutation_operators", mutators.mutation_operators)
    monkeypatch.setattr(visitor, "_skip_node_and_children", visitor._skip_node_and_children)
    (tmp_path / "pyproject.toml").write_bytes(CONFIG)
    (tmp_path / "solution.py").touch()
    monkeypatch.chdir(tmp_path)

    def count(statement: str, words: str | None) -> int:
        messages.install("", defaults.install(words))
        _, found, *_ = file_mutation.create_mutations("solution.py", f"def f(a, b):\n    {statement}\n")
        return len(found)

    return count


@pytest.mark.parametrize(
    ("statement", "count"),
    [
        ("return json.dumps(a, ensure_ascii=False, indent=2)", 2),  # None in place of a, or of all
        ('return ", ".join(a)', 1),
        ('return ";".join(a)', 2),
        ('print(f"New copies: {a}")', 0),
        ('print(f"The fees: {a}")', 1),
        ('print(f"  {a}")', 1),
        ('print(f"Done: {a + 1}")', 2),
        ('return a + ".tmp"', 1),
        ('return a + ".csv"', 3),
        ('return a + "new"', 3),
    ],
)
def test_what_is_laid_out_stands_between_is_soon_gone_or_was_not_asked_for_is_left_alone(
    statement: str, count: int, planted: Planted
) -> None:
    assert planted(statement, "Add the fees.") == count
    assert planted(statement, None) >= count


@pytest.mark.parametrize(
    "statement",
    [
        'print("")',
        'print("-" * 40)',
        'print("Summary")',
        'print(f"Odd lines in {NAME}:")',
        'a.append("=" * 12)',
        'print("Summary", file=sys.stderr)',
        'a.add_heading("Summary", 1)',
        'tempfile.mkstemp(dir=a, suffix=".csv")',
    ],
)
def test_nothing_is_planted_in_what_nobody_could_object_to(statement: str, planted: Planted) -> None:
    assert planted(statement, "Add the fees.") == 0


@pytest.mark.parametrize(
    ("call", "place", "may_go"),
    [
        ("a.get(b, None)", 1, True),
        ("a.get(b, 0)", 1, False),
        ("sorted(a, reverse=False)", 1, True),
        ("sorted(a, reverse=True)", 1, False),
        ("enumerate(a, start=0)", 1, True),
        ("enumerate(a, 1)", 1, False),
        ("print(a, end='\\n')", 1, True),
        ("print(a, end='')", 1, False),
        ("csv.reader(a, delimiter=',')", 1, True),
        ("csv.reader(a, delimiter=';')", 1, False),
        ("other(a, None)", 1, False),
    ],
)
def test_an_argument_that_says_what_holds_without_it_may_go(call: str, place: int, may_go: bool) -> None:
    parsed = cst.parse_expression(call)
    assert isinstance(parsed, cst.Call)
    assert defaults.is_as_without(parsed, parsed.args[place]) is may_go


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ('print("Summary")', "Above stands Summary."),
        ('print("Summary")', None),
        ('print("-" * 40)', None),
        ("print(a + 1)", "Add the fees."),
        ('a.append("")', "Add the fees."),
        ('print(f"Fees: {a}:")', "Add the fees."),
        ('print("Sum", a + b)', "Add the fees."),
        ('print("✓")', "Add the fees."),
        ('print("", a + b)', "Add the fees."),
        ('print("Sum", a)', "Add the fees."),
        ('print("Sum", *a[1:])', "Add the fees."),
    ],
)
def test_what_a_word_names_or_shows_a_value_counts(statement: str, words: str | None, planted: Planted) -> None:
    assert planted(statement, words) > 0


ROUNDING = "return a.quantize(b, rounding=ROUND_HALF_UP)"


@pytest.mark.parametrize(
    ("words", "counts"),
    [("Add the fees.", False), ("Rounded to cents", True), ("Kaufmännisch gerundet", True), (None, True)],
)
def test_how_halves_are_rounded_counts_where_somebody_speaks_of_it(
    words: str | None, counts: bool, planted: Planted
) -> None:
    assert planted(ROUNDING, words) == (4 if counts else 2)


def test_each_word_counts_in_what_functions_give() -> None:
    rules = (Rule("Sums are rounded.", "rounded"),)
    assert spoken(suite("x = 1", ()), Brief("function", rules=rules)) is None
    assert "rounded" in (spoken(suite("x = 1", ()), Brief("files", rules=rules)) or "")


@pytest.mark.parametrize(
    ("changed", "is_blank", "alike"),
    [
        ("Fees\n\n\n  Ada   3\n-------\n", False, True),
        ("Fees\nAda 3\n", False, True),
        ("Fees\nNone\nAda 3\n", True, True),
        ("Fees\nNone\nAda 3\n", False, False),
        ("Fees\nAda 4\n", True, False),
        ("Fees Ada 3\n", True, False),
        ("Fees\nAda3\n", True, False),
        ("Ada 3\nFees\n", True, False),
    ],
)
def test_what_is_shown_looks_alike_where_the_same_is_read(changed: str, is_blank: bool, alike: bool) -> None:
    yours = {"text": "Fees\n\nAda 3\n---\n", "exit_code": "0", "files": "{'a.csv': '1;2\\n'}"}
    assert looks_alike({**yours, "text": changed}, yours, is_blank) is alike


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("+---+---+\n", "", True),
        ("=" * 12, "=" * 13, True),
        ("*" * 12, "*" * 13, True),
        ("✓\n", "✗\n", False),
        ("*\n**\n***\n", "*\n**\n", False),
        ("+\n", "-\n", False),
    ],
)
def test_signs_that_no_rule_is_made_of_may_be_all_that_is_shown(one: str, other: str, alike: bool) -> None:
    assert looks_alike({"text": f"Ada\n{one}"}, {"text": f"Ada\n{other}"}, is_blank=False) is alike


@pytest.mark.parametrize(("name", "alike"), [("a.txt", True), ("a.csv", False)])
def test_a_blank_line_counts_in_a_table(name: str, alike: bool) -> None:
    one, other = ({"files": repr({name: text})} for text in ("1;2\n3;4\n", "1;2\n\n3;4\n"))
    assert looks_alike(one, other, is_blank=False) is alike


READER = """
import re
from datetime import datetime

def days(event):
    if "RRULE" in event or "RDATE" in event:
        return None
    if "DURATION" in event:
        found = re.fullmatch(r"P([0-9]+)W", event["DURATION"])
        return int(found[1]) * 7
    return 1

def day(text):
    for form in ("%d.%m.%Y", "%m/%d/%y"):
        return datetime.strptime(text, form)

def amount(text, more):
    is_back = "refund" in text
    total = -len(text) if is_back else len(text)
    if text.startswith("//"):
        total += 20
    found = "CREDIT" in text
    for one in more:
        if one:
            found = True
    if found:
        total += 30
    return total

def state(self):
    self.phase = "won"
    if self.phase == "won":
        return 17
"""


@pytest.mark.parametrize(
    ("change", "known", "is_foreign"),
    [
        (("* 7", "* 8"), "", True),
        (('"DURATION" in event', '"duration" in event'), "", True),
        (("* 7", "* 8"), "DURATION:P1W", False),
        (("* 7", "* 8"), "an event may have a duration", False),
        (('"RDATE" in', '"rdate" in'), "RRULE:FREQ=DAILY", True),
        (('"RRULE" in', '"rrule" in'), "RRULE:FREQ=DAILY", False),
        (("return 1\n", "return 2\n"), "", False),
        (('"%m/%d/%y"', '"XX%m/%d/%yXX"'), "on 01.02.2025", True),
        (('"%m/%d/%y"', '"XX%m/%d/%yXX"'), "on 01.02.2025 or 2/1/25", False),
        (('"%d.%m.%Y"', '"XX%d.%m.%YXX"'), "on 01.02.2025", False),
        (('"%m/%d/%y"', '"XX%m/%d/%yXX"'), "no day at all", False),
        (("return 17", "return 18"), "", False),
        (('"refund" in text', '"XXrefundXX" in text'), "", True),
        (('= "refund" in text', "= None"), "", True),
        (('"refund" in text', '"refund" not in text'), "", False),
        (("+= 20", "-= 20"), "", True),
        (('text.startswith("//")', 'not text.startswith("//")'), "", False),
        (("+= 30", "-= 30"), "", False),
    ],
)
def test_what_no_file_has_and_no_word_asks_for_is_told_from_what_one_has(
    change: tuple[str, str], known: str, is_foreign: bool
) -> None:
    changed = READER.replace(*change)
    assert changed != READER
    assert list(foreign(READER, known, [("it", changed)])) == (["it"] if is_foreign else [])


def test_what_a_test_speaks_of_that_was_added_is_nobodys_no_more() -> None:
    before, after = suite("x = 1", ()), suite("x = 1\ny = 'DISCOUNT'", ())
    job = mutation_job(program("def f():\n    pass\n"), after, 60, Brief("files"), first=before)
    options = json.loads(job.files[OPTIONS])
    assert ["DISCOUNT" in options[name] for name in ("spoken", "told")] == [False, True], "mistakes keep their names"


START = {"name": "solution.x_main__mutmut_3", "status": "survived", "diff": "-    a = 1\n+    a = 2"}


@pytest.mark.parametrize(
    ("missed", "said"),
    [
        (START, "No test of `main` depends on this line: a = 1"),
        (START | {"status": "no_tests"}, "No test reaches `main`."),
        (
            START | {"lines": ["main(1, b='x')"], "yours": {"value": "1"}, "changed": {"value": "2"}},
            "No test calls `main` with a=1, b='x', or with others that show this.",
        ),
        (
            START
            | {
                "lines": ["program.start()"],
                "yours": {"text": "Ada 3 years\n", "files": "{}"},
                "changed": {"text": "Ada 4 years\n", "files": "{}"},
            },
            "No test looks at the line “Ada 3 years”, as after a start.",
        ),
        (
            START | {"lines": ["program.start()"], "yours": {"text": ""}, "changed": {"error": "ValueError"}},
            "No test has a start, with which this ends in an error.",
        ),
    ],
)
def test_what_no_test_looks_at_is_said_in_words(missed: dict[str, Any], said: str) -> None:
    assert unwatched(missed, {"main": ["a", "b"]}) == said
