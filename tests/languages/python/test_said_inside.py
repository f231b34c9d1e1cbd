"""What the test kit says inside the sandbox is read by people in their language."""

import ast
import re
from importlib import resources

import pytest

from languages.python.checks.start_words import CAME, OTHERWISE, STARTS, in_words
from languages.python.runner._scenario import browser, display
from languages.python.runner._scenario.sentences import CRASHED, FELL_OVER_ITSELF, NO_WINDOW, STAYS
from languages.python.said_inside import as_ours
from languages.python.syntax import parse
from message import Translatable, say

CHECKS = resources.files("languages.python.checks")
TESTS = [CHECKS.joinpath(f"{name}.py").read_text(encoding="utf-8") for name in ("start_tests", "start_window_tests")]
FROM_THE_KIT = [CRASHED, NO_WINDOW, STAYS, "The program didn't end within 10 s."]


@pytest.mark.parametrize(
    "said",
    [
        *(display.NO_SCREEN, display.NO_TK, browser.NONE, browser.ON_WINDOWS, browser.BROKEN),
        f"{FELL_OVER_ITSELF} (OSError: [Errno 10])",
        "The program changed `sys.settrace`, which its tests rely on.",
    ],
)
def test_what_the_kit_says_becomes_a_sentence_of_ours(said: str) -> None:
    assert isinstance(as_ours(said), Translatable)


def test_what_nobody_knows_is_left_as_it_is() -> None:
    assert as_ours("E  assert 1 == 2") == "E  assert 1 == 2"


@pytest.mark.parametrize("tests", TESTS)
def test_all_that_the_tests_of_starts_say_is_said_in_words(tests: str) -> None:
    tree = parse(tests)
    functions = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
    names = [name.removeprefix("test_") for name in functions if name.startswith("test_")]
    assert {*names} <= {*STARTS}
    messages = [node.msg for node in ast.walk(tree) if isinstance(node, ast.Assert) and node.msg]
    assert messages
    for said in (*(ast.unparse(message).strip("f'\"") for message in messages), *FROM_THE_KIT):
        assert OTHERWISE not in in_words(names[0], said), said


def test_each_of_those_words_is_needed() -> None:
    written = "\n".join([*TESTS, *FROM_THE_KIT])
    assert [beginning for beginnings in CAME for beginning in beginnings.split("|") if beginning not in written] == []


def test_what_is_wrong_is_said_as_a_failure() -> None:
    said = in_words("without_files", "It shows what only programmers can read.")
    assert said == say("%(start)s, %(came)s", start=STARTS["without_files"], came="it ends with an error of Python's")
    assert re.match("Started without your files, it ends", said)
