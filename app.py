"""The one entry point: the page, and the sub-commands of the command line."""

from __future__ import annotations

import logging
import sys

from settings import keep_loopback_direct


def main() -> None:
    """Run the command line; see `python app.py --help`."""
    from cli.commands import cli

    keep_loopback_direct()
    try:
        cli()
    except Exception:
        logging.exception("something broke that nobody thought of")
        sys.exit(
            "Something broke inside Assay. The details are in its log, assay.log in the data folder; please report it."
        )


if __name__ == "__main__":
    main()
