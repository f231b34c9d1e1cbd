from __future__ import annotations

from pathlib import Path
from typing import Any

import libcst as cst
import pytest
from mutmut import configuration
from mutmut.mutation import file_mutation

from languages.python.runner.mutation import other_systems

VISITOR: Any = file_mutation.MutationVisitor


@pytest.fixture(autouse=True)
def _installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "setup.cfg").write_text("[mutmut]\nsource_paths=.\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(configuration, "_config", None)
    monkeypatch.setattr(VISITOR, "_skip_node_and_children", VISITOR._skip_node_and_children)
    other_systems.install()


def planted(body: str) -> str:
    """What mutmut makes of a function with this body."""
    code = f"import os, sys, platform\n\n\ndef f():\n    {body}\n"
    found = file_mutation.create_mutations("solution.py", code)[1]
    return "\n".join(cst.Module([]).code_for_node(one.mutated_node) for one in found)


@pytest.mark.parametrize(
    "body",
    [
        "if os.name == 'nt':\n        os.system('other')\n    return 'here'",
        "return 'other' if sys.platform.startswith('win') else 'here'",
        "if platform.system() != 'Windows':\n        return 'here'\n    else:\n        return 'other'",
        "if sys.platform in ('win32', 'cygwin'):\n        return 'other'\n    return 'here'",
        "if not sys.platform == 'linux':\n        return 'other'\n    return 'here'",
    ],
)
def test_what_only_another_system_does_is_left_alone(body: str) -> None:
    made = planted(body)
    assert "XXhereXX" in made
    assert "XXotherXX" not in made
    assert not any(f"XX{name}XX" in made for name in ("nt", "win", "win32", "Windows", "linux"))


def test_other_questions_count() -> None:
    assert "XXxXX" in planted("return 'a' if os.sep == 'x' else 'b'")
    assert "XXfoundXX" in planted("if found := os.environ.get('found'):\n        return found")
