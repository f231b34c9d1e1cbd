"""Slides, books and Rich Text."""

from __future__ import annotations

import io
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from languages.python.looking import look
from tests.languages.python.look.reading import seen
from tests.languages.python.test_looking import seen as seen_in_sandbox

# The library that makes slides is in the sandbox alone.
MADE = b"""
import runpy
import sys

import pptx

made = pptx.Presentation()
slide = made.slides.add_slide(made.slide_layouts[1])
slide.shapes.title.text, slide.placeholders[1].text = "Plan", "Tea"
slide.notes_slide.notes_text_frame.text = "say hello"
slide.shapes.add_table(1, 2, 0, 0, 9, 9).table.cell(0, 1).text = "May"
made.save("a.pptx")
sys.argv = ["look_job.py", "a.pptx"]
runpy.run_path("_assay/look_job.py", run_name="__main__")
"""
RTF = rb"{\rtf1\ansi\ansicpg1250{\fonttbl{\f0 Arial;}}{\*\generator X;}\f0 Dear \b J\'f6rg\b0\u8364 ?,\par "
RTF += rb"second \'8aim \{x\}\cell x\row}"


@pytest.mark.docker
def test_slides_show_titles_tables_and_notes() -> None:
    job = look(["a.pptx"])
    making = replace(job, files={**job.files, "_assay/make.py": MADE}, command=("python", "_assay/make.py"))
    sort, excerpt = seen_in_sandbox(making, {})["a.pptx"]
    assert sort == "PowerPoint, 1 slide"
    assert excerpt.splitlines() == [
        "slide 1: Title 1, Content Placeholder 2, Table 3",
        "Plan",
        "Tea",
        "row of a table: ['', 'May']",
        "notes: say hello",
    ]


def test_a_book_shows_how_its_chapters_begin(tmp_path: Path) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("book.opf", '<metadata><dc:title id="t">Tea</dc:title><dc:creator>Ada</dc:creator></metadata>')
        archive.writestr("one.xhtml", "<body><h1>One</h1><p>It was a <b>dark</b> night.</p></body>")
    sort, lines = seen(tmp_path, "a.epub", buffer.getvalue())
    assert sort == "EPUB, 1 part"
    assert lines == ["dc:title: Tea", "dc:creator: Ada", "one.xhtml:", "One", "It was a dark night."]


def test_rich_text_shows_what_it_says(tmp_path: Path) -> None:
    assert seen(tmp_path, "a.rtf", RTF) == ("Rich Text", ["Dear Jörg€,", "second Šim {x} | x"])
    assert seen(tmp_path, "b.rtf", rb"{\rtf1\ansicpg999 " + b"{" * 100_000)[0] == "Rich Text"
