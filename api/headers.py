"""Headers that keep a browser from doing with our answers what they are not meant for."""

from __future__ import annotations

from flask import Flask, Response, request

PAGE = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
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


def protect(app: Flask) -> None:
    """Adds the headers to every answer of `app` that does not have its own."""
    app.after_request(_protected)


def _protected(response: Response) -> Response:
    headers = response.headers
    for name, value in _ALWAYS:
        headers.setdefault(name, value)
    headers.setdefault("Content-Security-Policy", _policy(response.mimetype))
    if request.is_secure:
        headers.setdefault("Strict-Transport-Security", "max-age=31536000")
    return response


def _policy(mimetype: str | None) -> str:
    if mimetype == "text/html":
        return PAGE
    return PICTURE if mimetype == "image/svg+xml" else DATA
