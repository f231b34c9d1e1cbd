"""Parts stand below the program that uses them, in one file."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from languages.errors import NoUsableReply
from languages.python.assembly import MARK, assembled, own_part, proved_lines
from languages.python.candidates import program
from languages.python.guide import usage_of
from languages.python.language import PYTHON
from languages.python.library import needed, parts, public, words
from languages.python.parts import own, telling
from languages.python.runner import scenario
from languages.python.runner.surroundings import starting_elsewhere
from languages.python.syntax import parse, undefined_names

GREETING = '''"""Greets."""

from __future__ import annotations

from parts import tell


def greet(name):
    """Say hello."""
    tell(f"Hello, {name}")


if __name__ == "__main__":
    greet("Ada")
'''


def started(source: str, folder: Path) -> str:
    """What a program shows when it is started from a file."""
    path = folder / "solution.py"
    path.write_text(source, encoding="utf-8")
    return subprocess.run([sys.executable, path], capture_output=True, text=True, check=True).stdout


def with_import(line: str, body: str = '    tell("Hello, Ada")\n') -> str:
    return f'{line}\n\n\ndef main():\n{body}\n\nif __name__ == "__main__":\n    main()\n'


def test_a_program_has_its_parts_below_it_and_starts(tmp_path: Path) -> None:
    whole = assembled(GREETING)
    assert started(whole, tmp_path) == "Hello, Ada\n"
    head, below = whole.split(MARK)
    assert "def greet" in head
    assert "def tell" in below
    assert "def whose" not in below  # nothing needs it


def test_its_own_part_is_what_was_written() -> None:
    assert own_part(assembled(GREETING)) == GREETING
    assert own_part(GREETING) == GREETING


@pytest.mark.parametrize(
    "start", ['if __name__=="__main__":', "if '__main__' == __name__:", "# Go.\nif __name__ == '__main__':"]
)
def test_what_starts_it_is_known_however_it_is_written(start: str, tmp_path: Path) -> None:
    source = GREETING.replace('if __name__ == "__main__":', start)
    whole = assembled(source)
    assert started(whole, tmp_path) == "Hello, Ada\n"
    assert own_part(whole) == source
    lines = whole.split("\n")
    assert not any("__name__" in lines[number - 1] for number in proved_lines(whole))


@pytest.mark.parametrize("language", ["../../../secret", "/etc/secret", "de/../de", ""])
def test_a_language_that_a_model_wrote_is_no_path(language: str) -> None:
    assert words(language) == {}
    assembled(GREETING.replace("def greet", f"LANGUAGE = {language!r}\n\n\ndef greet"))


def test_its_lines_keep_their_numbers() -> None:
    assert assembled(GREETING).split("\n")[6:10] == GREETING.split("\n")[6:10]


def test_parts_are_put_there_once() -> None:
    assert assembled(assembled(GREETING)) == assembled(GREETING)


def test_a_program_without_parts_stays_as_it_is() -> None:
    source = "def double(x):\n    return 2 * x\n"
    assert assembled(source) == source


@pytest.mark.parametrize(
    ("line", "body"),
    [
        ("from parts import (\n    tell,\n    sentence,\n)", "    tell(sentence('Hello, Ada'))\n"),
        ("from parts.telling import tell", '    tell("Hello, Ada")\n'),
        ("from parts import tell as say", '    say("Hello, Ada")\n'),
        ("import json, contextlib\nfrom parts import tell", '    tell("Hello, Ada")\n'),
        ("from parts import tell; import json", '    tell("Hello, Ada")\n'),
        ("from parts import tell\n\n\ndef tell(text):\n    print(text)", '    tell("Hello, Ada")\n'),
        # A name that a part has for itself, and one that it imports otherwise.
        ("from parts import tell\n_LISTENERS = 3", '    tell("Hello, Ada")\n    assert _LISTENERS == 3\n'),
        ("import typing as Callable\nfrom parts import tell", '    tell("Hello, Ada")\n    Callable.cast(int, 1)\n'),
    ],
)
def test_parts_are_imported_in_each_way_that_a_model_writes(line: str, body: str, tmp_path: Path) -> None:
    source = with_import(line, body)
    assert started(assembled(source), tmp_path) == "Hello, Ada\n"
    assert assembled(own_part(assembled(source))) == assembled(source)


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (with_import("from parts import shout"), "There is no part `shout`"),
        (with_import("import parts"), "Import parts at the top"),
        (with_import("from parts import *"), "There is no part `*`"),
        (with_import("", "    from parts import tell\n"), "Import parts at the top"),
        (with_import("from parts import tell\ntell('now')"), "use it only inside functions"),
        (with_import("from parts import tell\n\n\nclass Loud(tell):\n    pass"), "use it only inside functions"),
    ],
)
def test_what_can_not_work_is_said_to_the_model(source: str, said: str) -> None:
    with pytest.raises(NoUsableReply, match=said.replace("*", r"\*")):
        assembled(source)


def test_annotations_may_name_parts(tmp_path: Path) -> None:
    source = with_import("from parts import tell\n\n\ndef f(x: tell) -> tell:\n    return x")
    assert started(assembled(source), tmp_path) == "Hello, Ada\n"


def test_the_lines_of_parts_are_known_as_long_as_nobody_changed_them() -> None:
    whole = assembled(GREETING)
    lines = whole.split("\n")
    found = proved_lines(whole)
    assert MARK in lines[found.start - 1 : found.stop]
    assert not any("greet" in line for line in lines[found.start - 1 : found.stop - 1])
    assert lines[found.stop - 1].startswith("if __name__")
    assert proved_lines(GREETING) == range(0)
    assert proved_lines(whole.replace("else print)(text)", "else print)(text * 2)")) == range(0)


def test_code_behind_a_forged_line_is_never_taken_for_parts() -> None:
    forged = f"def double(x):\n    return helped(x)\n\n\n{MARK}\ndef helped(x):\n    return 2 * x\n"
    assert proved_lines(forged) == range(0)


def test_a_repair_is_put_into_the_program_above_its_parts() -> None:
    earlier = program(assembled(GREETING))
    reply = '```python\ndef greet(name):\n    tell(f"Good day, {name}")\n```'
    repaired = PYTHON.read_program(reply, "", earlier)
    assert 'tell(f"Good day, {name}")' in own_part(repaired.source)
    assert proved_lines(repaired.source)


def test_a_model_is_shown_only_what_it_wrote() -> None:
    shown = PYTHON.render("program", program=program(assembled(GREETING)))
    assert GREETING.strip() in shown
    assert MARK not in shown


def test_only_its_own_functions_are_offered() -> None:
    usage = usage_of(assembled(GREETING))
    assert [offer.signature for offer in usage.functions] == ["greet(name)"]
    assert usage.script


def test_every_part_has_all_that_it_needs() -> None:
    for name in public():
        text = "\n".join(part.text for part in needed([name]))
        assert undefined_names(text) <= {"__file__"}, name
        parse(text)


def test_no_two_parts_have_one_name() -> None:
    names = [name for part in parts() if not part.is_import for name in part.names]
    assert len(names) == len(set(names))


def test_each_import_of_parts_means_the_same_everywhere() -> None:
    """For all of them stand in one file."""
    meant: dict[str, set[str]] = {}
    for line in (parse(part.text).body[0] for part in parts() if part.is_import):
        for alias in line.names if isinstance(line, ast.Import | ast.ImportFrom) else ():
            assert not alias.asname
            meant.setdefault(alias.name.partition(".")[0], set()).add(getattr(line, "module", ""))
    assert {name: origins for name, origins in meant.items() if len(origins) > 1} == {}


TABLES = """from parts import find_files, read_table, run


def main():
    for path in find_files("*.csv"):
        print(read_table(path))


if __name__ == "__main__":
    run(main)
"""


def test_how_it_is_used_is_told_by_the_parts_that_it_uses() -> None:
    usage = usage_of(assembled(TABLES))
    assert (usage.files, usage.arguments, usage.waits, usage.window) == (True, True, True, False)
    assert (usage.questions, usage.reads_stdin, usage.help) == (False, False, False)
    asking = TABLES.replace("read_table(path)", "ask('Who? ')").replace("read_table", "ask")
    assert usage_of(assembled(asking)).questions


def test_the_name_of_the_note_is_one() -> None:
    assert {starting_elsewhere.RECORD, scenario.RECORD} == {own.RECORD}
    assert scenario.ERROR_LOG == telling.ERROR_LOG
