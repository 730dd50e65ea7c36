"""What cannot be read is left out of a list, which says so, and everything else is there."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TypeVar

from flask import Flask, Response, g, has_request_context

from api.http.problems import Problem
from api.services import services
from events.damage import Broken, Unreadable
from projections.games.tape import NotInstalled

T = TypeVar("T")

LEFT_OUT = "X-Set-Aside"
"""The header of an answer that names the streams that should be in it and cannot be read."""


def tell(app: Flask) -> None:
    """Answers with a problem where a stream is damaged, and says what a list leaves out."""
    app.register_error_handler(Unreadable, lambda error: problem(error).response())
    app.after_request(_named)


def problem(error: Unreadable) -> Problem:
    """The 503 of a damaged stream, which is set aside."""
    _set_aside(error)
    broken = error.broken
    return Problem(503, str(error), "damaged", stream=broken.stream, version=broken.version)


def each(ids: Iterable[str], show: Callable[[str], T]) -> list[T]:
    """What `show` makes of each stream whose ruleset and box are installed and that can be read."""
    shown = []
    for id_ in ids:
        with suppress(NotInstalled):
            try:
                shown.append(show(id_))
            except Unreadable as error:
                _set_aside(error)
    return shown


def left_out() -> list[Broken]:
    """What this answer leaves out because it cannot be read."""
    found: list[Broken] = g.get("left_out", [])
    return found


def _set_aside(error: Unreadable) -> None:
    services().set_aside.note(error.broken)
    if has_request_context() and error.broken not in left_out():
        g.left_out = [*left_out(), error.broken]


def _named(response: Response) -> Response:
    if broken := left_out():
        response.headers[LEFT_OUT] = ", ".join(f"{one.stream};v={one.version}" for one in broken)
    return response
