from __future__ import annotations

import pytest

from address import Address, listen, read_address, url_of
from errors import AssayError


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.5", "localhost", "::1", "[::1]"])
def test_this_computer_needs_no_password(host: str) -> None:
    assert read_address(host, None, "", browser=False) == Address(host, None, None, browser=False)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.5", "example.org", ""])
def test_sharing_without_a_password_is_refused(host: str) -> None:
    with pytest.raises(AssayError, match="needs a password") as refused:
        read_address(host, None, "", browser=False)
    assert "--auth" in refused.value.advice


@pytest.mark.parametrize("auth", ["me", "me:", ":secret", ":"])
def test_half_a_password_is_refused(auth: str) -> None:
    with pytest.raises(AssayError, match="a user and a password"):
        read_address("0.0.0.0", None, auth, browser=False)


def test_a_password_may_hold_colons() -> None:
    assert read_address("0.0.0.0", 80, "me:a:b", browser=True).auth == ("me", "a:b")


@pytest.mark.parametrize(("host", "shown"), [("127.0.0.1", "127.0.0.1"), ("0.0.0.0", "127.0.0.1"), ("::", "[::1]")])
def test_a_browser_here_is_never_sent_to_a_name_that_may_be_somebody_elses(host: str, shown: str) -> None:
    with listen(Address(host)) as listener:
        assert url_of(listener) == f"http://{shown}:{listener.getsockname()[1]}/"
