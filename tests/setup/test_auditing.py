from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from languages.packages import ANSWERS_LAST
from languages.python.packages.advisories import Advisories, Answer
from languages.python.packages.auditing import shelf_pins
from settings import Settings
from setup.auditing import audited_meanwhile, audited_since, begin_audit
from setup.doctor import examine
from setup.doctor.audits import examine_audits
from tests.fakes.osv_server import osv_server
from tests.fakes.waiting import until

SECONDS = 60.0


@pytest.fixture
def settings(home: Path) -> Settings:
    values = {"OLLAMA_HOST": "http://127.0.0.1:9", "ANTHROPIC_BASE_URL": "http://127.0.0.1:9"}
    return Settings.model_validate({"ASSAY_HOME": home, "DOCKER_HOST": f"unix://{home}/engine.sock", **values})


@pytest.fixture
def online(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with osv_server({}) as url:
        monkeypatch.setenv("PIP_AUDIT_OSV_URL", url)
        yield


@pytest.fixture
def _offline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_AUDIT_OSV_URL", "http://127.0.0.1:9/nobody")


def asked(settings: Settings, ago: timedelta) -> datetime:
    """All packages of the sandbox were looked up then."""
    then = datetime.now(UTC) - ago
    Advisories(settings.advisories).keep([Answer(pin=pin, asked=then) for pin in shelf_pins()])
    return then


def told(settings: Settings) -> tuple[str, str]:
    (finding,) = examine_audits(settings)
    return finding.state, finding.summary


@pytest.mark.usefixtures("online")
def test_what_the_doctor_asked_meanwhile_it_tells_with_its_day(settings: Settings) -> None:
    assert told(settings)[0] == "optional"
    assert {one.name: one for one in examine(settings)}["Vulnerabilities"].cause == "never_asked", "it wasn't to ask"
    found = {one.name: one for one in examine(settings, ask=True)}["Vulnerabilities"]
    assert found.state == "ok"
    assert found.summary.endswith(f"last checked for known vulnerabilities on {datetime.now().astimezone().date()}.")


@pytest.mark.parametrize(("ago", "state"), [(ANSWERS_LAST - timedelta(days=1), "ok"), (ANSWERS_LAST * 2, "optional")])
def test_the_doctor_tells_of_which_day_it_is_and_when_that_is_too_long_ago(
    settings: Settings, ago: timedelta, state: str
) -> None:
    then = asked(settings, ago)
    assert told(settings) == (
        state,
        f"The packages in the sandbox were last checked for known vulnerabilities on {then.astimezone().date()}.",
    )


@pytest.mark.usefixtures("_offline")
def test_without_a_connection_what_was_known_stays(settings: Settings) -> None:
    begin_audit(settings, SECONDS).join()
    assert audited_since(settings) is None
    then = asked(settings, timedelta(days=2))
    begin_audit(settings, SECONDS).join()
    assert audited_since(settings) == then


@pytest.mark.usefixtures("online")
def test_a_page_asks_in_the_background_what_is_a_day_old_and_nothing_else(settings: Settings) -> None:
    with audited_meanwhile(settings, first_seconds=0):
        until(lambda: audited_since(settings), "they were looked up")
    fresh = asked(settings, timedelta(hours=23))
    begin_audit(settings, SECONDS).join()
    assert audited_since(settings) == fresh
    old = asked(settings, timedelta(hours=25))
    begin_audit(settings, SECONDS).join()
    assert old < (audited_since(settings) or old)


def test_a_file_of_a_shelf_that_lacks_one_package_says_nothing_of_all(settings: Settings) -> None:
    asked(settings, timedelta())
    assert audited_since(settings)
    settings.advisories.unlink()
    Advisories(settings.advisories).keep([Answer(pin=pin, asked=datetime.now(UTC)) for pin in shelf_pins()[1:]])
    assert audited_since(settings) is None
