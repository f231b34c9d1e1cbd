from __future__ import annotations

from pathlib import Path

from languages.python.runner.canaries import Secrets, write_canaries


def test_one_canary_fails_and_one_passes(tmp_path: Path) -> None:
    known = Secrets.fresh()
    tests: dict[str, object] = {}
    exec(write_canaries(tmp_path, known).read_text(), tests)
    failed = []
    for name in (known.failing, known.passing):
        test = tests[name]
        assert callable(test)
        try:
            test()
        except AssertionError:
            failed.append(name)
    assert failed == [known.failing]


def test_no_two_jobs_have_the_same_secrets() -> None:
    assert len({value for known in (Secrets.fresh(), Secrets.fresh()) for value in vars(known).values()}) == 6
