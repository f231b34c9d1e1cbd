"""A browser that nobody sees, driven through a pipe: Chromium's DevTools protocol.

https://chromedevtools.github.io/devtools-protocol/, over `--remote-debugging-pipe`: JSON that ends with a zero byte.
"""

from __future__ import annotations

import base64
import contextlib
import itertools
import json
import mimetypes
import os
import select
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

from . import address

SMALL = "chromium-headless-shell"
NAMES = (SMALL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge")
ON_A_MAC = ("Google Chrome", "Chromium", "Microsoft Edge")
NO_PAGES = "Pages can't be looked at here: "
NONE = NO_PAGES + "there is no browser (sudo apt-get install chromium)"
ON_WINDOWS = NO_PAGES + "there is no way to a browser (on Windows)"
BROKEN = NO_PAGES + "the browser doesn't start (Chromium)"
OPTIONS = ("--headless", "--disable-gpu", "--no-first-run", "--hide-scrollbars", "--remote-debugging-pipe")
AS_A_PERSONS = "--disable-blink-features=AutomationControlled"  # for pages that look
# In a sandbox there is little room, and it has walls of its own: all in one process, with no further walls in it.
SMALL_OPTIONS = (
    *("--single-process", "--no-zygote", "--no-sandbox", "--disable-dev-shm-usage", "--disable-breakpad"),
    *("--disable-software-rasterizer", "--incognito"),
)
STORED = "(() => { try { return JSON.stringify(Object.entries(localStorage)); } catch { return '[]'; } })()"
KEEP = "for (const [key, value] of {}) try {{ localStorage[key] ??= value; }} catch {{ }}"
SIZE = {"width": 1280, "height": 1024}
SECONDS = 15.0
ENDED = "The browser ended"
ENDLESS = "A script of the page goes on and on"
READING, WRITING = 3, 4  # file descriptors that the browser takes for it


class Fallen(Exception):
    """The browser is gone, or what it was asked for goes on and on."""


def missing() -> str:
    """Why no page can be looked at here; empty where it can."""
    if sys.platform == "win32":
        return ON_WINDOWS
    return "" if _program() else NONE


def _program() -> str:
    on_mac = (f"/Applications/{name}.app/Contents/MacOS/{name}" for name in ON_A_MAC)
    return next(filter(None, map(shutil.which, (*NAMES, *on_mac))), "")


def _kept_waiting(process: int) -> float:
    """Seconds in which the thread of `process` that had to wait longest could have gone on; 0 where nobody knows."""
    waited = 0.0
    for path in Path(f"/proc/{process}/task").glob("*/schedstat"):
        with contextlib.suppress(OSError, ValueError, IndexError):  # threads end meanwhile
            waited = max(waited, int(path.read_text().split()[1]) / 1e9)
    return waited


class Browser:
    """A browser with an empty profile, which reaches nothing but what it is given. Raises `Fallen`."""

    def __init__(self) -> None:
        self._profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        theirs, self._to = os.pipe()
        self._from, back = os.pipe()
        environment = {**os.environ, **_folders(self._profile.name)}
        self._process = _spawned(_command(self._profile.name), environment, {READING: theirs, WRITING: back})
        for end in (theirs, back):
            os.close(end)
        self._numbers = itertools.count(1)
        self._waited = 0.0
        self._rest = b""
        self._tabs: dict[str, Tab] = {}
        self._folder = address.folder()

    def tab(self, files: Mapping[str, bytes]) -> Tab:
        """A new one, for which these are the files in the folder of all its pages. Raises `Fallen`."""
        target = self.call("", "Target.createTarget", url="about:blank", **SIZE)["targetId"]
        self.call("", "Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
        session = self.call("", "Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self._tabs[session] = Tab(self, session, target, files, self._folder)
        self._tabs[session].begin()
        return self._tabs[session]

    def call(self, session: str, method: str, **parameters: Any) -> Any:
        """Ask a tab, or nobody's, for something, and return the answer. Raises `Fallen`."""
        number = self.send(session, method, parameters)
        until = self.now() + SECONDS
        while (answer := self.hear(until)).get("id") != number:
            pass
        if "error" in answer:
            raise Fallen(f"{method}: {answer['error'].get('message')}")
        return answer["result"]

    def send(self, session: str, method: str, parameters: Mapping[str, Any]) -> int:
        """Ask for something, and return the number that the answer will have. Raises `Fallen`."""
        number = next(self._numbers)
        message = {"id": number, "method": method, "params": parameters, **({"sessionId": session} if session else {})}
        data = json.dumps(message).encode() + b"\0"
        try:
            while data:
                data = data[os.write(self._to, data) :]
        except BrokenPipeError as error:
            raise Fallen(ENDED) from error
        return number

    def now(self) -> float:
        """The seconds of a clock that stands still while a busy machine lets others go before it."""
        self._waited = max(self._waited, _kept_waiting(self._process))  # less is known once that thread has ended
        return time.monotonic() - self._waited

    def hear(self, until: float) -> dict[str, Any]:
        """The next thing that it says, of which the tab takes note. Raises `Fallen`."""
        while b"\0" not in self._rest:
            if (left := until - self.now()) <= 0:
                raise Fallen(ENDLESS)
            if not select.select([self._from], [], [], left)[0]:
                continue
            if not (piece := os.read(self._from, 1 << 16)):
                raise Fallen(ENDED)
            self._rest += piece
        line, _, self._rest = self._rest.partition(b"\0")
        message: dict[str, Any] = json.loads(line)
        if tab := self._tabs.get(message.get("sessionId", "")):
            tab.take_note(message.get("method", ""), message.get("params", {}))
        return message

    def close(self) -> None:
        """Leave nothing of it."""
        for end in (self._to, self._from):
            os.close(end)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            os.waitpid(self._process, 0)
        self._profile.cleanup()


class Tab:
    """One page of a browser. `answers` are for the questions that come up next.

    `said` is what its message boxes said, `fallen` what its scripts ended in, since the start.
    """

    def __init__(self, browser: Browser, session: str, frame: str, files: Mapping[str, bytes], folder: str) -> None:
        """`folder` is the address at which the `files` lie."""
        self._browser, self._session, self._frame, self._files = browser, session, frame, files
        self._folder = folder
        self.answers: list[Any] = []
        self.said: list[str] = []
        self.fallen: list[str] = []
        self._loads = 0
        self._world: int | None = None

    def begin(self) -> None:
        """Hear what happens in it."""
        for part in ("Page", "Runtime", "Fetch"):
            self.call(f"{part}.enable")
        here = address.system()
        self.call("Emulation.setUserAgentOverride", userAgent=here.agent, platform=here.platform)

    def call(self, method: str, **parameters: Any) -> Any:
        """See `Browser.call`."""
        return self._browser.call(self._session, method, **parameters)

    def show(self, path: str) -> None:
        """Open the file at `path`, and wait for it. Raises `Fallen`."""
        before = self._loads
        self.call("Page.navigate", url=self._folder + quote(path))
        until = self._browser.now() + SECONDS
        while self._loads == before:
            self._browser.hear(until)

    def reopen(self, path: str) -> None:
        """Open the file at `path` again, with what the page has stored itself. Raises `Fallen`.

        On a busy machine a small browser may lose that between two pages, so what is missing there is put back before
        any script of the page runs.
        """
        kept = self.call("Page.addScriptToEvaluateOnNewDocument", source=KEEP.format(self.run(STORED)))
        self.show(path)
        self.call("Page.removeScriptToEvaluateOnNewDocument", identifier=kept["identifier"])

    def run(self, script: str) -> Any:
        """What an expression of JavaScript gives, where the page's own scripts are. Raises `Fallen`."""
        return self._value(self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True))

    def look(self, eyes: str, script: str) -> Any:
        """The same, of what `eyes` gives, in a world that the page's scripts can't reach. Raises `Fallen`."""
        try:
            return self._looked(eyes, script)
        except Fallen:  # it may just have gone to another page
            self._world = None
            return self._looked(eyes, script)

    def _looked(self, eyes: str, script: str) -> Any:
        if self._world is None:
            made = self.call("Page.createIsolatedWorld", frameId=self._frame, worldName="assay")
            self._world = made["executionContextId"]
            self.call("Runtime.evaluate", expression=f"globalThis.eyes = {eyes}", contextId=self._world)
        where = {"contextId": self._world, "returnByValue": True}
        return self._value(self.call("Runtime.evaluate", expression=f"eyes.{script}", **where))

    def take_note(self, event: str, of: Mapping[str, Any]) -> None:
        """What happens in it; a question is answered."""
        if event == "Page.javascriptDialogOpening":
            self.said.append(of["message"])
            answer = self.answers.pop(0) if self.answers else of.get("defaultPrompt") or True
            agreed = answer not in (False, None, "no", "cancel")
            given = {"accept": agreed, "promptText": answer if isinstance(answer, str) else ""}
            self._browser.send(self._session, "Page.handleJavaScriptDialog", given)
        elif event == "Runtime.exceptionThrown":
            self.fallen.append(_said(of["exceptionDetails"]))
        elif event == "Fetch.requestPaused":
            self._give(of)
        elif event == "Runtime.executionContextsCleared":
            self._world = None
        elif event == "Page.loadEventFired":
            self._loads += 1

    def _give(self, asked: Mapping[str, Any]) -> None:
        """The file that a page asks for; there is nothing else for it."""
        wanted = unquote(str(asked["request"]["url"]).partition("#")[0].partition("?")[0])
        folder = unquote(self._folder)
        path = wanted.removeprefix(folder)
        which = {"requestId": asked["requestId"]}
        if not wanted.startswith(folder) or path not in self._files:
            self._browser.send(self._session, "Fetch.failRequest", {**which, "errorReason": "AddressUnreachable"})
            return
        sort = mimetypes.guess_type(path)[0] or "application/octet-stream"
        body = base64.b64encode(self._files[path]).decode()
        heads = [{"name": "Content-Type", "value": sort}]
        answer = {**which, "responseCode": 200, "responseHeaders": heads, "body": body}
        self._browser.send(self._session, "Fetch.fulfillRequest", answer)

    def _value(self, answer: Mapping[str, Any]) -> Any:
        if "exceptionDetails" in answer:
            raise Fallen(_said(answer["exceptionDetails"]))
        return answer["result"].get("value")


def _said(details: Mapping[str, Any]) -> str:
    first = str(details.get("exception", {}).get("description") or details.get("text", "")).splitlines()
    return f"{first[0] if first else 'an error'} (line {details.get('lineNumber', 0) + 1})"


def _command(profile: str) -> list[str]:
    program = _program()
    own = SMALL_OPTIONS if Path(program).name == SMALL else (f"--user-data-dir={profile}",)
    bound = shutil.which("setpriv")  # a test's process may be killed, and mustn't leave it behind
    before = [bound, "--pdeathsig", "KILL", "--"] if bound else []
    return [*before, program, *OPTIONS, AS_A_PERSONS, *own, "about:blank"]


def _folders(profile: str) -> dict[str, str]:
    """Where it may write: as another user than this process acts for, only where all may."""
    own = profile if os.getuid() == os.geteuid() else "/tmp"  # noqa: S108
    return {"HOME": own, "TMPDIR": own}


def _spawned(command: list[str], environment: Mapping[str, str], given: Mapping[int, int]) -> int:
    """The number of a process that has these file descriptors, and may set aside as much memory as it likes: how much
    of that it uses is what the sandbox looks at. Where this process acts for another user, that one has no hand in it.
    """
    import resource  # which isn't there on Windows

    nothing = os.open(os.devnull, os.O_RDWR)
    high = {place: os.dup(end) for place, end in given.items()}  # so that none is where another one goes
    actions = [(os.POSIX_SPAWN_DUP2, end, place) for place, end in {0: nothing, 1: nothing, 2: nothing, **high}.items()]
    limit, most = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    try:
        path = shutil.which(command[0]) or command[0]
        return os.posix_spawn(path, command, environment, file_actions=actions, setpgroup=0, resetids=True)
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (limit, most))
        for end in (nothing, *high.values()):
            os.close(end)
