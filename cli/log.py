"""The log file: the details of what went wrong, which the terminal leaves out."""

from __future__ import annotations

import logging
import os
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path

MEGABYTES = 5


class _PrivateLog(RotatingFileHandler):
    """For nobody but this user, whatever folder it lies in."""

    def _open(self) -> TextIOWrapper:
        descriptor = os.open(self.baseFilename, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        return os.fdopen(descriptor, "a", encoding=self.encoding)


def start_log(home: Path) -> None:
    """Log into `assay.log` in `home`. A folder that can't be written costs the log, not the run."""
    try:
        home.mkdir(mode=0o700, parents=True, exist_ok=True)  # for nobody but this user
        handler: logging.Handler = _PrivateLog(
            home / "assay.log", maxBytes=MEGABYTES << 20, backupCount=2, encoding="utf-8", delay=True
        )
    except OSError:
        handler = logging.NullHandler()
    logging.basicConfig(
        level=logging.WARNING, handlers=[handler], format="%(asctime)s %(process)d %(levelname)s %(name)s: %(message)s"
    )
