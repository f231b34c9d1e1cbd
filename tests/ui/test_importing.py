from __future__ import annotations

import inspect
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fakes.command_line import ROOT
from ui.base.importing import without_interface_files

IMPORTED = """
import sys
sys.addaudithook(lambda name, told: print(told[0]) if name == "open" and ".pyi" in str(told[0]) else None)
from ui.base.importing import without_interface_files
with without_interface_files():
    import gradio
print(callable(gradio.Button().click))
"""


def test_only_gradios_own_classes_are_hidden() -> None:
    from gradio.components import Button

    known = inspect.getfile
    with without_interface_files():
        with pytest.raises(OSError, match="not now"):
            inspect.getfile(Button)
        assert inspect.getfile(Path)
        assert inspect.getfile(without_interface_files)
    assert inspect.getfile is known


def test_gradio_opens_no_interface_files_and_works() -> None:
    ended = subprocess.run([sys.executable, "-c", IMPORTED], cwd=ROOT, capture_output=True, text=True, check=True)
    assert ended.stdout.splitlines() == ["True"]
