from __future__ import annotations

from typing import Any

import libcst as cst
import pytest
from mutmut.mutation import file_mutation

from languages.python.checks import messages

TEXTS = {"", "<tr><td>", "</td></tr>", "The page is written.", "<p>Bye</p>"}


@pytest.mark.parametrize(
    ("tests", "planted"),
    [
        ("", {"", "<p>Bye</p>"}),
        ("assert '<tr><td>Ada' in page(['Ada'])", {"", "<p>Bye</p>", "<tr><td>"}),
        ("assert 'the page is written.' in run.text", {"", "<p>Bye</p>", "The page is written."}),
    ],
)
def test_words_and_tags_count_where_tests_name_them(
    tests: str, planted: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    module: Any = file_mutation
    monkeypatch.setattr(module, "mutation_operators", module.mutation_operators)
    messages.install(tests)
    of_texts = [operator for kind, operator in module.mutation_operators if kind is cst.BaseString]
    changed = {text for text in TEXTS for operator in of_texts for _ in operator(cst.SimpleString(repr(text)))}
    assert changed == planted
