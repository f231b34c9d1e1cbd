"""A local index of packages, as PyPI answers, with the two services that know more of them.

Sources of the protocols: PEP 503, 691 and 700; https://google.github.io/osv.dev; https://pypistats.org/api.
"""

from __future__ import annotations

import hashlib
import io
import json
import threading
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from packaging.version import Version

from languages.python.packages.sources import Sources

LONG_AGO = "2020-01-01T00:00:00Z"


@dataclass(frozen=True)
class Release:
    """One version of a package: a wheel with a module of its name, for what `tag` names, or a source archive where
    `is_wheel` is false.

    `needs` are its requirements; `uploaded` is empty where the index doesn't tell. `says` is what the index claims of
    the wheel, in place of the truth, and `content` are the bytes of a wheel that isn't made here.
    """

    version: str = "1.0"
    uploaded: str = LONG_AGO
    needs: Sequence[str] = ()
    is_wheel: bool = True
    tag: str = "py3-none-any"
    files: Mapping[str, str] = field(default_factory=dict)
    says: Mapping[str, Any] = field(default_factory=dict)
    content: bytes = b""


@dataclass(frozen=True)
class Package:
    """A package of the index. `downloads` a month are None where nobody knows; `malicious` is an advisory, and versions
    before `repaired` have a known weakness."""

    releases: Sequence[Release] = (Release(),)
    downloads: int | None = 100_000
    malicious: str = ""
    repaired: str = ""


@dataclass(frozen=True)
class Index:
    """A running index: where it is."""

    sources: Sources

    @property
    def environment(self) -> dict[str, str]:
        """The variables by which pip, and so Assay, takes packages from it."""
        return {"PIP_INDEX_URL": self.sources.indexes[0], "PIP_AUDIT_OSV_URL": self.sources.osv}


def wheel(name: str, release: Release) -> bytes:
    """A wheel as PEP 427 has it."""
    module = name.replace("-", "_")
    info = f"{module}-{release.version}.dist-info"
    metadata = [f"Metadata-Version: 2.1\nName: {name}\nVersion: {release.version}"]
    metadata += [f"Requires-Dist: {need}" for need in release.needs]
    files = {f"{module}.py": f"VERSION = {release.version!r}\n", **release.files}
    files |= {f"{info}/METADATA": "\n".join(metadata) + "\n", f"{info}/WHEEL": WHEEL}
    record = "".join(f"{path},,\n" for path in (*files, f"{info}/RECORD"))
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for path, text in {**files, f"{info}/RECORD": record}.items():
            archive.writestr(path, text)
    return buffer.getvalue()


WHEEL = "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


@contextmanager
def package_index(packages: Mapping[str, Package]) -> Iterator[Index]:
    """Serve `packages`, by name, while the block runs."""
    contents: dict[str, bytes] = {}
    pages = {name: _page(name, package, contents) for name, package in packages.items()}

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            kind, _, rest = self.path.strip("/").partition("/")
            if kind == "files" and rest in contents:
                self._send(contents[rest], "application/octet-stream")
            elif kind == "simple" and rest in pages:
                self._send(json.dumps(pages[rest]).encode(), "application/vnd.pypi.simple.v1+json")
            elif kind == "api" and (downloads := packages[rest.split("/")[1]].downloads) is not None:
                self._send(json.dumps({"data": {"last_month": downloads}}).encode(), "application/json")
            else:
                self.send_error(503 if kind == "broken" else 404)

        def do_HEAD(self) -> None:
            self.do_GET()

        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            answers = [_advisories(packages.get(one["package"]["name"]), one) for one in asked.get("queries", [asked])]
            self._send(
                json.dumps({"results": answers} if "queries" in asked else answers[0]).encode(), "application/json"
            )

        def _send(self, body: bytes, kind: str) -> None:
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Say nothing: the test's output is read by people."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    address = f"http://127.0.0.1:{server.server_port}"
    index = Index(Sources((f"{address}/simple",), f"{address}/v1/query", f"{address}/api"))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield index
    finally:
        server.shutdown()
        server.server_close()


def _advisories(package: Package | None, asked: Mapping[str, Any]) -> dict[str, Any]:
    if package and package.malicious:
        return {"vulns": [{"id": package.malicious}]}
    if package and Version(asked["version"]) < Version(package.repaired or "0"):
        events = [{"introduced": "0"}, {"fixed": package.repaired}]
        affected = {"package": asked["package"], "ranges": [{"type": "ECOSYSTEM", "events": events}]}
        return {"vulns": [{"id": "GHSA-0000-0000-0000", "summary": "It can be harmful", "affected": [affected]}]}
    return {}


def _page(name: str, package: Package, contents: dict[str, bytes]) -> dict[str, Any]:
    files = []
    for release in package.releases:
        ending = f"-{release.tag}.whl" if release.is_wheel else ".tar.gz"
        file, content = f"{name.replace('-', '_')}-{release.version}{ending}", release.content or wheel(name, release)
        contents[file] = content
        told = {
            "filename": file,
            "url": f"../../files/{file}",
            "hashes": {"sha256": hashlib.sha256(content).hexdigest()},
            "size": len(content),
            **({"upload-time": release.uploaded} if release.uploaded else {}),
        }
        files.append({**told, **release.says})
    versions = [release.version for release in package.releases]
    return {"meta": {"api-version": "1.1"}, "name": name, "versions": versions, "files": files}
