from __future__ import annotations

import socket
from pathlib import Path

import pytest
from pydantic import SecretStr

from agent.models.claude.provider import KEY
from sandbox.registry import bubblewrap_problem, prepare_image
from settings import Settings
from setup.doctor import Finding, examine
from setup.keys import save_key
from setup.memory import Memory
from tests.fakes.anthropic_server import AnthropicServer
from tests.fakes.limitless_engine import LimitlessEngine
from tests.fakes.ollama_server import OllamaServer
from tests.fakes.specs import PYTHON

LOOPBACK = "localhost,127.0.0.1,::1"


@pytest.fixture
def nothing(tmp_path: Path) -> dict[str, str]:
    """Settings under which there is nothing at all but Python."""
    (tmp_path / "file").write_text("no folder can be made below a file")
    return {
        "ASSAY_HOME": str(tmp_path / "file" / "home"),
        "OLLAMA_HOST": "http://127.0.0.1:9",
        "ANTHROPIC_BASE_URL": "http://127.0.0.1:9",
        "DOCKER_HOST": f"unix://{tmp_path}/engine.sock",
    }


def findings(values: dict[str, str], **more: str) -> dict[str, Finding]:
    return {found.name: found for found in examine(settings(values, **more))}


def settings(values: dict[str, str], **more: str) -> Settings:
    return Settings.model_validate({"ANTHROPIC_API_KEY": None, **values, **more})


@pytest.mark.parametrize(
    ("sandbox", "docker", "bubblewrap"),
    [
        ("auto", "missing", "optional"),
        ("docker", "missing", "optional"),
        ("bubblewrap", "optional", "missing"),
        ("process", "optional", "optional"),
    ],
)
def test_whatever_is_missing_is_told_with_its_cause_and_what_to_do(
    nothing: dict[str, str],
    sandbox: str,
    docker: str,
    bubblewrap: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))  # so that there is no bubblewrap
    monkeypatch.setattr("sys.platform", "linux")
    found = findings(nothing, ASSAY_SANDBOX=sandbox)
    lacking = {name: finding for name, finding in found.items() if finding.state != "ok"}
    assert {"Docker", "bubblewrap", "Ollama", "Claude", "History", "Data folder"} <= set(lacking)
    for finding in lacking.values():
        assert finding.summary.endswith(".")
        assert finding.advice
        assert finding.cause
    assert not any(finding.advice or finding.cause for finding in found.values() if finding.state == "ok")
    assert {found["Python"].state, found["Demo"].state} == {"ok"}
    assert (found["Docker"].state, found["bubblewrap"].state) == (docker, bubblewrap)
    assert "Sandbox image" not in found
    assert "apt-get install bubblewrap" in found["bubblewrap"].advice
    assert "DOCKER_HOST" in found["Docker"].advice


@pytest.mark.bubblewrap
def test_where_bubblewrap_serves_docker_is_optional(nothing: dict[str, str]) -> None:
    if problem := bubblewrap_problem():
        pytest.skip(problem.message)
    found = findings(nothing)
    assert (found["Docker"].state, found["bubblewrap"].state) == ("optional", "ok")
    assert findings(nothing, ASSAY_SANDBOX="docker")["Docker"].state == "missing"


def test_a_home_that_cannot_be_written_is_told(nothing: dict[str, str], tmp_path: Path) -> None:
    history = findings(nothing)["History"]
    assert history.state == "missing"
    assert "ASSAY_HOME" in history.advice
    assert findings(nothing, ASSAY_HOME=str(tmp_path / "home"))["History"].state == "ok"


def test_models_are_counted_with_the_key_that_is_kept(nothing: dict[str, str], tmp_path: Path) -> None:
    with OllamaServer(lambda _: "ok") as ollama, AnthropicServer(lambda _: "ok") as claude:
        there = {"ASSAY_HOME": str(tmp_path), "OLLAMA_HOST": ollama.url, "ANTHROPIC_BASE_URL": claude.url}
        save_key(settings(nothing, **there), KEY, SecretStr(claude.key))
        found = findings(nothing, **there)
    assert (found["Ollama"].state, found["Ollama"].summary) == ("ok", "1 model")
    assert (found["Claude"].state, found["Claude"].summary) == ("ok", "1 model")


def test_an_ollama_without_models_is_told_which_one_to_fetch(nothing: dict[str, str]) -> None:
    with OllamaServer(lambda _: "ok", models={}) as ollama:
        found = findings(nothing, OLLAMA_HOST=ollama.url)["Ollama"]
    assert (found.state, found.cause) == ("optional", "no_model")
    assert "no model yet" in found.summary
    assert "python app.py models --fetch" in found.advice


def test_a_key_that_is_not_accepted_is_told_from_none(nothing: dict[str, str]) -> None:
    with AnthropicServer(lambda _: "ok") as claude:
        found = findings(nothing, ANTHROPIC_BASE_URL=claude.url, ANTHROPIC_API_KEY="sk-wrong")["Claude"]
    assert (found.state, found.cause) == ("optional", "not_usable")
    assert "did not accept" in found.summary
    assert "sk-wrong" not in f"{found}"
    assert findings(nothing)["Claude"].cause == "no_key"


@pytest.mark.docker
def test_the_engine_and_its_image_are_found(nothing: dict[str, str]) -> None:
    prepare_image(PYTHON.language, None, print)
    here = settings({name: value for name, value in nothing.items() if name != "DOCKER_HOST"})
    found = {finding.name: finding for finding in examine(here)}
    assert (found["Docker"].state, found["Sandbox image"].state) == ("ok", "ok")
    assert "version" in found["Docker"].summary
    assert "Containers" in found
    assert "Limits" not in found


@pytest.mark.docker
def test_limits_that_the_engine_does_not_hold_are_told(nothing: dict[str, str], tmp_path: Path) -> None:
    engine = LimitlessEngine(tmp_path)
    limits = findings(nothing, DOCKER_HOST=engine.host)["Limits"]
    engine.stop()
    assert (limits.state, limits.cause) == ("optional", "limits")
    assert "memory and processes" in limits.summary
    assert limits.advice


@pytest.mark.parametrize(("installed", "cause"), [(True, "not_running"), (False, "not_installed")])
def test_an_ollama_that_is_not_there_is_told_from_one_that_does_not_run(
    nothing: dict[str, str], installed: bool, cause: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    if installed:
        (tmp_path / "ollama").touch(mode=0o755)
    assert findings(nothing)["Ollama"].cause == cause


@pytest.mark.parametrize(
    ("no_proxy", "state"), [("", "optional"), ("localhost,127.0.0.1", "optional"), ("*", "ok"), (LOOPBACK, "ok")]
)
def test_a_proxy_that_would_be_asked_for_this_computer_is_told(
    nothing: dict[str, str], no_proxy: str, state: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    proxy = findings(nothing, NO_PROXY=no_proxy)["Proxy"]
    assert proxy.state == state
    assert ("::1" in proxy.advice) is (state == "optional")


def test_a_proxy_that_nothing_can_use_is_named(nothing: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALL_PROXY", "socks4://127.0.0.1:9")
    proxy = findings(nothing)["Proxy"]
    assert proxy.cause == "proxy_unusable"
    assert "ALL_PROXY" in proxy.summary
    assert "socks5://" in proxy.advice


def test_room_and_memory_are_told(nothing: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("setup.doctor.data.free_bytes", lambda _: 10**9)
    monkeypatch.setattr("setup.doctor.computer.this_computer", lambda: Memory(4 * 1024**3, 1024**3))
    found = findings(nothing)
    assert (found["Disk"].state, found["Disk"].cause) == ("optional", "nearly_full")
    assert (found["Memory"].state, found["Memory"].cause) == ("optional", "little")
    monkeypatch.setattr("setup.doctor.data.free_bytes", lambda _: 10**8)
    assert findings(nothing)["Disk"].state == "missing"


def test_the_port_of_the_page_is_told(nothing: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setattr("setup.doctor.page.PORTS", range(port, port + 1))
        found = findings(nothing)["Page"]
        assert (found.state, found.cause) == ("missing", "no_port")
    assert findings(nothing)["Page"].summary == f"Port {port} is free."
