"""What the tests open sandboxes for."""

from __future__ import annotations

from languages.python.toolset import TOOLSET
from sandbox.base import SandboxSpec

PYTHON = SandboxSpec(TOOLSET)
