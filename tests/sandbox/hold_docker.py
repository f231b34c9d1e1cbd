"""Opens a Docker sandbox, says that it is up, and holds it until this process is killed."""

import sys
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from sandbox.registry import open_sandbox

sandbox = open_sandbox("docker", None, lambda line: None)
print("up", flush=True)  # noqa: T201
threading.Event().wait()
