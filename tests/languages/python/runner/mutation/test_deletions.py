"""What a short program also gets planted: values, without what is done with them."""

from __future__ import annotations

from pathlib import Path

import pytest
from mutmut.mutation import file_mutation, mutators

from languages.python.checks.mutmut_settings import CONFIG
from languages.python.runner.mutation import deletions


@pytest.fixture(autouse=True)
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """mutmut looks for them where it is called."""
    (tmp_path / "pyproject.toml").write_bytes(CONFIG)
    (tmp_path / "solution.py").touch()
    monkeypatch.chdir(tmp_path)


def planted(body: str, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The bodies that mutmut makes of a function's body of one line."""
    monkeypatch.setattr(file_mutation, "mutation_operators", mutators.mutation_operators)
    source = f"def made(a, b):\n    {body}\n"
    deletions.install(source)
    module, mutations, *_ = file_mutation.create_mutations("solution.py", source)
    changed = [file_mutation.deep_replace(module, one.original_node, one.mutated_node) for one in mutations]
    return {one.code.partition("\n")[2].strip() for one in changed}  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return a + b", {"return a - b", "return a", "return b", "return"}),
        ("return (a + b)", {"return (a - b)", "return (a)", "return (b)", "return"}),
        ("return a[b]", {"return a", "return"}),
        ("return a.upper()", {"return a.lower()", "return a", "return"}),
        ("return sorted(a)", {"return sorted(None)", "return a", "return"}),
        ("return a == b", {"return a != b", "return a", "return"}),
        ("return len(a)", {"return a", "return"}),
        ("return [x for x in a if x]", {"return a", "return [x for x in a]", "return"}),
        ("return a", {"return"}),
    ],
)
def test_a_short_program_is_also_left_without_what_it_does(
    body: str, expected: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert planted(body, monkeypatch) == expected


def test_a_longer_one_has_mistakes_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    assert planted("return a * 3 + b - 2", monkeypatch).isdisjoint({"return", "return a * 3 + b"})
