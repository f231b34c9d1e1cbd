from __future__ import annotations

import pytest

from languages.python.runner._scenario.page import read

HTML = """<!doctype html><html><head><meta charset="utf-8"><title>Our animals</title>
<style>p {color: red}</style></head>
<body><h1 id="top">Animals &amp; friends</h1>
<nav><a href="#cats">Cats</a> <a href="#dogs">Dogs</a> <a href="https://example.org/x">More</a></nav>
<h2 id="cats">Cats</h2>
<ul><li>Minka, <b>2 years</b><li>Tom<br>reserved</ul>
<div style="display: none">nobody sees this</div><p hidden>nor this</p>
<table><tr><th>Name<th>Age<tr><td>Rex<td>3</table>
<img src="pics/rex%20one.png" alt="Rex"> <img src="gone.png" alt="Gone">
<img src="data:image/png;base64,iVBORw==" alt="In it">
<link rel="stylesheet" href="//cdn.example.org/a.css">
<form><label for="s">Search</label><input id="s"><label><input type="checkbox"> Reserved only</label>
<input placeholder="Your mail" type="email"><button>Go</button><input type="submit" value="Send"></form>
<script>document.write("not run")</script></body></html>
"""


def test_a_page_is_read_as_a_person_sees_it() -> None:
    page = read("", {"out/animals.html": HTML.encode(), "out/pics/rex one.png": b"PNG", "a.csv": b""})
    assert (page.title, page.headings) == ("Our animals", ["Animals & friends", "Cats"])
    assert page.text.splitlines()[:6] == [
        "Animals & friends",
        "Cats Dogs More",
        "Cats",
        "Minka, 2 years",
        "Tom",
        "reserved",
    ]
    assert "nobody" not in page.text
    assert "not run" not in page.text
    assert page.line("rex") == "Rex  3"
    assert page.tables == [[["Name", "Age"], ["Rex", "3"]]]
    assert [(one.words, one.content) for one in page.pictures] == [
        ("Rex", b"PNG"),
        ("Gone", None),
        ("In it", b"\x89PNG"),
    ]
    assert page.links[1:] == [("Dogs", "#dogs"), ("More", "https://example.org/x")]
    assert page.fields == [("Search", "text"), ("Reserved only", "checkbox"), ("Your mail", "email")]
    assert page.buttons == ["Go", "Send"]
    assert page.missing == ["gone.png", "#dogs"]
    assert page.outside == ["//cdn.example.org/a.css"]
    assert page.has_scripts


def test_what_is_hidden_counts_nowhere() -> None:
    html = """<title>Seen</title><table><tr><td hidden>9</td><td>5<span hidden>7</span></td><tr hidden><td>8</table>
    <table style="display:none"><tr><td>6</table><h1 hidden>No</h1><h2>Two<i hidden>!</i></h2><input hidden>
    <button hidden>No</button><button>Go<b hidden>!</b></button><input type="submit" value="No" hidden>
    <a href="#a" hidden>No</a><a href="#b">Down<i hidden>!</i></a><svg><title>Drawn</title></svg><h3 hidden>No"""
    page = read("", {"a.html": html.encode()})
    assert page.tables == [[["5"]]]
    assert (page.title, page.headings, page.buttons) == ("Seen", ["Two"], ["Go"])
    assert (page.links, page.fields) == ([("Down", "#b")], [])


@pytest.mark.parametrize(
    ("style", "attributes"),
    [
        (".text { white-space: pre-line; }", 'class="big text"'),
        ("@media all { td, div.text{color: red; white-space:pre-wrap} }", 'class="text"'),
        ("#note {white-space: break-spaces}", 'id="note"'),
        ("", 'style="white-space: pre"'),
    ],
)
def test_lines_that_a_style_keeps_are_lines(style: str, attributes: str) -> None:
    html = f"<style>{style}</style><div {attributes}>Big &amp; gentle.\nNeeds a garden</div><p class='texts'>one\nline"
    page = read("", {"a.html": html.encode()})
    assert page.text.splitlines() == ["Big & gentle.", "Needs a garden", "one line"]


def test_a_page_that_is_not_there_is_named() -> None:
    with pytest.raises(AssertionError, match=r"no page 'b.html'. There are: a.html, c.html"):
        read("b.html", {"a.html": b"", "c.html": b""})


CARDS = """<h1>Our animals</h1>
<div class="card new"><h2>Luna</h2><p>2 years</p><ul><li>likes cats</li><li>shy</li></ul></div>
<div class="card"><h2>Lunatic</h2><p>7 years</p></div>
<table><tr><td>Mia</td><td>3</td></tr><tr><td>Tom</td><td>5</td></tr></table>
<main><div><b>Rex</b><p>1 year</p></div><div><b>Leo</b><p>9 years</p></div></main>
<figure>Max, 4 years</figure>"""


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["luna"], "Luna\n2 years\nlikes cats\nshy"),
        (["7 years"], "Lunatic\n7 years"),
        (["cats"], "likes cats"),
        (["Tom"], "Tom  5"),
        (["Rex"], "Rex\n1 year"),
        (["Leo", "9"], "Leo\n9 years"),
        (["nobody"], ""),
    ],
)
def test_a_part_is_the_row_entry_or_card_with_these_words(words: list[str], part: str) -> None:
    assert read("a.html", {"a.html": CARDS.encode()}).part(*words) == part


def test_what_is_alone_on_a_page_is_all_of_it() -> None:
    page = read("a.html", {"a.html": b"<h1>Animals</h1><div class=card><h2>Luna</h2><p>2 years</p></div>"})
    assert page.part("Luna") == page.text == "Animals\nLuna\n2 years"
