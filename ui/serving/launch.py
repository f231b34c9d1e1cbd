"""Serving the page until somebody stops it."""

from __future__ import annotations

import gc
import logging
import os
import signal
import sys
import threading
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from socket import socket
from types import FrameType
from typing import TYPE_CHECKING

from address import Address, listen, url_of
from sandbox.scratch import scratch_folder
from settings import Settings
from setup.page_secrets import PageSecrets, kept_token, new_token, read_token
from setup.running_page import Running, enter, find_running, leave, starting
from ui.base.importing import without_interface_files

if TYPE_CHECKING:
    import gradio as gr
    from fastapi import FastAPI

    from ui.serving.server import PageServer

log = logging.getLogger(__name__)

UI = Path(__file__).parents[1]
STYLES = ("view.css", "style.css", "shelf.css")


def serve(settings: Settings, address: Address) -> None:
    """Serve the page until Ctrl-C or SIGTERM, then stop its runs; where it is served already, open that one.

    Raises `StorageError`, and `AssayError` where the address can't be used.
    """
    other = find_running(settings.home) or _begin(settings, address)
    if other:
        secrets = PageSecrets(read_token(settings.home), other.name)
        _say(f"Assay is already running at {other.opened_with(secrets.opening)}")
        if address != Address(browser=address.browser):
            _say("Stop that one first to serve it at another address or to other people.")
        _open(other.opened_with(secrets.ticket()), address)


def _begin(settings: Settings, address: Address) -> Running | None:
    """Serve the page, unless another start was quicker: then return its page."""
    with starting(settings.home):
        other = find_running(settings.home)
        if other:
            return other
        listener = listen(address)
        # A page that others may see asks for a password.
        page = Running.here(url_of(listener), by_token=not address.auth)
        secrets = PageSecrets(kept_token(settings.home) if page.by_token else new_token(), page.name)
        enter(settings.home, page)
    try:
        _serve(settings, address, listener, page, secrets)
    finally:
        leave(settings.home, page)
    return None


def _serve(settings: Settings, address: Address, listener: socket, page: Running, secrets: PageSecrets) -> None:
    stop = _stop_on_signals()
    with (
        _answering(listener, address, secrets) as server,
        scratch_folder() as folder,
    ):
        opens = page.opened_with(secrets.opening)
        _say(f"Assay is starting at {opens}")
        _open(page.opened_with(secrets.ticket()), address)
        # Read when Gradio is imported, and when the page is built.
        os.environ["GRADIO_TEMP_DIR"] = str(Path(folder) / "cache")
        os.environ["GRADIO_ANALYTICS_ENABLED"] = "False"
        _show(settings, address, server, opens, Path(folder) / "downloads", stop)


@contextmanager
def _answering(listener: socket, address: Address, secrets: PageSecrets) -> Iterator[PageServer]:
    from ui.serving.server import PageServer

    server = PageServer(listener, address, secrets)
    server.start()
    try:
        yield server
    finally:
        server.close()


def _show(
    settings: Settings, address: Address, server: PageServer, opens: str, downloads: Path, stop: threading.Event
) -> None:
    from ui.live.services import open_services

    # What is read here stays; to look for garbage in it all the while takes a sixth of the start.
    gc.disable()
    with open_services(settings, downloads) as services:  # says what is wrong with the history before the rest is read
        with without_interface_files():
            from setup.auditing import audited_meanwhile
            from ui.serving.page import build_page
        server.show(_app(build_page(services), address, downloads))
        gc.freeze()
        gc.enable()
        _say(f"Assay is at {opens} (Ctrl-C stops it)")
        with audited_meanwhile(settings):
            while not stop.wait(0.5):  # Windows sees Ctrl-C only between waits
                pass
        server.close()  # before the services, which its page uses


def _app(page: gr.Blocks, address: Address, downloads: Path) -> FastAPI:
    import gradio as gr
    from fastapi import FastAPI

    from sandbox.base import MOST_FILE_BYTES
    from ui.base.look import HEAD
    from ui.base.theme import make_theme
    from ui.form.draft import READ_DRAFTS
    from ui.form.files import DROPPED_ANYWHERE
    from ui.form.refusing import REFUSES_LARGE
    from ui.serving.failing import TELLS_FAILURES

    # Gradio's own `launch` sets these; without the first it wouldn't check which files may be read.
    page.has_launched = page.is_running = True
    app: FastAPI = gr.mount_gradio_app(
        FastAPI(docs_url=None, redoc_url=None, openapi_url=None),
        page,
        path="/",
        auth=address.auth,
        allowed_paths=[str(downloads)],
        max_file_size=MOST_FILE_BYTES,
        theme=make_theme(),
        head=HEAD + READ_DRAFTS + TELLS_FAILURES + REFUSES_LARGE + DROPPED_ANYWHERE + _style(),
        footer_links=["api"],  # which isn't shown, but without it there is no page about the API
        favicon_path=str(UI / "favicon.svg"),
        show_error=False,
        run_history=False,
        enable_monitoring=False,
        ssr_mode=False,
        pwa=False,
        mcp_server=address.auth is None,  # Gradio's MCP server doesn't ask for the password
    )
    return app


def _style() -> str:
    # In the head, because Gradio rewrites what it is given as `css`, and breaks selectors such as `:is(h3, h4)`.
    sheets = [(UI / name).read_text(encoding="utf-8") for name in STYLES]
    return f"<style>{''.join(sheets)}</style>"


def _stop_on_signals() -> threading.Event:
    """Set on Ctrl-C or SIGTERM; a second one ends the process at once."""
    stop = threading.Event()

    def first(number: int, _frame: FrameType | None) -> None:
        signal.signal(number, signal.SIG_DFL)
        stop.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, first)
    return stop


def _say(sentence: str) -> None:
    sys.stdout.write(sentence + "\n")
    sys.stdout.flush()


def _open(url: str, address: Address) -> None:
    if not (address.browser and _has_browser()):
        return
    try:
        webbrowser.open(url)
    except webbrowser.Error:
        log.info("no browser could be opened")


def _has_browser() -> bool:
    if os.environ.get("CI"):
        return False
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
