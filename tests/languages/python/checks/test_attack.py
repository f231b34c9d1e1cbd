"""What life does to a program, tried on small ones: those that hold are left alone, each fault is found and told."""

from __future__ import annotations

import io
from typing import Any

import openpyxl
import pytest

from cancel import Cancel
from languages.brief import Brief
from languages.checks import CheckContext, Progress
from languages.python.candidates import program, suite
from languages.python.checks import attack, attack_words
from languages.python.checks.attack import AttackCheck
from languages.python.runner.attacks import kinds
from languages.types import CheckReport, TestCase
from sandbox.base import Sandbox

TAKINGS = '''
"""Adds up the takings of a day, and keeps them."""

import json
import os
from decimal import Decimal, InvalidOperation
from pathlib import Path

HERE = Path(__file__).resolve().parent
MEMORY, REPORT, MARK = HERE / "days.json", HERE / "report.txt", "Report of the takings of this one day"


def days():
    if not MEMORY.exists():
        return []
    try:
        return [str(Decimal(day)) for day in json.loads(MEMORY.read_text(encoding="utf-8"))]
    except (ValueError, TypeError, OSError, ArithmeticError):
        raise SystemExit(f"{MEMORY.name} can't be read, and stays as it is.")


def amount(text):
    if not text.isascii():
        return None
    try:
        value = Decimal(text)
    except InvalidOperation:
        return None
    return value if value.is_finite() and 0 <= value < 10**9 else None


def write(path, text):
    """All of it, or nothing."""
    whole = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        whole.write_text(text, encoding="utf-8")
        os.replace(whole, path)
    finally:
        if whole.exists():
            whole.unlink()


def free(path):
    """Nobody's file is overwritten but an earlier report."""
    try:
        is_ours = not path.exists() or path.read_text(encoding="utf-8").startswith(MARK)
    except (OSError, ValueError):
        is_ours = False
    return path if is_ours else path.with_name(f"new {path.name}")


def main():
    kept, total, count = days(), Decimal(0), 0
    print("Days so far:", len(kept))
    while text := input("Amount (Enter ends): ").strip():
        value = amount(text)
        if value is None:
            print("That is no amount.")
            continue
        total, count = total + value, count + 1
    print(f"{count} amounts, together {total}")
    try:
        write(MEMORY, json.dumps([*days(), str(total)]))
        write(free(REPORT), f"{MARK}\\n{total}\\n")
    except OSError as error:
        print("It can't be written:", error.strerror)
    input("Press Enter to close. ")


if __name__ == "__main__":
    try:
        main()
    except (KeyboardInterrupt, EOFError):
        print("\\nStopped.")
'''
TESTS = """
def test_it_adds(program):
    assert "together 7.50" in program.start(typed=["3", "4.50", ""]).text
"""
SUMS = """
import sys
from pathlib import Path

total = 0
try:
    text = Path("sales.csv").read_text(encoding="utf-8-sig", errors="replace")
except OSError as error:
    sys.exit(f"sales.csv: {error.strerror}")
for number, line in enumerate(text.splitlines(), 1):
    name, _, value = line.partition(";")
    try:
        total += int(value)
    except ValueError:
        print("left out: line", number)
print("Sum:", total)
"""
READS = "def test_a(program):\n    program.start(files={'sales.csv': 'name;sold\\nAnn;3\\nBo;4\\nCy;5\\n'})\n"


def attacked(
    sandbox: Sandbox, code: str, tests: str = TESTS, progress: Any = lambda at: None, seconds: float = attack.SECONDS
) -> CheckReport:
    given = suite(tests, (TestCase("test_a", "A.", scenario=True),))
    context = CheckContext(sandbox, Cancel(), brief=Brief("dialogue"), on_progress=progress)
    return AttackCheck(seconds).run(program(code), given, context)


def test_what_holds_is_left_alone_and_it_is_told_what_was_tried(sandbox: Sandbox) -> None:
    heard: list[Progress] = []
    report = attacked(sandbox, TAKINGS, progress=heard.append)
    assert (report.status, report.findings, report.remembers) == ("passed", (), ("days.json",))
    assert report.summary == (
        "It went on, or ended in plain words, at: 18 odd answers to each of 2 questions, Ctrl+C and Ctrl+D at 2 "
        "questions, new starts after it was killed at 2 questions, 2 results that can't be written, 1 damaged memory, "
        "a second start, two starts at once, 1 memory of an earlier start, 1 file that may not be read, 2 results "
        "opened elsewhere, 2 results written over, a start at odd times"
    )
    assert "odd answers to “Amount (Enter ends):”" in {at.now for at in heard}
    assert all(at.done < at.total for at in heard)
    assert attacked(sandbox, SUMS, READS).status == "passed"


FAULTS = {
    "a held key": (
        ("value if value.is_finite() and 0 <= value < 10**9 else None", "value.quantize(Decimal('0.01'))"),
        "The answer to “Amount (Enter ends):” is thirty digits: it ends with an error of Python's (decimal.Inv",
    ),
    "infinity in the result": (
        ("value if value.is_finite() and 0 <= value < 10**9 else None", "value"),
        "The answer to “Amount (Enter ends):” is “inf”: it shows “Infinity”, which is no number",
    ),
    "a digit that is none": (
        ("    if not text.isascii():", "    if text.isdigit():\n        return int(text)\n    if not text.isascii():"),
        "is “²”: it ends with an error of Python's (ValueError)",
    ),
    "all is forgotten": (
        ('print("That is no amount.")', 'print("Once more.")\n            total, count = Decimal(0), 0'),
        "is letters that mean nothing: what was there before is lost, without a word",
    ),
    "it gives up": (
        ('print("That is no amount.")', 'raise SystemExit("That is no amount.")'),
        "it ends, and what had been entered before is lost",
    ),
    "a key that ends it": (
        ("except (KeyboardInterrupt, EOFError)", "except EOFError"),
        "At “Amount (Enter ends):” Ctrl+C was pressed: it ends with an error of Python's (KeyboardInterrupt)",
    ),
    "no room for the result": (
        ("    except OSError as error:", "    except PermissionError as error:"),
        "It writes “report.txt”, and the disk is full: it ends with an error of Python's (OSError)",
    ),
    "somebody's own file": (
        ("path if is_ours else", "path if True else"),
        "and a file of yours has that name already: the file “report.txt” is gone",
    ),
    "an unreadable memory": (
        ("except (ValueError, TypeError, OSError, ArithmeticError)", "except TypeError"),
        "The file “days.json” is empty: it ends with an error of Python's (json.decoder.JSONDecodeError)",
    ),
    "an emptied memory": (
        ('json.loads(MEMORY.read_text(encoding="utf-8"))', 'json.loads(MEMORY.read_text(encoding="utf-8") or "[]")'),
        "The file “days.json” is empty: what was there before is lost, without a word",
    ),
    "a memory that is started anew": (
        ("""raise SystemExit(f"{MEMORY.name} can't be read, and stays as it is.")""", "return []"),
        "The file “days.json” ends in the middle: what was there before is lost, without a word",
    ),
    "a memory that is open while it asks": (
        (
            '    print("Days so far:", len(kept))',
            '    globals()["days"] = lambda: kept\n    MEMORY.write_text("")\n    print("Days so far:", len(kept))',
        ),
        "it was killed, and then it is started again: what was there before is lost, without a word",
    ),
    "an hour that there isn't": (
        (
            '    print("Days so far:"',
            '    import time\n    assert time.localtime()[:4] != (2025, 10, 26, 2)\n    print("Days so far:"',
        ),
        "It is started in the hour that comes twice when summer time ends: it ends with an error",
    ),
    "a loop without an end": (
        ("total + value, count + 1", "total + value, count + 1\n        for _ in range(int(value)):\n            pass"),
        "is thirty digits: it doesn't end",
    ),
    "two at once": (
        ("[*days(), str(total)]", "[*kept, str(total)]"),
        "it is started a second time: what one of them kept in “days.json” is lost, without a word",
    ),
    "two that want the same": (
        (
            '    print("Days so far:", len(kept))',
            "    import fcntl\n    held = open('busy', 'w')\n    fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)",
        ),
        "it is started a second time: it ends with an error of Python's (BlockingIOError)",
    ),
    "a memory that may not be read": (
        ("TypeError, OSError, ArithmeticError", "TypeError, ArithmeticError"),
        "The file “days.json” may not be read: it ends with an error of Python's (PermissionError)",
    ),
    "one that is put away": (
        ("    except (ValueError", "    except PermissionError:\n        return []\n    except (ValueError"),
        "The file “days.json” may not be read: what was there before is lost, without a word",
    ),
    "an older memory": (
        ('read_text(encoding="utf-8"))]', 'read_text(encoding="utf-8")) if day != "0"]'),
        "The file “days.json” is as an earlier start left it: what was there before is lost, without a word",
    ),
    "half a result": (
        ("write(free(REPORT), ", 'free(REPORT).open("w").write('),
        "“report.txt” once more, and the disk becomes full meanwhile: a part of it stays there, without a word",
    ),
    "a text that is called a workbook": (
        ('"report.txt"', '"report.xlsx"'),
        "It writes “report.xlsx”: other programs can't open it (BadZipFile: File is not a zip file)",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_what_no_person_should_meet_is_found(sandbox: Sandbox, fault: str) -> None:
    changed, said = FAULTS[fault]
    assert TAKINGS.count(changed[0]) == 1
    code = TAKINGS.replace(*changed)
    if "10**9" not in code or "range" in code:
        code = code.replace("0 <= value < 10**9", "0 <= value")
    report = attacked(sandbox, code)
    told = "\n".join(f"{finding.message}\n{finding.detail}" for finding in report.findings)
    assert said in told
    assert report.status == "failed", told


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ((', errors="replace"', ""), "The file “sales.csv” is of another sort than its name says"),
        (('print("left out: line", number)', "assert number != 3"), "“sales.csv” has a bad row in the middle"),
        (
            ("total += int(value)", "total += int(value)\n        assert total < 10**9"),
            "“sales.csv” has a row whose days",
        ),
        (
            ('print("left out: line", number)', "number == 1 or sys.exit(1)"),
            "has a bad row in the middle: it ends, and nobody is told why",
        ),
        (('print("Sum:", total)', "print(total, open('sales.csv').readlines()[0])"), "“sales.csv” is empty"),
        (("import sys", "import sys\nassert len(list(Path.cwd().glob('*.csv'))) < 2"), "has a copy beside it"),
        (
            (
                "import sys",
                "import sys\nnames = [*map(str, Path().iterdir())]\nassert len(names) == len({*map(str.lower, names)})",
            ),
            "whose name differs in capital and small letters only",
        ),
    ],
    ids=["bytes", "row", "far", "silent", "empty", "copy", "case"],
)
def test_files_that_are_not_as_they_should_be(sandbox: Sandbox, changed: tuple[str, str], said: str) -> None:
    code = SUMS.replace("import sys\nfrom pathlib import Path", "from pathlib import Path\nimport sys")
    report = attacked(sandbox, code.replace(*changed), READS)
    told = "\n".join(f"{finding.message}\n{finding.detail}" for finding in report.findings)
    assert (report.status, said in told) == ("failed", True), told


SHEET = """
import re
import zipfile

try:
    sheet = zipfile.ZipFile("sales.xlsx").read("xl/worksheets/sheet1.xml").decode()
except (OSError, zipfile.BadZipFile, KeyError):
    raise SystemExit("sales.xlsx can't be read.")
for row in re.findall("<row.*?</row>", sheet, re.DOTALL):
    values = re.findall("<v>(.*?)</v>", row)
    assert len(values) >= CELLS
    assert all(float(value) < MOST for value in values if value != ERROR)
print("Done.")
"""


@pytest.mark.parametrize(
    ("cells", "most", "error", "said"),
    [
        (0, 10, "#N/A", "“sales.xlsx” has a row whose days"),
        (2, 10**9, "#N/A", "“sales.xlsx” has a bad row in the middle"),
        (0, 10**9, "", "“sales.xlsx” has a row in which cells show an error"),
        (0, 10**9, "#N/A", ""),
    ],
    ids=["far", "row", "error", "honest"],
)
def test_rows_of_workbooks_are_not_as_they_should_be_either(
    sandbox: Sandbox, cells: int, most: int, error: str, said: str
) -> None:
    book, content = openpyxl.Workbook(), io.BytesIO()
    for number in range(5):
        book.active.append([number, number])
    book.save(content)
    reads = f"def test_a(program):\n    program.start(files={{'sales.xlsx': {content.getvalue()!r}}})\n"
    code = SHEET.replace("CELLS", str(cells)).replace("MOST", str(most)).replace("ERROR", repr(error))
    report = attacked(sandbox, code, reads)
    told = "\n".join(f"{finding.message}\n{finding.detail}" for finding in report.findings)
    assert (report.status, said in told) == ("failed" if said else "passed", True), told


@pytest.mark.parametrize("name", ["Zoë", "Łucja"])
def test_a_file_in_another_encoding_is_a_text_as_well(sandbox: Sandbox, name: str) -> None:
    content = f"name;sold\n{name};3\n".encode("cp1252" if name == "Zoë" else "cp1250")
    reads = f"def test_a(program):\n    program.start(files={{'sales.csv': {content!r}}})\n"
    code = SUMS.replace(
        "for number, line", "assert b'\\xff\\xfe' != Path('sales.csv').read_bytes()[:2]\nfor number, line"
    )
    told = "\n".join(f"{one.message}\n{one.detail}" for one in attacked(sandbox, code, reads).findings)
    assert "is in UTF-16" in told


def test_a_record_in_json_may_have_values_of_another_sort(sandbox: Sandbox) -> None:
    code = """
import json
from pathlib import Path

if __name__ == "__main__":
    try:
        sales = json.loads(Path("sales.json").read_text(encoding="utf-8"))
        sales = [sale for sale in sales if isinstance(sale, dict) and "price" in sale]
    except (OSError, ValueError, TypeError):
        sales = []
    print("Sum:", sum(sale["price"] for sale in sales))
"""
    content = '[{"name": "tea", "price": 3}, {"name": "cake", "price": 2}]'
    reads = f"def test_a(program):\n    program.start(files={{'sales.json': {content!r}}})\n"
    told = "\n".join(f"{one.message}\n{one.detail}" for one in attacked(sandbox, code, reads).findings)
    assert "The file “sales.json” has a bad row in the middle: it ends with an error of Python's (TypeError)" in told


WRITES = (
    SUMS
    + """
try:
    with open("sum.txt", "w") as out:
        out.write("The sum of all: " + str(total) if total else "")
except OSError as error:
    print(error.strerror)
"""
)


def test_who_puts_nothing_in_the_place_of_a_result_says_so(sandbox: Sandbox) -> None:
    said = (
        "It writes “sum.txt” once more, and what it reads is empty now: it replaces the earlier one by an emptier one"
    )
    report = attacked(sandbox, WRITES, READS)
    assert said not in "".join(finding.message for finding in report.findings)
    silent = WRITES.replace('print("Sum:", total)', 'print("Done.")').replace('print("left out: line", number)', "pass")
    report = attacked(sandbox, silent, READS)
    told = "".join(finding.message for finding in report.findings)
    assert (report.status, said in told) == ("failed", True), told


CUPS = '''
"""Counts the cups of one day, and begins anew each day."""

import json
import os
from datetime import date
from pathlib import Path

PLACE = Path(__file__).resolve().parent / "today.json"


def main():
    before = json.loads(PLACE.read_text(encoding="utf-8")) if PLACE.exists() else {"day": "", "cups": 0}
    today = date.today().isoformat()
    kept = before["cups"] + 0 if before["day"] + "" == today else 0
    cups = int(input("Cups? "))
    if not 0 < cups < 100 or (cups > 50 and input("So many? ") != "y") or (cups < 5 and input("Why? ") == ""):
        return
    whole = PLACE.with_suffix(".new")
    whole.write_text(json.dumps({"day": today, "cups": kept + cups}), encoding="utf-8")
    os.replace(whole, PLACE)
    print("Today:", kept + cups)


try:
    main()
except (OSError, ValueError, KeyError, TypeError, EOFError, KeyboardInterrupt):
    print("That can't be read.")
'''
DAYS = """
def test_many(program):
    program.start(typed=["60", "y"], now="2025-06-17 10:00")


def test_few(program):
    program.start(typed=["2", "tea"], now="{}")
"""


@pytest.mark.parametrize(("now", "tried"), [("2025-06-18 10:00", False), ("2025-06-17 10:00", True)])
def test_what_is_kept_of_another_day_may_go(sandbox: Sandbox, now: str, tried: bool) -> None:
    report = attacked(sandbox, CUPS, DAYS.format(now))
    told = [finding.message for finding in report.findings if "as an earlier start left it" in finding.message]
    assert told == [], report
    forgetful = CUPS.replace('before["day"] + "" == today', 'before["cups"] != 60')
    told = [finding.message for finding in attacked(sandbox, forgetful, DAYS.format(now)).findings]
    assert any("as an earlier start left it" in one for one in told) is tried, told


UNPACKS = """
import zipfile
from pathlib import Path

try:
    with zipfile.ZipFile("post.zip") as post:
        for name in post.namelist():
            Path(name).write_bytes(post.read(name))
except (OSError, EOFError, zipfile.BadZipFile, zipfile.zlib.error, ValueError) as error:
    print("post.zip can't be unpacked:", error)
"""
POST = """
import io, zipfile

def test_a(program):
    post = io.BytesIO()
    with zipfile.ZipFile(post, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("letter.pdf", "no letter at all")
        packed.writestr("list.json", "[1, 2")
    program.start(files={"post.zip": post.getvalue()})
"""


def test_what_only_came_along_in_a_given_file_is_not_held_against_who_unpacks_it(sandbox: Sandbox) -> None:
    report = attacked(sandbox, UNPACKS, POST)
    assert not any("can't open" in finding.message for finding in report.findings), report
    altered = UNPACKS.replace("post.read(name)", "post.read(name)[1:]")
    told = [finding.message for finding in attacked(sandbox, altered, POST).findings]
    assert any("It writes “letter.pdf”: other programs can't open it" in one for one in told), told


FETCHES = """
from pathlib import Path
from urllib.request import urlopen

try:
    Path("june.pdf").write_bytes(urlopen("http://a.org/june.pdf").read())
except OSError as error:
    print("june.pdf can't be had:", error)
"""
FETCHED = """
def test_a(program):
    program.start(web={"http://a.org/june.pdf": b"%PDF june"})
"""


def test_nor_is_what_was_fetched_as_it_is_on_the_web(sandbox: Sandbox) -> None:
    report = attacked(sandbox, FETCHES, FETCHED)
    assert not any("can't open" in finding.message for finding in report.findings), report


MAKES = """
import io, json, zipfile
from pathlib import Path

NAMES, CUT = __NAMES__, 0
packed = io.BytesIO()
with zipfile.ZipFile(packed, "w") as archive:
    archive.writestr("content.xml", "<a>1</a>" * (CUT + 1) if CUT else "<a>1</a>")
made = {
    "zip": packed.getvalue(), "ods": packed.getvalue(), "json": b'[1, 2, "3"]', "svg": b"<svg><g/></svg>",
    "csv": b"a;b",
    "png": bytes.fromhex(
        "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de"
        "0000000c4944415408d763f8ffff3f0005fe02fea7358d6b0000000049454e44ae426082"
    ),
}
for name in NAMES:
    data = made[name]
    data = (data[: -len(data) // 2] if name != "csv" else b"a\\0b") if CUT else data
    try:
        Path("result." + name).write_bytes(data)
    except OSError as error:
        print(error.strerror)
"""


@pytest.mark.parametrize("endings", [["zip", "ods", "json"], ["svg", "csv", "png"]])
def test_each_result_is_opened_by_its_reader(sandbox: Sandbox, endings: list[str]) -> None:
    code = MAKES.replace("__NAMES__", str(endings))
    tests = "def test_a(program):\n    program.start()\n"
    assert not any("can't open" in finding.message for finding in attacked(sandbox, code, tests).findings)
    told = "\n".join(
        f"{one.message}\n{one.detail}" for one in attacked(sandbox, code.replace(", 0\n", ", 1\n"), tests).findings
    )
    assert all(f"It writes “result.{ending}”: other programs can't open it" in told for ending in endings), told


GUESSES = """
def main():
    name, tries = input("Your name: "), 0
    while True:
        tries += 1
        try:
            if int(input("Guess: ")) == 7:
                break
        except ValueError:
            print("Only whole numbers count, but this was a try.")
    print(name, "needed", tries)
    raise SystemExit(0 if tries < 9 else "That were many.")


if __name__ == "__main__":
    try:
        main()
    except (EOFError, KeyboardInterrupt):
        print("Bye")
"""


def test_who_counts_tries_or_says_what_was_typed_is_not_accused(sandbox: Sandbox) -> None:
    tests = "def test_a(program):\n    assert 'Ada needed 3' in program.start(typed=['Ada', '3', '5', '7']).text\n"
    report = attacked(sandbox, GUESSES, tests)
    assert (report.status, report.findings) == ("passed", ()), report.findings


PAGE = """
from pathlib import Path

Path("double.html").write_text('''<!doctype html><title>Double</title>
<label>Number <input id="number"></label> <button id="go">Double</button> <p id="shown">Nothing yet</p>
<script>
document.getElementById("go").onclick = () => {
  const text = document.getElementById("number").value;
  const number = text.trim() && text.length < 16 ? Number(text) : NaN;
  document.getElementById("shown").textContent = Number.isFinite(number) ? 2 * number : "Only numbers, please.";
};
</script>''')
"""


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (("Number.isFinite(number)", "true"), "it shows “NaN”, which is no number"),
        (("Number(text)", "JSON.parse(text)"), "a script of the page falls over"),
    ],
)
def test_pages_get_odd_answers_too(sandbox: Sandbox, changed: tuple[str, str], said: str) -> None:
    tests = "def test_a(program):\n    assert program.start().page().title == 'Double'\n"
    told = [finding.message for finding in attacked(sandbox, PAGE.replace(*changed), tests).findings]
    assert any(said in one for one in told), told
    held = [finding.message for finding in attacked(sandbox, PAGE, tests).findings]
    assert not any("field" in one for one in held), held


def test_functions_start_nothing(sandbox: Sandbox) -> None:
    report = attacked(sandbox, "def double(number):\n    return 2 * number\n")
    assert (report.status, report.summary) == ("passed", attack.NOT_STARTED)


def test_there_are_words_for_all_that_is_tried() -> None:
    assert attack_words.ANSWERS.keys() == kinds.ANSWERS.keys()
    assert attack_words.CHANGED.keys() == {*kinds.FILES, *kinds.MEMORY, *kinds.COPIES}
    assert attack_words.PLACES.keys() == set(kinds.PLACES)
    assert attack_words.CLOCKS.keys() == kinds.CLOCKS.keys()
    assert attack_words.ENDS.keys() == {*kinds.ENDS, *kinds.BREAKS}
    assert attack_words.RESULTS.keys() == set(kinds.RESULTS)
    assert (
        attack_words.RULES.keys()
        == attack_words.DOING.keys()
        == attack_words.COUNTED.keys()
        == {*attack_words.DONE, "page"}
    )
