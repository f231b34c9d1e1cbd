"""The log file: the details of what went wrong, which the terminal leaves out."""

from __future__ import annotations

import logging
from logging.handlers import RotatingFileHandler
from pathlib import Path

MEGABYTES = 5


def start_log(home: Path) -> None:
    """Log into `assay.log` in `home`. A folder that can't be written costs the log, not the run."""
    try:
        home.mkdir(mode=0o700, parents=True, exist_ok=True)  # for nobody but this user
        handler: logging.Handler = RotatingFileHandler(
            home / "assay.log", maxBytes=MEGABYTES << 20, backupCount=2, encoding="utf-8", delay=True
        )
    except OSError:
        handler = logging.NullHandler()
    logging.basicConfig(
        level=logging.WARNING, handlers=[handler], format="%(asctime)s %(process)d %(levelname)s %(name)s: %(message)s"
    )
