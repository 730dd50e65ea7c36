"""The application below a path of another site: every address in what it answers begins with that.

Pages, scripts and headers name addresses from the root, as if there were nothing else on the host;
what leads there is written before them here, in one place, on their way out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

from flask import Flask

PREFIX = "gametape.prefix"
"""In the environ: the path that the application lies below, without a slash at its end."""

_PATH = re.compile(r"(?:/[\w.~-]+)+")


class SubPath:
    """WSGI middleware that adds the path of `address`, or the one that a proxy believed told."""

    def __init__(self, app: Flask, address: str | None) -> None:
        """`address` is the public one, such as `https://club.example/games-of-ours`."""
        self._inner = app.wsgi_app
        self._prefix = urlsplit(address or "").path.rstrip("/")
        firsts = {rule.rule.split("/")[1] for rule in app.url_map.iter_rules()}
        ours = "|".join(re.escape(first) for first in firsts if first and "<" not in first)
        self._in_pages = re.compile(
            rf"""\b((?:href|src|action|formaction|content|data-[\w-]+)=["'])/"""
            rf"""(?=(?:{ours})(?![\w.-])|["'?#])"""
        )
        self._in_scripts = re.compile(rf"""(["'`])/(?=(?:{ours})(?![\w.-]))""")
        self._in_manifests = re.compile(r'(")/')

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Answers as the application does, below its path."""
        prefix = environ.get("SCRIPT_NAME") or self._prefix
        if not _PATH.fullmatch(prefix):
            environ["SCRIPT_NAME"] = ""
            return self._inner(environ, start_response)
        path = environ["PATH_INFO"]
        if path == prefix or path.startswith(prefix + "/"):
            path = path[len(prefix) :] or "/"
        environ |= {"SCRIPT_NAME": "", "PATH_INFO": path, PREFIX: prefix}
        environ.pop("HTTP_ACCEPT_ENCODING", None)  # what is compressed cannot be added to
        begun: list[Any] = []

        def start(status: str, headers: list[tuple[str, str]], *rest: Any) -> Any:
            begun[:] = status, [(name, _led(name, value, prefix)) for name, value in headers], *rest
            return None

        pieces = self._inner(environ, start)
        status, headers, *rest = begun
        rewritten = self._pattern(headers)
        if rewritten is None:
            start_response(status, headers, *rest)
            return pieces
        try:
            text = b"".join(pieces).decode()
        finally:
            close = getattr(pieces, "close", None)
            if close is not None:
                close()
        content = rewritten.sub(lambda found: f"{found[1]}{prefix}/", text).encode()
        kept = [(name, value) for name, value in headers if name.lower() != "content-length"]
        if content:
            kept.append(("Content-Length", str(len(content))))
        start_response(status, kept, *rest)
        return [content]

    def _pattern(self, headers: list[tuple[str, str]]) -> re.Pattern[str] | None:
        kind = next((value for name, value in headers if name.lower() == "content-type"), "")
        match kind.partition(";")[0]:
            case "text/html":
                return self._in_pages
            case "text/javascript" | "application/javascript":
                return self._in_scripts
            case "application/manifest+json":
                return self._in_manifests
            case _:
                return None


def _led(name: str, value: str, prefix: str) -> str:
    """A header with the path in it, where it names an address."""
    match name.lower():
        case "location" if value.startswith("/") and not value.startswith("//"):
            return prefix + value
        case "set-cookie":
            return re.sub(r"(?i)(; *path=)/(?=;|$)", rf"\1{prefix}", value)
        case "link":
            return value.replace("</", f"<{prefix}/")
        case _:
            return value
