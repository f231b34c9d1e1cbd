"""What is said where the system keeps bubblewrap from working."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from sandbox.namespaces import REFUSING, refusal
from tests.fakes.waiting import until

ROOT = Path(__file__).parents[2]
# In a user namespace of its own, where this changes nothing for anybody else. Whoever looks is user 65534 there, and
# owns what root owns outside, so that a Python in root's home can be read.
MAPPED = "0 1 1\n65534 0 1"
NONE_ALLOWED = (
    "setpriv --reuid 0 sh -c 'echo 0 >/proc/sys/user/max_user_namespaces' && "
    'exec setpriv --ambient-caps=-all --inh-caps=-all "$@"'
)
LOOK = """
from sandbox.registry import bubblewrap_problem
problem = bubblewrap_problem()
print(type(problem).__name__, problem.message, problem.advice, sep="\\n")
"""


@pytest.mark.bubblewrap
def test_a_system_that_allows_no_namespaces_is_told_from_others() -> None:
    if os.geteuid() != 0 or not all(map(shutil.which, ("bwrap", "unshare", "setpriv"))):
        pytest.skip("needs root, bwrap, unshare and setpriv")
    command = [
        "unshare",
        "--user",
        "--keep-caps",
        "sh",
        "-c",
        f'read mapped; exec sh -c {shlex.quote(NONE_ALLOWED)} sh "$@"',
        "sh",
    ]
    look = [*command, sys.executable, "-c", LOOK]
    with subprocess.Popen(look, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        namespace = Path(f"/proc/{process.pid}/ns/user")
        until(lambda: namespace.readlink() != Path("/proc/self/ns/user").readlink(), "it has one of its own")
        for table in ("uid_map", "gid_map"):
            Path(f"/proc/{process.pid}/{table}").write_text(MAPPED)
        said = process.communicate("yes\n")[0].splitlines()
    assert said[0] == "NotAllowed"
    assert "user.max_user_namespaces is 0" in said[1]
    assert "user.max_user_namespaces=15000" in said[2]


@pytest.mark.parametrize("name", REFUSING)
def test_each_setting_that_refuses_is_named_with_a_command(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    file = tmp_path / name.replace(".", "/")
    file.parent.mkdir()
    refusing = REFUSING[name][0]
    assert refusal("/usr/bin/bwrap", tmp_path) is None
    for value, refuses in ((refusing, True), (str(1 - int(refusing)), False)):
        file.write_text(f"{value}\n")
        problem = refusal("/usr/bin/bwrap", tmp_path)
        assert bool(problem) is refuses
        assert problem is None or (name in problem.message and "sudo" in problem.advice)


def test_the_profile_is_for_the_program_that_is_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    (tmp_path / "kernel").mkdir()
    (tmp_path / "kernel/apparmor_restrict_unprivileged_userns").write_text("1\n")
    problem = refusal("/opt/bin/bwrap", tmp_path)
    assert problem is not None
    assert "profile bwrap /opt/bin/bwrap flags=(unconfined) { userns, }" in problem.advice
