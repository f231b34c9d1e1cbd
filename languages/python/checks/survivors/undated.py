"""Runs inside the sandbox: files without what only says when they were made, which differs each second."""

import hashlib
import io
import re
import zipfile
from typing import Any

MOST_BYTES = 64 * 1024 * 1024
DATED = re.compile(rb"<dcterms:(?:created|modified)[^>]*>[^<]*<|/(?:CreationDate|ModDate)\s*\([^)]*\)|/ID\s*\[[^\]]*\]")
"""As documents of Office and of PDF have it."""


def undated(content: Any) -> Any:
    """The same for what was made alike; texts as they are."""
    if not isinstance(content, bytes):
        return content
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            if sum(one.file_size for one in packed.infolist()) <= MOST_BYTES:
                return repr([(name, _digest(packed.read(name))) for name in packed.namelist()]).encode()
    except (OSError, ValueError, zipfile.BadZipFile, NotImplementedError, RuntimeError):
        pass  # it is no zip, or none that can be read
    return DATED.sub(b"", content)


def _digest(content: bytes) -> str:
    return hashlib.sha256(DATED.sub(b"", content)).hexdigest()[:16]
