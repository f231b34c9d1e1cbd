import pytest

from languages.errors import NoUsableReply
from languages.python.reply import parse_solution

CODE = 'def double(x):\n    """Twice x."""\n    return 2 * x\n'
COMPLETION = '''from typing import List


def total(xs: List[int]) -> int:
    """ Add them up.
    >>> total([1, 2])
    3
    """
'''


def fenced(code: str, label: str = "python") -> str:
    return f"```{label}\n{code.rstrip()}\n```\n"


def reason(reply: str, task: str = "") -> str:
    with pytest.raises(NoUsableReply) as caught:
        parse_solution(reply, task)
    return caught.value.message


LABELS = ("python", "py", "Python3", "", "python title=solution.py", "{.python}", "code")


@pytest.mark.parametrize(
    "reply",
    [
        *(f"Here it is:\n\n{fenced(CODE, label)}\nIt doubles." for label in LABELS),
        f"  ```python\n{''.join(f'  {line}' for line in CODE.splitlines(True))}  ```",
        f"```python\n{CODE}",
        f"```python\n{CODE.rstrip()}```",
        f"```def double(x):\n{CODE.partition(chr(10))[2]}```",
        f"\ufeff{CODE}",
        f"<thinking>\nhm\n</thinking>{CODE}",
        f"{fenced(CODE)}\n<think>\nWas that right? {fenced('def double(x): return 3')}",
    ],
)
def test_code_is_found_however_it_is_presented_and_thinking_does_not_count(reply: str) -> None:
    assert parse_solution(reply, "") == CODE


TAGS = 'def clean(text):\n    return text.replace("<think>", "").replace("</think>", "")\n'
AREA = "def area(r):\n    return math.pi * r * r\n"
GUARDED = f'SIZES = [1, 2]\nassert len(SIZES) == 2\n\n\n{CODE}\n\nif __name__ == "__main__":\n    print(double(2))\n'
OWN_TESTS = "import pytest\nfrom solution import double\n\n\ndef test_double():\n    assert double(1) == 2"
HELPED = "def twice(x):\n    return 2 * x\n\n\ndef double(x):\n    return "
LATER = "def double(x):\n    return twice(x)"
SKETCH = "def double(x):\n    ..."
READ = {
    "a tag of thinking in the code is code": (fenced(TAGS), TAGS),
    "blocks that belong together": (f"First\n{fenced('import math')}then\n{fenced(AREA)}", f"import math\n\n\n{AREA}"),
    "a later version": (f"{fenced('def double(x): return x + 2')}Better:\n{fenced(CODE)}", CODE),
    "a later version that needs a helper": (f"{fenced(HELPED + 'x')}Repaired:\n{fenced(LATER)}", f"{HELPED}twice(x)\n"),
    "a later sketch and usage": (f"{fenced(CODE)}So:\n{fenced(SKETCH)}Use:\n{fenced('print(double(2))')}", CODE),
    "tests beside the program": (f"{fenced(CODE)}{fenced(OWN_TESTS)}", CODE),
    "tests after the program": (fenced(f"{CODE}\n\n{OWN_TESTS}\n\n\nassert double(2) == 4"), CODE),
    "a main guard and invariants": (fenced(GUARDED), GUARDED),
    "a script without functions": (fenced('print("hello")'), 'print("hello")\n'),
    "a cut-off end": (f"```python\n{CODE}\n\ndef main():\n    print(double(", CODE),
}


@pytest.mark.parametrize(("reply", "code"), READ.values(), ids=READ)
def test_the_program_of_a_reply_is_read(reply: str, code: str) -> None:
    assert parse_solution(reply, "").rstrip() == code.rstrip()


@pytest.mark.parametrize(
    "body",
    [
        "    return sum(xs)\n",
        fenced("    return sum(xs)"),
        "return sum(xs)",
        "  result = 0\n  for x in xs:\n    result += x\n  return result",
        "    def add(a, b):\n        return a + b\n\n    return add(*xs)",
    ],
)
@pytest.mark.parametrize(
    "task", [COMPLETION, f"Complete this:\n\n{fenced(COMPLETION)}", COMPLETION.partition('    """')[0]]
)
def test_a_bare_body_gets_the_signature_of_the_task(body: str, task: str) -> None:
    code = parse_solution(body, task)
    assert code.startswith("from typing import List\n\n\ndef total(xs: List[int]) -> int:\n")
    assert "    return " in code
    assert "pass" not in code


def test_imports_and_helpers_of_the_task_are_added_where_they_are_missing() -> None:
    task = f"import math\n\n\ndef half(x):\n    return math.floor(x / 2)\n\n\n{COMPLETION}"
    code = parse_solution("def total(xs: List[int]) -> int:\n    return half(sum(xs))", task)
    assert (
        code.index("import math")
        < code.index("def half")
        < code.index("from typing import List")
        < code.index("def total")
    )
    assert parse_solution(fenced(CODE), task) == CODE


def test_a_copied_signature_alone_is_no_program() -> None:
    assert "`total`" in reason(COMPLETION, COMPLETION)
    assert "`total`" in reason("".join(f"    {line}\n" for line in COMPLETION.splitlines()), COMPLETION)


CUT_OFF = "The reply ends in the middle of the code."


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        ("", "The reply is empty."),
        ("I'm sorry, I can't help with that.", "There is no Python code in the reply."),
        (fenced("npm install", "bash"), "There is no Python code in the reply."),
        (fenced("def f(x):\n    retrun x\n    return x"), "line 2 (`retrun x`)"),
        (fenced("def f(x):\n    return x\n" + "x = 1\n" * 20_000), "far too long"),
        ("```python\ndef double(x):\n    return twice(x)\n\ndef twice(x):\n    return (2 *", CUT_OFF),
        ("```python\nimport math\n\ndef f(x):\n    return [math.pi,", CUT_OFF),
    ],
)
def test_what_is_wrong_is_told(reply: str, said: str) -> None:
    assert said in reason(reply)


@pytest.mark.parametrize(
    "reply",
    [
        "x\0 = 1",
        fenced("x = 1\0"),
        fenced('x = "\ud800"'),
        fenced("x = " + "(" * 5_000 + ")" * 5_000),
        fenced("x = " + "-" * 90_000 + "1"),
        fenced("x = a" + ".b" * 40_000),
        fenced(f"x = {'9' * 90_000}"),
        "[" * 1_000_000,
        '{"a":' * 200_000,
        f"<pre>\n&#{'1' * 100_000};</pre>",
        "<pre>" * 200_000,
        "```\n" * 250_000,
        "def f(x):\n" * 100_000,
        "The (quick) fox isn't = there.\n" * 30_000,
    ],
)
def test_monsters_are_refused(reply: str) -> None:
    assert reason(reply)
