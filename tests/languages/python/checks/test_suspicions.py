from __future__ import annotations

import pytest

from languages.python.checks.suspicions import suspicions


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("class A:\n    def __eq__(self, other):\n        'Same.'\n        return True", "equal to everything"),
        ("class A:\n    __eq__ = lambda self, other: True", "equal to everything"),
        ("class A:\n    def __ne__(self, other): return False", "equal to everything"),
        ("import pytest", "`pytest`"),
        ("from _pytest.outcomes import Exit", "`_pytest`"),
        ("import sys\nif 'pytest' in sys.modules: pass", "`pytest`"),
        ("import os\nx = os.environ.get('PYTEST_CURRENT_TEST')", "knows of its tests"),
        ("open('test_solution.py')", "knows of its tests"),
        ("import os\nos._exit(0)", "ends the process"),
        ("import inspect\ninspect.stack()", "who called it"),
        ("import gc\ngc.get_objects()", "memory"),
        ("import sys\nsys.settrace(None)", "how its tests are run"),
    ],
)
def test_what_only_a_cheat_needs_is_found_with_its_line(source: str, says: str) -> None:
    (finding,) = suspicions(source)
    assert says in finding.message
    assert finding.is_serious
    assert finding.line == len(source.split("\n")) or "__eq__" in source


@pytest.mark.parametrize(
    "source",
    [
        '"""Run it with pytest; the tests are in test_solution.py."""',
        "class A:\n    def __eq__(self, other):\n        return isinstance(other, A)",
        "class Infinity:\n    def __gt__(self, other):\n        return True",
        "class Odd:\n    def __eq__(self, other):\n        return False",
        "import sys\nmodule = sys.modules[__name__]\nsys.exit(0)",
        "needs = ['pytest', 'black']",
        "print('The latest_solution is', 3)",
        "import inspect\nimport gc\ngc.collect()\ninspect.signature(len)",
        "import unittest\nimport doctest",
    ],
)
def test_what_honest_programs_do_is_left_alone(source: str) -> None:
    assert suspicions(source) == ()
