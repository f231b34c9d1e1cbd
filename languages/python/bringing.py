"""What a job brings along of ours: a script, and the modules that it imports, each by its real name."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import resources

from languages.trial import FOLDER


def script(path: str, imports: Iterable[str]) -> dict[str, bytes]:
    """The script at `path`, as it lies in `FOLDER`, and beside it what it imports: Python looks there first."""
    content = resources.files("languages.python").joinpath(path).read_bytes()
    return {f"{FOLDER}/{place}": found for place, found in modules(imports).items()} | {name_of(path): content}


def name_of(path: str) -> str:
    """Where the script at `path` lies in a job."""
    return f"{FOLDER}/{path.rpartition('/')[2]}"


def modules(paths: Iterable[str]) -> dict[str, bytes]:
    """Modules of `languages.python`, by their paths, as they lie in a folder in which Python finds them.

    The package itself is there, too: else one that a program brings would come first.
    """
    source = resources.files("languages")
    laid = ("__init__.py", *(f"python/{path}" for path in paths))
    return {f"languages/{path}": source.joinpath(path).read_bytes() for path in laid}
