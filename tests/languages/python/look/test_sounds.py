"""What is written into recordings and films, byte by byte as their makers do."""

from __future__ import annotations

import io
import struct
import wave
from pathlib import Path

import pytest

from tests.languages.python.look.reading import seen


def frame(name: bytes, content: bytes, version: int) -> bytes:
    size = bytes([0, 0, len(content) >> 7, len(content) & 127]) if version == 4 else struct.pack(">L", len(content))
    return name + size + b"\0\0" + content


def mp3(version: int) -> bytes:
    frames = frame(b"TIT2", b"\1" + "Grüße".encode("utf-16"), version) + frame(b"APIC", b"x" * 200, version)
    frames += frame(b"TPE1", b"\0Ada", version) + b"\0" * 20
    last = b"TAG" + b"Gru".ljust(30, b"\0") + b"Ada".ljust(30) + b"\0" * 65
    return b"ID3" + bytes([version, 0, 0, 0, 0, len(frames) >> 7, len(frames) & 127]) + frames + b"\xff\xfb" * 99 + last


def comments(*said: str) -> bytes:
    parts = [b"maker", *(one.encode() for one in said)]
    sized = [struct.pack("<L", len(part)) + part for part in parts]
    return sized[0] + struct.pack("<L", len(said)) + b"".join(sized[1:])


def atom(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">L", 8 + len(content)) + kind + content


def recording() -> bytes:
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as made:
        made.setnchannels(1)
        made.setsampwidth(2)
        made.setframerate(8000)
        made.writeframes(b"\0\0" * 12_000)
    return buffer.getvalue()


NAME = atom(b"\xa9nam", atom(b"data", b"\0\0\0\1\0\0\0\0" + "Grüße".encode()))
META = atom(b"udta", atom(b"meta", b"\0\0\0\0" + atom(b"ilst", NAME)))
MADE = atom(b"mvhd", struct.pack(">LLLLL", 0, 3_829_000_000, 0, 1000, 2500) + b"\0" * 80)
FILM = atom(b"ftyp", b"isom") + atom(b"mdat", b"x" * 50) + atom(b"moov", MADE + META)
SONG = comments("TITLE=Grüße", "artist=Ada")
FLAC = b"fLaC" + b"\0\0\0\x22" + b"\0" * 34 + b"\x84" + len(SONG).to_bytes(3) + SONG


@pytest.mark.parametrize(
    ("name", "content", "line"),
    [
        ("a.mp3", mp3(3), "ID3: version 2.3"),
        ("a.mp3", mp3(4), "ID3: version 2.4"),
        ("a.mp3", mp3(4), "TIT2: Grüße (utf-16)"),
        ("a.mp3", mp3(4), "APIC: 200 bytes"),
        ("a.mp3", mp3(3), "TPE1: Ada (latin-1)"),
        ("a.mp3", mp3(3), "ID3v1 at its end: {'title': 'Gru', 'artist': 'Ada', 'album': '', 'year': ''}"),
        ("a.mp3", b"\xff\xfb" * 99, "No tags are in it that can be read here."),
        ("a.flac", FLAC, "TITLE: Grüße"),
        ("a.ogg", b"OggS" + b"\0" * 30 + b"\x03vorbis" + SONG, "artist: Ada"),
        ("a.wav", recording(), "1.5 seconds, 8000 Hz, channels: 1, 16 bits"),
        ("a.mp4", FILM, "created: 2025-05-02 03:06:40 (UTC, if it is right)"),
        ("a.mp4", FILM, "seconds: 2.5"),
        ("a.mp4", b"\0\0\0\x18ftypmp42" + b"\0" * 200, "No tags are in it that can be read here."),
        ("a.m4a", FILM, "©nam: Grüße"),
    ],
)
def test_tags_come_as_the_file_names_them(tmp_path: Path, name: str, content: bytes, line: str) -> None:
    assert line in seen(tmp_path, name, content)[1]


@pytest.mark.parametrize("content", [mp3(4)[:60], b"ID3" + b"\xff" * 100, FLAC[:70], b"fLaC" + b"\x04\xff\xff\xff" * 9])
def test_what_is_broken_off_says_what_there_is(tmp_path: Path, content: bytes) -> None:
    assert seen(tmp_path, "a.mp3", content)[0] == "a recording"


def test_a_film_within_itself_ends(tmp_path: Path) -> None:
    deep = b"".join(struct.pack(">L", 800_000 - 8 * level) + b"moov" for level in range(100_000))
    assert seen(tmp_path, "a.mp4", deep)[0] == "binary, broken"
