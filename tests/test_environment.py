import os
import subprocess
import sys
import urllib.request

import pytest

from environment import ollama_address, prepare, unusable_proxies, usable_proxy
from settings import Settings

VARIABLES = [name for one in ("http", "https", "all", "no") for name in (f"{one}_proxy", f"{one.upper()}_PROXY")]


@pytest.fixture(autouse=True)
def without_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (*VARIABLES, "OLLAMA_HOST"):
        monkeypatch.setenv(name, "")  # so that it is restored, whatever is done to it
        monkeypatch.delenv(name)


def test_loopback_is_reached_without_the_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_PROXY", "example.org")
    prepare()
    prepare()
    assert os.environ["NO_PROXY"] == "example.org,localhost,127.0.0.1,::1"


@pytest.mark.parametrize(
    ("written", "usable"),
    [
        ("socks://127.0.0.1:1080/", "socks5://127.0.0.1:1080/"),
        ("socks5://there:1", "socks5://there:1"),
        ("SOCKS5H://there:1", "socks5h://there:1"),
        ("proxy:3128", "http://proxy:3128"),
        ("http://user:secret@there:1", "http://user:secret@there:1"),
        ("socks4://there:1", ""),
        ("http://[there", ""),
        ("http://there:port", ""),
        ("", ""),
    ],
)
def test_a_proxy_is_read_in_all_ways_that_people_write_it(written: str, usable: str) -> None:
    assert usable_proxy(written) == usable


@pytest.mark.parametrize(
    ("proxy", "host"),
    [
        ("socks://127.0.0.1:9", "::"),
        ("socks5://127.0.0.1:9", "http://[::1"),
        ("socks4://127.0.0.1:9", r"C:\Programs\Ollama\ollama.exe"),
        ("http://[x", ""),
    ],
)
def test_no_variable_breaks_the_import_of_a_client(proxy: str, host: str) -> None:
    code = (
        "from environment import prepare\nprepare()\n"
        "import anthropic, httpx, ollama\nanthropic.Anthropic(api_key='x'); httpx.Client(); ollama.Client()"
    )
    plain = {key: value for key, value in os.environ.items() if key not in VARIABLES}
    variables = dict.fromkeys(("ALL_PROXY", "https_proxy"), proxy) | {"OLLAMA_HOST": host}
    done = subprocess.run([sys.executable, "-c", code], env=plain | variables, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_what_no_client_can_use_is_named_and_taken_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALL_PROXY", "socks4://127.0.0.1:9")
    monkeypatch.setenv("https_proxy", "socks://127.0.0.1:9")
    assert unusable_proxies() == Settings().unusable_proxies == ("ALL_PROXY",)
    prepare()
    assert "ALL_PROXY" not in os.environ
    assert os.environ["HTTPS_PROXY"] == "socks5://127.0.0.1:9"


def test_the_systems_own_proxy_counts_where_no_variable_names_one(monkeypatch: pytest.MonkeyPatch) -> None:
    # On Windows and macOS; Python no longer asks the system once NO_PROXY is set.
    monkeypatch.setattr(urllib.request, "getproxies", lambda: {"https": "http://company:8080", "ftp": "http://x"})
    prepare()
    assert os.environ["HTTPS_PROXY"] == os.environ["https_proxy"] == "http://company:8080"
    assert "FTP_PROXY" not in os.environ


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("0.0.0.0", "http://127.0.0.1:11434"),
        ("0.0.0.0:1234", "http://127.0.0.1:1234"),
        ("::", "http://[::1]:11434"),
        ("[::]:11434", "http://[::1]:11434"),
        (":1234", "http://127.0.0.1:1234"),
        ("", "http://127.0.0.1:11434"),
        ('"127.0.0.1:11434"', "http://127.0.0.1:11434"),
        ("http://127.0.0.1:11434/", "http://127.0.0.1:11434"),
        ("https://example.com/ollama/", "https://example.com:443/ollama"),
        ("http://user:word@example.com:1", "http://user:word@example.com:1"),
        ("example.com:99999", "http://example.com:11434"),
        (r"C:\Programs\Ollama\ollama.exe", ""),
        ("/usr/local/bin/ollama", ""),
        ("ftp://example.com", ""),
        ("http://[::1", ""),
        ("[fe80::1%eth0]:5", "http://[fe80::1%eth0]:5"),
    ],
)
def test_ollamas_address_is_read_as_its_server_does(host: str, address: str) -> None:
    assert ollama_address(host) == address
