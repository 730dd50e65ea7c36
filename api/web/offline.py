"""What installs the web app and opens its record pages without a network."""

from __future__ import annotations

import json
from functools import cache
from hashlib import sha256
from pathlib import Path

from flask import Blueprint, Response, url_for

offline = Blueprint("offline", __name__)

_STATIC = Path(__file__).parent / "static"
_WORKER = "service-worker.js"
_PARTS = (".js", ".css", ".svg")
_POLICY = "default-src 'none'; connect-src 'self'"
"""A worker asks this server and does nothing else."""

_ICONS = (("icon-192.png", "192x192", "any"), ("icon-512.png", "512x512", "any maskable"))


@offline.get("/table-worker.js")
def worker() -> Response:
    """The service worker, which is another one as soon as any part of the shell is."""
    version, names = _shell()
    files = [url_for("pages.static", filename=name) for name in names]
    shell = json.dumps({"version": version, "files": files})
    script = (_STATIC / _WORKER).read_text("utf-8")
    response = Response(f"self.SHELL = {shell};\n{script}", content_type="text/javascript")
    response.headers["Cache-Control"] = "no-cache"
    response.headers["Content-Security-Policy"] = _POLICY
    return response


@offline.get("/app.webmanifest")
def manifest() -> Response:
    """How the app is called and looks once it is installed."""
    icons = [
        {"src": url_for("pages.static", filename=name), "sizes": sizes, "purpose": purpose}
        for name, sizes, purpose in _ICONS
    ]
    content = {
        "name": "gametape",
        "description": "Everything that happened at the table.",
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#f3f2ee",
        "theme_color": "#f3f2ee",
        "icons": [{**icon, "type": "image/png"} for icon in icons],
    }
    return Response(json.dumps(content), content_type="application/manifest+json")


@cache
def _shell() -> tuple[str, list[str]]:
    """The parts of pages and one hash of them all."""
    parts = sorted(p for p in _STATIC.rglob("*") if p.suffix in _PARTS and p.name != _WORKER)
    told = sha256()
    for path in (*parts, _STATIC / _WORKER):
        told.update(path.name.encode() + path.read_bytes())
    return told.hexdigest()[:12], [path.relative_to(_STATIC).as_posix() for path in parts]
