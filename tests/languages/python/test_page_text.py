"""What a person reads on a page, and nothing of how it is made."""

from __future__ import annotations

import pytest

from languages.python.page_text import text_of

PAGE = """<!DOCTYPE html><html><head><title>League</title><style>td { color: red; }</style></head>
<body onload="start()"><h1>Table</h1>
<table><thead><tr><th>Team<th>Points</tr></thead>
<tr><td>Red &amp; <b>Blue</b></td>
    <td>7</td></tr><tr><td></td><td>total</td></tr></table>
<ul><li>One <i>small</i>, one<li>Two</ul>
<p>First<br>second <img src="a.png" alt="A cat"><img src="b.png"></p>
<label><input type="checkbox"> tick</label>
<script>document.write("<p>hidden")</script><svg><text>drawn</text></svg>
<p>Last"""


def test_rows_and_paragraphs_are_lines() -> None:
    assert text_of(PAGE).splitlines() == [
        "League",
        "# Table",
        "Team | Points",
        "Red & Blue | 7",
        "| total",
        "- One small, one",
        "- Two",
        "First",
        "second [... picture: A cat ...][... picture: without words ...]",
        "[... checkbox ...] tick",
        "Last",
    ]


@pytest.mark.parametrize("page", ["", "<", "<p", "</td></style>", "<![", "<!--", "&#x110000;", "<p>" * 10_000])
def test_odd_pages_have_a_text_too(page: str) -> None:
    assert isinstance(text_of(page), str)
