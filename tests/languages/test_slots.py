"""A program has a slot for each kind of file that it takes."""

from __future__ import annotations

import pytest

from languages.slots import Slot, slots_of

BANK = Slot("Your statement", ".csv", "statement.csv", ("statement.csv",))


@pytest.mark.parametrize(
    ("files", "program", "slots"),
    [
        (["statement.csv"], 'open("statement.csv")', [BANK]),
        (["statement.csv", "notes.txt", "old.csv"], 'open("statement.csv"), f"{name}.csv"', [BANK]),
        (["statement.csv"], 'Path().glob("*.csv")', [Slot("Your statement", ".csv", "", ("statement.csv",))]),
        (
            ["letter_2025.docx", "members.xlsx"],
            'open("letter_2025.docx"), open("data/members.xlsx")',
            [
                Slot("Your letter", ".docx", "letter_2025.docx", ("letter_2025.docx",)),
                Slot("Your members", ".xlsx", "members.xlsx", ("members.xlsx",)),
            ],
        ),
        (
            ["Bookings January.xlsx", "Bookings March.xlsx"],
            'Path().glob("*.xlsx")',
            [Slot("Your Bookings", ".xlsx", "", ("Bookings January.xlsx", "Bookings March.xlsx"))],
        ),
        (
            ["IMG_1.jpg", "IMG_2.png", "plants.csv"],
            'open("plants.csv"), (".jpg", ".png")',
            [
                Slot("Your plants", ".csv", "plants.csv", ("plants.csv",)),
                Slot("Your pictures", ".jpg", "", ("IMG_1.jpg", "IMG_2.png")),
            ],
        ),
        (
            ["Photos/Camera/IMG_1.jpg", "Photos/Phone/IMG_1.jpg"],
            'Path("Photos").rglob("*")',
            [Slot("Your Photos", ".jpg", "", ("Photos/Camera/IMG_1.jpg", "Photos/Phone/IMG_1.jpg"))],
        ),
        (
            ["Photos/Camera/IMG_1.jpg", "Photos/Phone/IMG_2.jpg"],
            'Path().rglob("*.jpg")',
            [Slot("Your Photos", ".jpg", "", ("Photos/Camera/IMG_1.jpg", "Photos/Phone/IMG_2.jpg"))],
        ),
        (
            ["rules.csv", "rules.txt"],
            'open("rules.csv"), open("rules.txt")',
            [
                Slot("Your rules.csv", ".csv", "rules.csv", ("rules.csv",)),
                Slot("Your rules.txt", ".txt", "rules.txt", ("rules.txt",)),
            ],
        ),
        (["*0.csv", "*1.csv"], '".csv"', [Slot("Your tables", ".csv", "", ("*0.csv", "*1.csv"))]),
        (["a.bin"], "Path().iterdir()", [Slot("Your files", "", "", ("a.bin",))]),
        ([], "Path().iterdir()", [Slot("Your files")]),
    ],
)
def test_slots_by_the_files_that_came_with_the_request(files: list[str], program: str, slots: list[Slot]) -> None:
    assert slots_of(files, program) == tuple(slots)


def test_without_files_those_count_that_its_starts_had_and_it_names() -> None:
    slot = Slot("Your statement", ".csv", "statement.csv")
    found = slots_of([], 'open("statement.csv")', ["statement.csv", "spending.xlsx", "statement.csv"])
    assert found == (slot,)
    assert not slot.many
    assert not slot.has_example


def test_who_takes_no_files_has_no_slot() -> None:
    assert slots_of([], "input()", takes_files=False) == ()
