from tools.audit import NOT_CHECKED, judge

CLEAN = {"name": "one", "version": "1", "vulns": []}
VULNERABLE = {"name": "two", "version": "2", "vulns": [{"id": "PYSEC-1"}]}
SKIPPED = {"name": "three", "skip_reason": "not found"}


def test_nothing_known_passes() -> None:
    assert judge([CLEAN, CLEAN]) == 0


def test_a_known_vulnerability_fails_even_where_others_were_skipped() -> None:
    assert judge([CLEAN, VULNERABLE, SKIPPED]) == 1


def test_a_package_that_could_not_be_looked_up_is_not_called_clean() -> None:
    assert judge([CLEAN, SKIPPED]) == NOT_CHECKED


def test_no_packages_at_all_are_not_called_clean() -> None:
    assert judge([]) == NOT_CHECKED
