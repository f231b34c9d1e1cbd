"""A fork begins as a new interpreter would, though its parent had processes of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

PARENT = """
import multiprocessing, os, runpy, sys, tempfile
from languages.python.runner.forgetting import forget_processes

with multiprocessing.get_context("spawn").Pool(1) as pool:
    assert pool.map(len, ["abc"]) == [3]
multiprocessing.set_start_method("fork", force=True)
if not os.fork():
    os.chdir(sys.argv[1])
    forget_processes()
    runpy.run_path("program.py", run_name="__main__")
    sys.exit()
sys.exit(os.waitstatus_to_exitcode(os.wait()[1]))
"""
PROGRAM = """
import multiprocessing

def double(number):
    return 2 * number

if __name__ == "__main__":
    multiprocessing.set_start_method("spawn")
    with multiprocessing.Pool(1) as pool:
        print("doubled", *pool.map_async(double, [1, 2]).get(timeout=60))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="nothing is forked there")
def test_who_starts_processes_finds_itself_and_nothing_of_its_parents(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM, encoding="utf-8")
    ended = subprocess.run(
        [sys.executable, "-c", PARENT, str(tmp_path)], capture_output=True, text=True, check=False, timeout=120
    )
    assert (ended.returncode, ended.stdout) == (0, "doubled 2 4\n"), ended.stderr
