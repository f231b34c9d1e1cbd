"""What can break in a run, apart from what the generated program does.

AgentError
├── BadTask               the task can't be worked on: empty, or far too long
├── BadFiles              what comes with the task can't be taken
└── ModelError
    ├── UnknownModel          no such model, or the name is not of the form PREFIX:NAME
    ├── ModelUnavailable      not running, not installed, no key, wrong key
    ├── ContextTooLong        the prompt doesn't fit the model
    ├── ModelRefused          the model declined to answer
    ├── BudgetExceeded        the run's limit in dollars is reached
    ├── NoTimeLeft            what a run can do without would take longer than it may go on
    └── TransientModelError   worth another try: overloaded, rate limited, dropped, stalled
"""

from errors import AssayError


class AgentError(AssayError):
    """A run can't go on."""


class BadTask(AgentError):
    """The task can't be worked on: empty, or far too long."""


class BadFiles(AgentError):
    """What a person gives with the task can't be taken: too much, not to be read, or oddly named."""


class ModelError(AgentError):
    """The model can't answer."""


class UnknownModel(ModelError):
    """No such model, or the name is not of the form PREFIX:NAME."""

    missing = True


class ModelUnavailable(ModelError):
    """The model's service isn't running, or it needs a key that isn't there or isn't right."""

    missing = True


class ContextTooLong(ModelError):
    """The prompt and the reply don't fit into what the model can read at once."""


class ModelRefused(ModelError):
    """The model declined to answer."""


class BudgetExceeded(ModelError):
    """The run's limit in dollars is reached."""


class NoTimeLeft(ModelError):
    """What a run can do without would take longer than it may go on."""


class TransientModelError(ModelError):
    """Another try may go well: overloaded, rate limited, connection dropped, stalled, garbage.

    `retry_after` is how many seconds the service asked to wait, where it said so.
    """

    def __init__(self, message: str, advice: str = "", retry_after: float | None = None) -> None:
        super().__init__(message, advice)
        self.retry_after = retry_after
