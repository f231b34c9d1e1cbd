"""Where the image comes from, and what is said where it can't be had."""

from __future__ import annotations

from contextlib import closing, suppress
from pathlib import Path

import docker.errors
import pytest
from docker import DockerClient

from sandbox import debian
from sandbox.engine import connect
from sandbox.errors import ImageError
from sandbox.image import ensure_image, has_image, image_name
from sandbox.registry import prepare_image
from tests.fakes.image_registry import image_registry
from tests.fakes.specs import PYTHON

pytestmark = pytest.mark.docker


def remove_with_children(engine: DockerClient, name: str) -> None:
    """Remove an image and what a build that failed has made of it."""
    own = engine.images.get(name).id
    for other in engine.api.images(all=True):  # other tests may remove theirs meanwhile, so each isn't asked about
        if other["ParentId"] == own:
            remove_with_children(engine, other["Id"])
    with suppress(docker.errors.ImageNotFound):  # what is left without children goes with the last of them
        engine.images.remove(name, force=True)


def test_an_image_that_is_there_is_taken_without_a_word(engine: DockerClient, image: str) -> None:
    said: list[str] = []
    assert ensure_image(engine, PYTHON.language, said.append) == image == image_name(PYTHON.language)
    prepare_image(PYTHON.language, None, said.append)
    assert said == []


def test_nothing_of_this_machine_stays_in_the_image(engine: DockerClient, image: str) -> None:
    steps = engine.images.get(image).history()
    assert not any("PIP_" in step["CreatedBy"] or "certificates" in step["CreatedBy"] for step in steps)
    assert not any("PIP_" in setting for setting in engine.images.get(image).attrs["Config"]["Env"] or [])


def test_programs_can_be_run_in_another_locale(engine: DockerClient, image: str) -> None:
    code = "import locale; locale.setlocale(locale.LC_ALL, 'de_DE.UTF-8'); print(locale.str(1.5))"
    assert engine.containers.run(image, ["-c", code], entrypoint="python3", remove=True) == b"1,5\n"


@pytest.mark.parametrize("settings", ["{}", '{"credsStore": "desktop-that-is-gone"}'])
def test_the_base_is_pulled_from_a_registry_and_a_failing_build_says_so(
    settings: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "config.json").write_text(settings)
    monkeypatch.setenv("DOCKER_CONFIG", str(tmp_path))
    said: list[str] = []
    with image_registry("assay-test/empty", "1") as base, closing(connect(None)) as engine:
        try:
            with pytest.raises(ImageError, match="could not be made") as problem:
                ensure_image(engine, PYTHON.language, said.append, base)
            assert has_image(engine, base)
        finally:
            remove_with_children(engine, base)
    assert any(line.startswith("Got part") for line in said)
    assert "/bin/sh" in str(problem.value.__cause__)
    assert "RUN python3 -m venv" in problem.value.advice


def test_without_a_registry_or_debian_tools_the_way_out_is_named(
    engine: DockerClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(debian, "REPOSITORY", "assay-test-missing")
    with pytest.raises(ImageError, match="No image registry can be reached") as problem:
        ensure_image(engine, PYTHON.language, print, "127.0.0.1:1/no/such:image")
    assert "then try again" in problem.value.advice
    assert isinstance(problem.value.__cause__, docker.errors.DockerException)


def test_a_lost_engine_is_an_image_error() -> None:
    client = DockerClient(base_url="unix:///nonexistent/docker.sock", version="1.41")
    with pytest.raises(ImageError):
        ensure_image(client, PYTHON.language, print)
