"""A list of all packages that a program is delivered with, for machines: CycloneDX 1.6, https://cyclonedx.org."""

from __future__ import annotations

from collections.abc import Sequence

from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL

from languages.python.packages.entries import Entry


def bill_of_materials(entries: Sequence[Entry]) -> str:
    """JSON with the name, version and digests of each."""
    return str(JsonV1Dot6(Bom(components=map(_component, entries))).output_as_string(indent=2))


def _component(entry: Entry) -> Component:
    return Component(
        type=ComponentType.LIBRARY,
        name=entry.name,
        version=entry.version,
        purl=PackageURL("pypi", name=entry.name, version=entry.version),
        hashes=[HashType(alg=HashAlgorithm.SHA_256, content=digest) for digest in entry.digests],
    )
