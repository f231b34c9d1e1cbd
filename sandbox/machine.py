"""How this machine reaches package indexes, so that the image can be built behind a company's proxy."""

from __future__ import annotations

import ssl
import subprocess
import sys
import urllib.request
from pathlib import Path

import requests

PIP_SETTINGS = ("index-url", "extra-index-url", "trusted-host")
CERTIFICATES_ARGUMENT = "PIP_CERT"


def build_arguments(pip: dict[str, str]) -> dict[str, str]:
    """Build arguments for pip and for proxies; `pip` is what `pip_settings` found."""
    arguments = {f"PIP_{name.upper().replace('-', '_')}": pip[name] for name in PIP_SETTINGS if pip.get(name)}
    for scheme, address in urllib.request.getproxies().items():
        if scheme in ("http", "https", "no"):
            arguments[f"{scheme.upper()}_PROXY"] = address
    return arguments


def pip_settings() -> dict[str, str]:
    """Pip's own settings, from its files and from the environment; indexes on this machine's disk left out."""
    listing = subprocess.run(
        # Pip reads files in four places and the environment; only pip knows which, on which system.
        [sys.executable, "-m", "pip", "config", "list"],
        capture_output=True,
        text=True,
        check=False,
    ).stdout
    return parse_pip_settings(listing)


def parse_pip_settings(listing: str) -> dict[str, str]:
    """What `pip config list` printed, as in `global.index-url='https://…'`; later lines count more."""
    found: dict[str, str] = {}
    # In the order in which pip lets one overrule the other.
    for scope in ("global.", "install.", ":env:."):
        for line in listing.splitlines():
            name, _, value = line.partition("=")
            if name.startswith(scope):
                found[name.removeprefix(scope)] = value.strip().strip("'\"").replace("\\n", " ")
    for name in ("index-url", "extra-index-url"):
        found[name] = " ".join(url for url in found.get(name, "").split() if url.startswith(("http://", "https://")))
    return found


def certificates(pip: dict[str, str]) -> bytes:
    """The authorities this machine trusts, as PEM; empty where it has no list of its own."""
    # As requests finds them: by REQUESTS_CA_BUNDLE and CURL_CA_BUNDLE.
    settings = requests.Session().merge_environment_settings("https://localhost", {}, None, None, None)
    for path in (pip.get("cert"), settings["verify"]):
        if isinstance(path, str) and Path(path).is_file():
            return Path(path).read_bytes()
    trusted = ssl.create_default_context().get_ca_certs(binary_form=True)
    return "".join(ssl.DER_cert_to_PEM_cert(certificate) for certificate in trusted).encode()
