"""What can break in the history of runs.

StorageError
├── DatabaseUnavailable   it can't be opened: wrong address, no driver, not reachable, not writable
├── DatabaseTooNew        a newer Assay wrote it
├── DatabaseDamaged       the file is not a database, or no longer a whole one
├── DatabaseBusy          another program kept it locked for too long
├── DiskFull              there is no room to write
├── UnknownRun            there is no run of this id (any more)
├── RunLost               the run isn't, or isn't any more, in the hands of who works on it
├── NotAsked              the run doesn't wait for an answer of the person, or has it already
└── UnreadableEvent       a stored event can't be read by this version
"""

from errors import AssayError


class StorageError(AssayError):
    """The history of runs can't be read or written."""


class DatabaseUnavailable(StorageError):
    """The database can't be opened: wrong address, no driver, not reachable, not writable."""

    missing = True


class DatabaseTooNew(StorageError):
    """The database was written by a newer version of Assay than this one."""


class DatabaseDamaged(StorageError):
    """The file is not a database, or no longer a whole one."""


class DatabaseBusy(StorageError):
    """Another program kept the database locked for longer than we wait."""


class DiskFull(StorageError):
    """There is no room left to write."""


class UnknownRun(StorageError):
    """There is no run of this id, or it was deleted."""


class RunLost(StorageError):
    """The run has another worker, or has ended: who works on it must stop, and can't add to it."""


class NotAsked(StorageError):
    """The run doesn't wait for an answer of the person, or has it already."""


class UnreadableEvent(StorageError):
    """A stored event can't be read: it is damaged, or a newer version wrote it."""
