from __future__ import annotations

from languages.python.runner.canaries import Secrets


def test_no_two_jobs_have_the_same_secrets() -> None:
    assert len({value for known in (Secrets.fresh(), Secrets.fresh()) for value in vars(known).values()}) == 6
