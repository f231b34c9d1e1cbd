from __future__ import annotations

import builtins
import json
import sys
import time
import unittest

import _pytest.python
import pytest

from languages.python.runner.seal import Sealed, look, seal


def nothing(*_: object) -> None:
    """What a program puts in place of something."""


@pytest.mark.parametrize(
    ("owner", "name", "told"),
    [
        (builtins, "AssertionError", "builtins.AssertionError"),
        (time, "time", "time.time"),
        (json, "dumps", "json.dumps"),
        (_pytest.python.Function, "runtest", "_pytest.python.Function.runtest"),
        (unittest.TestCase, "assertEqual", "unittest.case.TestCase.assertEqual"),
    ],
)
def test_what_was_replaced_is_named(owner: object, name: str, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = seal("test_solution.py", Sealed(look()))
    assert broken() == ""
    with monkeypatch.context() as patch:
        patch.setattr(owner, name, nothing)
        assert broken() == told
    assert broken() == ""


def test_another_module_in_its_place_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = seal("test_solution.py", Sealed(look()))
    monkeypatch.setitem(sys.modules, "_pytest.runner", unittest)
    assert broken() == "sys.modules._pytest.runner"


def test_what_a_test_itself_replaces_is_its_own_affair(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = seal(__file__, Sealed(look()))
    monkeypatch.setattr(builtins, "input", nothing)
    assert broken() == ""
