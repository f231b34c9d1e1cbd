"""Try to change the interpreter, the tools, the runner and the system's own files."""

import os
import sys

import pytest
from attempt import attempt

FILES = [
    sys.executable,
    os.__file__,
    pytest.__file__,
    "/opt/runner/__main__.py",
    "/etc/passwd",
    "/etc/hosts",
    "/bin/sh",
]
for path in [*FILES, "/etc/ld.so.cache", "/dev/sda", "/dev/vda", "/dev/mem", "/dev/kmsg"]:
    attempt(f"open {path} for writing", open, path, "ab")
attempt("remove the interpreter", os.unlink, sys.executable)
attempt("rename the library", os.rename, os.__file__, f"{os.__file__}.old")
