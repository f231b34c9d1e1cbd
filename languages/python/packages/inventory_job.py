"""Runs inside the sandbox: prints as JSON which packages are there, and which modules can be imported.

With arguments it looks for these names only, as packages and as modules, which is much quicker. Imports nothing of
ours.
"""

import json
import platform
import sys
from collections.abc import Iterable
from importlib import metadata
from importlib.util import find_spec


def main(names: list[str]) -> None:
    """Print it."""
    found = {
        "version": platform.python_version(),
        "machine": f"{platform.machine()}-{sys.platform}",
        "packages": dict(versions(names) if names else all_versions()),
        "modules": [name for name in names if name.isidentifier() and find_spec(name)],
    }
    print(json.dumps(found))  # noqa: T201


def versions(names: list[str]) -> Iterable[tuple[str, str]]:
    """Of those that are there."""
    for name in names:
        try:
            yield name, metadata.version(name)
        except metadata.PackageNotFoundError:
            continue


def all_versions() -> dict[str, str]:
    """Where one is there twice, of the first, which is the one that is imported."""
    found: dict[str, str] = {}
    for one in metadata.distributions():
        found.setdefault(one.metadata["Name"], one.version)
    return found


if __name__ == "__main__":
    sys.path.pop(0)  # the job's folder, where files of the program may lie
    main(sys.argv[1:])
