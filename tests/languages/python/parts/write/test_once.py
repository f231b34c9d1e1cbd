"""What is fetched under two names, or once more, is saved once."""

from __future__ import annotations

from languages.python.parts.write.once import write_once
from tests.languages.python.parts.folder import ProgramFolder

PDF = b"%PDF-1.4 minutes of May"


def test_the_same_is_saved_once_whatever_it_is_called(program_folder: ProgramFolder) -> None:
    place = program_folder.path / "minutes" / "May.pdf"
    assert write_once("minutes/May.pdf", PDF) == (place, True)
    assert write_once("minutes/May (download).pdf", PDF) == (place, False)
    assert program_folder.said[-1] == "“May (download).pdf” is saved already, as “May.pdf”."
    assert write_once("minutes/May.pdf", PDF) == (place, False)
    assert write_once("other/May.pdf", PDF)[1]
    assert sorted(one.name for one in (program_folder.path / "minutes").iterdir() if one.name[0] != ".") == ["May.pdf"]


def test_others_of_that_name_are_saved_as_ever(program_folder: ProgramFolder) -> None:
    write_once("May.pdf", PDF)
    (program_folder.path / "June.pdf").write_bytes(PDF)
    other = program_folder.path / "June (2).pdf"
    assert write_once("June.pdf", PDF + b"!") == (other, True)
    assert write_once("July.pdf", PDF + b"!") == (other, False)


def test_what_the_person_has_renamed_is_known(program_folder: ProgramFolder) -> None:
    write_once("May.pdf", PDF)
    (program_folder.path / "May.pdf").rename(program_folder.path / "The best of May.pdf")
    program_folder.next_start()
    assert write_once("May.pdf", PDF) == (program_folder.path / "The best of May.pdf", False)
    (program_folder.path / "The best of May.pdf").write_bytes(PDF[:5])
    assert write_once("May.pdf", PDF)[1]
