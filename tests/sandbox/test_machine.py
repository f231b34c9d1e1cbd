"""What the image's build is told about this machine's way to the package index."""

from pathlib import Path

import pytest

from sandbox.machine import build_arguments, certificates, parse_pip_settings

LISTING = """\
:env:.extra-index-url='https://env.example/simple'
global.cert='/etc/company.pem'
global.extra-index-url='file:///opt/simple\\nhttps://extra.example/simple'
global.index-url='https://index.example/simple'
"""


def test_settings_of_the_environment_count_more_than_those_of_a_file() -> None:
    settings = parse_pip_settings(LISTING)
    assert settings["extra-index-url"] == "https://env.example/simple"
    assert settings["index-url"] == "https://index.example/simple"
    assert settings["cert"] == "/etc/company.pem"


def test_an_index_on_this_machines_disk_is_left_out() -> None:
    only_files = LISTING.splitlines()[2]
    assert parse_pip_settings(only_files)["extra-index-url"] == "https://extra.example/simple"
    assert (
        build_arguments(parse_pip_settings("global.index-url='file:///opt/simple'")).keys() & {"PIP_INDEX_URL"} == set()
    )


def test_proxies_are_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("https_proxy", "http://proxy.example:3128")
    arguments = build_arguments({"index-url": "https://index.example/simple"})
    assert arguments["HTTPS_PROXY"] == "http://proxy.example:3128"
    assert arguments["PIP_INDEX_URL"] == "https://index.example/simple"


def test_the_companys_certificates_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bundle = tmp_path / "bundle.pem"
    bundle.write_bytes(b"pem")
    assert certificates({"cert": str(bundle)}) == b"pem"
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(bundle))
    assert certificates({}) == b"pem"
