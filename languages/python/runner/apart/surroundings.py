"""Whether a test has put something else around it: what it replaces here stays as it was where the program is."""

from __future__ import annotations

import os
import random
import sys
from operator import is_
from pathlib import Path
from typing import Any

# Modules in which a test may put something else in place of what a program uses.
REPLACEABLE: tuple[str, ...] = ("builtins", "os", "os.path", "sys", "io", "time", "datetime", "random", "secrets")
REPLACEABLE += ("uuid", "getpass", "socket", "subprocess", "shutil", "urllib.request", "webbrowser", "smtplib")
REPLACEABLE += ("platform", "locale")
PASSING = {"stdin", "stdout", "stderr", "last_exc", "last_type", "last_value", "last_traceback", "_", "meta_path"}


class Surroundings:
    """What a program finds around it, as it was when this was made: a test that changes it changes nothing there."""

    def __init__(self) -> None:
        spaces = {name: vars(sys.modules[name]) for name in REPLACEABLE if name in sys.modules}
        self._spaces = [
            (name, space, names, [space[one] for one in names])
            for name, space in spaces.items()
            for names in [[one for one in space if one not in PASSING and not one.endswith("_cache")]]
        ]
        self._missing = [name for name in REPLACEABLE if name not in sys.modules]
        self._here = _here()

    def changed(self) -> str:
        """What was changed, in words; empty where all is as it was."""
        for name, space, names, before in self._spaces:
            if not all(map(is_, map(space.get, names), before)):
                return f"something of `{name}`"
        for name in self._missing:
            if name in sys.modules and any(map(_is_put_there, vars(sys.modules[name]).values())):
                return f"something of `{name}`"
        if not type(sys.stdin).__module__.startswith("_pytest"):
            return "what is typed"
        return "" if _here() == self._here else "the folder, the arguments, the environment or the random numbers"


def _is_put_there(value: Any) -> bool:
    return type(value).__module__ == "unittest.mock" or str(getattr(value, "__module__", "")).startswith("test_")


def _here() -> tuple[Any, ...]:
    environment = {name: value for name, value in os.environ.items() if name != "PYTEST_CURRENT_TEST"}
    return Path.cwd(), tuple(sys.argv), environment, _SEEDED[0]


_SEEDED = [0]


def watch_seeds() -> None:
    """Notice from now on that somebody sets the random numbers."""
    seed = random.seed

    def noticed(*arguments: Any, **named: Any) -> None:
        if not sys._getframe(1).f_globals["__name__"].startswith("hypothesis"):
            _SEEDED[0] += 1
        seed(*arguments, **named)

    random.seed = noticed
