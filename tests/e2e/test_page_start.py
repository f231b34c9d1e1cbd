"""Starting the page: it answers at once, and a second start opens the first one's."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.fakes.command_line import CommandLine
from tests.fakes.pages import Served, served

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a signal to another process ends it there")


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("start") / "home") as found:
        yield found


def said(process: subprocess.Popen[str]) -> tuple[str, str]:
    """The first line that it prints, without the address, and the address."""
    assert process.stdout
    line = process.stdout.readline()
    found = re.search(r"http://[^ ]+/", line)
    assert found, process.stderr and process.stderr.read()
    return line.replace(found[0], "URL").strip(), found[0]


def test_a_second_start_opens_the_first(first: Served, tmp_path: Path) -> None:
    browser = tmp_path / "browser"
    browser.write_text(f"#!/bin/sh\necho $* >{tmp_path}/opened\n")
    browser.chmod(0o755)
    seen = {"BROWSER": str(browser), "DISPLAY": ":0", "CI": ""}
    ended = CommandLine(first.home, seen).run()
    assert (ended.code, ended.stderr) == (0, "")
    assert ended.stdout == f"Assay is already running at {first.address}\n"
    assert (tmp_path / "opened").read_text().strip() == first.address


@pytest.mark.parametrize("arguments", [("--port", "7999"), ("--host", "0.0.0.0", "--auth", "me:secret")])
def test_another_address_is_told_where_it_runs(first: Served, arguments: tuple[str, ...]) -> None:
    ended = CommandLine(first.home).run("--no-browser", *arguments)
    assert ended.code == 0
    assert ended.stdout.startswith(f"Assay is already running at {first.address}\nStop that one first")


def test_the_second_start_reads_nothing_heavy(first: Served) -> None:
    code = (
        "import sys; sys.argv = ['app.py', '--no-browser']; import app\n"
        "try: app.main()\n"
        "except SystemExit: pass\n"
        "print(sorted({'gradio', 'docker', 'sqlalchemy', 'anthropic', 'ollama', 'httpx', 'pandas'} & set(sys.modules)))"
    )
    environment = CommandLine(first.home).environment
    ended = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert ended.stdout.splitlines() == [f"Assay is already running at {first.address}", "[]"]


def test_the_doctor_knows_where_it_runs(first: Served) -> None:
    findings = json.loads(CommandLine(first.home).run("doctor", "--json").stdout)
    (page,) = (finding for finding in findings if finding["name"] == "Page")
    assert page["summary"] == f"Assay is running at {first.address}"


def test_of_starts_at_the_same_instant_one_wins(tmp_path: Path) -> None:
    starts = [CommandLine(tmp_path / "home").start("--no-browser") for _ in range(3)]
    try:
        found = [said(process) for process in starts]
        assert len({url for _, url in found}) == 1
        assert sorted(line for line, _ in found) == [
            "Assay is already running at URL",
            "Assay is already running at URL",
            "Assay is starting at URL",
        ]
    finally:
        for process in starts:
            process.terminate()
            process.communicate(timeout=30)


def test_the_page_of_a_killed_app_is_replaced(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with CommandLine(home).start("--no-browser") as process:
        assert said(process)[0] == "Assay is starting at URL"
        process.send_signal(signal.SIGKILL)
    assert (home / "page.json").exists()
    with CommandLine(home).start("--no-browser") as process:
        assert said(process)[0] == "Assay is starting at URL"
        process.terminate()
        process.communicate(timeout=30)
    assert process.returncode == 0
    assert not (home / "page.json").exists()


def test_it_answers_before_the_page_is_there_and_stops_when_asked(tmp_path: Path) -> None:
    with CommandLine(tmp_path / "home").start("--no-browser") as process:
        _, url = said(process)
        answer = httpx.get(url)
        assert (answer.status_code, answer.headers["x-assay"]) == (200, "starting")
        process.terminate()
        process.communicate(timeout=30)
        assert process.returncode == 0
    with pytest.raises(httpx.ConnectError):
        httpx.get(url)


def test_a_history_that_can_not_be_used_ends_the_start(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "assay.db").write_text("this is no database" * 100)
    ended = CommandLine(tmp_path / "home").run("--no-browser")
    assert ended.code == 1
    assert "Traceback" not in ended.stderr
    assert ended.stderr


def test_a_port_that_is_taken_is_said(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ended = CommandLine(tmp_path / "home").run("--no-browser", "--port", str(port))
    assert ended.code == 1
    assert f"port {port}" in ended.stderr
    assert "--port" in ended.stderr
    assert "Traceback" not in ended.stderr
