"""Programs that need packages which aren't there, through whole runs: with a local index, in a real sandbox."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest

from agent import events as ev
from agent.errors import BadTask
from agent.handover import files_of
from agent.loop import Parts, run
from agent.report import fold
from agent.request import allowing, going_on
from agent.run_sandbox import Provision
from agent.types import Request
from cancel import Cancel
from languages.python.packages.metadata import packages_of
from sandbox.base import Announce, Sandbox, SandboxSpec
from sandbox.registry import open_sandbox
from tests.fakes import specs
from tests.fakes.package_index import Index, Package, Release, package_index
from tests.fakes.quick_runs import only_checks
from tests.fakes.scripted_model import ScriptedModel, fenced

TASK = "Write in_euro(pounds), which gives pounds in euro by today's rate."
REQUEST = Request(TASK, "scripted", "scripted")
TESTS = fenced('''from solution import in_euro


def test_ten():
    """Ten pounds are twelve euro."""
    assert in_euro(10) == 12


def test_nothing():
    """No pounds are no euro."""
    assert in_euro(0) == 0
''')
INVENTED = fenced("import bankrates_api\n\n\ndef in_euro(pounds):\n    return pounds * bankrates_api.RATE")
RIGHT = fenced(
    '# /// script\n# dependencies = ["forex-python[symbols]"]\n# ///\n\n'
    "from bankrates import RATE\n\n\ndef in_euro(pounds):\n    return pounds * RATE"
)
SPLITTING = fenced(
    '# /// script\n# dependencies = ["sqlparse"]\n# ///\n\n'
    "import sqlparse\n\n\ndef statements(sql):\n    return len(sqlparse.split(sql))"
)
COUNTING = fenced('''from solution import statements


def test_two():
    """Two statements."""
    assert statements("select 1; select ';'") == 2


def test_none():
    """No statement."""
    assert statements("") == 0
''')
BANKRATES = {"bankrates.py": "from currency_symbols import RATE\n"}
RATES = Package((Release("1.0", needs=("currency-symbols>=2; extra == 'symbols'",), files=BANKRATES),))
MONEY = Package((Release("2.0", files={"currency_symbols.py": "RATE = 1.2\n"}),))


@pytest.fixture
def index(monkeypatch: pytest.MonkeyPatch) -> Iterator[Index]:
    with package_index({"forex-python": RATES, "currency-symbols": MONEY}) as index:
        for name, value in index.environment.items():
            monkeypatch.setenv(name, value)
        yield index


def opened(packages: Path | None, announce: Announce) -> Sandbox:
    return open_sandbox(SandboxSpec(specs.PYTHON.language, packages), "process", None, announce)


def real_wheel(pin: str, folder: Path) -> bytes:
    """What PyPI has of it."""
    into = folder / pin
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:", pin]
    subprocess.run([*command, "--dest", str(into)], check=True)
    (file,) = into.glob("*.whl")
    return file.read_bytes()


def play(
    coder: ScriptedModel, cache: Path, request: Request = REQUEST, tests: str = TESTS, mounted: Path | None = None
) -> list[ev.Event]:
    provision = Provision(cache, opened, request.packages, cache / "advisories.db")
    parts = Parts(coder, ScriptedModel(tests), partial(opened, mounted), provision=provision)
    return list(run(request, parts, Cancel()))


def test_a_declared_package_is_fetched_audited_and_delivered_with_its_digests(
    index: Index, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    only_checks(monkeypatch, "pip-audit")
    report = fold(play(ScriptedModel(RIGHT), tmp_path))
    assert report.status == "verified", report.reason
    (audit,) = [check for check in report.checks if check.name == "pip-audit"]
    assert audit.summary == "No known vulnerabilities in 2 packages"
    assert report.needs.pins == ("currency-symbols==2.0", "forex-python==1.0")
    assert (tmp_path / report.packages).is_dir()
    files = {name: file.content.decode() for name, file in files_of(report).items()}
    assert files["requirements.txt"].count("--hash=sha256:") == 2
    assert packages_of(files["solution.py"]) == report.needs.pins
    assert '"purl": "pkg:pypi/currency-symbols@2.0"' in files["sbom.cdx.json"]


@pytest.mark.thorough
def test_a_program_with_fetched_packages_is_checked_again_without_a_connection(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    only_checks(monkeypatch, "pip-audit")
    with package_index({"forex-python": RATES, "currency-symbols": MONEY}) as index:
        for name, value in index.environment.items():
            monkeypatch.setenv(name, value)
        report = fold(play(ScriptedModel(RIGHT), tmp_path))
    assert report.chosen
    asked = going_on("r", report, edited=report.chosen.candidate)
    mounted = tmp_path / report.packages / "site-packages"
    monkeypatch.setenv("PIP_AUDIT_VULNERABILITY_SERVICE", "osv")
    again = fold(play(ScriptedModel(), tmp_path, asked, mounted=mounted))
    assert again.status == "verified", again.reason
    assert again.needs == report.needs
    assert any("as of" in check.summary for check in again.checks)


@pytest.mark.thorough
def test_a_package_with_a_known_weakness_is_taken_in_the_version_that_repairs_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A real one: CVE-2023-30608, which a version of sqlparse mended that is young to this index."""
    yesterday = (datetime.now(UTC) - timedelta(days=1)).isoformat()
    weak = Release("0.4.3", content=real_wheel("sqlparse==0.4.3", tmp_path))
    mended = Release("0.4.4", content=real_wheel("sqlparse==0.4.4", tmp_path), uploaded=yesterday)
    only_checks(monkeypatch, "pip-audit")
    with package_index({"sqlparse": Package((weak, mended), repaired="0.4.4")}) as index:
        for name, value in index.environment.items():
            monkeypatch.setenv(name, value)
        coder = ScriptedModel(SPLITTING)
        events = play(coder, tmp_path, replace(REQUEST, task="Write statements(sql), which counts them."), COUNTING)
    report = fold(events)
    assert report.status == "verified", report.reason
    assert len(coder.asked) == 1
    fetched = [event.pins for event in events if isinstance(event, ev.PackagesReady)]
    assert fetched == [("sqlparse==0.4.3",), ("sqlparse==0.4.4",)]
    assert report.needs.pins == ("sqlparse==0.4.4",)


def test_a_package_with_a_known_weakness_that_is_repaired_nowhere_goes_back_to_the_model(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    only_checks(monkeypatch, "pip-audit")
    weak = Package(MONEY.releases, repaired="9.0")
    plain = fenced("def in_euro(pounds):\n    return pounds * 1.2")
    with package_index({"forex-python": RATES, "currency-symbols": weak}) as index:
        for name, value in index.environment.items():
            monkeypatch.setenv(name, value)
        coder = ScriptedModel(RIGHT, plain)
        report = fold(play(coder, tmp_path))
    assert "Do without currency-symbols" in coder.asked[1][-1].content
    assert report.status == "verified", report.reason
    assert not report.needs.pins


@pytest.mark.thorough
def test_what_an_earlier_program_needed_makes_way_for_what_can_not_be_had_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    only_checks(monkeypatch)
    old = Package((Release("1.0", needs=("currency-symbols<2",)),))
    symbols = Package((Release("1.0"), *MONEY.releases))
    wrong = RIGHT.replace("forex-python[symbols]", "xlrd").replace(
        "from bankrates import RATE", "from xlrd import VERSION as RATE"
    )
    with package_index({"forex-python": RATES, "xlrd": old, "currency-symbols": symbols}) as index:
        for name, value in index.environment.items():
            monkeypatch.setenv(name, value)
        events = play(ScriptedModel(wrong, RIGHT), tmp_path)
    fetched = [event.pins for event in events if isinstance(event, ev.PackagesReady)]
    assert fetched == [("currency-symbols==1.0", "xlrd==1.0"), ("currency-symbols==2.0", "forex-python==1.0")]
    assert fold(events).status == "verified"


def test_an_invented_module_goes_back_to_the_model_with_what_is_there(
    index: Index, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    only_checks(monkeypatch)
    coder = ScriptedModel(INVENTED, RIGHT)
    events = play(coder, tmp_path)
    rejected = [event.reason for event in events if isinstance(event, ev.ReplyRejected)]
    assert len(rejected) == 1
    assert "`bankrates_api`" in rejected[0]
    assert "openpyxl" in coder.asked[1][-1].content
    assert fold(events).status == "verified"


def test_a_package_that_few_use_is_the_persons_to_allow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    only_checks(monkeypatch)
    declared = RIGHT.replace("forex-python", "bankrates")
    rates = Package((Release("1.0", files={"bankrates.py": "RATE = 1.2\n"}),), downloads=None)
    with package_index({"bankrates": rates}) as index:
        for name, value in index.environment.items():
            monkeypatch.setenv(name, value)
        refused = fold(play(ScriptedModel(*[declared] * 3), tmp_path))
        assert [one.name for one in refused.allowable] == ["bankrates"]
        assert refused.advice.startswith("Allow the package")
        again = allowing(refused, "bankrates")
        report = fold(play(ScriptedModel(declared), tmp_path, again))
    assert report.status == "verified"
    assert not report.allowable
    with pytest.raises(BadTask):
        allowing(refused, "another")


@pytest.mark.thorough
def test_a_package_that_can_not_be_had_ends_no_run_that_has_a_program_without_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")
    only_checks(monkeypatch)
    without = fenced("def in_euro(pounds):\n    return pounds * 1.2")
    report = fold(play(ScriptedModel(RIGHT, without), tmp_path))
    assert report.status == "verified"
    assert not report.packages
