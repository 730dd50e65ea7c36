"""Programs in pages of other sites: they read what is public, and do the rest with a token (CORS).

Never with cookies: what a browser sends by itself must not be read or written for by strangers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from api.http.contract import HEADERS, POSITION

Pairs = Sequence[tuple[str, str]]

_OURS = ("/api/v1/session",)
"""What is for our own pages alone."""

_ANSWER: Pairs = (
    ("Access-Control-Allow-Origin", "*"),
    ("Access-Control-Expose-Headers", ", ".join(HEADERS)),
    ("Vary", "Origin"),
)
_PREFLIGHT: Pairs = (
    *_ANSWER,
    ("Access-Control-Allow-Methods", "GET, HEAD, POST, PATCH, DELETE"),
    (
        "Access-Control-Allow-Headers",
        f"Authorization, Content-Type, If-Match, If-None-Match, Last-Event-ID, {POSITION}",
    ),
    ("Access-Control-Max-Age", "7200"),
)


def cross_origin(environ: Mapping[str, Any]) -> Pairs:
    """The headers that let a page of another site read the answer to a request."""
    if "HTTP_ORIGIN" not in environ:
        return ()
    path = environ["PATH_INFO"]
    if not path.startswith(("/api/", "/openapi.json")) or path.startswith(_OURS):
        return ()
    asks_first = "HTTP_ACCESS_CONTROL_REQUEST_METHOD" in environ
    return _PREFLIGHT if environ["REQUEST_METHOD"] == "OPTIONS" and asks_first else _ANSWER
