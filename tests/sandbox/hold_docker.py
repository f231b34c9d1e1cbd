"""Opens a Docker sandbox, says that it is up, and holds it until this process is killed."""

import threading

from sandbox.registry import open_sandbox
from tests.fakes.specs import PYTHON

sandbox = open_sandbox(PYTHON, "docker", None, lambda line: None)
print("up", flush=True)  # noqa: T201
threading.Event().wait()
