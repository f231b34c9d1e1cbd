"""XML, each place in it once; entities of its own are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from languages.python.look.xmls import xml


def test_a_file_of_one_line_shows_its_elements_and_attributes(tmp_path: Path) -> None:
    path = tmp_path / "a.gpx"
    points = "".join(f'<p lat="4{number}.5"><t>{number}</t></p>' for number in range(9))
    more = "<p lat='-1'/><p><t>x</t><t>y</t></p>"
    path.write_text(
        f'<?xml version="1.0"?><g:gpx xmlns:g="urn:g"><name>A &amp; B</name>{points}{more}</g:gpx>' + " " * 300
    )
    assert xml(path)[1].splitlines() == [
        "[... each place in it, in how many of those around it, and examples: ...]",
        "g:gpx",
        'g:gpx/@xmlns:g: "urn:g"',
        'g:gpx/name: "A & B"',
        "g:gpx/p: x11",
        'g:gpx/p/@lat: 10/11 "40.5", "-1"',
        'g:gpx/p/t: 10/11 x11 "0", "x"',
        "[... with line ends, which it doesn't have, it begins: ...]",
        '<?xml version="1.0"?>',
        '<g:gpx xmlns:g="urn:g">',
        " <name>A &amp; B</name>",
        ' <p lat="40.5">',
        "  <t>0</t>",
        " </p>",
        *[line for number in range(1, 5) for line in (f' <p lat="4{number}.5">', f"  <t>{number}</t>", " </p>")],
        ' <p lat="45.5">',
        "  <t>5</t>",
        "[... cut off here ...]",
    ]


def test_codes_come_each(tmp_path: Path) -> None:
    path = tmp_path / "camt.xml"
    path.write_text("<e>\n" + "".join(f"<d>{code}</d>\n" for code in ["CRDT", "DBIT"] * 30) + "</e>\n")
    assert 'e/d: x60 "CRDT", "DBIT"' in xml(path)[1].splitlines()


def test_what_it_says_of_its_encoding_counts(tmp_path: Path) -> None:
    path = tmp_path / "a.xml"
    path.write_bytes('<?xml version="1.0" encoding="ISO-8859-15"?>\n<a>5 €</a>\n'.encode("iso8859-15"))
    sort, excerpt = xml(path)
    assert sort["with"]["part1"] == "iso-8859-15"
    assert excerpt.endswith("<a>5 €</a>")


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("<a>\n<b>x</a>", "mismatched tag: line 2, column 6"),
        (
            '<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;&b;">]><a>&c;</a>',
            "it declares entities of its own, which aren't read here",
        ),
        ('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>', "it declares entities of its own"),
    ],
)
def test_what_breaks_says_where_and_is_shown_as_text(tmp_path: Path, content: str, problem: str) -> None:
    path = tmp_path / "a.xml"
    path.write_text(content)
    excerpt = xml(path)[1]
    assert excerpt.startswith(f"It can't be opened as .xml: {problem}")
    assert excerpt.endswith(content.splitlines()[-1])
    assert "root:" not in excerpt


def test_a_hundred_thousand_elements_within_each_other_are_no_trouble(tmp_path: Path) -> None:
    path = tmp_path / "a.xml"
    path.write_text("<a>" * 100_000 + "</a>" * 100_000)
    assert "a/a/a/a/a/a/a/a/a/a/a/a/…: x99988" not in xml(path)[1]
    assert "/…" in xml(path)[1]
