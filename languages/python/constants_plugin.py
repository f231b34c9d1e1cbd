"""Runs inside the sandbox as `conftest.py`, beside the empty program: a test passes if it does whatever value comes.

That is, with all of several values of one type, so that it looks at nothing but the type. What starts the program is
run as ever, and passes where anything that is said will do.

Source: R. Niedermayr, E. Juergens, S. Wagner, "Will my tests tell me if I break this code?", 2016, and Descartes, which
puts such constants in place of whole functions: O. Vera-Perez et al., "A comprehensive study of pseudo-tested methods",
2019.
"""

import copy
import importlib
import inspect
from collections.abc import Callable, Mapping
from typing import Any

import pytest

solution: Any = importlib.import_module("solution")
# Why: docs/decisions.md, "Tests must fail on an empty program, and on constants in place of functions"
VALUES: tuple[tuple[Any, ...], ...] = (
    (True, False),
    (7919, 0, -6007),
    (7919.25, 0.0, -6007.5),
    ("quelv", "", "Zmorb 41"),
    ([7919], [], ["zmorb", -6007.5]),
    ((7919,), (), ("zmorb", -6007.5)),
    ({"quelv": 7919}, {}),
    ({7919}, set()),
)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: Any) -> bool | None:
    """Run one test with each of the values."""
    if "program" in pyfuncitem.fixturenames or inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    arguments = {name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}
    for values in VALUES:
        if all(_passes(pyfuncitem.obj, arguments, value) for value in values):
            return True
    pytest.fail("With none of the types it passes whatever value comes.")


def _passes(test: Callable[..., Any], arguments: Mapping[str, Any], value: Any) -> bool:
    solution.result = lambda: copy.copy(value)
    try:
        test(**arguments)
    except BaseException as error:
        if getattr(error, "limit", ""):  # its time is up, and nobody would end the next one
            raise
        return False
    return True
