"""Calendars and contacts as the programs of several makers write them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.languages.python.look.reading import MORE, seen

GOOGLE = """BEGIN:VCALENDAR\r
PRODID:-//Google Inc//Google Calendar 70.9054//EN\r
BEGIN:VEVENT\r
DTSTART:20250503T080000Z\r
DTEND:20250503T090000Z\r
RRULE:FREQ=WEEKLY;BYDAY=SA\r
EXDATE;TZID=Europe/Berlin:20250510T100000\r
ATTENDEE;CUTYPE=INDIVIDUAL;CN="Bo: the second";X-NUM-GUESTS=0:mailto:bo@example.org\r
ATTENDEE;CUTYPE=INDIVIDUAL;CN=Cy;X-NUM-GUESTS=0:mailto:cy@example.org\r
SUMMARY:Choir\\, then\r
  cake\r
BEGIN:VALARM\r
TRIGGER:-P0DT0H30M0S\r
END:VALARM\r
END:VEVENT\r
BEGIN:VEVENT\r
DTSTART;VALUE=DATE:20250601\r
SUMMARY:Away\r
END:VEVENT\r
BEGIN:VEVENT\r
DTSTART;TZID="W. Europe Standard Time":20250602T100000\r
SUMMARY:Outlook's\r
END:VEVENT\r
BEGIN:VTODO\r
DUE:20250603T100000\r
END:VTODO\r
END:VCALENDAR\r
"""
NOKIA = """BEGIN:VCARD\r
VERSION:2.1\r
N;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:M=C3=BCller;J=C3=B6rg=\r
=20the=20long\r
TEL;CELL;PREF:+49 171 1\r
TEL;CELL:0171 2\r
END:VCARD\r
BEGIN:VCARD\r
VERSION:2.1\r
N;ENCODING=QUOTED-PRINTABLE;CHARSET=WINDOWS-1250:=8Aim;Jan\r
NOTE;ENCODING=QUOTED-PRINTABLE:=FC\r
TEL;CELL:0171 3\r
END:VCARD\r
"""
APPLE = """BEGIN:VCARD
VERSION:3.0
FN:Ada
item1.TEL:+1 212 555
item1.X-ABLabel:_$!<Other>!$_
item2.TEL:+1 212 556
PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABQODxIPDRQSEBIXFRQYHjIhHh
 BMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjshITt8
 BMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjshITt8
 BMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjshITt8
END:VCARD
BEGIN:VCARD
VERSION:4.0
FN:Bo
TEL;VALUE=uri;TYPE="voice,cell":tel:+49-30-1
END:VCARD
"""


@pytest.mark.parametrize(
    ("name", "content", "line"),
    [
        ("a.ics", GOOGLE, "VEVENT x3:"),
        ("a.ics", GOOGLE, "  DTSTART (in 1 of 3): 20250503T080000Z"),
        ("a.ics", GOOGLE, "  DTSTART;VALUE=DATE (in 1 of 3): 20250601"),
        ("a.ics", GOOGLE, '  DTSTART;TZID="W. Europe Standard Time" (in 1 of 3): 20250602T100000'),
        ("a.ics", GOOGLE, "  RRULE (in 1 of 3): FREQ=WEEKLY;BYDAY=SA"),
        (
            "a.ics",
            GOOGLE,
            "  ATTENDEE;CUTYPE=...;CN=...;X-NUM-GUESTS=... (in 1 of 3, up to 2 in one): mailto:bo@example.org",
        ),
        ("a.ics", GOOGLE, "VALARM in VEVENT x1:"),
        ("a.ics", GOOGLE, "VTODO x1:"),
        ("a.ics", GOOGLE, "1 folded lines go on in the next, after a blank: line 11"),
        ("a.ics", GOOGLE, "SUMMARY:Choir\\, then"),
        ("a.vcf", NOKIA, "VCARD 2.1 x2:"),
        ("a.vcf", NOKIA, "  TEL;CELL: 0171 2"),
        ("a.vcf", NOKIA, "1 quoted-printable lines end in = and go on in the next: line 3"),
        ("a.vcf", NOKIA, "decoded from UTF-8, line 3: N: Müller;Jörg the long"),
        ("a.vcf", NOKIA, "decoded from WINDOWS-1250, line 10: N: Šim;Jan"),
        ("a.vcf", NOKIA, "quoted-printable that isn't in its CHARSET (UTF-8 where it has none): line 11"),
        ("a.vcf", APPLE, "VCARD 3.0 x1:"),
        ("a.vcf", APPLE, "  item1.TEL (up to 2 in one): +1 212 555"),
        ("a.vcf", APPLE, "  item1.X-ABLabel: _$!<Other>!$_"),
        ("a.vcf", APPLE, "VCARD 4.0 x1:"),
        ("a.vcf", APPLE, '  TEL;VALUE=uri;TYPE="voice,cell": tel:+49-30-1'),
        ("a.vcf", APPLE, "[... 2 lines left out here ...]"),
    ],
)
def test_each_form_comes_once_with_an_example(tmp_path: Path, name: str, content: str, line: str) -> None:
    assert line in seen(tmp_path, name, content)[1]


@pytest.mark.parametrize(
    ("content", "line"),
    [
        ("BEGIN:VCARD\nFN:Ada\n", "not closed by END: line 1"),
        ("BEGIN:VCARD\nFN:Ada\nEND:VCARD\nEND:VCARD\n", "BEGIN, END or property out of place: line 4"),
        ("BEGIN:VCARD\nFN:Ada\nEND:VCARD\nFN:Bo\n", "BEGIN, END or property out of place: line 4"),
        ("BEGIN:VCARD\nFN:Ada\nBerlin\nEND:VCARD\n", "neither NAME:value nor the rest of a line before: line 3"),
    ],
)
def test_what_is_broken_is_said_with_its_place(tmp_path: Path, content: str, line: str) -> None:
    lines = seen(tmp_path, "a.vcf", content + MORE)[1]
    assert line in lines
    assert any(one.startswith("VCARD x1") for one in lines)


def test_they_are_known_by_how_they_begin(tmp_path: Path) -> None:
    assert seen(tmp_path, "kontakte.txt", "\ufeff" + NOKIA)[0].startswith("contacts (vCard), utf-8-sig, 13 lines")
    assert seen(tmp_path, "calendar", GOOGLE)[0].startswith("a calendar (iCalendar), utf-8")


def test_a_few_lines_are_shown_as_they_are(tmp_path: Path) -> None:
    lines = ["BEGIN:VCARD", "VERSION:3.0", "FN:Ada", "END:VCARD"]
    assert seen(tmp_path, "a.vcf", "\n".join([*lines, ""]))[1] == lines


@pytest.mark.parametrize("line", ["BEGIN:VEVENT\n" * 50_000, "A" * 3_000_000, ('A;"' * 300_000), ' "' * 300_000 + "\n"])
def test_a_hostile_one_is_read_soon(tmp_path: Path, line: str) -> None:
    sort, lines = seen(tmp_path, "a.ics", "BEGIN:VCALENDAR\n" + line)
    assert sort.startswith("a calendar")
    assert len("\n".join(lines)) < 4_000
