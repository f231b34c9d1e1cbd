"""The memory of this computer that a model can use: the main one, and that of the graphics."""

from __future__ import annotations

import platform
import shutil
import subprocess
import sys
from dataclasses import dataclass

import psutil
from rich.filesize import decimal

from message import say

GIBIBYTE = 1024**3
MEBIBYTE = 1024**2
ASKING_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class Memory:
    """This computer's memory, in bytes: all of the main one, what of it no other program uses right now, and the
    `graphics` memory; 0 where none was seen."""

    total: int
    available: int
    graphics: int = 0

    def __str__(self) -> str:
        graphics = (
            say("%(graphics)s of graphics memory", graphics=decimal(self.graphics))
            if self.graphics
            else say("no graphics card that was seen")
        )
        return say("%(total)s of memory, %(graphics)s", total=decimal(self.total), graphics=graphics)


def this_computer() -> Memory:
    """The memory that this computer has."""
    found = psutil.virtual_memory()
    return Memory(found.total, found.available, _graphics(found.total))


def memory_needed(size_bytes: int) -> int:
    """How many bytes of memory a model takes that has `size_bytes` on disk.

    An assumption: the weights as they are on disk, a fifth of that for the conversation, and 1 GiB
    for Ollama and the system. It agrees with Ollama's own rule, 8 GB of memory for models of 7
    billion parameters, 16 GB for 13 and 32 GB for 33 (https://github.com/ollama/ollama, README).
    """
    return size_bytes * 6 // 5 + GIBIBYTE


def fits(size_bytes: int, memory: Memory) -> bool:
    """Whether a model of `size_bytes` fits into all of the main memory, or into that of the graphics."""
    return memory_needed(size_bytes) <= max(memory.total, memory.graphics)


def fits_graphics(size_bytes: int, memory: Memory) -> bool:
    """Whether all of a model of `size_bytes` fits into the memory of the graphics, where it answers quickly."""
    return memory_needed(size_bytes) <= memory.graphics


def _graphics(main_memory: int) -> int:
    """Only Apple's and NVIDIA's are seen.

    Apple's chips share the main memory; macOS lets the graphics have two thirds of it, and more where there is
    much (https://developer.apple.com/documentation/metal/mtldevice/recommendedmaxworkingsetsize).
    """
    if sys.platform == "darwin":
        return main_memory * 2 // 3 if platform.machine() == "arm64" else 0
    return _nvidia()


def _nvidia() -> int:
    """That of all NVIDIA's cards together, as Ollama uses them; 0 where its tool is missing or doesn't work."""
    tool = shutil.which("nvidia-smi")
    if not tool:
        return 0
    command = [tool, "--query-gpu=memory.total", "--format=csv,noheader,nounits"]
    try:
        said = subprocess.run(command, capture_output=True, text=True, timeout=ASKING_SECONDS, check=True).stdout  # noqa: S603
        return sum(int(line) * MEBIBYTE for line in said.split())
    except (OSError, subprocess.SubprocessError, ValueError):
        return 0
