"""mutmut through us, by itself, and cosmic-ray: `python -m benchmarks.mutation [ROUNDS]` (default 3).

All plant mistakes in the same programs with the same tests, with two processes where the tool can
have them. mutmut by itself is started in a container of the same image with its default settings,
and its mutants and their fates are compared with ours one by one; every difference is printed.
cosmic-ray runs on this machine itself, which is safe, for the programs are our own.
"""

from __future__ import annotations

import contextlib
import json
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import median

import docker
from docker.models.containers import Container

from benchmarks.peers import peers_python
from benchmarks.samples import Sample, docker_opener, samples, temporary_folder
from benchmarks.tables import print_table
from cancel import Cancel
from languages.python.candidates import program, suite
from languages.python.checks.mutmut_jobs import CLOSER_SECONDS, mutation_job
from languages.python.toolset import TOOLSET
from sandbox.base import Sandbox
from sandbox.image import ensure_image

CHOSEN = ("Split a bill", "Read Roman", "Keep a small stock")
FOR_COSMIC_RAY = CHOSEN[:1]
CHILDREN = 2
META = "mutants/solution.py.meta"
MUTMUT = ("/opt/tools/bin/python", "-m", "mutmut", "run", "--max-children", str(CHILDREN))
MUTMUT_SETTINGS = '[tool.mutmut]\nsource_paths = ["solution.py"]\n'
COSMIC_RAY_SETTINGS = """[cosmic-ray]
module-path = "solution.py"
timeout = 10.0
test-command = "{python} -m pytest -x -q -p no:cacheprovider"
[cosmic-ray.distributor]
name = "local"
"""
FATES = {0: "survived", 1: "killed", 5: "no tests", 33: "no tests", 36: "timeout", -24: "timeout", 24: "timeout"}

Fates = Mapping[str, str]
"""What became of each mutant, by its name."""


@dataclass(slots=True)
class Compared:
    """One program: the seconds of each round, and the mutants."""

    sample: Sample
    ours: list[float] = field(default_factory=list)
    plain: list[float] = field(default_factory=list)
    theirs: list[float] = field(default_factory=list)
    fates: Fates = field(default_factory=dict)

    @property
    def row(self) -> list[object]:
        lines = len(self.sample.solution.splitlines())
        ours, theirs, plain = median(self.ours), median(self.theirs), median(self.plain)
        name = f"{self.sample.title} ({lines} lines)"
        return [name, len(self.fates), f"{ours:.1f}", f"{plain:.1f}", f"{theirs:.1f}", f"{ours / theirs:.2f}"]


def main(rounds: int) -> None:
    compared = [Compared(sample) for name in CHOSEN for sample in samples() if sample.title.startswith(name)]
    differences = measure(compared, rounds)
    print_table(
        ["program", "mutants", "through us (s)", "without a closer look (s)", "mutmut alone (s)", "ratio"],
        [one.row for one in compared],
    )
    print("\n".join(differences) or "Both have the same mutants, and the same became of each of them.")
    cosmic_ray_table([one for one in compared if one.sample.title.startswith(FOR_COSMIC_RAY)])


def measure(compared: list[Compared], rounds: int) -> list[str]:
    """Let both take turns; what differed between them, a line each."""
    differences: dict[str, None] = {}
    sandbox = docker_opener()(lambda _: None)
    with contextlib.closing(sandbox), idle_container() as container:
        through_us(compared[0].sample, sandbox)  # so that everything is loaded
        for _ in range(rounds):
            for one in compared:
                seconds, one.fates = through_us(one.sample, sandbox)
                one.ours.append(seconds)
                one.plain.append(through_us(one.sample, sandbox, closer_seconds=0.0)[0])
                seconds, theirs = by_itself(one.sample, container)
                one.theirs.append(seconds)
                differences.update(dict.fromkeys(differing(one, theirs)))
    return list(differences)


def differing(one: Compared, theirs: Fates) -> Iterator[str]:
    for name in sorted(one.fates.keys() | theirs.keys()):
        ours, other = one.fates.get(name, "not there"), theirs.get(name, "not there")
        if ours != other:
            yield f"- {one.sample.title}, `{name}`: {ours} through us, {other} by mutmut alone"


def through_us(sample: Sample, sandbox: Sandbox, closer_seconds: float = CLOSER_SECONDS) -> tuple[float, Fates]:
    """The seconds of the job that the check makes, and what became of its mutants."""
    job = mutation_job(program(sample.solution), suite(sample.tests, ()), seconds=180, closer_seconds=closer_seconds)
    started = time.perf_counter()
    result = sandbox.run(replace(job, read_back=(*job.read_back, META)), Cancel())
    seconds = time.perf_counter() - started
    assert META in result.files, result
    return seconds, fates(result.files[META])


def by_itself(sample: Sample, container: Container) -> tuple[float, Fates]:
    """The seconds of mutmut as one would start it, in a new folder of a running container."""
    folder = inside(container, "mktemp", "-d").decode().strip()
    files = {**sample.files, "pyproject.toml": MUTMUT_SETTINGS.encode()}
    for name, content in files.items():
        inside(container, "sh", "-c", f"printf %s {shlex.quote(content.decode())} > {folder}/{name}")
    started = time.perf_counter()
    inside(container, *MUTMUT, folder=folder)
    seconds = time.perf_counter() - started
    return seconds, fates(inside(container, "cat", META, folder=folder))


def inside(container: Container, *command: str, folder: str = "/") -> bytes:
    """What `docker exec` prints."""
    exit_code, output = container.exec_run(list(command), workdir=folder)
    assert isinstance(output, bytes)
    assert exit_code == 0, output.decode()
    return output


def fates(meta: bytes) -> Fates:
    """What mutmut wrote down about each mutant. Source of the codes: `mutmut.stats.status_by_exit_code`."""
    codes: dict[str, int] = json.loads(meta)["exit_code_by_key"]
    return {name: FATES.get(code, f"exit code {code}") for name, code in codes.items()}


def cosmic_ray_table(compared: list[Compared]) -> None:
    rows: list[list[object]] = []
    for one in compared:
        mutants, seconds = cosmic_ray(one.sample)
        ours = median(one.ours)
        each = [1000 * ours / len(one.fates), 1000 * seconds / mutants]
        rows.append(
            [one.sample.title, mutants, f"{seconds:.1f}", *(f"{ms:.0f}" for ms in each), f"{each[0] / each[1]:.2f}"]
        )
    columns = ["program", "cosmic-ray's mutants", "cosmic-ray (s)", "ours, ms a mutant", "cosmic-ray's", "ratio"]
    print_table(columns, rows)


def cosmic_ray(sample: Sample) -> tuple[int, float]:
    """How many mutants cosmic-ray makes, and the seconds for all of them."""
    python = peers_python()
    tool = python.with_name("cosmic-ray")
    with temporary_folder() as folder:
        sample.write(Path(folder))
        Path(folder, "settings.toml").write_text(COSMIC_RAY_SETTINGS.format(python=python))
        started = time.perf_counter()
        for command in ("init", "exec"):
            subprocess.run([tool, command, "settings.toml", "session.sqlite"], cwd=folder, check=True)
        seconds = time.perf_counter() - started
        listing = subprocess.check_output([tool, "dump", "session.sqlite"], cwd=folder, text=True)
    return len(listing.splitlines()), seconds


@contextlib.contextmanager
def idle_container() -> Iterator[Container]:
    """A container of the sandbox's image in which commands can be run."""
    client = docker.from_env()
    with contextlib.closing(client):
        image = ensure_image(client, TOOLSET, print)
        container = client.containers.run(image, ["sleep", "infinity"], detach=True, network_mode="none", init=True)
        try:
            yield container
        finally:
            container.remove(force=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3)
