"""Whole runs in which the results are read, with scripted models and a program that really writes them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace

import pytest

from agent.errors import BadTask
from agent.events import Event, ModelAsked, StartsShown, TestsChanged
from agent.moves.reviewing import GROUND_OTHERS, NOT_KNOWN
from agent.reasons import NO_GROUNDS
from agent.report import fold
from agent.request import ANSWERED, going_on, overruling, putting_right
from agent.types import NOT_READ, Request
from languages.python import outcomes
from languages.python.candidates import program
from storage.contents import described
from tests.agent.test_loop import ending, of, play
from tests.fakes import specs
from tests.fakes.quick_runs import KeptOpen, only_checks
from tests.fakes.scripted_model import ScriptedModel, fenced

FILES = {"letter.txt": b"Dear [Name]\nYour class: [Class]\n", "names.txt": b"Ada\nBob\n"}
REQUEST = Request("Write letter(name), and from the names in names.txt a letter for each.", "scripted", "scripted")
REQUEST = replace(REQUEST, files=described(FILES))
KEPT_OPEN = KeptOpen(replace(specs.PYTHON, files=FILES))
WITH_FILES = KEPT_OPEN.remembering()
"""Most of the runs test and start the same program."""
WRONG = fenced("""from pathlib import Path


def letter(name):
    return Path("letter.txt").read_text().replace("[Name]", name)


def main():
    for name in Path("names.txt").read_text().split():
        Path(f"{name}.txt").write_text(letter(name))
        print("Letter for", name, "in", Path.cwd())


if __name__ == "__main__":
    main()
""")
RIGHT = WRONG.replace('"[Name]", name)', '"[Name]", name).replace("[Class]", "3b")')
TESTS = fenced('''from solution import letter


def test_a_name():
    """The name is filled in."""
    assert "Dear Ada" in letter("Ada")


def test_letters(program):
    """Each gets a letter."""
    run = program.start()
    assert sorted(run.files) == ["Ada.txt", "Bob.txt"]


def test_others(program):
    """Other names are taken as well."""
    run = program.start(files={"names.txt": "Cleo", "letter.txt": "A secret of the test [Name]"})
    assert "Cleo.txt" in run.files
''')
BLANK = "A blank is left.\n\n" + fenced('''def test_no_blank_is_left(program):
    """No letter has a blank that nobody filled in."""
    assert "[Class]" not in program.start().files["Ada.txt"]
''')
YES, NO, UNCLEAR = (f"test_no_blank_is_left = {word}" for word in ("yes", "no", "unclear"))
FINE = "Nothing is wrong."
READINGS = ("read what came out", "read it again, by your words alone")

PLAN = json.dumps(
    {
        "kind": "dialogue",
        "start": "It asks for a number and shows twice that.",
        "interface": ["double(number)"],
        "rules": [{"rule": "It shows twice the number.", "words": "shows twice that"}],
        "assumptions": [],
        "examples": [],
    }
)
ASKING = fenced('''from solution import double


def test_two():
    """[1] Twice two is four."""
    assert double(2) == 4


def test_shown(program):
    """[1] It shows twice what is typed."""
    run = program.start(typed=["3"])
    assert "6" in run.text
''')
DOUBLING = fenced("""def double(number):
    return number * 2


if __name__ == "__main__":
    try:
        print("Twice that is", double(int(input("A number? "))))
    except (ValueError, EOFError, KeyboardInterrupt):
        print("That is no number.")
""")


@pytest.fixture(scope="module", autouse=True)
def _close_the_sandbox() -> Iterator[None]:
    yield
    KEPT_OPEN.close()


@pytest.fixture(autouse=True)
def _checks(monkeypatch: pytest.MonkeyPatch) -> None:
    only_checks(monkeypatch)


def played(coder: ScriptedModel, *answers: str, request: Request = REQUEST) -> tuple[list[Event], ScriptedModel]:
    rulings = [answer for answer in answers if answer[-1] not in ".`\n"]  # as in "test_a = yes"
    tester = ScriptedModel(TESTS, *rulings, reviews=[answer for answer in answers if answer not in rulings])
    return play(coder, tester, request, open_sandbox=WITH_FILES), tester


def text(messages: Sequence[object]) -> str:
    return "".join(map(str, messages))


def test_what_is_wrong_in_a_result_becomes_a_test_and_is_repaired() -> None:
    coder = ScriptedModel(WRONG, RIGHT)
    events, tester = played(coder, BLANK, YES, YES, FINE)
    changes = [f"{one.name} {one.what}" for event in of(TestsChanged, events) for one in event.changes]
    assert changes == ["test_no_blank_is_left added", "test_no_blank_is_left confirmed"]
    assert ending(events).status == "verified"
    assert "test_no_blank_is_left" in text(coder.asked[-1])
    _, reading, judging, _, again = tester.asked
    assert "Your class: [Class]" in text(reading)
    assert text(reading).count("Letter for Bob") == 1, "that it was started twice alike is said once"
    assert "Letter for Bob" in text(reading)
    assert "secret of the test" not in text(reading)
    assert "Letter for" not in text(judging), "who judges the test sees nothing of the program"
    assert "Your class: 3b" in text(again)


def test_what_is_right_costs_two_requests_and_five_do_from_the_task_to_the_verdict() -> None:
    plan = {"kind": "files", "interface": ["letter(name)"], "rules": [{"rule": "Each gets a letter.", "words": "each"}]}
    tester = ScriptedModel(json.dumps(plan), TESTS.replace('"""Each', '"""[1] Each'), reviews=[FINE])
    request = replace(REQUEST, task="From the names in names.txt a letter for each.")
    events = play(ScriptedModel(RIGHT), tester, request, open_sandbox=WITH_FILES)
    asked = [one.purpose for one in of(ModelAsked, events)]
    assert (ending(events).status, [one.kind for one in fold(events).grounds]) == ("verified", ["reading"])
    assert asked == ["say what will be built", "write the tests", "write the program", *READINGS]


SAID = "No letter has a blank that nobody filled in."
HELD = "Wrong: The letter for Ada still says [Class]."
HELD_SAID = HELD.removeprefix("Wrong: ")
BADLY = "test_no_blank_is_left = badly"
BROKEN = BLANK.replace("program.start()", "int(program.start().text)")
PASSES = BLANK.replace("not in", "in")
NO_CODE = f"{HELD}\n\n```python\nimport pytest\n```\n"


@pytest.mark.parametrize(
    "answers",
    [
        (BLANK, NO, NO),
        (f"I looked at both letters, and there are no mistakes.\n\n{FINE}", FINE),
        (f"The class is missing. Apart from that:\n{FINE}", FINE),  # who is asked again takes it back
        (PASSES, FINE),  # what it says is wrong isn't, and who is asked again agrees
        (BLANK, BADLY, BADLY, FINE),
        (FINE, HELD, FINE),  # who sees no files may be mistaken
        (FINE, HELD, BLANK, NO, NO),
    ],
)
def test_a_right_program_is_not_accused_by_one_voice(answers: Sequence[str]) -> None:
    events, _ = played(ScriptedModel(WRONG), *answers)
    assert (ending(events).status, fold(events).objections) == ("verified", ())


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        ((BLANK,), SAID),  # nobody judges
        ((BLANK, YES, UNCLEAR, NO), SAID),
        ((BLANK, BADLY, BADLY, BLANK, YES, UNCLEAR, NO), SAID),
        ((BROKEN, BROKEN), SAID),  # a test that fails for another reason
        ((PASSES, PASSES), SAID),
        ((NO_CODE, NO_CODE), HELD_SAID),
        ((HELD, "Hm.", "Hm."), HELD_SAID),
        (("The class isn't filled in anywhere.",) * 4, "The class isn't filled in anywhere."),
        ((FINE, HELD, "Hm.", "Hm."), HELD_SAID),
        (
            (f"The class is missing. Apart from that:\n{FINE}",) * 4,
            "The class is missing. Apart from that: Nothing is wrong.",
        ),
        ((FINE, HELD, HELD), HELD_SAID),
        ((FINE, "The class isn't filled in.", "It is still open.", "Hm.", "Hm."), "The class isn't filled in."),
    ],
)
def test_what_nobody_settles_is_asked_of_the_person_and_keeps_the_seal_away(answers: Sequence[str], said: str) -> None:
    events, _ = played(ScriptedModel(WRONG), *answers)
    report = fold(events)
    assert (report.status, report.step, report.objections[0]) == ("unverified", "decide", said)


def test_the_person_answers_an_objection_and_that_settles_it() -> None:
    report = fold(played(ScriptedModel(WRONG), HELD, HELD)[0])
    again = going_on("r1", report, edited=report.chosen.candidate if report.chosen else None)
    nobody = ScriptedModel(), ScriptedModel()
    assert fold(play(*nobody, again, open_sandbox=WITH_FILES)).objections == (HELD_SAID,), "it isn't lost on the way"
    right = fold(play(*nobody, overruling("r1", report, 0), open_sandbox=WITH_FILES))
    assert (right.status, [one.said for one in right.grounds]) == ("verified", [ANSWERED])
    wrong = putting_right("r1", report, 0)
    assert wrong.earlier
    assert (HELD_SAID in wrong.earlier.changes[-1], wrong.earlier.review.doubts) == (True, ())
    with pytest.raises(BadTask):
        overruling("r1", report, 1)


def test_the_answer_to_an_objection_speaks_for_no_program_that_nobody_read() -> None:
    report = fold(played(ScriptedModel(WRONG), HELD, HELD)[0])
    assert report.chosen
    other = program(report.chosen.candidate.source.replace('"Letter for"', '"A letter for"'))
    edited = fold(play(ScriptedModel(), ScriptedModel(), going_on("r1", report, edited=other), open_sandbox=WITH_FILES))
    assert edited.objections == (HELD_SAID,)
    answered = fold(play(ScriptedModel(), ScriptedModel(), overruling("r2", edited, 0), open_sandbox=WITH_FILES))
    assert (answered.status, answered.grounds, answered.objections) == ("unverified", (), ())
    assert NOT_READ in answered.reason


def test_who_reads_again_sees_no_file_so_that_none_has_a_vote() -> None:
    _, tester = played(ScriptedModel(RIGHT), FINE, FINE)
    first, second = map(text, tester.asked[1:])
    assert "Dear [Name]" in first
    assert "Dear [Name]" not in second
    assert "Dear Ada" in second
    assert REQUEST.task in second


def test_who_reads_it_is_shown_what_others_are_not() -> None:
    form = FILES["letter.txt"] + "".join(f"Rule {number} of {number * 37}\n" for number in range(500)).encode()
    files = {**FILES, "letter.txt": form}
    opened = KeptOpen(replace(specs.PYTHON, files=files))
    tester = ScriptedModel(TESTS, reviews=[FINE, FINE])
    request = replace(REQUEST, files=described(files))
    with closing(opened):
        events = play(ScriptedModel(RIGHT), tester, request, open_sandbox=opened.remembering())
    first, reading, _ = map(text, tester.asked)
    assert "Rule 250 of" not in first
    assert reading.count("Rule 250 of") == 1
    assert ending(events).status == "verified"


def test_who_can_not_see_what_was_written_does_not_read_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outcomes, "VIEWS", ())  # without which the script breaks
    events, tester = played(ScriptedModel(RIGHT), FINE)
    assert len(tester.asked) == 1
    assert of(StartsShown, events)[0].starts[0].files
    assert NO_GROUNDS in ending(events).reason
    assert 'what is in "Ada.txt"' in ending(events).reason


@pytest.mark.parametrize("answers", [("Hm.", "Hm."), ("Not known.",), (FINE, "Not known."), (FINE, "Hm.", "Hm.")])
def test_what_nobody_can_make_anything_of_is_no_reading(answers: Sequence[str]) -> None:
    events, tester = played(ScriptedModel(WRONG), *answers)
    assert (ending(events).status, len(tester.asked)) == ("unverified", 1 + len(answers))
    assert (NOT_KNOWN in ending(events).reason) == ("Not known." in answers)


OTHERS = "\n".join(
    f'program.start(files={{"names.txt": "{name}", "letter.txt": "My [Name]"}})' for name in ("Cleo", "", "Dora\\nEve")
)


@pytest.mark.parametrize(("inputs", "ends"), [(OTHERS, "verified"), (OTHERS[:60], "unverified"), ("No.", "unverified")])
def test_where_no_files_are_given_it_is_read_what_comes_of_other_inputs(inputs: str, ends: str) -> None:
    tests = TESTS[: TESTS.index("def test_a_name")] + TESTS[TESTS.index("def test_letters") :]
    tests = tests.replace(
        "program.start()", 'program.start(files={"names.txt": "Ada\\nBob", "letter.txt": "My [Name]"})'
    )
    tester = ScriptedModel(tests, inputs, reviews=[FINE])
    events = play(ScriptedModel(RIGHT), tester, replace(REQUEST, files=()))
    assert (ending(events).status, GROUND_OTHERS in ending(events).reason) == (ends, ends == "verified")
    if ends == "verified":
        reading = text(tester.asked[2])
        assert "Dora" in reading
        assert "Letter for Eve" in reading


def test_a_find_brings_along_what_it_needs_and_leaves_other_tests_alone() -> None:
    other = fenced('''from __future__ import annotations
from json import loads as letter

END = ".txt"


def of(run, name):
    return run.files[name + END]


def test_letters(program):
    """No letter has a blank that nobody filled in."""
    assert letter("1") == 1
    assert "[Class]" not in of(program.start(), "Ada")
''')
    coder = ScriptedModel(WRONG, RIGHT)
    events, _ = played(coder, other, *2 * ["1. `test_letters` - is yes"], FINE)
    assert ending(events).status == "verified"
    assert [test.name for test in fold(events).suite.tests][-1] == "test_letters_2"


def test_nobody_reads_what_could_not_become_verified(monkeypatch: pytest.MonkeyPatch) -> None:
    only_checks(monkeypatch, "pip-audit")
    unknown = "def chosen(name):\n    return __import__(name)\n\n\n"
    events, tester = played(ScriptedModel(RIGHT.replace("from pathlib", f"{unknown}from pathlib")))
    assert (ending(events).status, len(tester.asked)) == ("unverified", 1)


def test_inputs_that_come_with_the_tests_take_no_request_of_their_own() -> None:
    starts = "\n".join(f'program.start(typed=["{typed}"]); program.start(typed=["7"])' for typed in ("4", "0", "x"))
    tester = ScriptedModel(PLAN, f"{ASKING}\nAnd these:\n\n```python\n{starts}\n```\n", reviews=[FINE])
    request = Request("A program that asks for a number and shows twice that.", "scripted", "scripted")
    events = play(ScriptedModel(DOUBLING), tester, request)
    asked = [one.purpose for one in of(ModelAsked, events)]
    assert ending(events).status == "verified"
    assert asked == ["say what will be built", "write the tests", "write the program", *READINGS]
    reading = text(tester.asked[-1]).replace("'", '"')
    assert 'typed=["x"]' in reading
    assert reading.count("the next start in that folder, which found what the one above had left") == 3
    assert (reading.count('typed=["7"]'), reading.count("[... typed: 7 ...]")) == (3, 3)
