"""Whom the models' clients trust. Reading the list takes longer than a short request to a model on the own machine."""

from __future__ import annotations

import ssl
from functools import cache

import httpx


@cache
def trusted() -> ssl.SSLContext:
    """The authorities that httpx trusts, or those of `SSL_CERT_FILE`, read once for all clients of this process."""
    return httpx.create_ssl_context()
