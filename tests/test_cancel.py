import threading

import pytest

from cancel import Cancel
from errors import Cancelled


def test_only_the_first_reason_counts() -> None:
    cancel = Cancel()
    cancel.cancel("first")
    cancel.cancel("second")
    assert cancel.is_set
    assert cancel.reason == "first"
    with pytest.raises(Cancelled, match=r"^first$"):
        cancel.raise_if_set()


def test_waiting_ends_as_soon_as_somebody_cancels() -> None:
    cancel = Cancel()
    threading.Timer(0.05, cancel.cancel, ["stop"]).start()
    with pytest.raises(Cancelled):
        cancel.wait(60)


def test_callbacks_are_called_once_and_only_while_registered() -> None:
    cancel, calls = Cancel(), []
    with cancel.on_cancel(lambda: calls.append("left")):
        pass
    with cancel.on_cancel(lambda: calls.append("there")):
        cancel.cancel("stop")
        cancel.cancel("stop")
    assert calls == ["there"]


def test_a_late_callback_is_called_at_once() -> None:
    cancel, calls = Cancel(), []
    cancel.cancel("stop")
    with cancel.on_cancel(lambda: calls.append("late")):
        assert calls == ["late"]


def test_a_time_limit_sets_only_the_token_of_its_block() -> None:
    cancel = Cancel()
    with cancel.limited(0.01, "time is up") as limited, pytest.raises(Cancelled, match=r"^time is up$"):
        limited.wait(60)
    assert not cancel.is_set


def test_cancelling_reaches_the_block_and_its_reason_is_kept() -> None:
    cancel = Cancel()
    with cancel.limited(60, "time is up") as limited:
        cancel.cancel("the user stopped it")
        assert limited.reason == "the user stopped it"


def test_whatever_watches_the_token_of_a_block_that_was_left_is_stopped() -> None:
    with Cancel().limited(60, "time is up") as limited:
        assert not limited.is_set
    assert limited.is_set


def test_no_time_goes_by_while_a_limit_is_paused() -> None:
    with Cancel().limited(0.2, "time is up") as limited:
        with limited.paused():
            limited.wait(0.4)
        with pytest.raises(Cancelled, match=r"^time is up$"):
            limited.wait(60)


def test_only_what_can_be_spared_is_stopped_by_a_hurry_and_both_by_a_cancel() -> None:
    cancel = Cancel()
    with cancel.limited(60, "time is up") as limited, limited.spare("there is no time for more") as token:
        threading.Timer(0.05, cancel.hurry).start()
        with pytest.raises(Cancelled, match="no time for more"):
            token.wait(60)
        assert (token.is_hurried, limited.is_set) == (True, False)
        with limited.spare("there is no time for more") as late:
            assert late.is_set
    stopped = Cancel()
    with stopped.spare("quick") as token:
        stopped.cancel("the user stopped it")
        assert token.reason == "the user stopped it"
