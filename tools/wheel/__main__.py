"""Starts what was installed from a wheel: `python -m assay`, or `assay`."""

from __future__ import annotations

import sys
from pathlib import Path


def main() -> None:
    """Run the command line, see `app.py`. Only in this process do Assay's modules come before all others."""
    sys.path.insert(0, str(Path(__file__).parent))
    from app import main as run

    run()


if __name__ == "__main__":
    main()
