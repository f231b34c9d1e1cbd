"""Messages survive a stream that cuts them anywhere."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandbox.runner.frames import HEADER, MAX_BYTES, BadFrame, FrameBuffer, encode

messages = st.lists(st.dictionaries(st.text(), st.text() | st.integers() | st.none(), max_size=5), max_size=5)


@settings(max_examples=40)
@given(messages, st.integers(1, 20))
def test_messages_come_out_as_they_went_in(sent: list[dict[str, object]], step: int) -> None:
    data = b"".join(encode(message) for message in sent)
    buffer = FrameBuffer()
    received = [message for start in range(0, len(data), step) for message in buffer.feed(data[start : start + step])]
    assert received == sent


@pytest.mark.parametrize("data", [HEADER.pack(MAX_BYTES + 1), HEADER.pack(2) + b"[]", HEADER.pack(3) + b"no!"])
def test_what_is_no_message_is_refused(data: bytes) -> None:
    with pytest.raises(BadFrame):
        list(FrameBuffer().feed(data))
