"""Which tests the code model never sees."""

from __future__ import annotations

from dataclasses import replace

import pytest

from languages.python.candidates import suite
from languages.python.holding_back import shown
from languages.types import Suite, TestCase

HEAD = "import pytest\nfrom solution import Cart, total\n\n\n"
PLAIN = "    assert total([{0}], rate=2) == {0}\n"


def of(*bodies: str, **changes: object) -> Suite:
    """Tests of rule 1, of which the last one is as `changes` say."""
    cases = [TestCase(f"test_{number}", "It adds.", rules=(1,)) for number in range(len(bodies))]
    cases[-1] = replace(cases[-1], **changes)  # type: ignore[arg-type]
    return suite(HEAD + "\n\n".join(f"def test_{n}():\n{body}" for n, body in enumerate(bodies)), cases)


def held_back(whole: Suite) -> list[str]:
    seen = shown(whole)
    names = [test.name for test in whole.tests if test not in seen.tests]
    assert all(f"def {test.name}(" in seen.source for test in seen.tests)
    assert not any(f"def {name}(" in seen.source for name in names)
    return names


def test_a_quarter_at_most_is_held_back() -> None:
    assert [len(held_back(of(*[PLAIN.format(n) for n in range(count)]))) for count in (3, 4, 7, 8)] == [0, 1, 1, 2]


@pytest.mark.parametrize(
    ("body", "changes"),
    [
        (PLAIN.format(3), {"rules": (2,)}),
        (PLAIN.format(3), {"rules": (1, 2)}),
        (PLAIN.format(3), {"rules": ()}),
        (PLAIN.format(3), {"examples": (1,)}),
        (PLAIN.format(3), {"source": "user"}),
        (PLAIN.format(3), {"scenario": True}),
        ("    assert Cart([3]).total == 3\n", {}),
        ("    assert total([3], tax=2) == 3\n", {}),
        ("    with pytest.raises(ValueError):\n        total([None], rate=2)\n", {}),
    ],
    ids=["other rule", "one more rule", "no rule", "example", "user", "started", "class", "argument", "error"],
)
def test_nothing_is_held_back_that_only_it_tells(body: str, changes: dict[str, object]) -> None:
    whole = of(*[PLAIN.format(n) for n in range(3)], body, **changes)
    assert held_back(whole) == ["test_2"]


def test_names_of_its_own_are_no_reason_to_show_it() -> None:
    assert held_back(of(*[PLAIN.format(n) for n in range(3)], "    got = total([3], rate=2)\n    assert got == 3\n"))
