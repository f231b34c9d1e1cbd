"""Serving the page until somebody stops it."""

from __future__ import annotations

import contextlib
import io
import logging
import os
import signal
import sys
import threading
import webbrowser
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import TYPE_CHECKING, Any

from address import Address
from errors import AssayError
from settings import Settings

if TYPE_CHECKING:
    import gradio as gr

log = logging.getLogger(__name__)

STYLES = ("view.css", "style.css")


def serve(settings: Settings, address: Address) -> None:
    """Serve the page until Ctrl-C or SIGTERM, then stop its runs.

    Raises `StorageError`, and `AssayError` where the address can't be used.
    """
    with TemporaryDirectory(prefix="assay-page-", ignore_cleanup_errors=True) as folder:
        # Read when Gradio is imported, and when the page is built.
        os.environ["GRADIO_TEMP_DIR"] = str(Path(folder) / "cache")
        os.environ["GRADIO_ANALYTICS_ENABLED"] = "False"
        _serve(settings, address, Path(folder) / "downloads")


def _serve(settings: Settings, address: Address, downloads: Path) -> None:
    from ui.page import build_page
    from ui.services import open_services

    with open_services(settings, downloads) as services:
        page = build_page(services)
        try:
            _launch(page, address, downloads)
            _wait(page, address)
        finally:
            page.close(verbose=False)


def _launch(page: gr.Blocks, address: Address, downloads: Path) -> None:
    from ui.look import HEAD, make_theme

    try:
        # What Gradio prints about MCP isn't for the people who read this terminal.
        with contextlib.redirect_stdout(io.StringIO()):
            page.launch(
                server_name=address.host,
                server_port=address.port,
                auth=address.auth,
                app_kwargs=_only_own_names(address),
                allowed_paths=[str(downloads)],
                theme=make_theme(),
                head=HEAD + _style(),
                footer_links=["api"],
                prevent_thread_lock=True,
                quiet=True,
                show_error=False,
                share=False,
                run_history=False,
                enable_monitoring=False,
                ssr_mode=False,
                pwa=False,
                mcp_server=address.auth is None,  # Gradio's MCP server doesn't ask for the password
            )
    except OSError as problem:
        where = f"port {address.port}" if address.port else "any port from 7860 on"
        raise AssayError(
            f"The page can't be served on {address.host}, {where}.", "Name another with --port or --host."
        ) from problem


def _style() -> str:
    # In the head, because Gradio rewrites what it is given as `css`, and breaks selectors such as `:is(h3, h4)`.
    sheets = [Path(__file__).with_name(name).read_text(encoding="utf-8") for name in STYLES]
    return f"<style>{''.join(sheets)}</style>"


def _only_own_names(address: Address) -> dict[str, Any]:
    """Against pages elsewhere that give this machine's address a name of their own (DNS rebinding)."""
    if not address.only_here:
        return {}
    from starlette.middleware import Middleware
    from starlette.middleware.trustedhost import TrustedHostMiddleware

    names = ["localhost", "127.0.0.1", "::1", "[::1]", address.host]
    return {"middleware": [Middleware(TrustedHostMiddleware, allowed_hosts=names)]}


def _wait(page: gr.Blocks, address: Address) -> None:
    """Say where the page is and wait for Ctrl-C or SIGTERM; a second one ends the process at once."""
    stop = threading.Event()

    def first(number: int, _frame: FrameType | None) -> None:
        signal.signal(number, signal.SIG_DFL)
        stop.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, first)
    url = str(page.local_url)
    sys.stdout.write(f"Assay is at {url} (Ctrl-C stops it)\n")
    sys.stdout.flush()
    if address.browser and _has_browser():
        _open(url)
    while not stop.wait(0.5):  # Windows sees Ctrl-C only between waits
        pass


def _has_browser() -> bool:
    if os.environ.get("CI"):
        return False
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _open(url: str) -> None:
    try:
        webbrowser.open(url)
    except webbrowser.Error:
        log.info("no browser could be opened")
