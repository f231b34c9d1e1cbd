"""The files that runs are given, each content stored once however many runs name it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from sqlalchemy import delete, exists, select
from sqlalchemy.orm import Session

from agent.types import InputFile
from storage.rows import ContentRow, InputRow


# Why: docs/decisions.md, "Input files are rows in the database, by their digest"
def described(inputs: Mapping[str, bytes]) -> tuple[InputFile, ...]:
    """What a request says of files, by their paths in order."""
    return tuple(
        InputFile(path, hashlib.sha256(content).hexdigest(), len(content)) for path, content in sorted(inputs.items())
    )


def save_inputs(session: Session, run_id: str, inputs: Mapping[str, bytes]) -> None:
    """Give the files to a run that has none."""
    for file in described(inputs):
        if not session.scalar(select(exists().where(ContentRow.digest == file.digest))):
            session.add(ContentRow(digest=file.digest, content=inputs[file.path]))
            session.flush()  # the next file may be the same
        session.add(InputRow(run_id=run_id, path=file.path, digest=file.digest))


def load_inputs(session: Session, run_id: str) -> dict[str, bytes]:
    """The files of a run, by path; none for an unknown one."""
    named = select(InputRow.path, ContentRow.content).join(ContentRow).where(InputRow.run_id == run_id)
    return dict(session.execute(named.order_by(InputRow.path)).all())


def remove_unused(session: Session) -> None:
    """Remove the contents that no run names any more."""
    session.execute(delete(ContentRow).where(~exists().where(InputRow.digest == ContentRow.digest)))
