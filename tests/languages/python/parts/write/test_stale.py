"""What an earlier start left among the results of this one is named."""

from __future__ import annotations

from languages.python.parts.run import run
from languages.python.parts.write.placing import write_text
from tests.languages.python.parts.folder import ProgramFolder


def start(folder: ProgramFolder, *names: str) -> list[str]:
    """What is said at the end of a start that writes these."""
    folder.next_start()
    folder.said.clear()

    def main() -> None:
        for name in names:
            write_text(name, name)

    run(main)
    return [said for said in folder.said if said.startswith("From an earlier start")]


def test_a_letter_of_last_week_is_named_among_those_of_today(program_folder: ProgramFolder) -> None:
    assert start(program_folder, "letters/Ada.txt", "letters/Bo.txt", "letters/Emil.txt", "list.txt") == []
    said = ["From an earlier start, “letters” still has: “Emil.txt”"]
    assert start(program_folder, "letters/Ada.txt", "letters/Bo.txt") == said
    assert start(program_folder, "letters/Ada.txt", "letters/Bo.txt", "letters/Emil.txt") == []


def test_only_a_few_names_are_said(program_folder: ProgramFolder) -> None:
    start(program_folder, *(f"letters/{number}.txt" for number in range(8)))
    (said,) = start(program_folder, "letters/0.txt", "letters/1.txt")
    assert said.endswith("has: “2.txt”, “3.txt”, “4.txt”, “5.txt”, “6.txt”, …")


def test_results_that_follow_upon_one_another_are_not(program_folder: ProgramFolder) -> None:
    start(program_folder, "bill 1.txt")
    assert start(program_folder, "bill 2.txt") == []
    assert start(program_folder, "bill 3.txt", "bills.csv") == []


def test_what_is_only_added_to_a_collection_leaves_the_others_in_order(program_folder: ProgramFolder) -> None:
    start(program_folder, "minutes/May.txt", "minutes/June.txt")
    assert start(program_folder, "minutes/July.txt", "minutes/August.txt", "minutes/July.txt") == []


def test_what_the_person_has_changed_is_not(program_folder: ProgramFolder) -> None:
    start(program_folder, "a.txt", "b.txt", "c.txt")
    for name in ("a.txt", "c.txt"):
        (program_folder.path / name).write_text("with a note")
    (program_folder.path / "error log.txt").write_text("")
    assert start(program_folder, "a.txt", "b.txt") == []
