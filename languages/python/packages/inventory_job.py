"""Runs inside the sandbox: prints as JSON which packages are there, and which modules come from them.

Imports nothing of ours.
"""

import json
import platform
import sys
from importlib import metadata


def main() -> None:
    """Print it."""
    packages: dict[str, str] = {}
    for one in metadata.distributions():  # where one is there twice, the first is the one that is imported
        packages.setdefault(one.metadata["Name"], one.version)
    found = {
        "version": platform.python_version(),
        "machine": f"{platform.machine()}-{sys.platform}",
        "packages": packages,
        "modules": metadata.packages_distributions(),
    }
    print(json.dumps(found))  # noqa: T201


if __name__ == "__main__":
    main()
