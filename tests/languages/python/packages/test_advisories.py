import sqlite3
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from languages.packages import ANSWERS_LAST
from languages.python.packages.advisories import Advisories, Answer, Vulnerability

WEAK = Vulnerability(id="GHSA-0", description="It can be harmful", fix_versions=("2.0",))
ENTERING = """
import sys
from datetime import UTC, datetime
from pathlib import Path

from languages.python.packages.advisories import Advisories, Answer

for number in range(40):
    Advisories(Path(sys.argv[1])).keep([Answer(pin=f"{sys.argv[2]}=={number}", asked=datetime.now(UTC))])
"""


def answer(pin: str, age: timedelta = timedelta(), *known: Vulnerability) -> Answer:
    return Answer(pin=pin, asked=datetime.now(UTC) - age, vulnerabilities=known)


@pytest.fixture
def advisories(home: Path) -> Advisories:
    return Advisories(home / "advisories.db")


def test_the_last_answer_on_each_version_is_kept_with_its_day(advisories: Advisories) -> None:
    assert advisories.last(["six==1.0"]) == []
    first, last, other = (
        answer("six==1.0", timedelta(days=3)),
        answer("six==1.0", timedelta(days=1), WEAK),
        answer("a==1"),
    )
    advisories.keep([first, other])
    advisories.keep([last])
    assert advisories.last(["six==1.0", "six==2.0", "a==1"]) == [last, other]
    assert Advisories(None).last(["six==1.0"]) == []


def test_an_answer_counts_for_a_while_and_none_comes_from_the_future(advisories: Advisories) -> None:
    ages = {
        "new==1": timedelta(),
        "month==1": ANSWERS_LAST - timedelta(hours=1),
        "old==1": ANSWERS_LAST + timedelta(hours=1),
    }
    advisories.keep([answer(pin, age) for pin, age in (*ages.items(), ("future==1", -timedelta(hours=1)))])
    assert [one.pin for one in advisories.valid([*ages, "future==1"])] == ["new==1", "month==1"]


@pytest.mark.parametrize("content", [b"", b"no database", b"SQLite format 3\0" + bytes(4000)])
def test_a_damaged_file_counts_as_nothing_and_is_begun_anew(advisories: Advisories, content: bytes) -> None:
    assert advisories.file
    advisories.file.parent.mkdir()
    advisories.file.write_bytes(content)
    assert advisories.last(["six==1.0"]) == []
    advisories.keep([answer("six==1.0")])
    assert [one.pin for one in advisories.last(["six==1.0"])] == ["six==1.0"]


@pytest.mark.parametrize(
    "stored",
    [
        b"\xff\xfe",
        7,
        "{}",
        "[" * 100_000,
        '{"pin": "six==1.0"}',
        '{"pin": "six==1.0", "asked": "2026-11-20T10:00:00"}',
        '{"pin": "six==1.0", "asked": "tomorrow"}',
        '{"pin": "other==1.0", "asked": "2026-11-20T10:00:00Z"}',
        '{"pin": "six==1.0", "asked": "2026-11-20T10:00:00Z", "vulnerabilities": [{"id": null}]}',
    ],
)
def test_an_answer_that_can_not_be_read_or_is_about_another_package_is_none(
    advisories: Advisories, stored: object
) -> None:
    assert advisories.file
    advisories.keep([answer("six==1.0"), answer("sound==1")])
    with sqlite3.connect(advisories.file) as database:
        database.execute("UPDATE answers SET answer = ? WHERE pin = 'six==1.0'", [stored])
    assert [one.pin for one in advisories.last(["sound==1", "six==1.0"])] == ["sound==1"]


def test_where_nothing_can_be_written_nothing_breaks(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for file in (tmp_path / "file" / "advisories.db", tmp_path):
        Advisories(file).keep([answer("six==1.0")])
        assert Advisories(file).last(["six==1.0"]) == []


def test_two_processes_lose_nothing_of_each_other(advisories: Advisories) -> None:
    command = [sys.executable, "-c", ENTERING, str(advisories.file)]
    for process in [subprocess.Popen([*command, name]) for name in ("one", "other")]:
        assert process.wait(60) == 0
    assert len(advisories.last([f"{name}=={number}" for name in ("one", "other") for number in range(40)])) == 80
