from __future__ import annotations

from languages.python.streamed import LONGEST_HEAD, sentences

REPLY = '''Here they are, a `def test_` each:
```python
from solution import points


def test_gifts():
    """[3] Gifts earn nothing."""
    assert points("gift") == 0


class TestBorders:
    async def test_one_cent(self, program) -> None:

        \'\'\'
        One cent earns nothing "either".
        And more.
        \'\'\'


def test_no_docstring(
    program,
):
    assert "def test_in_a_text():"


@given(st.integers())
def test_parts(cents): # all
    "[E1, 2] Parts add up."
'''
SENTENCES = ["Gifts earn nothing.", 'One cent earns nothing "either".', "No docstring", "Parts add up."]


def streamed(text: str, size: int) -> list[str]:
    found: list[str] = []
    rest = ""
    for start in range(0, len(text), size):
        new, rest = sentences(rest + text[start : start + size])
        found += new
    return found


def test_sentences_are_found_in_whatever_pieces_a_reply_comes() -> None:
    assert [streamed(REPLY, size) for size in (1, 2, 7, 100, len(REPLY))] == 5 * [SENTENCES]


def test_what_decides_nothing_is_kept_within_limits() -> None:
    assert len(sentences("def test_a():\n" + "\n" * 100_000)[1]) == LONGEST_HEAD
    assert len(sentences("x" * 100_000)[1]) == LONGEST_HEAD
