"""How what tells a planted mistake apart is said to people."""

from __future__ import annotations

import pytest

from languages.python.checks.mutation_words import difference

NOTHING = "{}"
LETTER = "{('a letter.docx', b'PK\\x03')}"
OTHER = "{('a letter.docx', b'PK\\x04')}"
TABLE = "{('sums.csv', 'May;3')}"


@pytest.mark.parametrize(
    ("changed", "yours", "said"),
    [
        (LETTER, NOTHING, "leaves the files a letter.docx, yours none"),
        (LETTER, OTHER, "leaves the files a letter.docx, yours the same names with another content"),
        (TABLE, TABLE.replace("3", "4"), "writes “May;3”, yours “May;4”"),
    ],
)
def test_files_that_differ_are_named_and_bytes_are_not_shown(changed: str, yours: str, said: str) -> None:
    missed = {"lines": ["program.start()"], "changed": {"files": changed}, "yours": {"files": yours}}
    assert difference(missed) == f"for a start the changed program {said}"
