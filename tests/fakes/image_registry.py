"""A registry on loopback that serves one image by the protocol that engines pull with."""

from __future__ import annotations

import hashlib
import io
import json
import secrets
import tarfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

MANIFEST = "application/vnd.docker.distribution.manifest.v2+json"
CONFIG = "application/vnd.docker.container.image.v1+json"
LAYER = "application/vnd.docker.image.rootfs.diff.tar"


@contextmanager
def image_registry(name: str, tag: str) -> Iterator[str]:
    """Serve an image of one small file while the block runs; yields its full name."""
    blobs = _image()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            last = self.path.rpartition("/")[2]
            if self.path.startswith(f"/v2/{name}/manifests/"):
                self._answer(blobs[""] if last == tag else blobs.get(last), MANIFEST)
            elif self.path.startswith(f"/v2/{name}/blobs/"):
                self._answer(blobs.get(last), "application/octet-stream")
            else:
                self._answer(b"{}", "application/json")

        do_HEAD = do_GET  # noqa: N815

        def _answer(self, body: bytes | None, kind: str) -> None:
            self.send_response(200 if body is not None else 404)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body or b"")))
            self.send_header("Docker-Distribution-Api-Version", "registry/2.0")
            self.send_header("Docker-Content-Digest", _digest(body or b""))
            self.end_headers()
            if self.command == "GET":
                self.wfile.write(body or b"")

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"127.0.0.1:{server.server_port}/{name}:{tag}"
    finally:
        server.shutdown()
        server.server_close()


def _image() -> dict[str, bytes]:
    """The image's parts by their digest; the manifest is also under the empty name."""
    layer = _layer()
    config = {
        "architecture": "amd64",
        "os": "linux",
        "config": {},
        "rootfs": {"type": "layers", "diff_ids": [_digest(layer)]},
        "history": [{"created_by": "a test"}],
    }
    settings = json.dumps(config).encode()
    manifest = {
        "schemaVersion": 2,
        "mediaType": MANIFEST,
        "config": {"mediaType": CONFIG, "size": len(settings), "digest": _digest(settings)},
        "layers": [{"mediaType": LAYER, "size": len(layer), "digest": _digest(layer)}],
    }
    listing = json.dumps(manifest).encode()
    return {"": listing} | {_digest(blob): blob for blob in (layer, settings, listing)}


def _layer() -> bytes:
    content = secrets.token_bytes()  # so that no engine has it yet
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        entry = tarfile.TarInfo("hello")
        entry.size = len(content)
        archive.addfile(entry, io.BytesIO(content))
    return buffer.getvalue()


def _digest(blob: bytes) -> str:
    return f"sha256:{hashlib.sha256(blob).hexdigest()}"
