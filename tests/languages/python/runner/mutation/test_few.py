"""Of a larger program, few mistakes are planted in each line."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import libcst as cst
import pytest
from mutmut.mutation import file_mutation

from languages.python.checks.mutmut_settings import CONFIG
from languages.python.runner.mutation import few

HEADS = '    row(["Name", "Paid", "Missing", "Day"], bold=a)\n'
DAY = '    return a.strftime("%d.%m.%Y")\n'


def planted(source: str) -> list[tuple[str, str]]:
    """The function of each mistake, and what stands there with it."""
    _, found, *_ = file_mutation.create_mutations("solution.py", source)
    functions = [cst.ensure_type(one.contained_by_top_level_function, cst.FunctionDef) for one in found]
    return [(one.name.value, few.written(made.mutated_node)) for one, made in zip(functions, found, strict=True)]


@pytest.fixture(autouse=True)
def there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    visitor: Any = file_mutation.MutationVisitor
    monkeypatch.setattr(visitor, "leave_Module", visitor.leave_Module)
    (tmp_path / "pyproject.toml").write_bytes(CONFIG)
    (tmp_path / "solution.py").touch()
    monkeypatch.chdir(tmp_path)


def test_of_a_larger_program_each_line_gets_two_and_always_the_same() -> None:
    few.install(False)
    source = "".join(f"def f{number}(a):\n{HEADS.replace('Day', str(number))}" for number in range(12))
    found = planted(source)
    assert set(Counter(name for name, _ in found).values()) == {few.MOST}
    assert len({code for _, code in found}) > few.MOST, "others in other lines"
    assert planted(source) == found


def test_in_a_small_one_each_counts() -> None:
    few.install(False)
    assert len(planted(f"def f(a):\n{HEADS}")) > few.MOST


def test_capitals_say_the_same_to_who_reads_but_not_to_who_calls_nor_in_a_format() -> None:
    few.install(True)
    assert {code for _, code in planted(f"def f(a):\n{HEADS}")}.isdisjoint({'"NAME"', '"name"'})
    assert {'"%D.%M.%Y"', '"%d.%m.%y"'} <= {code for _, code in planted(f"def f(a):\n{DAY}")}
    few.install(False)
    assert {'"NAME"', '"name"'} <= {code for _, code in planted(f"def f(a):\n{HEADS}")}


def test_none_is_as_false() -> None:
    few.install(False)
    found = {code for _, code in planted("def f(a):\n    b = False\n    return b or a\n")}
    assert "b = None" not in found
    assert "b and a" in found


def test_none_is_planted_in_the_lines_of_parts() -> None:
    few.install(False, (4, 6))
    assert {name for name, _ in planted(f"def f(a):\n{HEADS}\ndef g(a):\n{HEADS}\ndef h(a):\n{HEADS}")} == {"f", "h"}
