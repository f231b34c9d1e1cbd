"""Runs inside the sandbox: the tests once more, each time in other surroundings, in new interpreters."""
