"""The packages of every sandbox are looked up among known vulnerabilities whenever there is a connection."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta

from cancel import Cancel
from errors import Cancelled
from languages.packages import Packaging
from languages.registry import LANGUAGES
from settings import Settings

DAY = timedelta(days=1)
"""What is known for less than that is looked up by nobody."""
FIRST_SECONDS, NEXT_SECONDS = 60.0, 3600.0
"""A page that starts is left alone for the one; after the other a computer may be connected again."""
CLOSING_SECONDS = 2.0

log = logging.getLogger(__name__)


def audited_since(settings: Settings) -> datetime | None:
    """Since when it is known of all these packages; None where it isn't."""
    found = [packaging.audited(settings.advisories) for packaging in _packagings()]
    return min((since for since in found if since), default=None) if all(found) else None


def begin_audit(settings: Settings, seconds: float) -> threading.Thread:
    """Look them up for so many seconds at most; whoever joins what is given back waits for that."""

    def limited() -> None:
        with suppress(Cancelled), Cancel().limited(seconds, "") as cancel:
            _audit(settings, cancel)

    thread = threading.Thread(target=limited, daemon=True)
    thread.start()
    return thread


@contextmanager
def audited_meanwhile(settings: Settings, first_seconds: float = FIRST_SECONDS) -> Iterator[None]:
    """Have them looked up now and then while the block runs, in the background."""
    cancel = Cancel()
    thread = threading.Thread(target=_audit_on_and_on, args=(settings, cancel, first_seconds), daemon=True)
    thread.start()
    try:
        yield
    finally:
        cancel.cancel("")
        thread.join(CLOSING_SECONDS)


def _audit_on_and_on(settings: Settings, cancel: Cancel, seconds: float) -> None:
    with suppress(Cancelled):
        while True:
            cancel.wait(seconds)
            seconds = NEXT_SECONDS
            _audit(settings, cancel)


def _audit(settings: Settings, cancel: Cancel) -> None:
    """Look them up where that is a day ago. Without a connection nothing comes of it. Raises `Cancelled`."""
    since = audited_since(settings)
    if since and timedelta() <= datetime.now(UTC) - since < DAY:
        return
    for packaging in _packagings():
        try:
            packaging.audit(settings.advisories, cancel)
        except OSError:  # as a full disk
            log.warning("the packages could not be looked up", exc_info=True)


def _packagings() -> list[Packaging]:
    return [language.packaging for language in LANGUAGES.values() if language.packaging]
