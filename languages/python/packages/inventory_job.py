"""Runs inside the sandbox: prints as JSON which packages are there, and which modules can be imported.

With arguments it looks for these names only, as packages and as modules, which is much quicker. One with extras, as in
`requests[socks]`, is there if what they need is. Imports nothing of ours.
"""

import sys

HERE = sys.path.pop(0)  # the job's folder, where files lie that may have the names of Python's own modules

import json  # noqa: E402
import platform  # noqa: E402
from collections.abc import Iterable  # noqa: E402
from importlib import metadata  # noqa: E402
from importlib.util import find_spec  # noqa: E402


def main(names: list[str]) -> None:
    """Print it."""
    found = {
        "version": platform.python_version(),
        "machine": f"{platform.machine()}-{sys.platform}",
        "packages": dict(versions(names) if names else all_versions()),
        "modules": [name for name in names if is_module(name)],
    }
    print(json.dumps(found))  # noqa: T201


def is_module(name: str) -> bool:
    """Whether it can be imported; not what is wrong with it."""
    try:
        return name.isidentifier() and find_spec(name) is not None
    except (ImportError, ValueError):
        return False


def versions(names: list[str]) -> Iterable[tuple[str, str]]:
    """Of those that are there."""
    for name in names:
        package, _, extras = name.rstrip("]").partition("[")
        try:
            version = metadata.version(package)
            for need in needs_of(package, extras.split(",")) if extras else ():
                metadata.version(need)
        except metadata.PackageNotFoundError:
            continue
        yield name, version


def needs_of(package: str, extras: list[str]) -> Iterable[str]:
    """What a package needs for these extras here."""
    from packaging.requirements import Requirement

    for need in map(Requirement, metadata.requires(package) or ()):
        if need.marker and any(need.marker.evaluate({"extra": extra}) for extra in extras):
            yield need.name


def all_versions() -> dict[str, str]:
    """Where one is there twice, of the first, which is the one that is imported."""
    found: dict[str, str] = {}
    for one in metadata.distributions():
        found.setdefault(one.metadata["Name"], one.version)
    return found


if __name__ == "__main__":
    sys.path.append(HERE)  # where modules lie that came with the task
    main(sys.argv[1:])
