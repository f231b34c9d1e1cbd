"""Runs a job that doesn't end, says so once it has begun, and waits to be killed: `python hold_sandbox.py NAME`."""

import sys

from cancel import Cancel
from sandbox.base import Job
from sandbox.registry import open_sandbox
from tests.fakes.specs import PYTHON

ENDLESS = "print('up', flush=True); import time; time.sleep(3600)"


def say(text: str) -> None:
    print(text, end="", flush=True)  # noqa: T201


sandbox = open_sandbox(PYTHON, sys.argv[1], None, lambda line: None)
sandbox.run(Job({}, ("python", "-c", ENDLESS)), Cancel(), say)
