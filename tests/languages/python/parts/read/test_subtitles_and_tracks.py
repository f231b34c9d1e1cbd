"""Subtitles and tracks, as players and receivers write them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from languages.python.parts.read.files import CannotRead
from languages.python.parts.read.subtitles import read_subtitles
from languages.python.parts.read.tracks import read_track


def subtitle(number: int, start: float, end: float, text: str) -> dict[str, Any]:
    return {"number": number, "start": timedelta(seconds=start), "end": timedelta(seconds=end), "text": text}


FILM = """\ufeff1
00:00:01,500 --> 00:00:04,000
Hello,
<i>world</i>

2
01:02:03,004 --> 01:02:05,25 X1:40 X2:600
One

and more
12

3
00:10,5 --> 00:12
7
10:00:00.000-->10:00:01.000

 20
0:0:20,000 --> 0:0:21,000
4

"""


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_subtitles_are_read(tmp_path: Path, ending: str, told: list[str]) -> None:
    path = tmp_path / "film.srt"
    path.write_bytes(FILM.replace("\n", ending).encode())
    assert read_subtitles(path) == [
        subtitle(1, 1.5, 4, "Hello,\n<i>world</i>"),
        subtitle(2, 3723.004, 3725.25, "One\n\nand more\n12"),
        subtitle(3, 10.5, 12, ""),
        subtitle(7, 36000, 36001, ""),
        subtitle(20, 20, 21, "4"),
    ]
    assert told == []


def test_subtitles_without_numbers_get_some(tmp_path: Path) -> None:
    path = tmp_path / "film.srt"
    path.write_text("00:01 --> 00:02\na\n\n00:03 --> 00:04\nb\n\nx9\n00:05 --> 00:06\nc")
    assert read_subtitles(path) == [subtitle(1, 1, 2, "a"), subtitle(2, 3, 4, "b\n\nx9"), subtitle(3, 5, 6, "c")]
    path.write_text("00:01 --> 00:02\na\n2\n00:03 --> 00:04\n9")
    assert read_subtitles(path) == [subtitle(1, 1, 2, "a"), subtitle(2, 3, 4, "9")]


def test_times_that_can_not_be_read_are_told(tmp_path: Path, told: list[str]) -> None:
    path = tmp_path / "film.srt"
    path.write_text("1\n00:00:01,000 --> soon\na\n\n2\n00:00:02,000 --> 00:00:03,000\nb\n")
    assert read_subtitles(path) == [subtitle(2, 2, 3, "b")]
    assert told == ["film.srt, line 2 is left out (“00:00:01,000 --> soon”): The times in it can't be read."]


def test_a_file_without_subtitles_is_told(tmp_path: Path) -> None:
    path = tmp_path / "film.srt"
    path.write_text("1\nHello\n")
    with pytest.raises(CannotRead, match=r"^“film.srt” has no subtitles\.$"):
        read_subtitles(path)


def gpx(folder: Path, inside: str, version: str = "1/1") -> Path:
    path = folder / "walk.gpx"
    path.write_text(f'<?xml version="1.0"?><gpx xmlns="http://www.topografix.com/GPX/{version}">{inside}</gpx>')
    return path


def point(lat: str, lon: str, inside: str = "", kind: str = "trkpt") -> str:
    return f'<{kind} lat="{lat}" lon="{lon}">{inside}</{kind}>'


@pytest.mark.parametrize("version", ["1/1", "1/0"])
def test_a_track_is_read(tmp_path: Path, version: str, told: list[str]) -> None:
    points = (
        point("53.55", "-9.99", "<ele>12.5</ele><time>2025-05-03T10:00:00Z</time>"),
        point("90", "-180", "<ele> 0 </ele><time> 2025-05-03T10:00:01.250+02:00 </time>"),
        point("-90", "180", "<ele>NaN</ele><time>2025-05-03T10:00:02</time>"),
        point("0", "0", "<ele/><time>noon</time>"),
        point("1", "2"),
    )
    segments = f"<wpt lat='7' lon='7'/><trk><trkseg>{points[0]}</trkseg><trkseg>{''.join(points[1:])}</trkseg></trk>"
    found = read_track(gpx(tmp_path, segments, version))
    assert [(one["lat"], one["lon"], one["height"]) for one in found] == [
        (53.55, -9.99, 12.5),
        (90.0, -180.0, 0.0),
        (-90.0, 180.0, None),
        (0.0, 0.0, None),
        (1.0, 2.0, None),
    ]
    assert [one["time"] for one in found] == [
        datetime(2025, 5, 3, 10, tzinfo=UTC),
        datetime(2025, 5, 3, 8, 0, 1, 250_000, tzinfo=UTC),
        datetime(2025, 5, 3, 10, 0, 2, tzinfo=UTC),
        None,
        None,
    ]
    assert told == []


def test_without_a_track_the_route_or_the_places_are_read(tmp_path: Path) -> None:
    places = point("1", "2", kind="wpt")
    route = f"<rte>{point('3', '4', kind='rtept')}</rte>"
    assert [one["lat"] for one in read_track(gpx(tmp_path, places + route))] == [3]
    assert [one["lat"] for one in read_track(gpx(tmp_path, places))] == [1]


def test_points_that_are_nowhere_are_told(tmp_path: Path, told: list[str]) -> None:
    points = [
        point("1", "2"),
        *(point(*place) for place in (("91", "0"), ("0", "-180.1"), ("NaN", "0"), ("0", "inf"), ("x", "0"))),
    ]
    assert len(read_track(gpx(tmp_path, "".join(points) + "<trkpt/>"))) == 1
    assert told == ["walk.gpx: points without a valid position are left out: 6"]


def test_a_file_without_a_track_is_told(tmp_path: Path) -> None:
    with pytest.raises(CannotRead, match=r"^“walk.gpx” contains no recorded route\.$"):
        read_track(gpx(tmp_path, point("91", "0")))
