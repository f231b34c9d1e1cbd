"""What becomes of real requests of people who don't program, with recorded answers, through the whole app.

    python -m benchmarks.requests [--tasks ../shared/tasks] [--only 07 21] [--sandbox docker] [--ask URL] [--out DIR]

A local server speaks the Ollama protocol and gives the answers that lie in `benchmarks/requests/`: somebody wrote them
who saw only the prompts, as a model of middle size would. What isn't there is asked of the Ollama server at `--ask`,
and kept there. Another local server stands for the vulnerability service, and knows of no weakness: so what needs
packages is judged as where the network is. Each request goes through `python app.py solve` with the person's files.
Where nothing has to be answered, the program is then started in a sandbox, and it is counted how many
of the expected values stand in what it shows and writes, which not all of them have to; the app never sees these.
What each run hands over is kept in a folder of `--out`, if one is named.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import ollama

from benchmarks.tables import print_table
from cancel import Cancel
from languages.python.toolset import TOOLSET
from sandbox.base import Job, SandboxSpec
from sandbox.registry import open_sandbox
from tests.fakes.ollama_server import OllamaServer
from tests.fakes.osv_server import osv_server

HERE = Path(__file__).resolve()
RECORDED = HERE.parent / "requests"
APP = HERE.parents[1] / "app.py"
SECONDS = 6000  # somebody may answer by hand
ROLES = {
    "You read what a program made": "review",
    "You look over what a program made": "review",
    "You plan": "brief",
    "You write pytest tests": "tests",
    "You write small Python programs": "code",
    "You work out by hand": "expect",
    "You try out the tests": "break",
    "You look for what the tests": "situations",
}
# What else is asked in one of these roles.
WITHIN = {
    "Somebody wrote these tests": "judge",
    "names by which others use your program": "second",
    "None of them tries these": "wider",
}
# Those of which one start without an answer to anything shows all that is expected.
SHOWN_AT_ONCE = ("01", "03", "04", "05", "06", "07", "08", "09", "10", "17", "18", "21")
START = b"""
import json
import docx
import openpyxl

def test_start(program):
    run = program.start()
    texts = [run.text, *run.files]
    for name, content in run.files.items():
        if name.endswith(".xlsx"):
            book = openpyxl.load_workbook(run.folder / name, data_only=True)
            texts += [str(cell.value) for sheet in book for row in sheet for cell in row if cell.value is not None]
        elif name.endswith(".docx"):
            written = docx.Document(run.folder / name)
            cells = [cell for table in written.tables for row in table.rows for cell in row.cells]
            texts += [part.text for part in (*written.paragraphs, *cells)]
        elif isinstance(content, str):
            texts.append(content)
    with open("shown.json", "w") as file:
        json.dump(texts, file)
"""


class Recorded:
    """Answers from the recordings: the next one in the role that is asked, of the task that is asked about.

    Where there is none, the Ollama server at `other` is asked, if one is named; else the last one comes again.
    """

    def __init__(self, tasks: Mapping[str, str], other: str = "") -> None:
        self._tasks, self._other = tasks, other
        self._asked: Counter[tuple[str, str]] = Counter()

    def __call__(self, request: Any) -> str:
        """The text of the answer to one `/api/chat` body; empty where nobody was asked that yet."""
        said = "\n".join(message["content"] for message in request["messages"])
        name = next(name for name, task in self._tasks.items() if task in said)
        role = next((role for start, role in ROLES.items() if said.startswith(start)), "")
        role = next((other for words, other in WITHIN.items() if words in said), role)
        number = self._asked[name, role] = self._asked[name, role] + 1
        known = len(list(RECORDED.glob(f"{name}/{role}-*.md")))
        path = RECORDED / name / f"{role}-{number if self._other else min(number, known)}.md"
        if not path.exists() and self._other:
            path.parent.mkdir(exist_ok=True)
            path.write_text(answer_of(self._other, request["messages"]), encoding="utf-8")
        return path.read_text(encoding="utf-8") if path.exists() else ""


def answer_of(url: str, messages: Any) -> str:
    """What the first model of an Ollama server answers."""
    client = ollama.Client(url, timeout=None)
    model = client.list().models[0].model or ""
    pieces = client.chat(model, messages, stream=True)
    return "".join(piece.message.content or "" for piece in pieces)


def solve(task: Path, servers: Mapping[str, str], folder: Path, sandbox: str) -> dict[str, Any]:
    """The report of one run from the command line; `servers` are settings by their names in the environment."""
    given = sorted(path for path in (task / "files").glob("*") if path.name != "site")  # that is the web
    files = [f"--file={path}" for path in given]
    command = [sys.executable, str(APP), "solve", "-", "--model", "ollama:tiny", "--out", str(folder), "--json", *files]
    environment = {**os.environ, **servers, "ASSAY_HOME": str(folder / "home")}
    words = (task / "task.txt").read_bytes()
    command += ["--seconds", str(SECONDS), "--sandbox", sandbox]
    subprocess.run(command, input=words, capture_output=True, env=environment, check=False)
    report: dict[str, Any] = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    return report


def shown(program: bytes, task: Path, sandbox: str) -> str:
    """All that the program shows and writes when it is started among the person's files."""
    given = task / "files"
    files = {path.relative_to(given).as_posix(): path.read_bytes() for path in given.rglob("*") if path.is_file()}
    opened = open_sandbox(SandboxSpec(TOOLSET, files=files), sandbox, os.environ.get("DOCKER_HOST"), lambda _: None)
    try:
        job = Job(
            {"solution.py": program, "test_start.py": START}, ("pytest", "test_start.py"), read_back=("shown.json",)
        )
        return "\n".join(json.loads(opened.run(job, Cancel()).files.get("shown.json", b"[]")))
    finally:
        opened.close()


def holds(value: object, text: str) -> bool:
    """Whether a value stands in a text, however it is written: 60 and 60,00 are one, so are Ada Roe and Roe, Ada."""
    if isinstance(value, list):
        return all(holds(one, text) for one in value)
    plain = str(value).replace(",", ".")
    if re.fullmatch(r"-?\d+(\.\d+)?", plain):
        numbers = {float(found) for found in re.findall(r"\d+(?:\.\d+)?", text.replace(",", "."))}
        return abs(float(plain)) in numbers
    words = re.findall(r"\w+", str(value).casefold())
    return any(set(words) <= set(re.findall(r"\w+", line)) for line in text.casefold().splitlines())


def judged(program: Path, task: Path, sandbox: str) -> str:
    """How many of the expected values are shown, as in "7 of 8"; a dash where one start doesn't show them all."""
    if not task.name.startswith(SHOWN_AT_ONCE) or not program.exists():
        return "-"
    facts = json.loads((task / "accept.json").read_text(encoding="utf-8"))["facts"]
    text = shown(program.read_bytes(), task, sandbox)
    return f"{sum(holds(fact['value'], text) for fact in facts)} of {len(facts)}"


def row(task: Path, servers: Mapping[str, str], sandbox: str, out: Path | None) -> list[object]:
    """What became of one request."""
    with tempfile.TemporaryDirectory() as name:
        folder = (out or Path(name)) / task.name
        report = solve(task, servers, folder, sandbox)
        values = judged(folder / "solution.py", task, sandbox)
    tests = report["attempts"][-1]["tests"] if report["attempts"] else {"passed": 0, "total": 0}
    planted = report["mutation"] or {"score": None, "total": 0}
    caught = "-" if planted["score"] is None else f"{planted['score']:.0%} of {planted['total']}"
    started = next((check["status"] for check in report["checks"] if check["name"] == "start"), "-")
    passed = f"{tests['passed']} of {tests['total']}"
    return [task.name, report["status"], passed, started, caught, values, f"{report['seconds']['total']:.0f}"]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tasks", type=Path, default=HERE.parents[2] / "shared" / "tasks")
    parser.add_argument("--only", nargs="*", default=[""])
    parser.add_argument("--sandbox", default="docker")
    parser.add_argument("--ask", default="", metavar="URL")
    parser.add_argument("--out", type=Path, metavar="DIR")
    options = parser.parse_args()
    names = sorted(path.parent.name for path in options.tasks.glob("*/task.txt"))
    names = [name for name in names if name.startswith(tuple(options.only))]
    tasks = {name: (options.tasks / name / "task.txt").read_text(encoding="utf-8").strip() for name in names}
    with OllamaServer(Recorded(tasks, options.ask)) as models, osv_server({}) as advisories:
        servers = {"OLLAMA_HOST": models.url, "PIP_AUDIT_OSV_URL": advisories}
        rows = [row(options.tasks / name, servers, options.sandbox, options.out) for name in names]
    headings = ["request", "status", "tests", "start", "mistakes noticed", "values shown", "seconds"]
    print_table(headings, rows)


if __name__ == "__main__":
    main()
