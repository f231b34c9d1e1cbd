"""What can break in a sandbox, apart from what a program in it does.

SandboxError
├── SandboxUnavailable    nothing here can run generated code safely, or not the way asked for
│   └── NotAllowed        it could, if the system let it
├── UnknownSandbox        no sandbox has this name
├── ImageError            the image could be neither pulled nor built
├── BadPath               not every system can have a file called so, or it leads out of its folder
└── SandboxLost           it went away in the middle of a job
"""

from errors import AssayError


class SandboxError(AssayError):
    """The sandbox itself broke."""


class SandboxUnavailable(SandboxError):
    """Nothing on this machine can run generated code the way that was asked for."""

    missing = True


class NotAllowed(SandboxUnavailable):
    """What is needed is there, but the system doesn't let it work; the advice says how to allow it."""


class UnknownSandbox(SandboxError):
    """No sandbox has this name."""


class ImageError(SandboxError):
    """The sandbox image could be neither pulled nor built."""

    missing = True


class BadPath(SandboxError):
    """A file is called as not every system can have it, or as leads out of its folder."""


class SandboxLost(SandboxError):
    """The sandbox went away during a job: the engine stopped, or the container was killed."""
