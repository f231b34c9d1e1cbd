"""The one file: a page with Python, the program and a form in it, sealed by its content policy."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
from collections.abc import Set
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from languages.given import templates
from languages.one_file import NoOneFile, RunJob, Subject
from languages.outcome import PICTURES
from languages.python.bringing import modules, name_of, script
from languages.python.guide import usage_of
from languages.python.one_file import packing_job, pyodide, wheels
from languages.python.outcomes import VIEWS
from languages.python.trying import ECHO
from languages.slots import hint
from message import say
from sandbox.base import Job, JobLimits
from translation import here, translated
from wording import printable

ENDED = {
    "nothing": say("No file was given to it."),
    "unclosed": say("A quotation mark in the arguments isn't closed."),
    "status": say("It ended with exit status %(status)s, which means that it didn't work.", status="{status}"),
}
"""What `in_browser.py` says of how it ended, beside `languages/given.py`."""
POLICY = (
    "default-src 'none'; script-src 'sha256-{}' 'wasm-unsafe-eval' data:; worker-src data:; "
    "style-src 'unsafe-inline'; img-src data: blob:; font-src data:; media-src data:; "
    "base-uri 'none'; form-action 'none'"
)
"""What the page may do: run the one script that is meant, Python, and what is in the file. Nothing is asked for
elsewhere."""
WORDS = {
    "ready": say("Ready."),
    "starting": say("Starting…"),
    "running": say("It is running."),
    "waits": say("It waits for what you type."),
    "ended": say("It has ended."),
    "problem": say("It ended with a problem."),
    "stopped": say("You stopped it."),
    "cantStart": say("It can't be started here."),
    "tooOld": say("This browser can't run it. A newer one can."),
    "broken": say("Python broke down under it, as it does for want of memory."),
    "files": say("The files that came out"),
    "save": say("Save"),
    "saveChanged": say("Save (it was changed)"),
    "saveAll": say("Save all of them (zip)"),
    "removed": say("%% was removed."),
    "moreRows": say("… and %% more rows"),
    "scripts": say(
        "No script of it runs here, so that nothing can leave this computer. Its buttons, and what moves, work once "
        "you save the file and open it."
    ),
    "remove": say("Remove"),
    "nothingMore": say("Nothing more"),
    "endInput": say("End the input (Ctrl+D)"),
}
"""What `page.js` says."""
PACKING_LIMITS = JobLimits(cpu_seconds=30.0, seconds=90.0)
SCRIPTS = ("basics.js", "slots.js", "results.js", "page.js")
SCRIPT = "one_file/packing_job.py"
OURS = ("one_file/in_browser.py", "try_job.py", "view_job.py", *ECHO, *VIEWS)
"""What lies beside the program, with `laying.py`: what starts it, and what looks at the files that come out."""
LONGEST_TITLE = 120


@dataclass(frozen=True, slots=True)
class Packed:
    """The packages that go along, named with their versions, and their files as a zip."""

    names: tuple[str, ...] = ()
    archive: bytes = b""


def make(subject: Subject, store: Path, run: RunJob) -> bytes:
    """See `languages.one_file.Make`."""
    inside = pyodide.read(store)
    built = wheels.wheels_of(store, subject.candidate, subject.needs)
    packed = _packed(wheels.names_of(subject.candidate, subject.needs).difference(built), run)
    parts = {**inside.parts, **wheels.read(store, built.values())}
    usage = usage_of(subject.candidate.source)
    about = {
        "entry": subject.candidate.entry,
        "source": subject.candidate.source,
        "calls": not usage.script,
        "onlyEnter": usage.waits and not (usage.questions or usage.reads_stdin),
        "python": dict(inside.about),
        "parts": list(parts),
        "wheels": built,
        "ours": _ours(),
        "known": dict(subject.known),
        "slots": [{"place": one.place, "sort": one.sort, "hint": translated(hint(one))} for one in subject.slots],
        "asWords": subject.as_words,
        "examples": [[path, base64.b64encode(content).decode()] for path, content in subject.examples.items()],
        "said": templates() | translated(ENDED),
        "words": translated(WORDS),
    }
    binaries = parts | ({"packages": packed.archive} if packed.names else {})
    script = "".join(map(_text, SCRIPTS))
    page: str = (
        _environment()
        .get_template("page.html.j2")
        .render(
            tongue=here().tongue,
            policy=POLICY.format(base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()),
            title=printable(subject.title)[:LONGEST_TITLE],
            line=subject.line,
            seal=subject.seal,
            picture=_address(subject.picture, "png" if subject.picture.startswith(PICTURES[0]) else "jpeg"),
            slots=subject.slots,
            calls=not usage.script,
            words=usage.arguments,
            offers=usage.functions[:20],
            style=Markup(_text("page.css")),  # noqa: S704  # nosec B704 (these three are ours)
            mark=_address(_text("mark.svg").encode(), "svg+xml"),
            script=Markup(script),  # noqa: S704  # nosec B704
            worker=Markup(_text("worker.js")),  # noqa: S704  # nosec B704
            version=pyodide.VERSION,
            names=[*packed.names, *map(wheels.title_of, built.values())],
            about=about,
            binaries={name: _encoded(content) for name, content in binaries.items()},
        )
    )
    return page.encode("utf-8", errors="replace")


def _packed(names: Set[str], run: RunJob) -> Packed:
    """These packages, as they lie in the program's sandbox. Raises `NoOneFile`."""
    if not names:
        return Packed()
    job = Job(script(SCRIPT, ()), ("python", name_of(SCRIPT), *sorted(names)), PACKING_LIMITS, (packing_job.ARCHIVE,))
    ended = run(job)
    if ended.exit_code != 0 or packing_job.ARCHIVE not in ended.files:
        raise NoOneFile(say("The packages of this program could not be packed."), say("Try again."))
    said: dict[str, list[str]] = json.loads(ended.stdout)
    if said["more"]:
        which = ", ".join(said["more"])
        raise NoOneFile(say("It needs %(which)s, which there isn't for Python in a browser.", which=which))
    return Packed(tuple(said["packed"]), ended.files[packing_job.ARCHIVE])


def _ours() -> dict[str, str]:
    laying = resources.files("languages").joinpath("laying.py").read_bytes()
    files = {**modules(OURS), "languages/laying.py": laying}
    return {f"/ours/{path}": content.decode() for path, content in files.items()}


def _address(picture: bytes, sort: str) -> str:
    """The picture as an address; empty where there is none."""
    return f"data:image/{sort};base64,{base64.b64encode(picture).decode()}" if picture else ""


def _text(name: str) -> str:
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8")


def _encoded(content: bytes) -> str:
    # Without the time, so that the same program gives the same file.
    return base64.b64encode(gzip.compress(content, mtime=0)).decode()


def _environment() -> Environment:
    loader = PackageLoader("languages.python.one_file", ".")
    made = Environment(loader=loader, undefined=StrictUndefined, autoescape=True, trim_blocks=True)
    made.globals["_"] = lambda text: here().gettext(text)
    made.filters["text"] = lambda text: printable(here().text(text))
    return made
