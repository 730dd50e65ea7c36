"""Headers that keep a browser from doing with our answers what they are not meant for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from flask import Flask

from api.http.cors import cross_origin

PAGE = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
FRAMED = PAGE.replace("frame-ancestors 'none'", "frame-ancestors *")
"""A page that other sites may show in a frame: it acts for nobody and holds nothing secret."""

DATA = "default-src 'none'; frame-ancestors 'none'"
PICTURE = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""A picture may stand in any page, and does nothing there."""

_ALWAYS = (
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=()"),
)
_POLICY = "Content-Security-Policy"
RATE_LIMIT = "gametape.rate-limit"
"""Where in the environment of a request the headers wait that tell of its limit."""

_HTTPS = ("Strict-Transport-Security", "max-age=31536000")


def protect(app: Flask) -> None:
    """Adds the headers to every answer of `app` that does not have its own."""
    app.wsgi_app = _Protected(app.wsgi_app)  # type: ignore[method-assign]


class _Protected:
    """WSGI middleware: Flask's own hooks take longer than the headers do."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        secure = environ["wsgi.url_scheme"] == "https"

        def start(status: str, headers: list[tuple[str, str]], *rest: Any) -> Any:
            present = {name.lower(): value for name, value in headers}
            headers += [pair for pair in _ALWAYS if pair[0].lower() not in present]
            if _POLICY.lower() not in present:
                headers.append((_POLICY, _policy(present.get("content-type", ""))))
            headers += cross_origin(environ)
            headers += environ.get(RATE_LIMIT, ())
            if secure:
                headers.append(_HTTPS)
            return start_response(status, headers, *rest)

        result: Iterable[bytes] = self._inner(environ, start)
        return result


def _policy(content_type: str) -> str:
    if content_type.startswith("text/html"):
        return PAGE
    return PICTURE if content_type.startswith("image/svg+xml") else DATA
