"""What dead apps left is removed, what living ones have never is: also where it is hard to tell them apart."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import docker.errors
import psutil
import pytest
from docker import DockerClient

from sandbox.docker import OWNER_LABEL, container_options, remove_orphans
from sandbox.holds import Holds
from sandbox.image import image_name
from sandbox.owner import Owner
from sandbox.scratch import PREFIX, make_scratch_folder, remove_orphaned_folders, scratch_folder
from storage.store import Store
from tests.fakes.killed_apps import SOLVE, World
from tests.fakes.processes import output_of, python
from tests.fakes.runs import REQUEST
from tests.fakes.specs import PYTHON

ME = Owner.current()
OLD = Owner(ME.host, ME.pid, psutil.Process().create_time())
"""This process, as older versions wrote it."""

LIVING = {
    "this app": str(ME),
    "this app, as an older version labelled it": str(OLD),
    "an app of another machine": str(replace(ME, host="elsewhere", pid=1)),
    "an app in a container with this machine's name": str(replace(ME, pid=1, namespace=ME.namespace + 1)),
    "nobody knows whose": "",
    "somebody else's": "not/a/label/of/ours",
}
DEAD = {
    "an app whose pid was used again": str(replace(ME, started=ME.started - 3600)),
    "the same, as an older version labelled it": str(replace(OLD, started=OLD.started - 3600)),
    "an app that ended": str(replace(ME, pid=2**22 + 1)),
    "the same of an older version": str(replace(OLD, pid=2**22 + 1)),
}


def is_removed(client: DockerClient, label: str) -> bool:
    """Whether a container of this label's owner is removed at the start of an app.

    Another app that looks now may be removing it already, as those of tests that run beside this one do.
    """
    options = container_options(PYTHON, None, 1, Holds()) | {"labels": {OWNER_LABEL: label}}
    container = client.containers.create(image_name(PYTHON.language), **options)
    try:
        remove_orphans(client)
        container.reload()
    except docker.errors.NotFound:
        return True
    if container.status == "removing":
        return True
    container.remove(force=True)
    return False


@pytest.mark.docker
@pytest.mark.parametrize("whose", [*LIVING, *DEAD])
def test_a_container_is_removed_only_where_its_app_is_known_to_be_dead(machine: DockerClient, whose: str) -> None:
    assert is_removed(machine, {**LIVING, **DEAD}[whose]) is (whose in DEAD)


def test_only_the_folders_of_dead_apps_are_removed() -> None:
    with python("faults/hold_folder.py") as holder, scratch_folder() as own:
        left = Path(output_of(holder).readline().strip())
        remove_orphaned_folders()
        assert left.is_dir()
        holder.kill()
        holder.wait()
        assert left.is_dir()
        foreign = Path(tempfile.mkdtemp(prefix=PREFIX))
        remove_orphaned_folders()
        assert not left.exists()
        assert foreign.is_dir()
        assert Path(own).is_dir()
        foreign.rmdir()


def test_a_link_that_looks_like_a_folder_of_a_dead_app_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "precious").touch()
    folder = make_scratch_folder()
    link = folder.with_name(folder.name.replace(f"~{ME.pid}~", f"~{2**22 + 1}~"))
    folder.rmdir()
    link.symlink_to(tmp_path)
    remove_orphaned_folders()
    assert (tmp_path / "precious").exists()
    link.unlink()


@contextmanager
def in_a_namespace_of_its_own(script: str, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """A script of the tests that sees other processes than we do, as in a container, under this machine's name."""
    unshare = shutil.which("unshare")
    if unshare is None or subprocess.run([unshare, "--pid", "--fork", "true"], check=False).returncode != 0:
        pytest.skip("a PID namespace needs root on Linux")
    own = [unshare, "--pid", "--fork", "--kill-child", "--mount-proc"]
    with python(script, *arguments, before=own) as process:
        yield process


def test_an_app_in_a_container_and_one_outside_leave_each_others_runs_alone(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'history.db'}"
    with closing(Store(url)) as store:
        mine = store.create_run(REQUEST)
        store.claim(mine)
        with in_a_namespace_of_its_own("faults/hold_run.py", url) as inside:
            theirs = output_of(inside).readline().strip()
            assert output_of(inside).readline() == "interrupted: []\n"
            assert store.mark_interrupted() == []
            assert {store.run(run).status for run in (mine, theirs)} == {"running"}


def inside_ones(machine: DockerClient) -> set[str | None]:
    """The containers of an app that is the first process of its own namespace, as in a container."""
    found = machine.containers.list(filters={"label": OWNER_LABEL}, ignore_removed=True)
    return {one.id for one in found if one.labels[OWNER_LABEL].startswith(f"{ME.host}/1/")}


@pytest.mark.docker
def test_an_app_in_a_container_and_one_outside_leave_each_others_sandboxes_alone(machine: DockerClient) -> None:
    with in_a_namespace_of_its_own("sandbox/hold_docker.py") as inside:
        assert output_of(inside).readline() == "up\n"
        before = inside_ones(machine)
        remove_orphans(machine)
        assert before
        assert before <= inside_ones(machine)


@pytest.mark.thorough
@pytest.mark.docker
def test_of_two_apps_on_one_history_the_death_of_one_leaves_the_other_alone(tmp_path: Path) -> None:
    world = World(tmp_path)
    first, second = world.start(*SOLVE), world.start(*SOLVE)
    first.wait_for("sandbox_ready")
    second.wait_for("sandbox_ready")
    first.kill()
    first.check_nothing_left()
    shown = world.shown()
    assert shown[first.events[0]["run_id"]] == "interrupted"
    assert shown[second.events[0]["run_id"]] in ("running", "verified")
    second.wait_for("run_finished")
    assert second.events[-1]["status"] == "verified"
    assert second.process.wait(30) == 0
