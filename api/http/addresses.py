"""The public addresses of what is here."""

from __future__ import annotations

from flask import request

from api.services import services


def address(path: str) -> str:
    """The full public address of a path of this installation."""
    return (services().settings.address or request.host_url.rstrip("/")) + path
