"""The real thing: a fresh Debian in a container, an ordinary user, the network, and all of Assay's packages."""

from __future__ import annotations

import subprocess

import pytest

from tests.fakes.stub_machine import BASH, ROOT


@pytest.mark.thorough
@pytest.mark.docker
@pytest.mark.timeout(900)
def test_a_fresh_debian_shows_the_page() -> None:
    if subprocess.run(["docker", "info"], capture_output=True, check=False).returncode != 0:
        pytest.skip("there is no Docker engine to make a fresh system with")
    command = [BASH, str(ROOT / "tools/try_install.sh"), "ada", "ubuntu"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "### All is as it should be" in done.stdout
    assert "('bubblewrap', 'ok')" in done.stdout
