"""What the vulnerability service said last of each version of a package, and when: for days without a connection.

The answers lie in an SQLite file, so several processes may read and write them at any time. Those that can't be read
count as if nobody had asked.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Collection, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from pydantic import AwareDatetime, BaseModel, ConfigDict, ValidationError

from languages.packages import ANSWERS_LAST

LOCK_SECONDS = 10.0
"""How long a write waits for another process's write; those take milliseconds."""
TABLE = "CREATE TABLE IF NOT EXISTS answers (pin TEXT PRIMARY KEY, answer TEXT NOT NULL)"

log = logging.getLogger(__name__)


class Vulnerability(BaseModel):
    """One known weakness of a package, as pip-audit tells it."""

    model_config = ConfigDict(frozen=True)

    id: str
    description: str = ""
    fix_versions: tuple[str, ...] = ()


class Answer(BaseModel):
    """What is known of the package `pin`, as in `rich==14.0.0`, and when that was asked."""

    model_config = ConfigDict(frozen=True)

    pin: str
    asked: AwareDatetime
    vulnerabilities: tuple[Vulnerability, ...] = ()


@dataclass(frozen=True, slots=True)
class Advisories:
    """The answers in `file`; without one, none are kept."""

    file: Path | None

    def keep(self, answers: Collection[Answer]) -> None:
        """Write down these answers, in place of earlier ones on the same packages, as far as the disk lets us."""
        if not self.file or not answers:
            return
        try:
            try:
                _write(self.file, answers)
            except sqlite3.OperationalError:
                raise
            except sqlite3.DatabaseError:  # it is damaged, and was only a help for days without a connection
                self.file.unlink(missing_ok=True)
                _write(self.file, answers)
        except (sqlite3.Error, OSError):
            log.warning("what is known of packages can't be kept in %s", self.file, exc_info=True)

    def last(self, pins: Collection[str]) -> list[Answer]:
        """The last answers on those of `pins` on which there are any."""
        answers = list[Answer]()
        if self.file:
            with suppress(sqlite3.Error):
                answers.extend(_read(self.file, pins))
        return answers

    def valid(self, pins: Collection[str]) -> list[Answer]:
        """The same, without those that are too old to count, or of a day to come, for then a clock was wrong."""
        now = datetime.now(UTC)
        return [answer for answer in self.last(pins) if timedelta() <= now - answer.asked <= ANSWERS_LAST]


def _write(file: Path, answers: Collection[Answer]) -> None:
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    file.touch(mode=0o600)  # which packages a person's programs need is nobody else's affair
    with closing(sqlite3.connect(file, timeout=LOCK_SECONDS)) as database, database:
        database.execute(TABLE)
        rows = [(answer.pin, answer.model_dump_json()) for answer in answers]
        database.executemany("INSERT OR REPLACE INTO answers VALUES (?, ?)", rows)


def _read(file: Path, pins: Collection[str]) -> Iterator[Answer]:
    with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", timeout=LOCK_SECONDS, uri=True)) as database:
        for pin in pins:
            for (answer,) in database.execute("SELECT answer FROM answers WHERE pin = ?", [pin]):
                with suppress(ValidationError):
                    found = Answer.model_validate_json(answer)
                    if found.pin == pin:
                        yield found
