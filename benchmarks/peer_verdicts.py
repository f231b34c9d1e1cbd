"""Runs in the peers' environment: gives a pytest verdict with one of them for each line on standard input.

    python peer_verdicts.py autogen|llm-sandbox IMAGE FOLDER

A line is the name of a folder inside FOLDER that has the program and its tests; the answer is a line
with the exit code. FOLDER is mounted into the container, so that getting files into it costs nothing.
"""

from __future__ import annotations

import asyncio
import functools
import sys
from collections.abc import Callable

PYTEST = ["-q", "-p", "no:cacheprovider", "--rootdir=."]


async def autogen(image: str, folder: str) -> None:
    from autogen_core import CancellationToken
    from autogen_core.code_executor import CodeBlock
    from autogen_ext.code_executors.docker import DockerCommandLineCodeExecutor
    from docker.models.containers import ContainerCollection

    # It always takes the engine's bridge; without a network it does as well, and is as cut off as the others.
    offline = functools.partialmethod(ContainerCollection.create, network_mode="none")
    setattr(ContainerCollection, "create", offline)  # noqa: B010
    async with DockerCommandLineCodeExecutor(image=image, work_dir=folder) as executor:

        async def verdict(name: str) -> int:
            code = f"import os, sys, pytest\nos.chdir({name!r})\nsys.exit(pytest.main({PYTEST!r}))\n"
            result = await executor.execute_code_blocks([CodeBlock(code=code, language="python")], CancellationToken())
            return int(result.exit_code)

        for line in sys.stdin:
            answer(await verdict(line.strip()))


def llm_sandbox(image: str, folder: str) -> None:
    from llm_sandbox import SandboxSession

    options = {"network_mode": "none", "volumes": {folder: {"bind": "/workspace", "mode": "rw"}}}
    with SandboxSession(lang="python", image=image, skip_environment_setup=True, runtime_configs=options) as session:
        command = " ".join(["python -m pytest", *PYTEST])
        serve(lambda name: session.execute_command(command, workdir=f"/workspace/{name}").exit_code)


def serve(verdict: Callable[[str], int]) -> None:
    for line in sys.stdin:
        answer(verdict(line.strip()))


def answer(exit_code: int) -> None:
    print(exit_code, flush=True)


if __name__ == "__main__":
    which, image, folder = sys.argv[1:]
    if which == "autogen":
        asyncio.run(autogen(image, folder))
    else:
        llm_sandbox(image, folder)
