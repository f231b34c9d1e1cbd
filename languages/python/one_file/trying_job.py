"""Runs inside the sandbox: has a one-file page run its program's tests, in a browser, under the Python that is in it.

Beside it lie `page.html`, `task.json`, which names the program's `entry` and the files of its `tests`, and below
`languages` what it imports, and what is to lie in the page as well. pytest is taken from here. Prints what the page
says of the tests as JSON, or `problem`, why there is nothing to be said.
"""

from __future__ import annotations

import base64
import importlib.util
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from languages.python.runner._scenario import browser

HERE = Path("_assay")
TOOLS = ("pytest", "_pytest", "py", "pluggy", "iniconfig", "packaging", "pygments")
MODULE = "languages.python.one_file.check_in_browser"
BEGIN = """(async () => {
  globalThis.answer = "";
  const worker = await take();
  worker.onmessage = ({ data }) => { if (data.said !== "shown") answer = JSON.stringify(data); };
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const files = Object.entries(FILES).map(([path, text]) => [path, bytes(text)]);
  worker.postMessage({ act: "run", module: "MODULE", what: WHAT, files });
})().catch((error) => { answer = JSON.stringify({ said: "broken", text: String(error) }); }); 0"""
LOOK_SECONDS = 0.2
SECONDS = 180.0
"""For one answer of the browser: unpacking Python takes a while on a busy machine, and the job has a limit anyway."""


def main() -> dict[str, Any]:
    """What came of it."""
    if browser.missing():
        return {"problem": "There is no browser in this sandbox."}
    task = json.loads((HERE / "task.json").read_text())
    browser.SECONDS = SECONDS
    opened = browser.Browser()
    try:
        tab = opened.tab({"page.html": (HERE / "page.html").read_bytes()})
        tab.show("page.html")
        said = _answer(tab, task)
    except browser.Fallen as fallen:
        return {"problem": f"The browser fell over it: {fallen}."}
    finally:
        opened.close()
    if said["said"] != "checked":
        return {"problem": f"Python didn't come up in the browser: {said.get('text', '')}"}
    answer: dict[str, Any] = json.loads(said["answer"])
    return answer


def _answer(tab: Any, task: dict[str, Any]) -> dict[str, Any]:
    """Until the job's time is up, which ends all of this."""
    what = {"entry": task["entry"], "tests": task["tests"], "canWait": False}
    files = {path: base64.b64encode(content).decode() for path, content in _files()}
    begin = BEGIN.replace("MODULE", MODULE).replace("WHAT", json.dumps(what)).replace("FILES", json.dumps(files))
    tab.run(begin.removesuffix(" 0") + " 0")
    while not (said := tab.run("globalThis.answer")):
        time.sleep(LOOK_SECONDS)
    answer: dict[str, Any] = json.loads(said)
    return answer


def _files() -> Iterator[tuple[str, bytes]]:
    """The program, its tests and the person's files, and the tools."""
    for path in sorted(Path().rglob("*")):
        if path.is_file() and path.parts[0] != HERE.name and "__pycache__" not in path.parts:
            yield f"/tests/{path.as_posix()}", path.read_bytes()
    for path in sorted((HERE / "languages").rglob("*.py")):
        yield f"/ours/{path.relative_to(HERE).as_posix()}", path.read_bytes()
    for name in TOOLS:
        found = importlib.util.find_spec(name)
        if found and found.submodule_search_locations:
            folder = Path(found.submodule_search_locations[0])
            for path in sorted(folder.rglob("*.py")):
                yield f"/ours/{name}/{path.relative_to(folder).as_posix()}", path.read_bytes()
        elif found and found.origin:
            yield f"/ours/{name}.py", Path(found.origin).read_bytes()


if __name__ == "__main__":
    json.dump(main(), sys.stdout)
