"""The environment as other libraries read it: made usable before any of them is imported.

The clients of Ollama and Claude, uv and pip-audit each read proxies and addresses from it by themselves, and some of
them break at their import where they meet a form that they don't know.
"""

from __future__ import annotations

import ipaddress
import os
import re
import urllib.request
from contextlib import suppress
from urllib.parse import urlsplit

LOOPBACK = ("localhost", "127.0.0.1", "::1")
FOR = ("http", "https", "all")
"""What a proxy can be for, as in HTTPS_PROXY. Those for other protocols concern nothing that Assay does."""
SCHEMES = ("http", "https", "socks5", "socks5h")
"""The ways to speak to a proxy that all of our clients know."""
OLLAMA_PORT = 11434
MOST_PORT = 65535
_PORTS = {"http": 80, "https": 443}
_NAME = re.compile(r"[\w.-]+")


def loopback_missing(no_proxy: str) -> list[str]:
    """The names of this computer that are absent from a NO_PROXY variable."""
    present = no_proxy.replace(" ", "").split(",")
    return [] if "*" in present else [host for host in LOOPBACK if host not in present]


def usable_proxy(address: str) -> str:
    """A proxy's address as all of our clients read it; empty where none of them can use it.

    Desktops write `socks://` for SOCKS 5, and people leave `http://` out.
    """
    address = re.sub(r"^socks:", "socks5:", address.strip(), flags=re.IGNORECASE)
    address = address if "://" in address else f"http://{address}"
    try:
        parts = urlsplit(address)
        usable = parts.scheme in SCHEMES and parts.hostname and parts.port != 0
    except ValueError:
        return ""
    return parts.geturl() if usable else ""


def proxies() -> dict[str, str]:
    """The proxies of this process, or where it has none of the system, by what they are for."""
    return {name: address for name, address in urllib.request.getproxies().items() if name in FOR}


def unusable_proxies() -> tuple[str, ...]:
    """The variables, as in ALL_PROXY, whose proxy nothing here can use."""
    return tuple(f"{name.upper()}_PROXY" for name, address in proxies().items() if not usable_proxy(address))


def prepare() -> None:
    """Leave in the environment what every client can use: proxies in the forms that all of them know, none for this
    computer, and an address of Ollama that its client can read.

    Can be called twice.
    """
    for name, address in proxies().items():
        _set_proxy(name, usable_proxy(address))
    _keep_loopback_direct()
    host = os.environ.get("OLLAMA_HOST", "")
    if host and not _is_readable(host):  # Ollama's client would raise at its import
        os.environ["OLLAMA_HOST"] = ollama_address(host)


def ollama_address(host: str) -> str:
    """The address at which to call the Ollama whose OLLAMA_HOST is this; empty where it can't be one.

    It is read as the server does, which may have been told to listen on all addresses: that is none to call.
    Source: https://github.com/ollama/ollama/blob/main/envconfig/config.go, `Host`.
    """
    host = host.strip().strip("\"'").strip()
    scheme, found, rest = host.partition("://") if "://" in host else ("http", "", host)
    where, _, path = rest.partition("/")
    user, at, where = where.rpartition("@")
    name, port = _name_and_port(where)
    name = _callable(name)
    # Some have the program's path in it.
    if scheme not in _PORTS or not name or "\\" in rest or (path and not where):
        return ""
    usual = _PORTS[scheme] if found else OLLAMA_PORT
    number = int(port) if port.isdecimal() and int(port) <= MOST_PORT else usual
    return "/".join([f"{scheme}://{user}{at}{name}:{number}", *filter(None, [path.strip("/")])])


def _name_and_port(where: str) -> tuple[str, str]:
    if not where.startswith("[") or where.endswith("]"):
        with suppress(ValueError):
            return str(ipaddress.ip_address(where.strip("[]"))), ""
    name, _, port = where.rpartition(":") if ":" in where else (where, "", "")
    return name.strip("[]"), port


def _callable(name: str) -> str:
    """`name` as an address has it, this computer where it is empty or stands for all; "" where it is none."""
    if not name:
        return "127.0.0.1"
    with suppress(ValueError):
        address = ipaddress.ip_address(name)
        here = "127.0.0.1" if address.version == 4 else "::1"
        name = here if address.is_unspecified else str(address)
        return f"[{name}]" if address.version == 6 else name
    return name if _NAME.fullmatch(name) else ""


def _is_readable(host: str) -> bool:
    """Whether Ollama's client finds an address in it."""
    try:
        _ = urlsplit(host if "://" in host else f"http://{host}").port
    except ValueError:
        return False
    return True


def _set_proxy(name: str, address: str) -> None:
    """Have it in the environment, for what the system's settings say isn't asked for once a variable is set."""
    for variable in (f"{name}_proxy", f"{name.upper()}_PROXY"):
        if address:
            os.environ[variable] = address
        else:
            os.environ.pop(variable, None)


def _keep_loopback_direct() -> None:
    """Where HTTP_PROXY is set without NO_PROXY, Ollama on this computer would be asked for through the company's proxy,
    which can't reach it."""
    # Some libraries read the one, some the other, and none reads both.
    for name in ("NO_PROXY", "no_proxy"):
        set_so_far = os.environ.get(name, "")
        present = [part for part in set_so_far.split(",") if part]
        os.environ[name] = ",".join(present + loopback_missing(set_so_far))
