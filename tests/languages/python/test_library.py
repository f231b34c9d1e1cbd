"""What is known of the parts: their names, their sentences in other languages, and what models are told of them."""

from __future__ import annotations

import re
from importlib import resources

import pytest

from languages.brief import Brief, Kind
from languages.python.library import PACKAGE, WORDS, parts, public, words
from languages.python.reference import AGAINST, ALWAYS, GROUPS, ONLY_FOR, USUAL, reference, remedy

SENTENCES = {english for part in parts() for english in part.sentences}
LANGUAGES = sorted(file.name.removesuffix(".json") for file in resources.files(PACKAGE).joinpath(WORDS).iterdir())
PLACES = re.compile(r"\{\w+[^}]*\}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_sentence_is_said_in_each_language_with_the_same_values(language: str) -> None:
    said = words(language)
    assert sorted(SENTENCES - said.keys()) == []
    assert sorted(said.keys() - SENTENCES) == []
    assert [one for one in SENTENCES if sorted(PLACES.findall(one)) != sorted(PLACES.findall(said[one]))] == []
    assert [one for one in SENTENCES if not said[one].strip()] == []


def test_the_languages_of_the_page_are_among_them() -> None:
    page = {entry.name for entry in resources.files("translations").iterdir() if entry.joinpath("LC_MESSAGES").is_dir()}
    assert page <= set(LANGUAGES)


def test_a_language_with_a_country_has_its_sentences() -> None:
    assert words("de-CH") == words("de")
    assert words("xx") == {}


@pytest.mark.parametrize("kind", USUAL)
def test_what_models_are_told_is_short(kind: Kind) -> None:
    told = reference(Brief(kind, "It reads sales.xlsx."), ["sales.csv"])
    assert len(told) / 4 < 1200, "tokens, of four letters each"
    assert all(re.match(r"(class )?\w+.*: \S", line) for line in told.splitlines())


def test_only_what_a_plan_needs_is_told() -> None:
    assert "read_workbook" in reference(Brief("files", "It reads sales.xlsx."))
    assert "read_workbook" not in reference(Brief("files"))
    assert "keep(" not in reference(Brief("dialogue", uses=("ask",)))
    own = ("read_table(text: str) -> list[str]  # its lines",)
    assert "read_table(" not in reference(Brief("files", interface=own))
    assert "write_table(" in reference(Brief("files", interface=own))
    for text in ("It reads list.docx.", "Die Word-Datei wird gelesen.", "Le document Word est lu."):
        assert "read_document" in reference(Brief("files", text))
        assert "document_text" in reference(Brief("files", text))
    assert "read_document" not in reference(Brief("files", "It counts each word in the password file."))
    assert "run(" in reference(Brief("dialogue", uses=("ask",)))


def test_the_tables_name_parts_that_there_are() -> None:
    named = {*ALWAYS, *ONLY_FOR, *(name for names in AGAINST.values() for name in names)}
    assert named <= public().keys()
    assert {group for groups in USUAL.values() for group in groups} <= GROUPS.keys()


def test_a_part_is_named_against_what_odd_use_found_unless_it_is_used() -> None:
    assert "keep(name, change, start)" in remedy("memory", "print()")
    used = "from parts import keep, recall\n\n\ndef main():\n    keep('a', list, [])\n"
    assert remedy("memory", used) == ""
    assert remedy("clock", "print()") == ""
