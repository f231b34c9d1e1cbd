from __future__ import annotations

from pathlib import Path

import pytest

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
    kept = settings.packages / "0123456789abcdef" / "site-packages" / "tinyrates.py"
    kept.parent.mkdir(parents=True)
    kept.write_bytes(bytes(2_000_000))
    _, fetched = examine_shelf(settings)
    assert fetched.summary.startswith("2.0 MB are kept")
    assert "--empty-cache" in fetched.advice
    assert empty_cache(settings) == "2.0 MB of fetched packages and 0 images with such were removed."
    assert not settings.packages.exists()
