"""What is in a sandbox, asked of Python in it."""

from __future__ import annotations

from importlib import resources

from pydantic import BaseModel, ValidationError

from languages.packages import Inventory, PackageProblem
from languages.python.packages.shelf import canonical
from sandbox.base import Job, JobResult

SCRIPT = "inventory_job.py"
INVENTORY = Job(
    {SCRIPT: resources.files("languages.python.packages").joinpath(SCRIPT).read_bytes()}, ("warm-python", SCRIPT)
)


class _Found(BaseModel):
    """What the job prints."""

    version: str
    machine: str
    packages: dict[str, str]
    modules: dict[str, list[str]]


def read_inventory(result: JobResult) -> Inventory:
    """See `Packaging.read_inventory`. Raises `PackageProblem` where the sandbox doesn't say."""
    try:
        found = _Found.model_validate_json(result.stdout)
    except ValidationError as error:
        raise PackageProblem("Nobody knows which packages are in the sandbox; use none.") from error
    packages = {canonical(name): version for name, version in found.packages.items()}
    return Inventory(found.version, found.machine, packages, found.modules)
