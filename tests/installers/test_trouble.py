"""What keeps the packages away, each said in plain words; where it can be had, with the real pip."""

from __future__ import annotations

import shutil
import ssl
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pip
import pytest

from tests.fakes.disks import tiny_disk
from tests.fakes.stub_machine import BASH, StubMachine, called

REQUIREMENT = f"something==1 --hash=sha256:{'0' * 64}\n"
PIP = {"PIP_RETRIES": "1", "PIP_DEFAULT_TIMEOUT": "5", "PYTHONPATH": str(Path(pip.__file__).parents[1])}
UNSHARE = shutil.which("unshare") or "unshare"
SAID_BY_PIP = {
    "SSLError(SSLCertVerificationError(1, '[SSL: CERTIFICATE_VERIFY_FAILED]": "SSL_CERT_FILE",
    "ProxyError('Cannot connect to proxy.', OSError('Tunnel connection failed: 407": "The proxy refuses",
    "Failed to establish a new connection: [Errno -3] Temporary failure in name resolution": "no connection",
    "OSError: [Errno 28] No space left on device": "The disk is full",
    "THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE": "isn't what was expected",
    "something else": "report it with the log",
}


@pytest.fixture
def with_real_pip(complete: StubMachine) -> StubMachine:
    complete.has_real("python3", Path(sys.executable).resolve())
    (complete.app / "requirements.txt").write_text(REQUIREMENT)
    return complete


@pytest.fixture
def with_quick_pip(with_real_pip: StubMachine, tmp_path: Path) -> StubMachine:
    """The same, but its environments borrow the pip of these tests: making one takes seconds."""
    with_real_pip.lacks("python3")
    real = Path(sys.executable).resolve()
    quick = f'if [ "$2" = venv ]; then set -- -m venv --without-pip "$3"; fi\nexec {real} "$@"'
    (tmp_path / "bin/python3").write_text(f"#!{BASH}\n{quick}\n")
    (tmp_path / "bin/python3").chmod(0o755)
    return with_real_pip


@pytest.mark.parametrize(("said", "meant"), SAID_BY_PIP.items())
def test_what_kept_the_packages_away_is_said_in_plain_words(complete: StubMachine, said: str, meant: str) -> None:
    complete.fact("pip-says", text=said)
    status, output = complete.install()
    assert status == 1
    assert meant in output
    assert "install.log" in output
    assert "the demo runs" not in output


def test_without_a_network_the_packages_fail_with_a_plain_sentence(with_quick_pip: StubMachine) -> None:
    if subprocess.run([UNSHARE, "-n", "true"], check=False).returncode != 0:
        pytest.skip("taking the network away takes root on Linux")
    command = [UNSHARE, "-n", *with_quick_pip.command("install.sh", "--yes")]
    environment = with_quick_pip.environment() | PIP
    done = subprocess.run(
        command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "There is no connection to the internet." in done.stdout


def test_a_proxy_that_refuses_is_named(with_quick_pip: StubMachine) -> None:
    status, output = with_quick_pip.install(**PIP, HTTPS_PROXY="http://127.0.0.1:9")
    assert status == 1
    assert "The proxy can't be reached: http://127.0.0.1:9." in output


def test_a_certificate_is_trusted_by_pip_where_ssl_cert_file_names_it(
    with_quick_pip: StubMachine, tmp_path: Path
) -> None:
    said = "A certificate isn't trusted"
    with untrusted_index(tmp_path) as index:
        status, output = with_quick_pip.install(**PIP, PIP_INDEX_URL=index)
        assert (status, said in output) == (1, True), output
        own = str(tmp_path / "cert.pem")
        status, output = with_quick_pip.install(**PIP, PIP_INDEX_URL=index, SSL_CERT_FILE=own)
        assert (status, said in output) == (1, False), output
    log = (with_quick_pip.app / "installers/install.log").read_text(encoding="utf-8")
    assert "No matching distribution found for something==1" in log


@contextmanager
def untrusted_index(folder: Path) -> Iterator[str]:
    """A package index on loopback, without packages, whose certificate nobody signed; yields its address."""
    certificate, key = folder / "cert.pem", folder / "key.pem"
    names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", *names]
    subprocess.run([*command, "-keyout", key, "-out", certificate], check=True, capture_output=True)

    class Empty(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_error(404)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Empty)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"https://localhost:{server.server_port}/simple"
    finally:
        server.shutdown()
        server.server_close()


@pytest.mark.parametrize("name", ["SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "PIP_CERT"])
def test_one_variable_for_certificates_serves_all_tools(complete: StubMachine, tmp_path: Path, name: str) -> None:
    (tmp_path / "company.pem").touch()
    seen = tmp_path / "seen"
    (tmp_path / "bin/bwrap").unlink()
    complete.change("engine-runs")
    complete.lacks("docker", "dockerd")
    (tmp_path / "bin/apt-get").write_text(f'#!/bin/sh\nexport -p >"{seen}"\nexit 1\n')
    complete.install("--no-docker", "--no-ollama", **{name: str(tmp_path / "company.pem")})
    exported = seen.read_text(encoding="utf-8")
    for variable in ("SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "PIP_CERT", "CURL_CA_BUNDLE"):
        assert f"{variable}='{tmp_path}/company.pem'" in exported


def test_a_file_of_certificates_that_is_not_there_is_said(complete: StubMachine) -> None:
    _, output = complete.install("--no-launch", SSL_CERT_FILE="/nowhere.pem")
    assert "can't be read: /nowhere.pem" in output


def test_sudo_is_given_the_proxies(ordinary: StubMachine) -> None:
    ordinary.lacks("docker", "dockerd")
    ordinary.install("--no-launch", HTTPS_PROXY="http://proxy:3128")
    assert called(ordinary.calls(), "sudo env HTTPS_PROXY=http://proxy:3128 env DEBIAN_FRONTEND=noninteractive apt-get")


def test_too_little_space_is_said_before_anything_is_fetched(complete: StubMachine) -> None:
    with small_disk_for_the_app(complete):
        status, output = complete.install()
    assert status == 1
    assert "MB free on this disk, and about 2000 are needed" in output
    assert not [call for call in complete.calls() if "-m venv" in call or "-m pip" in call]


def test_a_disk_that_fills_up_is_said_in_plain_words(with_real_pip: StubMachine) -> None:
    with_real_pip.fact("disk-looks-empty")
    with small_disk_for_the_app(with_real_pip):
        status, output = with_real_pip.install()
        assert status == 1
        assert "The disk is full." in output
        assert "write error" not in output
        assert not list(with_real_pip.app.glob(".venv*"))


@contextmanager
def small_disk_for_the_app(machine: StubMachine) -> Iterator[None]:
    """Let the app's folder lie on a disk of 5 MB."""
    aside = machine.app.with_name("aside")
    machine.app.rename(aside)
    with tiny_disk(machine.app, megabytes=5):
        subprocess.run(["cp", "-r", f"{aside}/.", machine.app], check=True)
        yield
