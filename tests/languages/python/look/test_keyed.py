"""Playlists, settings and money, whose lines have a name and a value each."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.languages.python.look.reading import MORE, seen

M3U = "#EXTM3U\n#EXTINF:12,Ada - One\nC:\\Music\\one.mp3\n#EXTINF:-1,Radio\nhttps://example.org/live\n../two.FLAC\nb/3.mp3\n"
OFX = """OFXHEADER:100

<OFX><STMTRS><CURDEF>EUR<BANKTRANLIST>
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20250103120000[-5:EST]<TRNAMT>-12.50</STMTTRN>
<STMTTRN><TRNTYPE>CREDIT</TRNTYPE><DTPOSTED>20250104<TRNAMT>5,00<MEMO>Tea</STMTTRN>
</BANKTRANLIST></STMTRS></OFX>
"""
QIF = "!Type:Bank\nD1/3'25\nT-12.50\nSFood\n$-10.00\nSHome\n$-2.50\n^\nD03.01.2025\nT5,00\n^\nD4.1.2025\n"
PLS = "[playlist]\nFile1=a.mp3\nFile2=b.mp3\nloose\n; no\n"


@pytest.mark.parametrize(
    ("name", "content", "line"),
    [
        ("a.m3u", M3U, "entry x4:"),
        ("a.m3u", M3U, "  #EXTINF (in 2 of 4): 12,Ada - One | -1,Radio"),
        (
            "a.m3u",
            M3U,
            "  written as: a path of Windows with its drive (x1) | an address on the web (x1) | a relative path (x2)",
        ),
        ("a.m3u", M3U, "  ending: .mp3 (x2) | none (x1) | .FLAC (x1)"),
        ("a.ofx", OFX, "STMTTRN x2:"),
        ("a.ofx", OFX, "  DTPOSTED: 20250103120000[-5:EST] | 20250104"),
        ("a.ofx", OFX, "  TRNAMT: -12.50 | 5,00"),
        ("a.ofx", OFX, "  MEMO (in 1 of 2): Tea"),
        ("a.ofx", OFX, "  CURDEF: EUR"),
        ("a.qif", QIF, "!Type:Bank x2:"),
        ("a.qif", QIF, "  D: 1/3'25 | 03.01.2025"),
        ("a.qif", QIF, "  S (in 1 of 2, up to 2 in one): Food"),
        ("a.qif", QIF, "!Type:Bank, the last without ^ x1:"),
        ("a.pls", PLS, "  File1 (up to 2 in one): a.mp3"),
        ("a.pls", PLS, "neither name and value nor a section or a comment: line 4"),
        ("a.env", "A=1\nB='x y'\n", "without a section x1:"),
    ],
)
def test_each_name_comes_with_the_forms_of_its_values(tmp_path: Path, name: str, content: str, line: str) -> None:
    assert line in seen(tmp_path, name, content + MORE)[1]
