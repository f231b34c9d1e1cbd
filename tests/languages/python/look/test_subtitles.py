"""Subtitles and lyrics, in order and out of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.languages.python.look.reading import MORE, seen

SRT = """1
00:00:01,600 --> 00:00:04,200
Good <i>day</i>!

2
00:00:04,000 --> 00:00:05.5
{\\an8}Over

5
00:00:09,000 --> 00:00:08,000

00:00:10,000 --> 00:00:11,000
One

two

7

8
00:00:12,000 -> 00:00:13,000
Three
9
00:00:13,x --> 00:00:14
"""
VTT = """WEBVTT

NOTE of ours

intro
00:01.000 --> 00:02.000 align:start
<v Ada>Hi
"""
ASS = """[Script Info]
Title: Film
[V4+ Styles]
Format: Name, Fontname
Style: Default,Arial
[Events]
Format: Layer, Start, End, Style, Text
Dialogue: 0,0:00:01.00,0:00:02.00,Default,{\\i1}Hello, you{\\i0}
Dialogue: 0,0:00:03.00,0:00:04.00,Sign,Exit
"""
LRC = "[ti:Song]\n[00:12.50]One\n[00:15.1][01:15.10]Chorus\nnone\n"


@pytest.mark.parametrize(
    ("name", "content", "line"),
    [
        ("a.srt", SRT, "cue with no number, as others have: line 12"),
        ("a.srt", SRT, "cue with a number that doesn't follow: line 10, 20"),
        ("a.srt", SRT, "cue with an end before its begin: line 10"),
        ("a.srt", SRT, "cue with a begin before the end of the one before: line 6"),
        ("a.srt", SRT, "cue with no text: line 10"),
        ("a.srt", SRT, "cue with a blank line in its text: line 12"),
        ("a.srt", SRT, "an arrow between what can't be read as times: line 23"),
        ("a.srt", SRT, "within texts: <i> x1 </i> x1 {\\an8} x1"),
        ("a.vtt", VTT, "  line before its times: intro"),
        ("a.vtt", VTT, "  times: 00:01.000 --> 00:02.000 align:start"),
        ("a.ass", ASS, "[Events] Dialogue x2:"),
        ("a.ass", ASS, "  Text: {\\i1}Hello, you{\\i0} | Exit"),
        ("a.ass", ASS, "[V4+ Styles] Style x1:"),
        ("a.ass", ASS, "within texts: {\\i1} x1 {\\i0} x1"),
        ("a.lrc", LRC, "[ti:] x1: Song"),
        ("a.lrc", LRC, "line with times x2:"),
        ("a.lrc", LRC, "  time (up to 2 in one): 00:12.50"),
        ("a.lrc", LRC, "line without a time x1: none"),
    ],
)
def test_forms_and_what_is_out_of_order(tmp_path: Path, name: str, content: str, line: str) -> None:
    assert line in seen(tmp_path, name, content + MORE)[1]


def test_of_what_is_in_order_nothing_odd_is_said(tmp_path: Path) -> None:
    cues = "".join(f"{n}\n00:00:{n:02},000 --> 00:00:{n:02},900\nText\n\n" for n in range(1, 50))
    assert seen(tmp_path, "a.srt", cues)[1][1:4] == [
        "cue x49:",
        "  its number: 1",
        "  times: 00:00:01,000 --> 00:00:01,900",
    ]
