"""What each package of the shelf costs: megabytes in the image, and seconds of processor time to import it.

    python -m benchmarks.shelf [--sandbox docker]

A package is counted alone and with all that it needs; some of that others need as well. Each is imported in an
interpreter of its own, which nothing else was imported in; once before, so that its files are in memory.
"""

from __future__ import annotations

import argparse
import json
import os
from contextlib import closing

from benchmarks.tables import print_table
from cancel import Cancel
from languages.python.packages.shelf import SHELF
from languages.python.toolset import TOOLSET
from sandbox.base import Job, JobLimits, SandboxSpec
from sandbox.registry import open_sandbox

# What programs import of those whose own name brings little.
USED = {
    "PIL": "PIL.Image",
    "dateutil": "dateutil.parser",
    "lxml": "lxml.etree",
    "matplotlib": "matplotlib.pyplot",
    "reportlab": "reportlab.pdfgen.canvas",
}

MEASURE = b"""
import json, subprocess, sys, time
from importlib import metadata
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

TIMED = "import time; t = time.process_time(); import {}; print(time.process_time() - t)"


def closure(name, found):
    key = canonicalize_name(name)
    if key not in found:
        found[key] = size(name)
        for need in map(Requirement, metadata.requires(name) or ()):
            if need.marker is None or need.marker.evaluate({"extra": ""}):
                closure(need.name, found)
    return found


def size(name):
    paths = (file.locate() for file in metadata.files(name) or ())
    return sum(path.stat().st_size for path in paths if path.is_file())


def seconds(module):
    for _ in range(2):
        run = subprocess.run([sys.executable, "-c", TIMED.format(module)], capture_output=True, text=True, check=True)
    return float(run.stdout)


packages = {name: closure(name, {}) for name, _ in json.loads(sys.argv[1])}
rows = {n: [size(n), sum(packages[n].values()), seconds(module)] for n, module in json.loads(sys.argv[1])}
total = sum({key: value for one in packages.values() for key, value in one.items()}.values())
print(json.dumps({"rows": rows, "total": total}))
"""


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sandbox", default="docker")
    options = parser.parse_args()
    asked = json.dumps([(one.name, USED.get(one.module, one.module)) for one in SHELF])
    job = Job({"measure.py": MEASURE}, ("python", "measure.py", asked), JobLimits(cpu_seconds=300, seconds=600))
    spec, host = SandboxSpec(TOOLSET), os.environ.get("DOCKER_HOST")
    with closing(open_sandbox(spec, options.sandbox, host, lambda _: None)) as sandbox:
        ended = sandbox.run(job, Cancel())
    found = json.loads(ended.stdout or f'{{"error": {json.dumps(ended.stderr)}}}')
    rows = [(one.name, one.purpose, *_shown(*found["rows"][one.name])) for one in SHELF]
    print_table(("package", "for", "MB alone", "MB with all it needs", "s to import"), rows)
    print(f"All of it together: {found['total'] / 1e6:.0f} MB.")


def _shown(alone: int, together: int, seconds: float) -> tuple[str, str, str]:
    return f"{alone / 1e6:.1f}", f"{together / 1e6:.1f}", f"{seconds:.2f}"


if __name__ == "__main__":
    main()
