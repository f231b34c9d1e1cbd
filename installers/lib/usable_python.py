"""Ends with 0 where this Python can carry Assay on Windows: complete, and of a kind that packages are there for."""

import importlib
import sys

if not (3, 11) <= sys.version_info[:2] <= (3, 14):
    sys.exit("Python 3.11 to 3.14 is needed")
for module in ("ensurepip", "sqlite3", "ssl", "venv"):
    importlib.import_module(module)
if sys.platform == "win32" and importlib.import_module("sysconfig").get_platform() != "win-amd64":
    sys.exit("the 64-bit Python for x86-64 is needed: not every package is there for others")
