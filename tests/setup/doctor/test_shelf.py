from __future__ import annotations

import io
import secrets
import tarfile
from contextlib import closing
from pathlib import Path

import docker
import pytest

from languages.python.one_file.pyodide import ARCHIVE
from languages.python.one_file.wheels import FOLDER
from languages.python.packages.shelf import SHELF
from sandbox.engine import connect
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
    assert empty_cache(settings).summary == "2.0 MB of fetched packages and 0 images with such were removed."
    assert [path for path in settings.home.rglob("*") if path.is_file()] == [python]


@pytest.mark.docker
def test_an_image_that_something_uses_is_not_called_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings.model_validate({"ASSAY_HOME": tmp_path})
    label = f"assay.test.{secrets.token_hex(4)}"  # others on this engine keep theirs
    monkeypatch.setattr("sandbox.image.PACKAGES_LABEL", label)
    with closing(connect(None)) as engine:
        unused, used = (an_image(engine, f"{label}:{name}", label) for name in ("unused", "used"))
        container = engine.containers.create(used, ["none"])
        try:
            emptied = empty_cache(settings)
            assert not emptied.done
            assert "and 1 image with such were removed. 1 image could not be removed" in emptied.summary
            assert [image.tags for image in engine.images.list(filters={"label": label})] == [[used]]
        finally:
            container.remove()
        assert empty_cache(settings).done
        assert unused not in str(engine.images.list(filters={"label": label}))


def an_image(engine: docker.DockerClient, name: str, label: str) -> str:
    """An image with nothing in it."""
    empty = io.BytesIO()
    with tarfile.open(fileobj=empty, mode="w") as archive:
        archive.addfile(tarfile.TarInfo("file"))
    repository, _, tag = name.partition(":")
    engine.api.import_image_from_data(empty.getvalue(), repository, tag, changes=[f"LABEL {label}={tag}"])
    return name
