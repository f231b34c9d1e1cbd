"""What the page costs: `python -m benchmarks.page [RUNS]` prints a table in Markdown (RUNS of the demo: default 50)."""

from __future__ import annotations

import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import psutil
from playwright.sync_api import Browser, Page

from agent.events import ModelText, RunStarted
from agent.models.demo import recordings_in
from storage.store import Store
from tests.fakes.ollama_server import OllamaServer, Reply
from tests.fakes.pages import Served, chromium, opened, run_button, served, start, store_run
from tests.fakes.runs import REQUEST
from tests.fakes.streaming_server import Json
from ui.live.following import Following
from ui.live.watching import changes
from ui.run.parts import PARTS

if TYPE_CHECKING:
    from gradio_client import Client

MEGABYTE = 1024**2
FIRST_WORDS = "Here comes the first word"
TRIES = 5
FOLLOWED_SECONDS = 10
MANY_EVENTS = 50_000


@dataclass(frozen=True, slots=True)
class Measured:
    """One line of the table."""

    what: str
    value: str

    def __str__(self) -> str:
        return f"| {self.what} | {self.value} |"


def main(runs: int) -> None:
    print("| what | measured |\n| --- | ---: |")
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        for measure in (first_page, first_words, followed, long_log):
            for line in measure(Path(folder) / measure.__name__, browser):
                print(line, flush=True)
        for line in memory(Path(folder) / "memory", runs):
            print(line, flush=True)


def first_page(folder: Path, browser: Browser) -> Iterator[Measured]:
    """From the address to the Run button, and how much that is over the wire."""
    to_button, weights = [], []
    for number in range(TRIES):
        with served(folder / str(number) / "home") as server, browser.new_context() as context:
            page = context.new_page()
            weight = weigh(page)
            opening = time.perf_counter()
            page.goto(server.opens)
            run_button(page).wait_for()
            to_button.append(time.perf_counter() - opening)
            page.wait_for_load_state("load")
            weights.append(sum(weight))
    yield Measured("address entered to the Run button, in Chromium", f"{statistics.median(to_button):.1f} s")
    yield Measured("first load, over the wire", f"{statistics.median(weights) / MEGABYTE:.2f} MB")


def weigh(page: Page) -> list[int]:
    """The bytes over the wire of each answer, as the browser counts them; filled while the page is used."""
    sizes: list[int] = []
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.on("Network.loadingFinished", lambda event: sizes.append(int(event["encodedDataLength"])))
    return sizes


def first_words(folder: Path, browser: Browser) -> Iterator[Measured]:
    """From when the model's server sends its first word to when that is on the page, which sees it by itself."""
    sent = threading.Event()
    times: list[float] = []

    def reply(request: Json) -> Reply:
        times.append(time.time())
        sent.set()
        return Reply(FIRST_WORDS, piece=len(FIRST_WORDS), ending="stall")

    delays = []
    with OllamaServer(reply) as model, served(folder / "home", {"OLLAMA_HOST": model.url}) as server:
        for _ in range(TRIES):
            sent.clear()
            with opened(browser, server.opens) as window:
                window.page.evaluate(NOTICE, FIRST_WORDS)
                start(window.page, "Say something", "tiny")
                sent.wait(30)
                window.page.wait_for_function("window.noticed")
                delays.append(window.page.evaluate("window.noticed") / 1000 - times[-1])
                window.page.get_by_role("button", name="Stop", exact=True).click()
                window.page.locator("#asked .assay-badge").wait_for()
    shown = f"{statistics.median(delays):.2f} s (slowest of {TRIES}: {max(delays):.2f} s)"
    yield Measured("the model's first word to the page", shown)


NOTICE = """(words) => new MutationObserver(() => {
    if (!window.noticed && document.querySelector('#log')?.textContent.includes(words)) window.noticed = Date.now();
}).observe(document.body, {subtree: true, childList: true, characterData: true})"""


def followed(folder: Path, browser: Browser) -> Iterator[Measured]:
    """The processor time that an open page costs, before a run and while a model thinks, which may be beside it."""
    thinks = Reply(FIRST_WORDS, ending="stall")
    with (
        OllamaServer(lambda _: thinks) as model,
        served(folder / "home", {"OLLAMA_HOST": model.url}) as server,
        opened(browser, server.opens) as window,
    ):
        window.page.locator("#model option:not([value=''])").first.wait_for(state="attached")  # the last that comes
        yield from spent(server, window.page, "nothing")
        start(window.page, "Say something", "tiny")
        yield from spent(server, window.page, "a run")


def spent(server: Served, page: Page, on: str) -> Iterator[Measured]:
    """The processor time of both while somebody looks at the page."""
    before = processor_time(server.pid), processor_time()
    page.wait_for_timeout(FOLLOWED_SECONDS * 1000)
    after = processor_time(server.pid), processor_time()
    for what, begin, end in zip(("server", "browser"), before, after, strict=True):
        yield Measured(f"the {what}'s processor time for {FOLLOWED_SECONDS} s of {on}", f"{end - begin:.1f} s")


def processor_time(pid: int = 0) -> float:
    """Of the process `pid`; of the browser's processes together where none is named."""
    ours = [psutil.Process(pid)] if pid else psutil.Process().children(recursive=True)
    times = [one.cpu_times() for one in ours if pid or "chrom" in one.name()]
    return sum(one.user + one.system for one in times)


def long_log(folder: Path, browser: Browser) -> Iterator[Measured]:
    """A run of very many events: what one look for news takes, and opening it in the browser."""
    with served(folder / "home") as server:
        words = [ModelText("code", f"line {number}\n") for number in range(MANY_EVENTS)]
        run_id = store_run(server.home, RunStarted(replace(REQUEST, task="Talk a lot")), *words)
        yield from updates(server.home, run_id)
        with opened(browser, server.opens) as window:
            opening = time.perf_counter()
            window.page.goto(f"?run={run_id}")
            window.page.locator("#log", has_text=f"line {MANY_EVENTS - 1}").first.wait_for(state="attached")
            yield Measured(f"opening a run of {MANY_EVENTS:,} events", f"{time.perf_counter() - opening:.1f} s")


def updates(home: Path, run_id: str) -> Iterator[Measured]:
    store = Store(f"sqlite:///{home / 'assay.db'}")
    following = Following(store)
    _, shown = changes(PARTS, following.snapshot(run_id), {}, datetime.now(UTC))
    times, sizes = [], []
    for number in range(20):
        store.append(run_id, [ModelText("code", f"more {number}\n")])
        started = time.perf_counter()
        parts, shown = changes(PARTS, following.snapshot(run_id), shown, datetime.now(UTC))
        times.append(1000 * (time.perf_counter() - started))
        sizes.append(sum(len(part.encode()) for part in parts.values()))
    store.append(run_id, [ModelText("code", f"line {MANY_EVENTS - 1}\n")])
    store.close()
    yield Measured(f"one update of a log of {MANY_EVENTS:,} events", f"{statistics.median(times):.0f} ms")
    yield Measured("what that sends to the browser, before compression", f"{statistics.median(sizes) / 1024:.0f} KB")


def memory(folder: Path, runs: int) -> Iterator[Measured]:
    """The resident memory of the app's process, after its start and after runs of the demo by the API."""
    from gradio_client import Client

    with served(folder / "home") as server:
        process = psutil.Process(server.pid)
        client = Client(server.address, verbose=False, headers=server.headers)
        yield Measured("memory after the start", megabytes(process))
        tasks = [recording.task for recording in recordings_in("en")]
        for number in range(runs):
            run_id = client.predict(tasks[number % len(tasks)], "demo", api_name="/solve")
            seconds_until(partial(is_over, client, run_id), time.perf_counter(), 120)
            if number == 0:
                yield Measured("memory after 1 demo run", megabytes(process))
        yield Measured(f"memory after {runs} demo runs", megabytes(process))


def is_over(client: Client, run_id: str) -> bool:
    return bool(client.predict(run_id, api_name="/run")["status"] != "running")


def megabytes(process: psutil.Process) -> str:
    return f"{process.memory_info().rss / MEGABYTE:.0f} MB"


def seconds_until(condition: Callable[[], bool], since: float, limit: float = 60) -> float:
    """Wait for `condition`; how long after `since` it came true."""
    while not condition():
        if time.perf_counter() - since > limit:
            raise TimeoutError("waited in vain")
        time.sleep(0.05)  # nothing tells us: it has to be asked again
    return time.perf_counter() - since


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 50)
