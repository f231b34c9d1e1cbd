"""What is on a web page, before its source."""

from __future__ import annotations

from pathlib import Path

from languages.python.look.webpages import webpage

SHOP = (
    "<html><head><title>My  shop</title><script>var tea = 1</script></head><body><h1>Prices <b>2025</b></h1>"
    "<table><tr><th>Name<th>Price</tr><tr><td>Tea</td><td>1,50</td></tr></table>"
    '<ul><li>a<li>b</ul><input name="q" type="search"></body></html>'
)


def test_its_headings_tables_and_fields_are_said(tmp_path: Path) -> None:
    path = tmp_path / "a.html"
    path.write_text(SHOP)
    lines = webpage(path)[1].splitlines()
    assert lines[1:9] == [
        "title: My shop",
        "h1: Prices 2025",
        "table 1: 2 tr",
        "tr: ['Name', 'Price']",
        "tr: ['Tea', '1,50']",
        "input q search",
        "1 table, 1 title, 1 h1, 1 input, 2 li, 1 script",
        "[... it begins: ...]",
    ]
    assert lines[9].startswith("<html><head>")
