"""Tests of properties, for many inputs that Hypothesis makes up: always the same ones, and few enough to be quick.

At home Hypothesis may be missing; then such tests are skipped, and say so.
"""

from __future__ import annotations

import contextlib
import functools
import importlib.util
import sys
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import pytest

LIBRARY = "hypothesis"
INPUTS = 25
MISSING = "This test makes up many inputs by Hypothesis, which isn't installed here: pip install hypothesis"
SURROGATES = 0xD800, 0xDFFF


def pytest_pycollect_makemodule(module_path: Path) -> None:
    """See pytest: before tests are imported, for they take the settings that hold then."""
    with contextlib.suppress(OSError):
        if LIBRARY in module_path.read_text(encoding="utf-8", errors="replace"):
            prepare()


@functools.cache
def prepare() -> None:
    """Have Hypothesis make up the same inputs at each run, and keep nothing of them; or something stand for it."""
    if importlib.util.find_spec(LIBRARY) is None:
        sys.modules[LIBRARY] = sys.modules[f"{LIBRARY}.strategies"] = Missing(LIBRARY)
        return
    from hypothesis import HealthCheck, Phase, settings

    settings.register_profile(
        "always the same",
        derandomize=True,
        database=None,
        deadline=None,
        max_examples=INPUTS,
        phases=(Phase.explicit, Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
        report_multiple_bugs=False,
        print_blob=False,
    )
    settings.load_profile("always the same")
    _take_no_inputs_from_programs()
    _know_utf8()


def _take_no_inputs_from_programs() -> None:
    """Its inputs may be constants of imported modules: others where a program was changed or isn't here."""
    with contextlib.suppress(ImportError, AttributeError):
        from hypothesis.internal.conjecture import providers

        nothing = providers._local_constants
        providers._get_local_constants = lambda: nothing


def _know_utf8() -> None:
    """Which characters can be written as UTF-8 it would find out at each start, which takes a second."""
    with contextlib.suppress(ImportError, AttributeError):
        from hypothesis.internal import charmap
        from hypothesis.internal.intervalsets import IntervalSet

        found = charmap.intervals_from_codec
        low, high = SURROGATES
        known = IntervalSet([(0, low - 1), (high + 1, sys.maxunicode)]), IntervalSet([])
        setattr(charmap, found.__name__, lambda name: known if name == "utf-8" else found(name))


class Missing(ModuleType):
    """Stands for Hypothesis and for all that tests take from it: it has any name, and can be called."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __call__(self, *given: Any, **_: Any) -> Any:
        is_test = len(given) == 1 and isinstance(given[0], FunctionType) and given[0].__name__.startswith("test")
        return given[0] if is_test else self

    def __or__(self, _: Any) -> Missing:
        return self

    def given(self, *_: Any, **__: Any) -> Any:
        """A decorator, of which a test is left that is skipped."""

        def skipped(test: FunctionType) -> Any:
            def test_of_a_property() -> None:
                pytest.skip(MISSING)

            test_of_a_property.__doc__ = test.__doc__
            return test_of_a_property

        return skipped
