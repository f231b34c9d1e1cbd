"""Ask pip-audit whether a requirements file pins anything with a known vulnerability.

Exits 0 if nothing is known, 1 on a finding, and 75 where not every package could be looked up: pip-audit itself then
says "No known vulnerabilities", or ends as if it had found one.
"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

NOT_CHECKED = 75


def main() -> int:
    """Audit the file named on the command line."""
    command = [sys.executable, "-m", "pip_audit", "--requirement", sys.argv[1], "--no-deps", "--disable-pip"]
    command += ["--format", "json", "--progress-spinner", "off"]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)  # noqa: S603
    try:
        return judge(json.loads(done.stdout)["dependencies"])
    except (ValueError, KeyError, TypeError):
        return say(f"{done.stderr}\nthe vulnerability service gave no answer", NOT_CHECKED)


def judge(dependencies: list[dict[str, Any]]) -> int:
    """Print what was found, or what could not be looked up, and return the exit code."""
    known = [f"{one['name']} {one['version']}: {vuln['id']}" for one in dependencies for vuln in one.get("vulns", ())]
    if known:
        return say("\n".join(known), 1)
    skipped = sum("skip_reason" in one for one in dependencies)
    if skipped or not dependencies:
        return say(f"{skipped} of {len(dependencies)} packages could not be looked up", NOT_CHECKED)
    return say(f"nothing is known against {len(dependencies)} packages", 0)


def say(text: str, status: int) -> int:
    """Print `text` and pass `status` on."""
    sys.stdout.write(f"{text}\n")
    return status


if __name__ == "__main__":
    sys.exit(main())
