"""Bank statements as banks of several countries write them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.languages.python.look.reading import MORE, seen

GERMAN = """:20:STARTUMS
:25:10020030/1234567
:28C:00001/001
:60F:C250102EUR100,00
:61:2501030103DR10,5NDDTNONREF//BANK1
/OCMT/EUR10,5/
:86:105?00FOLGELASTSCHRIFT?20EREF+A-1?2
1SVWZ+Gas?32Stadtwerke
:61:250104RC3,NMSCNONREF
:86:899?00STORNO?20Gas
:62F:C250104EUR92,50
-
"""
DUTCH = """{1:F01INGBNL2ABXXX0000000000}{2:I940INGBNL2AXN}{4:
:20:P140220000000001
:25:NL69INGB0123456789EUR
:60F:C140219EUR662,23
:61:1402200220C1,56NTRFEREF//00000000001005
:86:/EREF/EV12341REP/REMI/USTD//Fee 2014/
:62F:C140220EUR663,79
-}
"""
POLISH = """:20:1
:25:/PL49102028922276300500000000
:60F:C081022PLN1000,00
:61:081023C50,00N770NONREF
:86:770<00PRZELEW<10
<20Za obiad
:62F:C081023PLN1050,00
"""


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (GERMAN, ":61: (a booking) x2:"),
        (GERMAN, "  entry date (in 1 of 2): 0103"),
        (GERMAN, "  mark: D (x1) | RC (x1)"),
        (GERMAN, "  funds (in 1 of 2): R"),
        (GERMAN, "  amount: 10,5 | 3,"),
        (GERMAN, "  rest (in 1 of 2): /OCMT/EUR10,5/"),
        (GERMAN, "  before the first code: 105"),
        (GERMAN, "  ?32 (in 1 of 2): Stadtwerke"),
        (GERMAN, "a line ends within a code such as ?20, which goes on in the next line: line 7"),
        (GERMAN, "statements end with: - x1"),
        (DUTCH, "SWIFT envelope in { }: line 1"),
        (DUTCH, "statements end with: -} x1"),
        (DUTCH, "  /REMI/: USTD//Fee 2014/"),
        (POLISH, "  currency: PLN"),
        (POLISH, "  <20: Za obiad"),
        (POLISH, "statements end with: nothing of their own"),
        (":20:1\n:61:soon\n", ":61: or a balance that isn't in the usual form: line 2"),
    ],
)
def test_the_parts_of_fields_come_with_each_form(tmp_path: Path, content: str, line: str) -> None:
    sort, lines = seen(tmp_path, "umsatz.sta", content + MORE)
    assert sort.startswith("bank statements (MT940), utf-8")
    assert line in lines


@pytest.mark.parametrize("content", [GERMAN, DUTCH, POLISH])
def test_they_are_known_by_how_they_begin(tmp_path: Path, content: str) -> None:
    assert seen(tmp_path, "export.txt", content)[0].startswith("bank statements (MT940)")
