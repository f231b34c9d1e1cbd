"""The page's other doors: its API, its MCP server, its files, and who may come in."""

from __future__ import annotations

import ast
import asyncio
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from gradio_client import Client, handle_file
from gradio_client.exceptions import AppError
from mcp import ClientSession
from mcp.client.streamable_http import streamable_http_client
from playwright.sync_api import Browser, expect
from tenacity import retry, retry_if_result, stop_after_delay, wait_fixed

from agent.models.demo import recordings
from storage.store import Store
from tests.fakes import quick_runs
from tests.fakes.command_line import ROOT, CommandLine
from tests.fakes.pages import Served, needs_chromium, served, store_run
from tests.fakes.told_runs import REQUEST, whole_run
from tests.fakes.waiting import until

pytestmark = pytest.mark.docker

KEY = "sk-ant-kept-in-a-file"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    home = tmp_path_factory.mktemp("api") / "home"
    home.mkdir()
    (home / "claude-key").write_text(KEY)
    quick = quick_runs.environment(tmp_path_factory.mktemp("quick"))
    with served(home, {"ANTHROPIC_BASE_URL": "http://127.0.0.1:9", **quick}) as found:
        yield found


@pytest.fixture(scope="module")
def client(server: Served) -> Any:
    return Client(server.address, verbose=False, headers=server.headers)


@retry(
    retry=retry_if_result(lambda found: found["status"] == "running"), wait=wait_fixed(0.2), stop=stop_after_delay(180)
)
def ended(client: Any, run_id: str) -> dict[str, Any]:
    found: dict[str, Any] = client.predict(run_id, api_name="/run")
    return found


def test_what_came_of_a_run_is_told(client: Any, server: Served) -> None:
    report = client.predict(store_run(server.home, *whole_run()), api_name="/run")
    assert report["status"] == "verified"
    assert report["task"] == REQUEST.task
    assert {check["name"]: check["status"] for check in report["checks"]} == {
        "start": "passed",
        "attack": "passed",
        "bandit": "passed",
        "pip-audit": "passed",
        "surroundings": "passed",
        "mutmut": "passed",
        "integrity": "passed",
    }
    assert report["mutation"]["total"] == 34


def test_a_run_by_the_api_has_its_files_and_comes_to_its_verdict(client: Any, tmp_path: Path) -> None:
    file = tmp_path / "words.csv"
    file.write_text("word;count\nred;2\n")
    given = [handle_file(str(file))]
    found = ended(client, client.predict(recordings()[0].task, "demo", given, api_name="/solve_with_files"))
    assert (found["status"], found["task"]) == ("verified", recordings()[0].task)
    assert [(file["name"], file["size"]) for file in found["files"]] == [("words.csv", 17)]


def test_stop_ends_a_run(client: Any) -> None:
    run_id = client.predict(recordings()[5].task, "demo", api_name="/solve")
    assert client.predict(run_id, api_name="/stop") in ("queued", "running", "cancelled")
    assert ended(client, run_id)["status"] == "cancelled"


def test_a_program_sees_the_plan_first_and_answers_it(client: Any) -> None:
    run_id = client.predict(recordings()[0].task, "demo", None, api_name="/plan")
    until(lambda: client.predict(run_id, api_name="/run")["awaits_answer"], "the run waits for an answer")
    for wrong, says in (({"choice": {}}, "can't be read"), ({"rules": ["Greet."]}, "demo's plan can't be changed")):
        with pytest.raises(AppError, match=says):
            client.predict(run_id, wrong, api_name="/answer")
    assert client.predict(run_id, {}, api_name="/answer") == run_id
    client.predict(run_id, api_name="/stop")
    found = ended(client, run_id)
    assert not found["awaits_answer"]
    assert found["brief"]["assumptions"]


def test_only_these_endpoints_are_offered(client: Any) -> None:
    offered = client.view_api(return_format="dict")
    assert set(offered["named_endpoints"]) == {"/solve", "/solve_with_files", "/plan", "/answer", "/run", "/stop"}
    assert offered["unnamed_endpoints"] == {}


@pytest.mark.parametrize(
    ("endpoint", "arguments", "says"),
    [
        ("/solve", ("  ", "demo"), "task"),
        ("/solve", ("Count", "gpt:nobody"), "gpt:nobody"),
        ("/solve_with_files", ("Count", "demo", [{"path": "/etc/passwd"}]), "/etc/passwd is not in the cache folder"),
        ("/solve_with_files", ("Count", "demo", ["/etc/passwd"]), "no list of uploaded files"),
        ("/run", ("never-was",), "There is no such run"),
        ("/stop", ("never-was",), "There is no such run"),
    ],
)
def test_what_is_wrong_is_said_in_plain_words(
    client: Any, endpoint: str, arguments: tuple[Any, ...], says: str
) -> None:
    try:
        run_id = client.predict(*arguments, api_name=endpoint)
    except AppError as problem:
        said = str(problem)
    else:  # some things are found out only while the run goes on
        found = ended(client, run_id)
        assert found["status"] == "error"
        said = found["reason"]
    assert says in said
    assert "Traceback" not in said


def test_an_editor_asks_for_a_program_by_mcp(server: Served) -> None:
    names, run_id, found = asyncio.run(ask_by_mcp(server))
    assert {"solve", "solve_with_files", "plan", "answer", "run", "stop"} == names
    assert found["task"] == recordings()[0].task
    assert found["run_id"] == run_id


async def ask_by_mcp(server: Served) -> tuple[set[str], str, dict[str, Any]]:
    """The names of the tools, and what `solve` and `run` answered."""
    async with (
        httpx.AsyncClient(headers=server.headers, timeout=60) as sending,
        streamable_http_client(f"{server.address}gradio_api/mcp/", http_client=sending) as (reading, writing, _),
        ClientSession(reading, writing) as session,
    ):
        await session.initialize()
        tools = (await session.list_tools()).tools
        assert all(tool.description for tool in tools)
        names = {tool.name for tool in tools}
        run_id = await call(session, "solve", task=recordings()[0].task, model="demo")
        found = await call(session, "run", run_id=run_id)  # Gradio writes what is returned as Python does
        await call(session, "stop", run_id=run_id)
        return names, run_id, ast.literal_eval(found)


async def call(session: ClientSession, tool: str, **arguments: str) -> str:
    answer = await session.call_tool(tool, arguments)
    assert not answer.isError, answer.content
    return answer.content[0].text  # type: ignore[union-attr]


def file(server: Served, path: str) -> int:
    return httpx.get(f"{server.address}gradio_api/file={path}", headers=server.headers).status_code


def upload(server: Served) -> str:
    """The path of a file that a program sent."""
    files = {"files": ("a.txt", b"mine")}
    sent = httpx.post(f"{server.address}gradio_api/upload", headers=server.headers, files=files)
    return str(sent.json()[0])


def test_only_files_of_runs_are_given_out(server: Served) -> None:
    mine = upload(server)
    assert file(server, mine) == 200  # so that what follows isn't refused for another reason
    folder = Path(mine).parents[2]
    secret = [server.home / name for name in ("assay.db", "claude-key")]
    assert all(path.exists() for path in secret)
    for path in [*secret, Path("/etc/passwd"), ROOT / "app.py", ROOT / "settings.py", folder]:
        assert file(server, str(path)) in (403, 404), path
        assert file(server, f"{mine}/../../../..{path}") in (403, 404), path
        assert file(server, f"{folder}/downloads/../../..{path}") in (403, 404), path
    for relative in ("claude-key", "../claude-key", "app.py", "%2e%2e/assay.db", "..%2fassay.db"):
        assert file(server, relative) in (403, 404), relative


def test_the_key_is_nowhere_in_what_the_page_is_told(server: Served) -> None:
    for path in ("", "config", "gradio_api/info", "gradio_api/startup-events"):
        assert KEY not in httpx.get(server.address + path, headers=server.headers).text


ATTACKS = """async (address) => {
  const task = JSON.stringify({data: ["Count to ten", "demo"], fn_index: 0, session_hash: "x"});
  const files = new FormData();
  files.append("files", new File(["theirs"], "theirs.txt"));
  const asked = ["run/solve", "call/solve", "queue/join"].flatMap((path) => [
    fetch(`${address}gradio_api/${path}`, {method: "POST", mode: "no-cors", body: task}),
    fetch(`${address}gradio_api/${path}`, {method: "POST", headers: {"Content-Type": "application/json"}, body: task}),
  ]);
  asked.push(fetch(`${address}gradio_api/upload`, {method: "POST", mode: "no-cors", body: files}));
  asked.push(fetch(`${address}config`).then((answer) => answer.text()));
  const frame = document.createElement("iframe");
  frame.src = address;
  document.body.append(frame);
  await new Promise((done) => frame.addEventListener("load", done));
  const outcomes = await Promise.allSettled(asked);
  return [frame.contentDocument === null, ...outcomes.map((one) => one.value?.type ?? one.status)];
}"""
"""What another site can try in somebody's browser: to start runs, to leave files, to read, to lay it in a frame."""


@needs_chromium
def test_another_site_in_the_browser_can_do_nothing(server: Served, browser: Browser, tmp_path: Path) -> None:
    mine = upload(server)
    before = runs(server), files_below(Path(mine).parents[1])
    (tmp_path / "index.html").write_text("<!doctype html><title>Another site</title>")
    with site(tmp_path) as elsewhere, browser.new_context() as context:
        let_in = context.request.get(server.opens)  # whose browser it is may come in, and has the cookie from then on
        assert "What should your program do" in let_in.text()
        page = context.new_page()
        page.goto(elsewhere)
        framed, *outcomes = page.evaluate(ATTACKS, server.address)
        assert page.frames[1].url == server.address
        assert "What should your program do" not in page.frames[1].content()
    assert framed
    assert outcomes == [*["opaque", "rejected"] * 3, "opaque", "rejected"]
    assert (runs(server), files_below(Path(mine).parents[1])) == before


@contextmanager
def site(folder: Path) -> Iterator[str]:
    """A server for the files in a folder, at another port; its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(SimpleHTTPRequestHandler, directory=str(folder))) as serving:
        threading.Thread(target=serving.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{serving.server_port}/"
        serving.shutdown()


def files_below(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def runs(server: Served) -> list[str]:
    with closing(Store(f"sqlite:///{server.home / 'assay.db'}")) as store:
        return [run.run_id for run in store.runs()]


def test_sharing_without_a_password_is_refused(tmp_path: Path) -> None:
    ended = CommandLine(tmp_path / "home").run("--no-browser", "--host", "0.0.0.0")
    assert ended.code == 2
    assert "needs a password" in " ".join(ended.stderr.split())
    assert "--auth USER" in " ".join(ended.stderr.split())


@needs_chromium
def test_with_a_password_nothing_is_told_without_it(tmp_path: Path, browser: Browser) -> None:
    with served(tmp_path / "home", {}, "--host", "0.0.0.0", "--auth", "ada:lovelace") as shared:
        address = shared.address.replace("0.0.0.0", "127.0.0.1")
        for path in (
            "config",
            "gradio_api/info",
            "gradio_api/file=/etc/passwd",
            "gradio_api/mcp/",
            "gradio_api/mcp/schema",
        ):
            assert httpx.get(address + path).status_code in (401, 403, 404), path
        assert httpx.post(f"{address}gradio_api/upload", files={"files": ("a.txt", b"mine")}).status_code == 401
        assert httpx.post(f"{address}gradio_api/run/solve", json={"data": ["Count", "demo"]}).status_code == 401
        assert "What should your program do" not in httpx.get(address).text
        with browser.new_context(locale="de-DE") as context:
            page = context.new_page()
            page.goto(address)
            for password in ("wrong", "lovelace"):
                page.get_by_label("Name").fill("ada")
                page.get_by_label("Passwort").fill(password)
                page.keyboard.press("Enter")
                if password == "wrong":
                    expect(page.get_by_role("alert")).to_contain_text("gehören nicht zusammen")
            expect(page.locator("button#run")).to_be_visible()
            inside = urlsplit(page.url).path
            assert {cookie["path"] for cookie in context.cookies()} == {inside.rstrip("/")}, "another port gets none"
            page.goto(f"{address}?run=never-was")  # as a bookmark has it
            page.wait_for_url(lambda url: urlsplit(url).path == inside)
            expect(page.get_by_role("alert")).to_be_visible()
