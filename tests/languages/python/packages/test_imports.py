from languages.python.packages.imports import third_party_imports, unknown_imports


def test_only_what_is_not_part_of_python_is_listed() -> None:
    source = (
        "from __future__ import annotations\nimport os, yaml, json, re\nimport rich.table\nfrom click import echo\n"
    )
    source += "from . import x\ndef f():\n    import numpy as np\n"
    assert third_party_imports(source) == ("click", "numpy", "rich", "yaml")


def test_imports_by_a_name_that_is_written_down_are_listed() -> None:
    source = "import importlib\nfrom importlib import import_module as load\n"
    source += (
        "importlib.import_module('yaml.nodes')\nload(name='rich')\n__import__('click')\nload('json')\nload('.a', 'b')\n"
    )
    assert third_party_imports(source) == ("click", "rich", "yaml")
    assert unknown_imports(source) == ()


def test_imports_by_a_name_that_is_made_up_later_are_told() -> None:
    source = "import importlib, builtins\nx = 'yaml'\nimportlib.import_module(x)\n__import__('ya' + 'ml')\n"
    source += "builtins.__import__(x)\n"
    assert third_party_imports(source) == ()
    assert unknown_imports(source) == (3, 4, 5)
