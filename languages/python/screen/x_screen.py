"""What stands on a hidden X server: its windows, as much of a window manager as they need, and their picture."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image

from .x_connection import Connection, padded

CHANGE_ATTRIBUTES, GET_ATTRIBUTES, CONFIGURE, GET_GEOMETRY, QUERY_TREE = 2, 3, 12, 14, 15
CHANGE_PROPERTY, GET_PROPERTY, SEND_EVENT, SET_FOCUS, CLEAR_AREA, GET_IMAGE = 18, 20, 25, 42, 61, 73
DAMAGE_VERSION, DAMAGE_CREATE, DAMAGE_SUBTRACT = 0, 1, 3
NON_EMPTY = 3  # is told once, until what was damaged is taken away
BACKGROUND, EVENT_MASK = 1 << 1, 1 << 11
SUBSTRUCTURE, PROPERTY = 1 << 19, 1 << 22
VIEWABLE, INPUT_OUTPUT = 2, 1
X_Y_AND_BORDER, MOST = 1 | 2 | 16, 0xFFFFFFFF
CLIENT_MESSAGE = 33
STRING = 31
AROUND = 0xD9D6D0  # the colour beside the windows
STEP = 36  # pixels from one window to the next, where each says that it is in the corner
# No blinking, for each blink would be a new picture.
RESOURCES = b"*insertOffTime:\t0\n"
MOST_TITLE = 200
MOST_PACKED = 250_000  # bytes, over which a photo loses some of its colours
COLORS = 96
Box = tuple[int, int, int, int]
"""Left, top, right and bottom."""


@dataclass(frozen=True)
class Window:
    """A window that can be seen. A `popup` is a menu or the like, which no window manager sees."""

    number: int
    box: Box
    popup: bool


class Screen:
    """The windows on the server at the other end of `connection`.

    Nobody manages windows there; so this gives the keyboard to the newest one or to that which is clicked, and puts
    those aside that would lie in the same corner.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._damages, self._damaged = connection.extension(b"DAMAGE")
        self._damage = connection.new_id()
        names = (b"WM_PROTOCOLS", b"WM_DELETE_WINDOW", b"_NET_WM_NAME", b"UTF8_STRING", b"RESOURCE_MANAGER")
        self._atoms = {name: connection.atom(name) for name in names}
        self._known: list[int] = []
        self._active = 0
        self._last: tuple[Box, str, bytes] | None = None
        self._prepare()

    def _prepare(self) -> None:
        root = self._connection.root
        values = struct.pack("<IIII", root, BACKGROUND | EVENT_MASK, AROUND, SUBSTRUCTURE)
        self._connection.send(CHANGE_ATTRIBUTES, 0, values)
        self._connection.send(CLEAR_AREA, 0, struct.pack("<IhhHH", root, 0, 0, 0, 0))
        name = struct.pack("<IIIB3xI", root, self._atoms[b"RESOURCE_MANAGER"], STRING, 8, len(RESOURCES))
        self._connection.send(CHANGE_PROPERTY, 0, name + padded(RESOURCES))
        self._connection.ask(self._damages, DAMAGE_VERSION, struct.pack("<II", 1, 1))
        self._connection.send(self._damages, DAMAGE_CREATE, struct.pack("<IIB3x", self._damage, root, NON_EMPTY))

    def changed(self) -> bool:
        """Whether anything has, since it was asked the last time."""
        events = list(self._connection.events)
        self._connection.events.clear()
        if any(event.code == self._damaged for event in events):
            self._connection.send(self._damages, DAMAGE_SUBTRACT, struct.pack("<III", self._damage, 0, 0))
        return bool(events)

    def picture(self) -> tuple[Box, str, bytes] | None:
        """Where the windows are, the title of the one that has the keyboard, and their pixels; None where it is the
        same as before, or there is no window."""
        windows = self.windows()
        self._manage(windows)
        if not windows:
            return None
        box = self._around(windows)
        left, top, right, bottom = box
        area = struct.pack("<IhhHHI", self._connection.root, left, top, right - left, bottom - top, 0xFFFFFFFF)
        image = self._connection.ask(GET_IMAGE, 2, area)
        if image is None:
            return None
        seen = box, self._title(self._active), image.body[24:]
        if seen == self._last:
            return None
        self._last = seen
        return box, seen[1], _packed(seen[2], (right - left, bottom - top))

    def windows(self) -> Sequence[Window]:
        """All that can be seen, the topmost last."""
        found = self._connection.ask(QUERY_TREE, 0, struct.pack("<I", self._connection.root))
        if found is None:
            return []
        (count,) = struct.unpack_from("<H", found.body, 8)
        numbers = struct.unpack_from(f"<{count}I", found.body, 24)
        return [window for window in map(self._window, numbers) if window is not None]

    def focus_at(self, x: int, y: int) -> None:
        """Give the keyboard to the window there, as a click does."""
        inside = [
            window
            for window in self.windows()
            if window.box[0] <= x < window.box[2] and window.box[1] <= y < window.box[3]
        ]
        if inside and not inside[-1].popup:
            self._focus(inside[-1].number)

    def close(self) -> None:
        """Ask the window that has the keyboard to close, as its close button does."""
        names = self._atoms[b"WM_PROTOCOLS"], self._atoms[b"WM_DELETE_WINDOW"]
        event = struct.pack("<BBHIII16x", CLIENT_MESSAGE, 32, 0, self._active, *names)
        self._connection.send(SEND_EVENT, 0, struct.pack("<II", self._active, 0) + event)

    def _manage(self, windows: Sequence[Window]) -> None:
        managed = [window for window in windows if not window.popup]
        for window in managed:
            if window.number not in self._known:
                self._welcome(window, len(managed) - 1)
        self._known = [window.number for window in managed]
        if managed and self._active not in self._known:
            self._focus(self._known[-1])

    def _welcome(self, window: Window, others: int) -> None:
        """A new window gets the keyboard, and its titles are listened to."""
        if others:
            x, y = (others * STEP, others * STEP) if window.box[:2] == (0, 0) else window.box[:2]
            place = struct.pack("<IHxxIII", window.number, X_Y_AND_BORDER, x & MOST, y & MOST, 1)
            self._connection.send(CONFIGURE, 0, place)
        self._connection.send(CHANGE_ATTRIBUTES, 0, struct.pack("<III", window.number, EVENT_MASK, PROPERTY))
        self._focus(window.number)

    def _focus(self, window: int) -> None:
        self._active = window
        self._connection.send(SET_FOCUS, 1, struct.pack("<II", window, 0))

    def _window(self, number: int) -> Window | None:
        attributes = self._connection.ask(GET_ATTRIBUTES, 0, struct.pack("<I", number))
        geometry = self._connection.ask(GET_GEOMETRY, 0, struct.pack("<I", number))
        if attributes is None or geometry is None:
            return None
        kind, state, popup = struct.unpack_from("<4xH12xBB", attributes.body)
        if state != VIEWABLE or kind != INPUT_OUTPUT:
            return None
        x, y, width, height, border = struct.unpack_from("<4xhhHHH", geometry.body)
        return Window(number, (x, y, x + width + 2 * border, y + height + 2 * border), bool(popup))

    def _around(self, windows: Sequence[Window]) -> Box:
        left, top, right, bottom = zip(*(window.box for window in windows), strict=True)
        end_x, end_y = min(self._connection.width, max(right)), min(self._connection.height, max(bottom))
        return max(0, min(*left, end_x - 1)), max(0, min(*top, end_y - 1)), end_x, end_y

    def _title(self, window: int) -> str:
        kinds = self._atoms[b"_NET_WM_NAME"], self._atoms[b"UTF8_STRING"]
        found = self._connection.ask(GET_PROPERTY, 0, struct.pack("<IIIII", window, *kinds, 0, MOST_TITLE))
        if found is None:
            return ""
        (size,) = struct.unpack_from("<I", found.body, 8)
        return str(found.body[24 : 24 + size], "utf-8", "replace")[:MOST_TITLE]


def _packed(data: bytes, size: tuple[int, int]) -> bytes:
    """Three bytes a pixel, compressed."""
    image = Image.frombuffer("RGB", size, data, "raw", "BGRX", 0, 1)
    packed = zlib.compress(image.tobytes())
    if len(packed) > MOST_PACKED:
        fewer = image.quantize(COLORS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        packed = zlib.compress(fewer.convert("RGB").tobytes())
    return packed
