"""The root of every error a user can meet.

Each package grows its own tree from here, drawn at the top of its `errors.py`:

    AssayError
    ├── sandbox.errors.SandboxError
    ├── agent.errors.AgentError
    └── storage.errors.StorageError

A failing test or a security finding is data, never an exception: these are for "the tool broke".
"""

from message import joined


class AssayError(Exception):
    """Something a user can meet: what happened, and what to do next.

    `message` and `advice` are plain sentences for people who don't program; the technical detail
    belongs in the log and in `__cause__`. `missing` is true where something that Assay needs isn't
    on this machine, so that the command line can exit with 3.
    """

    missing = False

    def __init__(self, message: str, advice: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.advice = advice

    @property
    def in_words(self) -> str:
        """What happened and what to do next, one after the other."""
        return joined(" ", (self.message, self.advice))


class Cancelled(AssayError):
    """The work was stopped on purpose: by the user, or by the run's time limit."""
