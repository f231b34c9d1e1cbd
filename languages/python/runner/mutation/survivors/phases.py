"""Runs inside the sandbox: says what is being done with planted mistakes, for people who wait.

`strength_progress.py` has the words for each phase.
"""


def begin(name: str, done: int = 0, total: int = 0) -> None:
    """Say that this phase begins, in which so much of all is done."""
    print(f"\n[{name} {done}/{total}]", flush=True)  # noqa: T201  (the host reads it)
