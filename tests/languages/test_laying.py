"""What is dropped is what the program works on, whatever its name."""

from __future__ import annotations

import pytest

from languages.laying import header, laid, nameless, told

BANK = ("Date", "Description", "Paid out")
RULES = ("Word", "Category")
FIXED = 'open("statement.csv")'
BY_ENDING = 'Path().glob("*.csv")'
THREE = 'open("bank.csv"), open("rules.csv"), open("letter.txt")'
KINDS = {"bank.csv": BANK, "rules.csv": RULES, "letter.txt": ()}


@pytest.mark.parametrize(
    ("program", "known", "given", "paths", "stays"),
    [
        (FIXED, {"statement.csv": BANK}, {}, {}, ["statement.csv"]),
        (FIXED, {"statement.csv": BANK}, {"my bank.csv": BANK}, {"my bank.csv": "statement.csv"}, []),
        (FIXED, {"statement.csv": BANK}, {"Umsatz.CSV": ("Tag", "Betrag")}, {"Umsatz.CSV": "statement.csv"}, []),
        (FIXED, {"statement.csv": BANK}, {"x/Statement.csv": ()}, {"x/Statement.csv": "statement.csv"}, []),
        (FIXED, {"statement.csv": BANK}, {"holiday.txt": ()}, {"holiday.txt": "holiday.txt"}, ["statement.csv"]),
        (BY_ENDING, {"statement.csv": BANK}, {"my bank.csv": BANK}, {"my bank.csv": "my bank.csv"}, []),
        (BY_ENDING, {"a.csv": BANK, "b.jpg": ()}, {"c.csv": BANK}, {"c.csv": "c.csv"}, []),
        (THREE, KINDS, {"mine.csv": BANK}, {"mine.csv": "bank.csv"}, ["rules.csv", "letter.txt"]),
        (THREE, KINDS, {"r.csv": RULES, "b.csv": BANK}, {"r.csv": "rules.csv", "b.csv": "bank.csv"}, ["letter.txt"]),
        (THREE, KINDS, {"dear.txt": ()}, {"dear.txt": "letter.txt"}, ["bank.csv", "rules.csv"]),
        (
            'open("rules.csv"), Path().glob("*.csv")',
            {"rules.csv": RULES, "may.csv": BANK},
            {"june.csv": BANK},
            {"june.csv": "june.csv"},
            ["rules.csv"],
        ),
        ('Path("Photos").iterdir()', {"Photos/a.jpg": ()}, {"b.jpg": ()}, {"b.jpg": "Photos/b.jpg"}, []),
        ('Path().rglob("*.jpg")', {"Photos/a.jpg": ()}, {"Mine/b.jpg": ()}, {"Mine/b.jpg": "Mine/b.jpg"}, []),
        ('"*.docx", "*.xlsx"', {"l.docx": (), "m.xlsx": ()}, {"n.xlsx": ()}, {"n.xlsx": "n.xlsx"}, ["l.docx"]),
    ],
)  # fmt: skip
def test_each_file_takes_the_place_that_it_fits(
    program: str,
    known: dict[str, tuple[str, ...]],
    given: dict[str, tuple[str, ...]],
    paths: dict[str, str],
    stays: list[str],
) -> None:
    laying = laid(known, given, program)
    assert (laying.paths, laying.stays, laying.unclear) == (paths, stays, ())


@pytest.mark.parametrize(
    ("program", "known", "given", "of_which"),
    [
        (FIXED, {"statement.csv": BANK}, {"may.csv": BANK, "june.csv": BANK}, ["statement.csv"]),
        (THREE, KINDS, {"other.csv": ("x", "y")}, ["bank.csv", "rules.csv"]),
        (THREE, {"bank.csv": BANK, "rules.csv": BANK}, {"other.csv": BANK}, ["bank.csv", "rules.csv"]),
    ],
)
def test_what_could_be_either_is_no_guess(
    program: str, known: dict[str, tuple[str, ...]], given: dict[str, tuple[str, ...]], of_which: list[str]
) -> None:
    laying = laid(known, given, program)
    assert (laying.paths, laying.unclear, laying.of_which) == ({}, list(given), of_which)


def test_what_the_person_names_lies_where_they_say() -> None:
    paths = {"my bank.csv": "my bank.csv"}
    assert laid({"statement.csv": BANK}, {"my bank.csv": BANK}, FIXED, ["-v", "my bank.csv"]).paths == paths


def test_what_is_put_onto_a_slot_lies_where_the_program_opens_it_whatever_its_name() -> None:
    given = {"statement.csv": BANK, "mine.txt": ()}
    laying = laid(KINDS, given, THREE, chosen={"statement.csv": "rules.csv", "mine.txt": "letter.txt"})
    assert laying.paths == {"statement.csv": "rules.csv", "mine.txt": "letter.txt"}
    assert laying.stays == ["bank.csv"]
    assert dict(told(laying, ["letter.txt"])) == {
        "made": {"files": "statement.csv"},
        "place": {"file": "statement.csv", "name": "rules.csv"},
        "example": {"files": "bank.csv"},
        "never": {"files": "mine.txt"},
    }


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ("photo.png", "other"),
        ("book.xlsx", "other"),
        ("mine.txt", "place"),
        ("mine.CSV", "place"),
        ("mine.xyz", "place"),
    ],
)
def test_another_kind_of_file_is_said_where_its_ending_tells_it(given: str, name: str) -> None:
    laying = laid({"bank.csv": BANK}, {given: ()}, '"bank.csv"', chosen={given: "bank.csv"})
    assert [said for said, _ in told(laying, [])] == ["made", name]


def test_what_is_handed_over_names_only_what_the_program_names() -> None:
    known = {"statement.csv": BANK, "Ada's pictures/1.jpg": (), "mine.csv": RULES}
    kept = nameless(known, FIXED)
    assert kept == {"statement.csv": BANK, "*1.jpg": (), "*2.csv": RULES}
    assert laid(kept, {"b.csv": BANK}, FIXED).paths == laid(known, {"b.csv": BANK}, FIXED).paths


def test_a_header_is_the_fullest_row_of_names() -> None:
    assert header([["Account", "7"], ["Date", "Sum\t", "To"], ["1", "2", "3"]]) == ["Date", "Sum", "To"]
    assert header([["1", "2"]]) == header([]) == []
