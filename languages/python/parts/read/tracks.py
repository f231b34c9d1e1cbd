"""Tracks of GPS receivers (.gpx)."""

from __future__ import annotations

import math
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from languages.python.parts.read.files import CannotRead, _place_of
from languages.python.parts.read.xmls import read_xml
from languages.python.parts.telling import sentence, tell


def read_track(path: str | Path) -> list[dict[str, Any]]:
    """The points of a .gpx, each a dict: lat, lon (float), height (float or None), time (datetime with zone,
    or None)."""
    root, name = read_xml(path), _place_of(path).name
    for kind in ("trkpt", "rtept", "wpt"):
        found = [_track_point(point) for point in root.iter() if _tag_of(point) == kind]
        if points := [point for point in found if point]:
            if len(points) < len(found):
                tell(
                    sentence(
                        "{file}: points without a valid position are left out: {count}",
                        file=name,
                        count=len(found) - len(points),
                    )
                )
            return points
    raise CannotRead(sentence("“{name}” contains no recorded route.", name=name))


def _track_point(point: ElementTree.Element) -> dict[str, Any] | None:
    lat, lon = _track_number(point.get("lat")), _track_number(point.get("lon"))
    if lat is None or lon is None or abs(lat) > 90 or abs(lon) > 180:
        return None
    said = {_tag_of(child): (child.text or "").strip() for child in point}
    return {
        "lat": lat,
        "lon": lon,
        "height": _track_number(said.get("ele")),
        "time": _track_time(str(said.get("time"))),
    }


def _tag_of(element: ElementTree.Element) -> str:
    """Without the version of GPX."""
    return str(element.tag).rpartition("}")[2]


def _track_number(said: str | None) -> float | None:
    with suppress(ValueError):
        number = float(str(said))
        return number if math.isfinite(number) else None
    return None


def _track_time(said: str) -> datetime | None:
    """UTC where it doesn't say otherwise."""
    with suppress(ValueError):
        when = datetime.fromisoformat(said)
        return when if when.tzinfo else when.replace(tzinfo=UTC)
    return None
