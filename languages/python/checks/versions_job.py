"""Runs inside the sandbox: from which packages modules come, and all that these and other packages need.

The argument is JSON with `modules` and `packages`. Prints {module: ["name==version", ...]}; what is needed but not
installed has no version, for other systems need more. A module that no package owns has an empty list. Imports nothing
of ours.
"""

import json
import sys
from collections.abc import Iterator
from importlib import metadata

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

SYSTEMS = (
    {"sys_platform": "linux", "platform_system": "Linux", "os_name": "posix"},
    {"sys_platform": "darwin", "platform_system": "Darwin", "os_name": "posix"},
    {"sys_platform": "win32", "platform_system": "Windows", "os_name": "nt"},
)


def pinned(packages: list[str]) -> list[str]:
    """`packages`, as in `requests[socks]`, and, step by step, everything they need, with versions."""
    found: dict[str, str] = {}
    seen = set()
    waiting = list(map(Requirement, packages))
    while waiting:
        wanted = waiting.pop()
        key = canonicalize_name(wanted.name)
        if (key, *sorted(wanted.extras)) not in seen:
            seen.add((key, *sorted(wanted.extras)))
            found[key] = requirement(wanted.name)
            waiting.extend(needs(wanted))
    return sorted(found.values(), key=str.lower)


def requirement(name: str) -> str:
    """As in `rich==14.0.0`, or the mere name where it isn't installed."""
    try:
        found = metadata.distribution(name)
    except metadata.PackageNotFoundError:
        return name
    return f"{found.metadata['Name']}=={found.version}"


def needs(package: Requirement) -> Iterator[Requirement]:
    """The packages that `package` asks for, on this machine or another system."""
    try:
        texts = metadata.requires(package.name) or []
    except metadata.PackageNotFoundError:
        return
    places = [{"extra": extra, **system} for extra in ("", *package.extras) for system in SYSTEMS]
    for wanted in map(Requirement, texts):
        if wanted.marker is None or any(map(wanted.marker.evaluate, places)):
            yield wanted


def main() -> None:
    """Print what the modules and packages in the argument need."""
    asked = json.loads(sys.argv[1])
    owners = metadata.packages_distributions()
    found = {module: pinned(list(owners.get(module, ()))) for module in asked["modules"]}
    print(json.dumps(found | {f"package {name}": pinned([name]) for name in asked["packages"]}))  # noqa: T201


if __name__ == "__main__":
    main()
