"""What every sandbox does with one command and its files."""

from __future__ import annotations

import re

import pytest

from sandbox.base import MEGABYTE, JobLimits, Sandbox
from sandbox.errors import BadPath
from tests.conformance.sandbox_helpers import run


def test_a_command_gives_its_output_and_exit_code(sandbox: Sandbox) -> None:
    result = run(sandbox, "python", "-c", "import sys; print('out'); print('err', file=sys.stderr); sys.exit(7)")
    assert (result.status, result.exit_code, result.stdout, result.stderr) == ("exited", 7, "out\n", "err\n")
    assert result.reason == ""
    assert result.report is None
    assert result.seconds > 0


def test_output_comes_piece_by_piece_and_whole_characters_at_a_time(sandbox: Sandbox) -> None:
    script = (
        "import sys, time\nfor half in ('é€'.encode()[:1], 'é€'.encode()[1:]):\n"
        "    sys.stdout.buffer.write(half); sys.stdout.flush(); time.sleep(0.2)\n"
    )
    pieces: list[str] = []
    result = run(sandbox, "python", "-c", script, on_output=pieces.append)
    assert "".join(pieces) == result.stdout == "é€"


def test_python_is_the_one_that_has_the_tools(sandbox: Sandbox) -> None:
    script = "import importlib.metadata as m; print(*(m.version(name) for name in ('pytest', 'bandit', 'mutmut')))"
    result = run(sandbox, "python", "-c", script)
    assert len(result.stdout.split()) == 3, result.stderr


def test_an_unknown_command_is_a_result_and_a_signal_a_negative_exit_code(sandbox: Sandbox) -> None:
    unknown = run(sandbox, "no-such-command")
    assert unknown.exit_code == 127
    assert "no-such-command" in unknown.stderr
    assert run(sandbox, "python", "-c", "import os, signal; os.kill(os.getpid(), signal.SIGTERM)").exit_code == -15


def test_a_program_killed_from_outside_says_so(sandbox: Sandbox) -> None:
    result = run(sandbox, "python", "-c", "import os; os.kill(os.getpid(), 9)")
    assert (result.status, result.exit_code) == ("killed", None)
    assert "memory" in result.reason


def test_nothing_of_the_environment_is_inherited(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "very-secret")
    script = "import os; print(sorted(os.environ)); print(hash('a'), open('/proc/self/environ').read())"
    first, second = run(sandbox, "python", "-c", script), run(sandbox, "python", "-c", script)
    assert "ANTHROPIC" not in first.stdout
    assert "very-secret" not in first.stdout
    assert first.stdout.splitlines()[1].split()[0] == second.stdout.splitlines()[1].split()[0]


def test_no_job_can_tell_which_one_it_is(sandbox: Sandbox) -> None:
    script = (
        "import os, sys\nfolder = os.path.dirname(os.getcwd())\nname = os.path.basename(folder)\n"
        "print(name, os.getuid())\nprint(folder.replace(name, ''), sys.argv, os.listdir(os.environ['TMPDIR']),"
        " {key: value.replace(name, '') for key, value in os.environ.items()})"
    )
    said = [run(sandbox, "python", "-c", script).stdout.splitlines() for _ in range(4)]
    assert len({rest for _, rest in said}) == 1
    names, users = zip(*(first.split() for first, _ in said), strict=True)
    assert len(set(names)) == 4
    assert all(re.fullmatch("[0-9a-f]{16}", name) for name in names)
    if len(set(users)) > 1:  # where they can be changed
        assert sorted(users, key=int) != [str(int(users[0]) + number) for number in range(4)]


def test_files_go_in_and_come_back(sandbox: Sandbox) -> None:
    script = "import pathlib; pathlib.Path('out/deep').mkdir(parents=True); pathlib.Path('out/deep/ä b').write_bytes("
    result = run(
        sandbox,
        "python",
        "-c",
        f"{script}open('in/data', 'rb').read()[::-1])",
        files={"in/data": b"\0\xffabc"},
        read_back=("out/deep/ä b", "missing", "out", "in/data"),
    )
    assert dict(result.files) == {"out/deep/ä b": b"cba\xff\0", "in/data": b"\0\xffabc"}


@pytest.mark.parametrize("name", ["/etc/passwd", "../up", "a/../../b", "", "a\0b"])
def test_names_that_lead_out_of_the_folder_are_refused(sandbox: Sandbox, name: str) -> None:
    with pytest.raises(BadPath, match=r"leads out of its folder|can have a file called"):
        run(sandbox, "python", "-c", "", files={name: b""})
    with pytest.raises(BadPath, match=r"leads out of its folder|can have a file called"):
        run(sandbox, "python", "-c", "", read_back=(name,))


def test_links_devices_and_large_files_are_not_read_back(sandbox: Sandbox) -> None:
    script = """
import os
os.symlink("/etc/passwd", "link")
os.symlink("/etc", "folder")
os.mkfifo("pipe")
open("large", "wb").truncate(3 * 2**20)
open("small", "wb").write(b"yes")
"""
    limits = JobLimits(file_bytes=3 * MEGABYTE)
    names = ("link", "folder/passwd", "pipe", "/dev/null".lstrip("/"), "small", "large")
    result = run(sandbox, "python", "-c", script, limits=limits, read_back=names)
    assert (result.exit_code, dict(result.files)) == (0, {"small": b"yes"}), result.stderr


def test_isolation_is_said_in_a_sentence(sandbox: Sandbox) -> None:
    assert sandbox.name in ("docker", "bubblewrap", "process")
    assert sandbox.isolation.endswith(".")
