"""What can be wrong with what a model wrote, as far as a language can tell."""

from errors import AssayError


class NoUsableReply(AssayError):
    """A model answered, but not with what it was asked for. The `hint` is for the model alone: what to do instead."""

    def __init__(self, message: str, advice: str = "", hint: str = "") -> None:
        super().__init__(message, advice)
        self.hint = hint


class UnknownLanguage(AssayError):
    """A run asks for a language that this version doesn't have."""


class BadExample(AssayError):
    """What a user gave as an example can't be tested."""


class BadCall(AssayError):
    """What a user wants to call in a program can't be read."""


class BadAnswers(AssayError):
    """What a person says to a brief doesn't fit it."""
