"""The files that runs are given, and what came of their programs: each content once, however many runs name it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from sqlalchemy import delete, exists, select
from sqlalchemy.orm import Session

from agent.types import InputFile
from storage.rows import ContentRow, InputRow, OutputRow


# Why: docs/decisions.md, "SQLite in WAL by default, any SQLAlchemy URL by setting, and files are rows in it"
def described(inputs: Mapping[str, bytes]) -> tuple[InputFile, ...]:
    """What a request says of files, by their paths in order."""
    return tuple(
        InputFile(path, hashlib.sha256(content).hexdigest(), len(content)) for path, content in sorted(inputs.items())
    )


def save_inputs(session: Session, run_id: str, inputs: Mapping[str, bytes]) -> None:
    """Give the files to a run that has none."""
    for file in described(inputs):
        _save(session, file.digest, inputs[file.path])
        session.add(InputRow(run_id=run_id, path=file.path, digest=file.digest))


def save_outputs(session: Session, run_id: str, contents: Mapping[str, bytes]) -> None:
    """Keep what came of a run's program, by digest."""
    for digest, content in contents.items():
        _save(session, digest, content)
        session.merge(OutputRow(run_id=run_id, digest=digest))


def _save(session: Session, digest: str, content: bytes) -> None:
    if not session.scalar(select(exists().where(ContentRow.digest == digest))):
        session.add(ContentRow(digest=digest, content=content))
        session.flush()  # the next may be the same


def load_inputs(session: Session, run_id: str) -> dict[str, bytes]:
    """The files of a run, by path; none for an unknown one."""
    named = select(InputRow.path, ContentRow.content).join(ContentRow).where(InputRow.run_id == run_id)
    return dict(session.execute(named.order_by(InputRow.path)).all())


def load_outputs(session: Session, run_id: str) -> dict[str, bytes]:
    """What came of a run's program, by digest."""
    kept = select(ContentRow.digest, ContentRow.content).join(OutputRow).where(OutputRow.run_id == run_id)
    return dict(session.execute(kept).all())


def remove_unused(session: Session) -> None:
    """Remove the contents that no run names any more."""
    given = exists().where(InputRow.digest == ContentRow.digest)
    session.execute(delete(ContentRow).where(~given, ~exists().where(OutputRow.digest == ContentRow.digest)))
