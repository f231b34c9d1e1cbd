"""What holds for any reply at all, and how many recorded ones give usable files."""

import html
import json
import warnings
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from benchmarks.replay import REPLAY
from benchmarks.replies import SET, tally
from languages.errors import BadExample, NoUsableReply
from languages.python.reply import merge_examples, parse_solution, parse_tests, words
from languages.python.reply.written import WrittenTests
from languages.types import Suite

relaxed = settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.too_slow])

CODES = (
    "def double(x):\n    return 2 * x\n",
    '''\
import math


def area(r):
    """The area, as in `math`."""
    return math.pi * r ** 2  # it's "pi"
''',
    '''\
TEXT = """a

  b
"""


class Box:
    size = {"a": [1, 2], "b": (3,)}

    def get(self, key):
        return self.size[key]
''',
    """\
from __future__ import annotations


def f(a, *, b=1):
    if a < b and b > 0:
        return '<b>&amp;</b>'
    return None
""",
)
SUITE = '''\
from solution import double


def test_two():
    """Two is doubled."""
    assert double(2) == 4


def test_none():
    assert double(0) == 0
'''
FRAGMENTS = (
    *CODES, SUITE,
    "```python\n", "```\n", "~~~\n", "````", "<think>\n", "</think>\n", "<pre>", "</pre>", "<html>", "&lt;",
    '{"code": "', '"}', "[", ">>> f(1)\n", "1\n", "print(f(1) == 2)\n", "x = [1]\n", "x += 1\n", "lambda: (yield)\n",
    "def f(x):\n", "    return x\n", "return\n", "assert f(1) == 2\n", 'assert f(1) == 2, "', "class TestA:\n",
    "    def test_a(self):\n", "        assert f(1)\n", "async def test_b():\n", "@pytest.fixture\n", "import main\n",
    "from main import *\n", "if __name__ == '__main__':\n", "    check(f)\n", "for i in range(3):\n", "global x\n",
    "def check(candidate):\n", "    assert candidate(1) == 2\n", "del x\n", "try:\n", "except E as e:\n", "; ",
    "match x:\n    case [y]:\n        assert f(y)\n",
    '"""', "'''", "\\\n", "(", ")", "\t", "  ", "\n", "\r\n", "\0", "\ud800", "\x0c", "# é\n",
)  # fmt: skip
replies = st.one_of(st.text(), st.lists(st.sampled_from(FRAGMENTS), max_size=14).map("".join))
tasks = st.one_of(st.just(""), st.just("def f(x):\n"), st.just('import os\n\n\ndef f(x):\n    """Do it."""\n'), replies)
prose = st.lists(
    st.sampled_from(["Sure, here it is:", "It's (quite) short.", "- one", "1. two", "Note: x", "**Bold** `f`", ""]),
    max_size=4,
)


@relaxed
@given(replies, tasks)
@example("\ud800", "\ud800")
def test_any_reply_gives_a_program_that_compiles_or_is_refused(reply: str, task: str) -> None:
    with suppress(NoUsableReply):
        code = parse_solution(reply, task)
        assert compile(code.encode(), "solution.py", "exec").co_code


@relaxed
@given(replies, tasks)
def test_any_reply_gives_at_least_one_test_or_is_refused(reply: str, task: str) -> None:
    with suppress(NoUsableReply):
        parsed = parse_tests(reply, task)
        compile(parsed.source.encode(), "test_solution.py", "exec")
        descriptions = [words.of_function(test.node) for test in WrittenTests(parsed.source)]
        assert descriptions
        assert all(text and "\n" not in text for text in descriptions)
        assert "solution" in parsed.source


@relaxed
@given(st.lists(replies, max_size=3), replies)
def test_any_example_becomes_a_test_or_is_refused(examples: list[str], tests: str) -> None:
    try:
        parsed = parse_tests(tests, "")
    except NoUsableReply:
        parsed = Suite({}, ())
    with suppress(BadExample):
        merged = merge_examples(parsed, examples)
        compile(merged.source.encode(), "test_solution.py", "exec")
        assert len(merged.tests) == len(parsed.tests) + len(examples)


@relaxed
@given(
    st.sampled_from(CODES),
    prose,
    prose,
    st.sampled_from(["", "python", "py", "Python"]),
    st.sampled_from("`~"),
    st.integers(3, 6),
)
def test_fenced_code_comes_back_as_it_was(
    code: str, before: list[str], after: list[str], label: str, mark: str, length: int
) -> None:
    fence = mark * length
    reply = "\n".join([*before, f"{fence}{label}", code.rstrip("\n"), fence, *after])
    assert parse_solution(reply, "") == code


@relaxed
@given(st.sampled_from(CODES), prose, prose)
def test_code_between_prose_comes_back_as_it_was(code: str, before: list[str], after: list[str]) -> None:
    reply = "\n".join([*before, "", code, *after])
    assert parse_solution(reply, "").split() == code.split()


def test_odd_code_causes_no_warnings() -> None:
    code = 'PATTERN = "\\d"\n\n\ndef f(x):\n    return x is 1 or f"{PATTERN}" == "\\."\n'
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert parse_solution(code, code) == code
        assert parse_tests(f"{code}\n\nassert f(1), '\\d'", "Write `f`.")
    assert not caught


PAGE = "<!DOCTYPE html><html><head><script>var x = 1;\n</script></head><body><p>So:</p><pre><code>"


def wrappings(text: str) -> dict[str, str]:
    """One and the same answer in everything it may come wrapped in."""
    fenced = f"```python\n{text}```"
    return {
        "thinking": f"<think>\nPerhaps `x = 1`?\n```python\ndef wrong(): pass\n```\n</think>\n{fenced}",
        "thinking without its beginning": f"Perhaps.\n</think>\n{text}",
        "thinking without its end": f"<think>\n{fenced}",
        "JSON": json.dumps({"note": "Here it is.", "code": text}),
        "fenced JSON": f"So:\n```json\n{json.dumps({'files': [{'path': 'a.py', 'content': text}]})}\n```",
        "a page": f"{PAGE}{html.escape(text).replace('def', '<b>def</b>')}</code></pre><p>It&#39;s so.</p></html>",
        "a page that is cut off": f"{PAGE}{html.escape(text)}",
        "Windows line ends": text.replace("\n", "\r\n"),
        "indentation": "".join(f"    {line}\n" if line else "\n" for line in text.rstrip("\n").split("\n")),
    }


@pytest.mark.parametrize("wrapping", wrappings(""))
@pytest.mark.parametrize("code", CODES)
def test_wrapping_a_program_does_not_matter(code: str, wrapping: str) -> None:
    assert parse_solution(wrappings(code)[wrapping], "") == code


@pytest.mark.parametrize("wrapping", wrappings(""))
def test_wrapping_tests_does_not_matter(wrapping: str) -> None:
    assert parse_tests(wrappings(SUITE)[wrapping], "") == parse_tests(SUITE, "")


@pytest.mark.parametrize(("kind", "at_least"), [("solutions", 690), ("tests", 778)])
def test_recorded_replies_give_usable_files(kind: str, at_least: int) -> None:
    if not (REPLAY / f"{SET}.jsonl.gz").exists():
        pytest.skip(f"the recorded replies are not here: {REPLAY}")
    result = tally(kind)
    assert result.total == 820
    assert result.usable >= at_least
