"""Recordings and films: what is written into them (ID3, Vorbis comments, atoms of MP4), and how long they are."""

from __future__ import annotations

import struct
import wave
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import IO

from .records import short
from .said import Look, _, unknown

HEAD = 1_000_000  # bytes at the beginning, in which tags are
MOST = 40
LONGEST_TEXT = 1_000  # bytes
ENCODINGS = ("latin-1", "utf-16", "utf-16-be", "utf-8")
WITHIN = (b"moov", b"udta", b"meta", b"ilst")
SINCE = datetime(1904, 1, 1, tzinfo=UTC)
NOTHING = "No tags are in it that can be read here."
OLDEST = {"title": (3, 33), "artist": (33, 63), "album": (63, 93), "year": (93, 97)}
Facts = Iterator[tuple[str, str]]


def tagged(path: Path) -> Look:
    """The tags of an MP3, FLAC or Ogg as the file names them, each with its value."""
    with path.open("rb") as file:
        head = file.read(HEAD)
        file.seek(max(0, path.stat().st_size - 128))
        tail = file.read()
    readers = {b"ID3": id3, b"fLaC": flac, b"OggS": ogg}
    lines = [line for magic, reader in readers.items() if head.startswith(magic) for line in said(reader(head))]
    return _("a recording"), "\n".join([*lines, *oldest(tail)]) or NOTHING


def said(facts: Facts) -> list[str]:
    return [f"{name}: {short(value)}" for (name, value), _count in zip(facts, range(MOST), strict=False)]


def id3(data: bytes) -> Facts:
    """The frames of ID3v2, whose sizes each version writes in another way."""
    version, end = data[3], 10 + seven_bits(data[6:10])
    yield "ID3", f"version 2.{version}"
    length, place = (3, 10) if version == 2 else (4, 10)
    while place + 6 < min(end, len(data)) and data[place]:
        name = data[place : place + length].decode("latin-1")
        field = data[place + length : place + 2 * length]
        size = seven_bits(field) if version > 3 else int.from_bytes(field)
        begin = place + (6 if version == 2 else 10)
        content = data[begin : begin + min(size, LONGEST_TEXT)]
        place = begin + size
        yield name, text_of(content) if name.startswith("T") and content else f"{size:,} bytes"


def seven_bits(data: bytes) -> int:
    return sum((byte & 127) << 7 * power for power, byte in enumerate(reversed(data)))


def text_of(content: bytes) -> str:
    """The text of a frame with the name of its encoding, which its first byte says."""
    encoding = ENCODINGS[content[0]] if content[0] < len(ENCODINGS) else "latin-1"
    return f"{content[1:].decode(encoding, 'replace').rstrip(chr(0))} ({encoding})"


def oldest(tail: bytes) -> list[str]:
    if not tail.startswith(b"TAG"):
        return []
    parts = {name: tail[begin:end].split(b"\0")[0].decode("latin-1").strip() for name, (begin, end) in OLDEST.items()}
    return [f"ID3v1 at its end: {parts}"]


def flac(data: bytes) -> Facts:
    place, last = 4, False
    while not last and place + 4 <= len(data):
        kind, size = data[place] & 127, int.from_bytes(data[place + 1 : place + 4])
        last, content = bool(data[place] & 128), data[place + 4 : place + 4 + size]
        if kind == 4:
            yield from vorbis(content)
        elif kind == 6:
            yield "picture", f"{size:,} bytes"
        place += 4 + size


def ogg(data: bytes) -> Facts:
    """The comments of Vorbis or Opus, where they begin."""
    for mark in (b"\x03vorbis", b"OpusTags"):
        if mark in data:
            yield from vorbis(data.split(mark, 1)[1])


def vorbis(data: bytes) -> Facts:
    """Comments `NAME=value`, after the name of the program that wrote them."""
    place = 4 + int.from_bytes(data[:4], "little")
    count = int.from_bytes(data[place : place + 4], "little")
    place += 4
    for _number in range(min(count, MOST)):
        size = int.from_bytes(data[place : place + 4], "little")
        name, _equals, value = (
            data[place + 4 : place + 4 + size][:LONGEST_TEXT].decode("utf-8", "replace").partition("=")
        )
        yield name, value
        place += 4 + size


def wav(path: Path) -> Look:
    """How long it is, and how it is stored."""
    with closing(wave.open(str(path))) as opened:
        rate, frames = opened.getframerate(), opened.getnframes()
        channels, bits = opened.getnchannels(), 8 * opened.getsampwidth()
    return _("a recording"), f"{frames / rate:.1f} seconds, {rate} Hz, channels: {channels}, {bits} bits"


def film(path: Path) -> Look:
    """What an MP4, M4A or MOV says of itself: when it was made, how long it is, its tags."""
    with path.open("rb") as file:
        lines = said(atoms(file, 0, path.stat().st_size))
        file.seek(0)
        is_film = file.read(12)[4:8] == b"ftyp"
    return (_("a recording or a film (MP4)"), "\n".join(lines) or NOTHING) if lines or is_film else (unknown(path), "")


def atoms(file: IO[bytes], place: int, end: int, around: bytes = b"") -> Facts:
    """What is in the atoms from `place` to `end`; those that hold others are gone into."""
    while place + 8 <= end:
        file.seek(place)
        head = file.read(16)
        size, kind = int.from_bytes(head[:4]), head[4:8]
        start = place + (16 if size == 1 else 8)
        size = int.from_bytes(head[8:16]) if size == 1 else size or end - place
        if size < 8 or place + size > end:
            return
        file.seek(start)
        if kind in WITHIN:
            yield from atoms(file, start + (4 if kind == b"meta" else 0), place + size, kind)
        elif kind == b"mvhd":
            yield from made(file.read(40))
        elif around == b"ilst":
            yield kind.decode("latin-1"), value_of(file.read(min(size - 8, LONGEST_TEXT)), size)
        place += size


def made(data: bytes) -> Facts:
    """When it was made, which is in UTC where a camera keeps to the standard, and how long it is."""
    created, _changed, scale, duration = struct.unpack(">QQLQ" if data[0] else ">LLLL", data[4 : 32 if data[0] else 20])
    if created:
        yield "created", f"{SINCE + timedelta(seconds=created):%Y-%m-%d %H:%M:%S} (UTC, if it is right)"
    yield "seconds", f"{duration / scale:.1f}" if scale else "unknown"


def value_of(data: bytes, size: int) -> str:
    """The value in an atom `data`: of kind 1 a text."""
    is_text = data[4:8] == b"data" and data[8:12] == b"\0\0\0\1"
    return data[16:].decode("utf-8", "replace") if is_text else f"{size - 8:,} bytes"
