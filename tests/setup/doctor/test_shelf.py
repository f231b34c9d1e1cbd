from __future__ import annotations

from pathlib import Path

import pytest

from languages.python.one_file.pyodide import ARCHIVE
from languages.python.one_file.wheels import FOLDER
from languages.python.packages.shelf import SHELF
from settings import Settings
from setup.doctor.shelf import empty_cache, examine_shelf


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings.model_validate({"ASSAY_HOME": tmp_path, "DOCKER_HOST": "tcp://127.0.0.1:9"})


def test_the_shelf_is_named_and_what_was_fetched_is_counted_and_removed(settings: Settings) -> None:
    shelf, fetched = examine_shelf(settings)
    assert all(one.name in shelf.summary for one in SHELF)
    assert fetched.summary == "None were fetched for programs that need others."
    python = settings.browser_parts / ARCHIVE
    kept = settings.packages / "0123456789abcdef" / "site-packages" / "tinyrates.py"
    for path in (python, kept, settings.browser_parts / FOLDER / "0123456789abcdef"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(bytes(1_000_000))
    _, fetched = examine_shelf(settings)
    assert fetched.summary.startswith("2.0 MB are kept")
    assert "--empty-cache" in fetched.advice
    assert empty_cache(settings) == "2.0 MB of fetched packages and 0 images with such were removed."
    assert [path for path in settings.home.rglob("*") if path.is_file()] == [python]
