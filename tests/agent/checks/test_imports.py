from agent.checks.imports import third_party_imports


def test_only_what_is_not_part_of_python_is_listed() -> None:
    source = "import os, yaml\nimport rich.table\nfrom click import echo\nfrom . import x\n"
    source += "def f():\n    import numpy as np\n"
    assert third_party_imports(source) == ("click", "numpy", "rich", "yaml")


def test_a_plain_program_needs_nothing() -> None:
    assert third_party_imports("from __future__ import annotations\nimport json, re\n") == ()
