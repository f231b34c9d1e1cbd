"""XML, of which no part is read from elsewhere or grows when it is read."""

from __future__ import annotations

import re
import xml.parsers.expat
from pathlib import Path
from xml.etree import ElementTree

from languages.python.parts.read.files import CannotRead, _content_of, _place_of
from languages.python.parts.read.text import _decoded
from languages.python.parts.telling import sentence

_XML_DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>")


def read_xml(path: str | Path) -> ElementTree.Element:
    """The root element of an XML file (xml.etree). Raises CannotRead where it is damaged."""
    return _xml_of(_content_of(path), _place_of(path).name)


def _xml_of(data: bytes, name: str) -> ElementTree.Element:
    """Its root. Where it isn't written in the encoding that it says, its encoding is guessed."""
    try:
        return _parsed_xml(data, name)
    except CannotRead:
        raise
    except (xml.parsers.expat.ExpatError, ValueError, LookupError):
        text = _XML_DECLARATION.sub("", _decoded(data, name))
    try:
        return _parsed_xml(text.encode(), name)
    except xml.parsers.expat.ExpatError as problem:
        line = problem.lineno
        raise CannotRead(
            sentence("“{name}” is no XML, or it is damaged in line {line}.", name=name, line=line)
        ) from None


def _parsed_xml(data: bytes, name: str) -> ElementTree.Element:
    """Refuses what declares entities before any is read: https://docs.python.org/3/library/xml.html#xml-security"""

    def refuse(*_declared: object) -> None:
        raise CannotRead(
            sentence("“{name}” contains definitions (XML entities) that can do harm. It is not read.", name=name)
        )

    looking = xml.parsers.expat.ParserCreate(namespace_separator=" ")
    looking.EntityDeclHandler = refuse
    looking.Parse(data, True)
    return ElementTree.fromstring(data)  # noqa: S314  # nosec B314 (it declares no entities)
