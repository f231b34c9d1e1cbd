"""Where a page lies that is opened: in a folder as people have them, and in another one each time."""

from __future__ import annotations

import platform
import secrets
from dataclasses import dataclass
from urllib.parse import quote

NAMES = ("maria", "Jürgen Müller", "ada.l", "Zoë O'Brien", "user", "平田")
FOLDERS = ("Desktop", "Downloads", "Documents/Verein", "My programs/New folder (2)", "Bureau/À faire/test")
AGENT = "Mozilla/5.0 ({}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36"


@dataclass(frozen=True)
class System:
    """Where a system has its people's folders, and what a browser says of it: `about` in its name, `platform` in
    `navigator.platform`."""

    homes: str
    about: str
    platform: str

    @property
    def agent(self) -> str:
        """What a browser there calls itself."""
        return AGENT.format(self.about)


LINUX = System("/home/", "X11; Linux x86_64", "Linux x86_64")
SYSTEMS = {
    "Windows": System("/C:/Users/", "Windows NT 10.0; Win64; x64", "Win32"),
    "Darwin": System("/Users/", "Macintosh; Intel Mac OS X 10_15_7", "MacIntel"),
}


def system() -> System:
    """That of this computer."""
    return SYSTEMS.get(platform.system(), LINUX)


def folder() -> str:
    """The address of some folder of somebody's, of which nobody can know before how it looks."""
    ends = (
        "",
        f" {secrets.randbelow(10_000)}",
        f"-{secrets.token_hex(3)}",
        f"/{secrets.choice(NAMES)}",
        " - Kopie/a/b",
    )
    path = f"{system().homes}{secrets.choice(NAMES)}/{secrets.choice(FOLDERS)}{secrets.choice(ends)}/"
    return "file://" + quote(path, safe="/:()'")
