"""What starts of a program leave, made and looked at in a real sandbox, of an honest program and of a hostile one."""

from __future__ import annotations

import io
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import openpyxl
import pytest
from PIL import Image

from agent.outcomes import outcome_of
from cancel import Cancel
from languages.outcome import AT_ONCE, FileOut, Outcome, Said, Start, Table
from languages.python.candidates import program, suite
from languages.python.language import PYTHON
from languages.types import TestCase
from sandbox.base import Sandbox, SandboxSpec
from sandbox.registry import open_sandbox

pytestmark = pytest.mark.docker

BANK = b"day,amount\n2025-01-02,10\n2025-01-03,20\n"
HONEST = """
import csv, pathlib, shutil


def main():
    name = input("Who? ")
    print(f"Hello, {name}")
    rows = list(csv.reader(open("bank.csv", encoding="utf-8", newline="")))
    pathlib.Path("out/none yet").mkdir(parents=True)
    with open("out/sums.csv", "w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([["month", "sum"], ["January", sum(int(row[1]) for row in rows[1:])]])
        csv.writer(file).writerow(["[... 9 rows left out here ...]", "x" * 70, *range(12)])
    shutil.copy("form.xlsx", "out/sums.xlsx")
    shutil.copy("logo.png", "out/chart.png")
    shutil.copy("list.pdf", "out/list.pdf")
    pathlib.Path("page.html").write_text(
        "<head><title>Jars</title><style>p { color: red }</style></head><script>alert(1)</script><h1>Honey</h1>"
        "<p hidden>not this</p><table><tr><td>May<td>7</table><img src='jar.png' alt='A jar'>"
        "<label>Seen <input type=checkbox></label>"
    )
    pathlib.Path("bank.csv").write_text("day,amount\\n2025-01-02,11\\n2025-01-03,20\\n")
    pathlib.Path("rules.txt").unlink()
    input("Press Enter to close. ")


if __name__ == "__main__":
    main()
"""
HONEST_TESTS = '''
def test_sums(program):
    """It sums."""
    assert program.start(typed=["Ada"], args=["a b.csv"]).text.startswith("Who? Hello, Ada\\nPress Enter")


def test_nothing():
    """It starts nothing."""
'''
HOSTILE = r"""
import os, pathlib, sys
for number in range(3000):
    pathlib.Path(f"many-{number}").touch()
for name in ("0-back\\slash", "0-new\nline", "0-fine.txt", "0" * 250):
    pathlib.Path(name).write_text(name)
pathlib.Path(os.fsdecode(b"0-\xff")).write_text("no text")
os.symlink("/etc/passwd", "0-link.txt")
os.symlink("/", "0-folder")
os.mkfifo("0-fifo")
with open("0-big.bin", "wb") as file:
    file.truncate(60 << 20)
pathlib.Path("0-bomb.png").write_bytes(b"\x89PNG broken")
pathlib.Path("0-bomb.xlsx").write_bytes(b"PK\x03\x04 broken")
pathlib.Path("0-page.svg").write_text("<svg onload='alert(1)'/>")
print("\x02forged\x03" + "x" * 100_000)
while True:
    pass
"""


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    logo = saved(Image.new("RGB", (2000, 1000), "red"), "PNG")
    files = {"bank.csv": BANK, "form.xlsx": form(), "logo.png": logo, "rules.txt": b"tea: food\n"}
    files["list.pdf"] = saved(Image.new("RGB", (1000, 2000), "green"), "PDF")
    opened = open_sandbox(SandboxSpec(PYTHON.toolset, files=files), "docker", None, lambda _: None)
    yield opened
    opened.close()


def form() -> bytes:
    book = openpyxl.Workbook()
    for number in range(700):
        book.active.append([f"row {number}"])
    book.active.append(["total", "=1+2", datetime(2025, 6, 2), datetime(2025, 6, 2, 14, 30)])  # noqa: DTZ001
    return saved(book)


def saved(made: Any, *kind: str) -> bytes:
    buffer = io.BytesIO()
    made.save(buffer, *kind)
    return buffer.getvalue()


def outcome(sandbox: Sandbox, code: str, tests: str) -> Outcome:
    made = suite(tests, (TestCase("test_sums", "It sums.", scenario=True),))
    return outcome_of(program(code), made, PYTHON, lambda job: sandbox.run(job, Cancel()))


def named(start: Start) -> dict[str, FileOut]:
    return {file.path: file for file in start.files}


def test_nothing_is_told_of_a_double_click_where_there_is_nothing_to_fetch(sandbox: Sandbox) -> None:
    code = "import urllib.request\nprint(len(urllib.request.urlopen('http://a.org/').read()))\n"
    tests = "def test_sums(program):\n    assert program.start(web={'http://a.org/': 'tea'}).text == '3\\n'\n"
    assert [start.test for start in outcome(sandbox, code, tests).starts] == ["test_sums"]


def test_what_a_program_asks_gets_and_leaves_is_kept(sandbox: Sandbox) -> None:
    made = outcome(sandbox, HONEST, HONEST_TESTS)
    at_once, start, beside_own = made.starts
    assert (at_once.test, at_once.own, start.own) == (AT_ONCE, True, False)
    # What a test typed beside other files or arguments is typed beside the person's own as well.
    assert (beside_own.test, beside_own.own, beside_own.arguments) == ("test_sums", True, ())
    assert beside_own.said == start.said
    assert [turn.text for turn in at_once.said if turn.typed] == ["", ""]
    assert (start.test, start.arguments) == ("test_sums", ("a b.csv",))
    assert start.given == ("bank.csv", "form.xlsx", "list.pdf", "logo.png", "rules.txt")
    assert start.said == (
        Said("Who? "),
        Said("Ada", typed=True),
        Said("Hello, Ada\nPress Enter to close. "),
        Said("", typed=True),
    )
    assert (start.problem, start.left_out, made.left_out) == ("", (), ())
    files = named(start)
    assert list(files) == [
        "out/none yet",
        "bank.csv",
        "out/chart.png",
        "out/list.pdf",
        "out/sums.csv",
        "out/sums.xlsx",
        "page.html",
        "rules.txt",
    ]
    assert files["out/none yet"].sort == "an empty folder"
    assert files["bank.csv"].difference[2:4] == ("-2025-01-02,10", "+2025-01-02,11")
    assert [file.path for file in start.touched] == ["bank.csv", "rules.txt"]
    assert (files["rules.txt"].change, files["rules.txt"].size) == ("removed", 10)
    odd = ("\\[... 9 rows left out here ...]", "x" * 70, *map(str, range(10)), "[... +2 ...]")
    assert files["out/sums.csv"].tables == (Table("", (("month", "sum"), ("January", "30"), odd), numbers=(1, 2, 3)),)
    (sheet,) = files["out/sums.xlsx"].tables
    assert (sheet.rows[0], sheet.last[-1]) == (("row 0",), ("total", "=1+2", "2025-06-02", "2025-06-02 14:30:00"))
    assert (len(sheet.rows) + len(sheet.last), sheet.more) == (60, 641)
    assert (sheet.numbers[53:55], sheet.numbers[-1]) == ((54, 696), 701)
    assert files["page.html"].excerpt.splitlines() == [
        "[... title of its tab: Jars ...]",
        "Honey",
        "May  7",
        "Seen",
        "[... picture: A jar ...]",
        "[... checkbox: Seen ...]",
    ]
    with Image.open(io.BytesIO(made.contents[files["out/chart.png"].picture])) as picture:
        assert (picture.format, picture.size) == ("PNG", (640, 320))
    with Image.open(io.BytesIO(made.contents[files["out/list.pdf"].picture])) as first:
        assert first.size == (320, 640)
        assert first.convert("RGB").getpixel((100, 100)) == pytest.approx((0, 128, 0), abs=3)
    assert made.contents[files["out/sums.csv"].digest].startswith(b"month,sum\r\nJanuary,30\r\n")
    assert {file.unseen for file in start.files} == {""}


def test_what_a_hostile_program_leaves_is_bounded_and_told_in_words(sandbox: Sandbox) -> None:
    made = outcome(sandbox, HOSTILE, HONEST_TESTS)
    start = made.starts[0]
    assert "did not finish" in start.problem
    assert start.said[0] == Said("forged", typed=True)
    files = named(start)
    assert len(files) <= 20
    assert {"0-fine.txt", "0-big.bin"} <= files.keys()
    assert not {"0-link.txt", "0-fifo", "0-back\\slash", "0-new\nline"} & files.keys()
    assert (files["0-big.bin"].sort, files["0-big.bin"].digest) == ("too large to be kept", "")
    assert (files["0-big.bin"].unseen, files["0-bomb.png"].unseen) == ("content", ""), "it says that it is broken"
    assert "broken" in files["0-bomb.xlsx"].sort
    assert not any(file.picture for file in files.values())
    assert any("too many files" in sentence for sentence in start.left_out)
    assert sum(map(len, made.contents.values())) < 9 << 20
    assert sum(len(turn.text) for turn in start.said) < 25_000


def test_starts_at_a_time_that_a_test_sets_are_among_the_persons_own_files_and_say_so(sandbox: Sandbox) -> None:
    code = "from datetime import date\nprint(date.today())\n"
    tests = "def test_sums(program):\n    assert '2025-06-03' in program.start(now='2025-6-3 8:00').text\n"
    at_once, start = outcome(sandbox, code, tests).starts
    assert [(one.own, one.at, one.is_theirs) for one in (at_once, start)] == [
        (True, "", True),
        (True, "2025-06-03 08:00", False),
    ]


def test_what_many_starts_leave_alike_is_told_of_each(sandbox: Sandbox) -> None:
    """What is told of a run has limits; what doesn't fit there is no content that nobody can be shown."""
    code = (
        "from pathlib import Path\nname = input()\n"
        "words = name if len(name) > 1 else 'the same'\n"
        "Path('a.csv').write_text('\\n'.join(f'{words},{number}' + ',a long cell' * 9 for number in range(50)))\n"
    )
    names = [*"abcdefghij", *(f"another {number}" for number in range(12))]
    each = f"import pytest\n\n@pytest.mark.parametrize('name', {names!r})\n"
    tests = f"{each}def test_sums(program, name):\n    program.start(typed=[name])\n"
    _, *starts = outcome(sandbox, code, tests).starts
    found = [named(start)["a.csv"].unseen for start in starts]
    assert found[:10] == [""] * 10
    assert (found[10], found[-1]) == ("", "room")
