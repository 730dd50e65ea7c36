"""The public addresses of what is here."""

from __future__ import annotations

from flask import request

from api.http.sub_path import PREFIX
from api.services import services


def address(path: str) -> str:
    """The full public address of a path of this installation."""
    here = request.host_url.rstrip("/") + request.environ.get(PREFIX, "")
    return (services().settings.address or here) + path
