"""The one entry point: the page, and the sub-commands of the command line."""

from __future__ import annotations

import gc
import logging
import signal
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from address import Address
    from settings import Settings


def main() -> None:
    """Run the command line; see `python app.py --help`."""
    # Until there is something to stop in order, Ctrl-C just ends the process, without a traceback.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    # Nearly all that is made stays for long: to look for garbage every 700 objects takes a tenth of each start.
    gc.set_threshold(50_000)
    from cli.commands import cli

    try:
        cli(obj=serve_page)
    except Exception:
        logging.exception("something broke that nobody thought of")
        sys.exit(
            "Something broke inside Assay. The details are in its log, assay.log in the data folder; please report it."
        )


def serve_page(settings: Settings, address: Address) -> None:
    """Serve the page."""
    from ui.serving.launch import serve

    serve(settings, address)


if __name__ == "__main__":
    main()
