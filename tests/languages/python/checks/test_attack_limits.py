"""What the attack says of what it could not try, and that no program says it in its place."""

from __future__ import annotations

from languages.python.checks import attack
from sandbox.base import Sandbox

from .test_attack import FAULTS, READS, SUMS, TAKINGS, TESTS, attacked

FALLS_AT_A_KEY = TAKINGS.replace(*FAULTS["a key that ends it"][0])
KEY = FAULTS["a key that ends it"][1]


def test_each_kind_is_tried_before_any_is_to_its_end(sandbox: Sandbox) -> None:
    report = attacked(sandbox, TAKINGS, seconds=0.2)
    assert report.status == "passed"
    tried, _, left = report.summary.partition("; there was no time for all of: ")
    assert "odd answers to" in left, report.summary
    assert "Ctrl+C and Ctrl+D at 1 question" in tried, report.summary
    told = [finding.message for finding in attacked(sandbox, FALLS_AT_A_KEY, seconds=0.2).findings]
    assert any(KEY in one for one in told), told


def test_what_matters_is_not_left_out_silently() -> None:
    said = {"tried": [["again", ""], ["answer", "Amount:"]], "begun": [["end", "Amount:"]], "left": [["file", "a.csv"]]}
    assert attack._untried(said) == "There was no time to try: 1 given file damaged"
    assert attack._untried({**said, "left": [["place", "a.csv"], ["end", "Name:"]]}) == ""
    assert attack._untried({"tried": [], "begun": [], "left": said["tried"]}) == attack.NO_TIME


def test_packages_are_imported_once_for_all_starts(sandbox: Sandbox) -> None:
    code = f"import sys\nassert 'PIL.Image' in sys.modules\nfrom PIL import Image\n{SUMS}"
    report = attacked(sandbox, code, READS)
    assert report.status == "passed", report.summary


def test_a_start_that_hangs_takes_no_other_with_it(sandbox: Sandbox) -> None:
    code = TAKINGS.replace("def amount(text):", "def amount(text):\n    while text == 'hang':\n        pass")
    hangs = "def test_a(program):\n    program.start(typed=['hang'])\n"
    report = attacked(sandbox, code, hangs + TESTS)
    assert (report.status, "18 odd answers to each of 2 questions" in report.summary) == ("passed", True), report


def test_only_what_was_tried_is_counted(sandbox: Sandbox) -> None:
    code = TAKINGS.replace("def days():", "import time\nassert time.localtime()[0] > 2025\n\ndef days():")
    report = attacked(sandbox, code)
    assert (report.status, "odd times" in report.summary) == ("passed", False), report.summary


def test_large_files_are_watched_like_others(sandbox: Sandbox) -> None:
    reads = READS.replace("'name;sold\\nAnn;3\\n", "'name;sold\\n' + 30_000 * f'{100 * \"A\"};3\\n' + '")
    assert reads != READS
    careless = SUMS.replace('print("left out: line", number)', 'number > 1 and Path("sales.csv").write_text("")')
    told = "\n".join(finding.message for finding in attacked(sandbox, careless, reads).findings)
    assert "the file “sales.csv” is gone" in told


FORGES = """
import json, os, signal
from pathlib import Path

said = {"found": [], "starts": 1, "tried": [["answer", "Amount:"]], "begun": [], "left": []}
job = Path(f"/proc/{os.getppid()}/cwd")
try:
    (job / "attack.json").write_text(json.dumps(said))
    print(json.dumps(said), file=open(f"/proc/{os.getppid()}/fd/1", "w"))
finally:
    os.kill(os.getppid(), signal.SIGKILL)
"""


def test_no_program_reports_in_the_place_of_the_attack(sandbox: Sandbox) -> None:
    assert attacked(sandbox, FORGES + TAKINGS, TESTS).status == "not_checked"


def test_a_program_that_tests_import_changes_nothing_of_it(sandbox: Sandbox) -> None:
    patch = "import sys\nif 'answers' in sys.modules:\n    sys.modules['answers'].early_ends = lambda *_: ()\n"
    told = [one.message for one in attacked(sandbox, patch + FALLS_AT_A_KEY, "import solution\n" + TESTS).findings]
    assert any(KEY in one for one in told), told


def test_a_result_of_an_earlier_start_is_no_file_of_the_persons(sandbox: Sandbox) -> None:
    code = SUMS.replace('print("left out: line", number)', 'number > 1 and sys.exit("No number.")')
    code = code.replace("total = 0", 'result = open("total.txt", "w")\ntotal = 0') + "result.write(str(total))\n"
    reads = READS.replace("files={", "files={'total.txt': '12', ")
    told = [one.message for one in attacked(sandbox, code, reads).findings if one.is_serious]
    assert not told
