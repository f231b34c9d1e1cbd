"""Serving the page with uvicorn, on a socket that takes connections before the page is there."""

from __future__ import annotations

import asyncio
import socket
import threading
from concurrent.futures import Future
from typing import TYPE_CHECKING

import uvicorn

from address import Address, url_of
from sandbox.base import MEGABYTE, MOST_FILE_BYTES
from setup.page_secrets import PageSecrets
from ui.base.secret_path import SecretPath
from ui.base.tongues import InTongue
from ui.serving.gate import Gate
from ui.serving.packed import PackedPage
from ui.serving.startup_page import StartupPage
from ui.serving.token import TokenCheck

if TYPE_CHECKING:
    from fastapi import FastAPI

GRACE_SECONDS = 1
"""How long open connections may take to end; those of open browser tabs never end by themselves."""
CLOSE_SECONDS = 10.0
MOST_UPLOADED = MOST_FILE_BYTES + MEGABYTE
"""Bytes of one upload: as many as a sandbox takes, and what goes around them."""
MOST_KEPT = 64 * MOST_UPLOADED


# Why: docs/decisions.md, "The page is served by our own uvicorn, and Gradio is kept from needless work"
class PageServer:
    """Answers on `listener` in its own thread: from `start` on with a `StartupPage`, from `show` on with the page."""

    def __init__(self, listener: socket.socket, address: Address, secrets: PageSecrets) -> None:
        """Only who knows one of the `secrets` comes in, or the address's password where it has one."""
        self._listener = listener
        self._startup_page = StartupPage(secrets.name)
        page = self._startup_page if address.auth else TokenCheck(self._startup_page, secrets)
        gate = Gate(page, address, MOST_UPLOADED, MOST_KEPT, secrets.path)
        self._uvicorn = uvicorn.Server(
            uvicorn.Config(
                SecretPath(PackedPage(InTongue(gate)), secrets.path),
                ws="none",
                lifespan="off",
                log_config=None,
                access_log=False,
                proxy_headers=False,  # anybody on this computer could write them; Gradio reads those it needs itself
                timeout_graceful_shutdown=GRACE_SECONDS,
            )
        )
        self._loop = asyncio.new_event_loop()
        self._over = asyncio.Event()
        self._living: list[Future[None]] = []
        self._thread = threading.Thread(target=self._run, name="page", daemon=True)

    @property
    def url(self) -> str:
        """The address for a browser on this computer."""
        return url_of(self._listener)

    def start(self) -> None:
        """Begin to answer."""
        self._thread.start()

    def show(self, app: FastAPI) -> None:
        """From now on answer with `app`. Raises what its start-up raises."""
        up = threading.Event()
        living = asyncio.run_coroutine_threadsafe(self._live(app, up), self._loop)
        living.add_done_callback(lambda _: up.set())
        self._living.append(living)
        up.wait()
        if living.done():
            living.result()

    def close(self) -> None:
        """Stop answering, and end what `show` began."""
        self._uvicorn.should_exit = True
        self._thread.join(CLOSE_SECONDS)

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            runner.run(self._serve())

    async def _serve(self) -> None:
        await self._uvicorn.serve(sockets=[self._listener])
        self._over.set()
        await asyncio.gather(*map(asyncio.wrap_future, self._living), return_exceptions=True)

    async def _live(self, app: FastAPI, up: threading.Event) -> None:
        """One task for both ends of the app's lifespan, as its parts ask for."""
        async with app.router.lifespan_context(app):
            self._startup_page.page = app
            up.set()
            await self._over.wait()
