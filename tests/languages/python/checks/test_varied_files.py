"""Programs that are started with files of which a change makes no difference, and one in which it makes one."""

from __future__ import annotations

from pathlib import Path
from zlib import crc32

import pytest

from languages.python.runner import scenario
from languages.python.runner.scenario import Launch, NewInterpreter
from languages.python.runner.surroundings.varied_files import CHANGES, VariedFiles

SUMS = """
import sys
import zlib
from pathlib import Path

path = Path(__file__).resolve().parent / "sales.csv"
rows = path.read_text(encoding="utf-8-sig").splitlines()
{before}
totals = {{}}
for row in rows:
    name, _, amount = row.partition(";")
    if amount:
        totals[name] = totals.get(name, 0) + float(amount)
{after}
print({shown})
"""
PLAIN = {"before": "", "after": "", "shown": "sorted(totals.items())"}
OWN = b"Ann;3.1\nBo;2.2\nCy;0.7\nAnn;1.3\n"
OTHERS = (
    b"Ann;1\nBo;2\n",
    b"Bo;1.1\nAnn;0.1\nBo;2.2\n",
    b"Zoe;4\nAnn;1\nZoe;0.2\nBo;3\n",
    b"Bo;2\nAnn;1\nCy;1\nAl;9\n",
)
READY = {"Ann": 14.4, "Bo": 12.25, "Cy": 10.7}
CASES = {
    "honest": (PLAIN, set[str]()),
    "as they come": (PLAIN | {"shown": "list(totals.items())"}, set[str]()),
    "a table by what is in the file": (
        PLAIN | {"after": f"if zlib.crc32(path.read_bytes()) == {crc32(OWN)}:\n    totals = {{'Ann': 9.0}}"},
        {"end", "newlines", "mark", "blank", "order"},
    ),
    "a table by its rows": (
        PLAIN | {"after": "if [row.strip() for row in rows][:2] == ['Ann;3.1', 'Bo;2.2']:\n    totals = {'Ann': 9.0}"},
        {"order"},
    ),
    "the first hundred rows": (PLAIN | {"before": "rows = rows[:100]"}, {"many"}),
    "a table by its rows in any order": (
        PLAIN | {"after": f"if sorted(filter(None, rows)) == {sorted(OWN.decode().split())}:\n    totals = {READY}"},
        {"known"},
    ),
    "a price list": (
        PLAIN | {"after": "totals = {n: min([3.10, 2.25, 0.75], key=lambda p: abs(p - v)) for n, v in totals.items()}"},
        set[str](),
    ),
    "a price list of which tests need a part": (
        PLAIN
        | {
            "before": "prices = {'3.1': 14.25, '2.2': 12.5, '0.7': 10.75, '1.3': 9.25}",
            "shown": "sorted(prices.get(row.partition(';')[2].strip(), 1) for row in rows if row)",
        },
        set[str](),
    ),
    "the first 4,096 bytes": (
        PLAIN | {"before": "rows = path.read_text(encoding='utf-8-sig')[:4096].splitlines()"},
        {"many"},
    ),
    "what comes twice, by its line": (
        PLAIN | {"before": "print([n for n, row in enumerate(rows) if row in rows[:n]])"},
        set[str](),
    ),
    "by chance": (PLAIN | {"after": "import time\ntotals['at'] = time.perf_counter_ns()"}, set[str]()),
}


def launch(folder: Path, sales: bytes) -> Launch:
    folder.mkdir()
    (folder / "sales.csv").write_bytes(sales)
    settings = {"now": "", "interrupt": False, "web": None, "seed": 0}
    return Launch(folder, [], "\n", settings, {"HOME": str(folder)})


@pytest.mark.parametrize("case", CASES)
def test_a_ready_answer_is_told_from_one_that_is_worked_out(case: str, tmp_path: Path) -> None:
    parts, expected = CASES[case]
    assert scenario.PROGRAM == "solution.py"
    varied = VariedFiles({"sales.csv": OWN, "photo.jpg": b"\0\1"}, SUMS.format(**parts).encode())
    for number, sales in enumerate((OWN, *OTHERS)):
        varied.heard(launch(tmp_path / str(number), sales), NewInterpreter)
    assert set(varied.found()) == expected


@pytest.mark.parametrize("text", ["Zoë;3\n", "Ann;3\n"])
def test_only_utf_8_gets_its_mark(text: str) -> None:
    marked, _ = CHANGES["mark"]
    assert marked(text.encode()) == text.encode("utf-8-sig")
    assert marked(text.encode("utf-8-sig")) == text.encode()
    assert marked("Zoë".encode("cp850")) == "Zoë".encode("cp850")
