"""Asks and prints, also where it is told to print, logs and warns."""

import contextlib
import io
import logging
import sys
import traceback
import warnings

log = logging.getLogger(__name__)


def greet():
    name = input("Your name? ")
    print(f"Hello, {name}!")


def printed(function):
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        function()
    return output.getvalue()


def shout(text):
    before = sys.stdout
    sys.stdout = output = io.StringIO()
    try:
        print(text.upper())
    finally:
        sys.stdout = before
    return output.getvalue()


def old(value):
    warnings.warn("use new", DeprecationWarning, stacklevel=2)
    log.warning("old was called with %r", value, stack_info=True)
    return value


def explain(function):
    try:
        function()
    except ArithmeticError:
        return traceback.format_exc().splitlines()[-1], "".join(traceback.format_stack())[:4]
    return None


# --- its tests ---
import builtins

import pytest

from solution import explain, greet, old, printed, shout


def test_greets(monkeypatch, capsys):
    monkeypatch.setattr("builtins.input", lambda prompt: "Ann")
    greet()
    assert capsys.readouterr().out == "Hello, Ann!\n"


def test_greets_whoever_is_put_there_for_good(capsys):
    builtins.input = lambda prompt: "Bob"
    greet()
    assert capsys.readouterr().out == "Hello, Bob!\n"


def test_prints_elsewhere():
    assert printed(lambda: print("x")) == "x\n"
    assert shout("a") == "A\n"


def test_warns(caplog):
    with pytest.warns(DeprecationWarning, match="use new"):
        assert old(3) == 3
    assert "old was called with 3" in caplog.text


def test_explains():
    assert explain(lambda: 1 / 0)[0] == "ZeroDivisionError: division by zero"
    assert explain(lambda: None) is None
