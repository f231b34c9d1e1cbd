"""The batch files as such: what real Windows needs of them and Wine doesn't."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.fakes.wine_machine import ROOT

FILES = [*sorted((ROOT / "installers").rglob("*.bat")), ROOT / "languages" / "python" / "handover" / "start.bat"]
NAMES = [path.name for path in FILES]
LABEL = re.compile(r"^:(\w+)", re.MULTILINE)
INNER_CALL = re.compile(r"(?:call :|goto )(\w+)")
OUTER_CALL = re.compile(r"call installers\\lib\\(\w+\.bat) (\w+)|%SAY% (\w+)")


def text_of(path: Path) -> str:
    return path.read_bytes().decode("ascii").replace("\r\n", "\n")


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_lines_end_as_windows_wants_them_and_letters_are_the_same_in_every_code_page(path: Path) -> None:
    content = path.read_bytes()
    assert content.isascii()
    assert content.count(b"\n") == content.count(b"\r\n") > 0


def test_git_keeps_these_line_ends_on_every_system() -> None:
    if shutil.which("git") is None:
        pytest.skip("git isn't installed")
    paths = [str(path.relative_to(ROOT)) for path in FILES] + ["installers/install.sh"]
    asked = ["git", "check-attr", "eol", "--", *paths]
    said = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    assert [line.rpartition(" ")[2] for line in said] == ["crlf"] * len(FILES) + ["lf"]


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_every_label_is_there_once_and_used_and_none_is_missing(path: Path) -> None:
    everything = "\n".join(text_of(other) for other in FILES)
    used = {*INNER_CALL.findall(text_of(path))}
    used |= {label or kind for file, label, kind in OUTER_CALL.findall(everything) if (file or "say.bat") == path.name}
    assert sorted(LABEL.findall(text_of(path))) == sorted(used)


def test_every_file_that_is_called_is_there() -> None:
    called = {file for path in FILES for file, _, _ in OUTER_CALL.findall(text_of(path)) if file}
    assert called <= {*NAMES}


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_nothing_runs_on_into_the_next_part(path: Path) -> None:
    """A forgotten `exit /b` or `goto` before an empty line and a label lets cmd run on into what comes next."""
    ends = re.compile(r"\n(.*)\n\n(?:rem .*\n)*:\w+")
    for last in ends.findall(text_of(path)):
        assert re.match(r"exit /b|goto ", last), last


@pytest.mark.parametrize("script", ["install.bat", "uninstall.bat"])
def test_the_options_in_the_guide_are_those_of(script: str) -> None:
    guide = (ROOT / "docs" / "installing.md").read_text(encoding="utf-8")
    text = text_of(ROOT / "installers" / script)
    options = re.findall(r"^echo +(--.*)$", text, re.MULTILINE)
    assert {option.split()[0] for option in options} == {*re.findall(r'"%~1"=="(--\w[\w-]+)"', text)} - {"--help"}
    for option in options:
        assert option in guide
