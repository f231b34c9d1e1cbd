"""Since when it is known of the packages in the sandbox whether they have vulnerabilities."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from languages.packages import ANSWERS_LAST
from message import say
from settings import Settings
from setup.auditing import audited_since
from setup.doctor.finding import Finding

ADVICE = say("Connect this computer to the internet and look again. Without it, what needs packages isn't verified.")


def examine_audits(settings: Settings) -> Iterator[Finding]:
    """The day on which all were looked up."""
    since = audited_since(settings)
    if since is None:
        summary = say("The packages in the sandbox were not yet checked for known vulnerabilities.")
        yield Finding(say("Vulnerabilities"), "optional", summary, ADVICE, "never_asked")
        return
    summary = say(
        "The packages in the sandbox were last checked for known vulnerabilities on %(date)s.",
        date=since.astimezone().date().isoformat(),
    )
    if timedelta() <= datetime.now(UTC) - since <= ANSWERS_LAST:
        yield Finding(say("Vulnerabilities"), "ok", summary)
    else:
        yield Finding(say("Vulnerabilities"), "optional", summary, ADVICE, "asked_long_ago")
