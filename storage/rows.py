"""The tables. A change here needs a revision in `migrations/versions`."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from sqlalchemy import DateTime, Dialect, ForeignKey, Index, LargeBinary, String, Text, TypeDecorator, false
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from storage.ids import LENGTH

# Half of a surrogate pair, as from a broken stream or a badly encoded argument, has no UTF-8 form;
# PostgreSQL can't hold NUL.
UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


class UtcDateTime(TypeDecorator[datetime]):
    """Aware times, stored as UTC without a zone, for SQLite knows none."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return value.astimezone(UTC).replace(tzinfo=None) if value else None

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return value.replace(tzinfo=UTC) if value else None


class AnyText(TypeDecorator[str]):
    """Text from users and models: what no database can hold becomes a replacement character."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        return UNSTORABLE.sub("\N{REPLACEMENT CHARACTER}", value) if value else value


class Base(DeclarativeBase):
    type_annotation_map = {datetime: UtcDateTime, str: AnyText}  # noqa: RUF012 - SQLAlchemy's own name


class RunRow(Base):
    """What a list of runs shows or filters by, and what its worker needs. Newest first is the order of `id`, backwards.

    `owner` is the label of the process that works on it, or is the only one that may; empty while anyone may take
    it, and after it was taken away. `heartbeat` is when that process was heard of last. `request` is its JSON, `answer`
    that of what the person said to its brief; it is `hurried` where they want only what it can't do without. `name` is
    what a plan or the person calls its program. `family` is the id of the first run of those that it goes on from, or
    its own. `step` is the first thing that it lacks to be verified. `rechecked`
    is the id of the run whose program it only checks once more.
    What can be long comes last: SQLite reads a row from its start.
    """

    __tablename__ = "runs"
    __table_args__ = (
        Index("runs_by_status", "status", "id"),
        Index("runs_by_model", "model", "id"),
        Index("runs_by_family", "family", "id"),
    )

    id: Mapped[str] = mapped_column(String(LENGTH), primary_key=True)
    created: Mapped[datetime]
    finished: Mapped[datetime | None]
    status: Mapped[str] = mapped_column(String(16))
    model: Mapped[str]
    test_model: Mapped[str]
    owner: Mapped[str]
    input_tokens: Mapped[int] = mapped_column(default=0)
    output_tokens: Mapped[int] = mapped_column(default=0)
    cost_usd: Mapped[float | None]
    seconds: Mapped[float | None]
    reason: Mapped[str] = mapped_column(default="")
    task: Mapped[str]
    heartbeat: Mapped[datetime | None]
    cancel_reason: Mapped[str] = mapped_column(default="")
    hurried: Mapped[bool] = mapped_column(default=False, server_default=false())
    name: Mapped[str] = mapped_column(default="", server_default="")
    step: Mapped[str] = mapped_column(String(16), default="", server_default="")
    rechecked: Mapped[str] = mapped_column(String(LENGTH), default="", server_default="")
    family: Mapped[str] = mapped_column(String(LENGTH), default="", server_default="")
    answer: Mapped[str | None] = mapped_column(Text, deferred=True)
    request: Mapped[str] = mapped_column(Text, deferred=True)


class EventRow(Base):
    """One event; `payload` is its JSON as `serialize.py` writes it, with `kind` apart for queries."""

    __tablename__ = "events"

    run_id: Mapped[str] = mapped_column(ForeignKey(RunRow.id, ondelete="CASCADE"), primary_key=True)
    seq: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    time: Mapped[datetime]
    kind: Mapped[str] = mapped_column(String(32))
    payload: Mapped[str] = mapped_column(Text)


class ContentRow(Base):
    """The content of files that runs are given or that programs left, stored once; `digest` is its SHA-256."""

    __tablename__ = "contents"

    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    content: Mapped[bytes] = mapped_column(LargeBinary)


class InputRow(Base):
    """One file that a run is given."""

    __tablename__ = "inputs"
    __table_args__ = (Index("inputs_by_digest", "digest"),)

    run_id: Mapped[str] = mapped_column(ForeignKey(RunRow.id, ondelete="CASCADE"), primary_key=True)
    path: Mapped[str] = mapped_column(primary_key=True)
    digest: Mapped[str] = mapped_column(String(64), ForeignKey(ContentRow.digest))


class OutputRow(Base):
    """A content that came of starting the program of a run; its event says what it is."""

    __tablename__ = "outputs"
    __table_args__ = (Index("outputs_by_digest", "digest"),)

    run_id: Mapped[str] = mapped_column(ForeignKey(RunRow.id, ondelete="CASCADE"), primary_key=True)
    digest: Mapped[str] = mapped_column(String(64), ForeignKey(ContentRow.digest), primary_key=True)


class KeptRow(Base):
    """A program that the person keeps by a name, of which there may be several versions; `kind` is its brief's."""

    __tablename__ = "kept"
    __table_args__ = (Index("kept_by_run", "run_id"),)

    name: Mapped[str] = mapped_column(primary_key=True)
    run_id: Mapped[str] = mapped_column(ForeignKey(RunRow.id, ondelete="CASCADE"), primary_key=True)
    kept: Mapped[datetime]
    kind: Mapped[str] = mapped_column(String(16))
