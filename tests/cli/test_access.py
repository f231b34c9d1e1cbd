from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from cli.access import find_auth
from errors import AssayError
from settings import Settings


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_the_password_comes_from_a_prompt_a_file_or_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "auth"
    file.write_text("ada:from:file\nmore\n")
    settings = Settings.model_validate({"ASSAY_AUTH": "ada:from environment"})
    assert find_auth("", None, Settings()) == ""
    assert find_auth("", None, settings) == "ada:from environment"
    assert find_auth("", file, settings) == "ada:from:file"
    assert find_auth("ada:given", file, settings) == "ada:given"
    assert find_auth("ada", None, settings) == "ada"  # nobody is there to be asked; it is refused as half a password
    monkeypatch.setattr(sys, "stdin", Terminal())
    monkeypatch.setattr("cli.access.typer.prompt", lambda text, hide_input: f"{text}{hide_input}")
    assert find_auth("ada", None, settings) == "ada:Password for adaTrue"
    assert "from environment" not in repr(settings)


def test_a_file_that_can_not_be_read_is_said(tmp_path: Path) -> None:
    with pytest.raises(AssayError, match="can't be read") as refused:
        find_auth("", tmp_path / "none", Settings())
    assert "USER:PASSWORD" in refused.value.advice
