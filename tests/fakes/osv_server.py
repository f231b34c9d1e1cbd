"""A local server that answers like OSV, the vulnerability service that pip-audit asks.

Source of the protocol: https://google.github.io/osv.dev/post-v1-query/
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

VULNERABILITY = {
    "schema_version": "1.6.0",
    "id": "GHSA-0000-0000-0000",
    "summary": "Reading a file can run code",
    "affected": [
        {
            "package": {"name": "pyyaml", "ecosystem": "PyPI"},
            "ranges": [{"type": "ECOSYSTEM", "events": [{"introduced": "0"}, {"fixed": "99.0"}]}],
        }
    ],
}


@contextmanager
def osv_server(vulnerabilities: Mapping[str, Any], status: int = 200) -> Iterator[str]:
    """Serve the query URL while the block runs; `vulnerabilities` maps a package name to an OSV record."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            query = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            found = vulnerabilities.get(query["package"]["name"])
            body = json.dumps({"vulns": [found]} if found else {}).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Say nothing: the test's output is read by people."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1/query"
    finally:
        server.shutdown()
        server.server_close()
