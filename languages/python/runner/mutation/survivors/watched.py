"""Runs inside the sandbox: the tests once more, to see with what they call and start the program."""

import contextlib
import io
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ... import scenario, warm_pytest
from ..fresh_runner import JOB, NOT_THE_PROGRAMS, fresh_folder
from .played import MODULE, put
from .recorded import Recorder
from .spoken import MOST
from .varied import LINES
from .workers import Budget, each

SECONDS = 30.0
MOST_BYTES = 16 * 1024 * 1024


def inputs_of_tests(source: str, tests: list[str], budget: Budget) -> list[list[str]]:
    """With what the tests in these files call and start the program that has this source, as `recorded` says.

    Where a program is started among the person's own files, their texts are written out as well, to be varied.
    """
    texts = {name: text for name in _own_files() if (text := _entries(JOB / name) or _beginning(JOB / name))}

    def run(_: None) -> Iterator[Any]:
        with fresh_folder():
            put(source)
            recorder = Recorder(MODULE)
            recorder.install()
            warm_pytest.carry_on(warm_pytest.begin([*warm_pytest.PLAIN, "--assert=plain", "--tb=no"]), tests)
            yield from recorder.inputs()

    recorded: list[list[str]] = each(run, [None], SECONDS, budget)[0]
    return recorded + [lines for one in recorded if (lines := _with_files(one, texts))]


def texts_of_files() -> list[str] | None:
    """All that can be read in the person's own files; None where there is one of which nobody knows what is in it."""
    found = [_read(JOB / name) for name in _own_files()]
    return None if None in found else [text for text in found if text is not None]


def _read(path: Path) -> str | None:
    """Of a zip, as a workbook is one, what is in it; else its bytes as they are, where these aren't packed."""
    content = path.read_bytes()
    with contextlib.suppress(UnicodeDecodeError):
        return content.decode("utf-16" if content.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8")
    if content.startswith(b"%PDF"):
        return None
    with contextlib.suppress(Exception), zipfile.ZipFile(io.BytesIO(content)) as packed:
        if sum(one.file_size for one in packed.infolist()) > MOST_BYTES:
            return None
        return "\n".join(packed.read(name).decode("utf-8", "replace") for name in packed.namelist())
    return content.decode("latin-1")


def _own_files() -> list[str]:
    paths = (path.relative_to(JOB) for path in sorted(JOB.rglob("*")) if path.is_file() and path.suffix != ".py")
    return [path.as_posix() for path in paths if path.parts[0] not in NOT_THE_PROGRAMS]


def _with_files(lines: list[str], texts: dict[str, Any]) -> list[str]:
    """The same start with these texts, if it is among them; else nothing."""
    if not texts or not lines[0].startswith("program.start(") or "files=" in lines[0]:
        return []
    first = lines[0].removesuffix(")")
    first += "" if first.endswith("(") else ", "
    return [f"{first}files={{**program.files, {repr(texts)[1:]})", *lines[1:]]


def _entries(path: Path) -> Any:
    """What is in a zip of a few texts; None of any other file."""
    return scenario.part("zipped").entries_of(path.read_bytes(), MOST) if path.suffix.lower() == ".zip" else None


def _beginning(path: Path) -> str:
    try:
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    except (UnicodeDecodeError, OSError):
        return ""
    return "".join(lines[:LINES])
