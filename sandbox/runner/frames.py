"""Frames on a byte stream: four bytes of length, then JSON. Used on both sides."""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator
from typing import Any

Frame = dict[str, Any]
"""What one side says to the other at once; `kind` tells what it is about."""

HEADER = struct.Struct(">I")
MAX_BYTES = 512 * 1024 * 1024


class BadFrame(Exception):
    """The bytes aren't frames: the other side isn't what it should be."""


def encode(frame: Frame) -> bytes:
    """The bytes of one frame."""
    body = json.dumps(frame, separators=(",", ":")).encode()
    return HEADER.pack(len(body)) + body


class FrameBuffer:
    """Collects bytes as they come and gives out whole frames."""

    def __init__(self) -> None:
        self._data = bytearray()

    def feed(self, data: bytes) -> Iterator[Frame]:
        """Add `data`; yield each frame that is complete now. Raises `BadFrame`."""
        self._data += data
        while (body := self._take()) is not None:
            yield _decode(body)

    def _take(self) -> bytes | None:
        if len(self._data) < HEADER.size:
            return None
        (length,) = HEADER.unpack_from(self._data)
        if length > MAX_BYTES:
            raise BadFrame(f"a frame of {length} bytes")
        end = HEADER.size + length
        if len(self._data) < end:
            return None
        body = bytes(self._data[HEADER.size : end])
        del self._data[:end]
        return body


def _decode(body: bytes) -> Frame:
    try:
        frame = json.loads(body)
    except ValueError as error:
        raise BadFrame("not JSON") from error
    if not isinstance(frame, dict):
        raise BadFrame("not an object")
    return frame
