"""What a program reads, and whether it waits at its end."""

from __future__ import annotations

import pytest

from languages.python.reads import asks_something, reads_files, waits_at_its_end
from languages.python.syntax import parse

GUARD = """if __name__ == '__main__':
    try:
        main()
    except (KeyboardInterrupt, EOFError):
        print('Stopped.')
"""
WAITING = "    input('Press Enter to close. ')\n"


@pytest.mark.parametrize(
    ("source", "reads"),
    [
        ("open('a.csv')", True),
        ("open('a.csv', encoding='utf-8')", True),
        ("open('a.csv', 'r+')", True),
        ("Path('a.txt').open('w')", False),
        ("open('a.txt', mode='x')", False),
        ("Path('a.txt').read_text()", True),
        ("[name for name in folder.glob('*.jpg')]", True),
        ("pandas.read_csv(name)", True),
        ("document_text(name)", True),
        ("webbrowser.open(page)", False),
        ("Path('a.txt').write_text('')\nprint(input())", False),
        ("def read_payment(line): return line\nread_payment(input())", False),
        ("def read_payment(name): return open(name)\nread_payment(input())", True),
    ],
)
def test_files_that_are_read(source: str, reads: bool) -> None:
    assert reads_files(parse(source)) is reads


@pytest.mark.parametrize(
    ("source", "asks"),
    [
        ("input('Press Enter to close. ')", False),
        ("name = input('Name? ')\ninput('Press Enter to close. ')", True),
        ("Shell().cmdloop()", True),
        ("ask = input", True),
    ],
)
def test_who_only_waits_for_enter_asks_for_nothing(source: str, asks: bool) -> None:
    assert asks_something(parse(source)) is asks


@pytest.mark.parametrize(
    ("body", "waits"),
    [
        ("    print(1)\n" + WAITING, True),
        ("    print(1)\n", False),
        ("    if not found:\n        print('Nothing is there.')\n        return\n" + WAITING, False),
        ("    if not found:\n    " + WAITING + "        return\n" + WAITING, True),
        (
            "    for one in ():\n        try:\n            work()\n        except OSError:\n            return\n"
            + WAITING,
            False,
        ),
        ("    if not found:\n        print('Nothing.')\n    else:\n        print(1)\n" + WAITING, True),
        ("    def inner():\n        return 1\n    print(inner())\n" + WAITING, True),
        ("    try:\n        work()\n    finally:\n    " + WAITING, True),
        ("    try:\n        work()\n    " + WAITING + "    except OSError:\n        print('It failed.')\n", False),
        ("    for one in ():\n        sys.exit(0)\n" + WAITING, False),
        ("    for one in ():\n        sys.exit(2)\n" + WAITING, True),
        ("    main()\n", False),
    ],
)
def test_a_program_waits_only_where_each_of_its_good_ends_does(body: str, waits: bool) -> None:
    assert waits_at_its_end(parse(f"def main():\n{body}\n\n{GUARD}")) is waits


def test_what_may_end_in_silence_is_not_taken_for_waiting() -> None:
    careless = GUARD.replace("(KeyboardInterrupt, EOFError)", "Exception")
    assert not waits_at_its_end(parse(f"def main():\n{WAITING}\n{careless}"))
