"""What is in a sandbox, asked of Python in it."""

from __future__ import annotations

from collections.abc import Collection
from importlib import resources

from pydantic import BaseModel, ValidationError

from languages.packages import Inventory, PackageProblem
from languages.python.packages.shelf import canonical
from message import say
from sandbox.base import Job, JobResult

SCRIPT = "inventory_job.py"


class _Found(BaseModel):
    """What the job prints."""

    version: str
    machine: str
    packages: dict[str, str]
    modules: list[str]


def inventory_job(names: Collection[str] = ()) -> Job:
    """What looks for packages and modules of these names, or where there are none, for all packages."""
    content = resources.files("languages.python.packages").joinpath(SCRIPT).read_bytes()
    # Not one that is kept warm: it may be busy warming up yet, when the first tests are to be run.
    return Job({SCRIPT: content}, ("python", SCRIPT, *sorted(names)))


def read_inventory(result: JobResult) -> Inventory:
    """See `Packaging.read_inventory`. Raises `PackageProblem` where the sandbox doesn't say."""
    try:
        found = _Found.model_validate_json(result.stdout)
    except ValidationError as error:
        raise PackageProblem(say("It isn't known which packages are in the sandbox; use none.")) from error
    packages = {canonical(name): version for name, version in found.packages.items()}
    return Inventory(found.version, found.machine, packages, frozenset(found.modules))
