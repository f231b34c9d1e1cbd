"""What a computer knows by name, and a sandbox has to know as well: users, this machine, services."""

from __future__ import annotations

from pathlib import Path

from sandbox.runner.server import FIRST_USER, USERS

HOST_NAME = "computer"
FROM_THE_SYSTEM = ("/etc/services", "/etc/protocols", "/etc/mime.types")  # the same everywhere


def write_names(folder: Path, user: int | None) -> list[tuple[str, str]]:
    """Write them into `folder`; return which file there is to lie where, in a sandbox without an image.

    `user` is the one that all jobs have; None where each gets its own.
    """
    users = range(FIRST_USER, FIRST_USER + 2 * USERS) if user is None else [user]
    contents = {
        "passwd": "".join(f"assay:x:{number}:{number}::/tmp:/bin/sh\n" for number in users),
        "group": "".join(f"assay:x:{number}:\n" for number in users),
        "hosts": f"127.0.0.1 localhost {HOST_NAME}\n::1 localhost\n",
        "nsswitch.conf": "".join(f"{kind}: files\n" for kind in ("passwd", "group", "hosts", "services", "protocols")),
    }
    for name, content in contents.items():
        (folder / name).write_text(content)
        (folder / name).chmod(0o644)  # whoever has started Assay may keep what they write to themselves
    return [(str(folder / name), f"/etc/{name}") for name in contents] + [(path, path) for path in FROM_THE_SYSTEM]
