"""Starting the page: it answers at once, and a second start opens the first one's."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from settings import Settings
from setup.doctor.page import examine_page
from tests.fakes.command_line import CommandLine
from tests.fakes.pages import Served
from tests.fakes.waiting import SECONDS

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a signal to another process ends it there")


def said(process: subprocess.Popen[str]) -> tuple[str, str]:
    """The first line that it prints, without the address, and the address."""
    assert process.stdout
    line = process.stdout.readline()
    found = re.search(r"http://\S+", line)
    assert found, process.stderr and process.stderr.read()
    return line.replace(found[0], "URL").strip(), found[0]


def test_a_second_start_opens_the_first(server: Served, tmp_path: Path) -> None:
    browser = tmp_path / "browser"
    browser.write_text(f"#!/bin/sh\necho $* >{tmp_path}/opened\n")
    browser.chmod(0o755)
    seen = {"BROWSER": str(browser), "DISPLAY": ":0", "CI": ""}
    ended = CommandLine(server.home, seen).run()
    assert (ended.code, ended.stderr) == (0, "")
    assert ended.stdout == f"Assay is already running at {server.opens}\n"
    opened = (tmp_path / "opened").read_text().strip()
    assert opened.startswith(f"{server.address}?token=")
    assert server.token not in opened, "other users can read a command line"
    assert httpx.get(opened).status_code == 303


@pytest.mark.parametrize("arguments", [("--port", "7999"), ("--host", "0.0.0.0", "--auth", "me:secret")])
def test_another_address_is_told_where_it_runs(server: Served, arguments: tuple[str, ...]) -> None:
    ended = CommandLine(server.home).run("--no-browser", *arguments)
    assert ended.code == 0
    assert ended.stdout.startswith(f"Assay is already running at {server.opens}\nStop that one first")


def test_the_second_start_reads_nothing_heavy(server: Served) -> None:
    code = (
        "import sys; sys.argv = ['app.py', '--no-browser']; import app\n"
        "try: app.main()\n"
        "except SystemExit: pass\n"
        "print(sorted({'gradio', 'docker', 'sqlalchemy', 'anthropic', 'ollama', 'httpx', 'pandas'} & set(sys.modules)))"
    )
    environment = CommandLine(server.home).environment
    ended = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert ended.stdout.splitlines() == [f"Assay is already running at {server.opens}", "[]"]


def test_the_doctor_knows_where_it_runs(server: Served) -> None:
    (page,) = examine_page(Settings.model_validate({"ASSAY_HOME": server.home}))
    assert page.summary == f"Assay is running at {server.address}"


def test_of_starts_at_the_same_instant_one_wins_until_it_is_killed(server: Served, tmp_path: Path) -> None:
    home = tmp_path / "home"
    starts = [CommandLine(home).start("--no-browser") for _ in range(3)]
    try:
        found = sorted(said(process) for process in starts)
    finally:
        for process in starts:
            process.kill()
            process.communicate(timeout=SECONDS)
    assert [line for line, _ in found] == [*["Assay is already running at URL"] * 2, "Assay is starting at URL"]
    assert len({url for _, url in found} - {server.opens}) == 1
    assert (home / "page.json").exists()  # it had no time to remove it
    with CommandLine(home).start("--no-browser") as next_one:
        line, url = said(next_one)
        with httpx.Client(follow_redirects=True) as browser:  # which keeps the cookie
            answer = browser.get(url)
        next_one.terminate()
        next_one.communicate(timeout=SECONDS)
    assert (line, answer.status_code, answer.headers["x-assay"]) == ("Assay is starting at URL", 200, "starting")
    assert next_one.returncode == 0
    assert not (home / "page.json").exists()


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
