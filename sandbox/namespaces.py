"""Why this system lets no ordinary user make namespaces, which bubblewrap needs, and what lets it work."""

from __future__ import annotations

import os
from pathlib import Path

from message import say
from sandbox.errors import NotAllowed

SETTINGS = Path("/proc/sys")
SYSCTL = "sudo tee /etc/sysctl.d/60-bubblewrap.conf && sudo sysctl --system"
PROFILE = (
    "printf 'abi <abi/4.0>,\\ninclude <tunables/global>\\nprofile bwrap {program} flags=(unconfined) {{ userns, }}\\n'"
    " | sudo tee /etc/apparmor.d/bwrap && sudo apparmor_parser -r /etc/apparmor.d/bwrap"
)
"""Lets this program make namespaces, and no other. Ubuntu has such profiles for browsers."""

REFUSING = {
    "kernel.apparmor_restrict_unprivileged_userns": ("1", PROFILE),
    "kernel.unprivileged_userns_clone": ("0", "echo kernel.unprivileged_userns_clone=1 | " + SYSCTL),
    "user.max_user_namespaces": ("0", "echo user.max_user_namespaces=15000 | " + SYSCTL),
}
"""Each setting that can refuse, the value with which it does, and a command that allows it."""


def refusal(program: str, settings: Path = SETTINGS) -> NotAllowed | None:
    """Which of the kernel's `settings` keeps `program`, a bubblewrap that doesn't work, from working, if any."""
    if os.geteuid() == 0:  # who needs no namespace for its users
        return None
    for name, (value, command) in REFUSING.items():
        if _value(settings / name.replace(".", "/")) == value:
            allowing = command.format(program=program)
            return NotAllowed(
                say(
                    "Bubblewrap is installed, but this system doesn't let it work (%(name)s is %(value)s).",
                    name=name,
                    value=value,
                ),
                say("Allow bubblewrap to work: %(command)s - or use Docker.", command=allowing),
            )
    return None


def _value(setting: Path) -> str:
    try:
        return setting.read_text().strip()
    except OSError:  # this kernel hasn't got it
        return ""
