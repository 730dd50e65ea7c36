"""Errors as RFC 9457 problems: a sentence that says what to do, never a traceback."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from http import HTTPStatus
from sqlite3 import SQLITE_FULL
from sqlite3 import Error as SqliteError
from traceback import format_exception
from typing import Any, NoReturn

import msgspec
import structlog
from flask import Flask, Response
from msgspec import Struct
from psycopg import Error as PostgresError
from psycopg.errors import DiskFull
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.exceptions import HTTPException

from projections.games.tape import NotInstalled

MEDIA_TYPE = "application/problem+json"


class Kind(Struct, frozen=True):
    """A type of problem: its title, and what it says to whoever reads about it at /docs."""

    status: int
    title: str
    meaning: str


KINDS = {
    "not-json": Kind(
        400,
        "Not JSON",
        "The body is no JSON that the log could keep: UTF-8, each key once, whole numbers up to "
        "2^53, no U+0000, at most 32 levels deep.",
    ),
    "no-token": Kind(401, "A token is needed", "There is no token, or it is not valid any more."),
    "not-allowed": Kind(403, "Not allowed", "The token is valid, but not for this."),
    "csrf": Kind(
        403,
        "Not sent by one of our pages",
        "A write with the web app's session needs the CSRF token of its pages.",
    ),
    "not-found": Kind(
        404, "Not found", "There is no such thing, or none that this token may know of."
    ),
    "wrong-method": Kind(405, "Wrong method", "`Allow` names those that this address answers."),
    "conflict": Kind(409, "Conflict", "Something else is there already; nothing was changed."),
    "wrong-version": Kind(
        409,
        "The game is at another version",
        "`version` is the present one: read what is new, then send again.",
    ),
    "id-reused": Kind(
        409, "This id holds something else", "The ids in `known` are stored with other content."
    ),
    "deleted": Kind(
        410, "Deleted", "The game was here and was deleted for good; only its id is kept."
    ),
    "partly-known": Kind(
        409,
        "Only a part of the batch is known",
        "The ids in `known` are stored already; send the others by themselves.",
    ),
    "too-large": Kind(
        413,
        "Too large",
        "Bodies have at most 8 MB, imports 64 MB, batches 1,000 events.",
    ),
    "wrong-media-type": Kind(415, "Wrong media type", "`detail` names the right one."),
    "schema": Kind(
        422, "Not as the schema says", "`errors` holds every message, keyed by field or index."
    ),
    "rules": Kind(
        422,
        "The rules refuse this",
        "The game enforces its rules; `findings` says which events are against which.",
    ),
    "broken-archive": Kind(
        422,
        "This export cannot be taken in",
        "`version` is that of the first event at fault, where it is one.",
    ),
    "too-many-requests": Kind(429, "Too many requests", "Wait as long as `Retry-After` says."),
    "bug": Kind(500, "A mistake of ours", "It is in the server's log."),
    "not-installed": Kind(
        501,
        "The rules of this game are not installed",
        "The game is safe in the log; it can be shown again once its ruleset and box are here.",
    ),
    "disk-full": Kind(
        507, "The disk is full", "Nothing was changed; free some room, then send again."
    ),
    "unavailable": Kind(503, "Not available now", "Try again in a moment."),
    "damaged": Kind(
        503,
        "Damaged",
        "What is stored of this game or league is not what was recorded; `version` is the first "
        "event at fault. It is set aside until the database is mended; all others go on.",
    ),
}
"""Every type of problem by its slug; the first of a status is meant where none is named."""

_ALWAYS: Mapping[int, Mapping[str, str]] = {
    401: {"WWW-Authenticate": 'Bearer realm="gametape"'},
    503: {"Retry-After": "2"},
}
"""Headers that every answer of a status has."""

_log = structlog.get_logger()


class Problem(Exception):
    """An answer that is an error. `more` are further members of the document."""

    def __init__(
        self,
        status: int,
        detail: str,
        slug: str | None = None,
        headers: Mapping[str, str] | None = None,
        **more: Any,
    ) -> None:
        """`slug` names the type; left out, it follows from the status."""
        super().__init__(detail)
        self.status, self.detail = status, detail
        self.slug = slug or _usual(status)
        self.headers = {**_ALWAYS.get(status, {}), **(headers or {})}
        self.more = more

    @property
    def title(self) -> str:
        """A few words that are the same for every problem of the type."""
        known = KINDS.get(self.slug)
        return known.title if known else HTTPStatus(self.status).phrase

    def document(self) -> dict[str, Any]:
        """The problem as it is sent."""
        return {
            "type": f"/problems/{self.slug}",
            "title": self.title,
            "status": self.status,
            "detail": self.detail,
            **self.more,
        }

    def response(self) -> Response:
        """The answer with its media type and headers."""
        body = msgspec.json.encode(self.document())
        return Response(body, self.status, self.headers, content_type=MEDIA_TYPE)


def _usual(status: int) -> str:
    return next((slug for slug, kind in KINDS.items() if kind.status == status), "error")


def not_found(what: str) -> Problem:
    """404: `what` is a sentence."""
    return Problem(404, what)


def unprocessable(errors: Mapping[Any, Any], detail: str = "") -> Problem:
    """422 with errors keyed by field."""
    return Problem(422, detail or _first_sentence(errors), errors=errors)


def _first_sentence(errors: Mapping[Any, Any]) -> str:
    path, message = next(_leaves(errors, ()), ((), "Something is wrong."))
    place = ".".join(str(part) for part in path if part != "_schema")
    return f"{place}: {message}" if place else str(message)


def _leaves(node: Any, path: tuple[Any, ...]) -> Iterator[tuple[tuple[Any, ...], Any]]:
    if isinstance(node, Mapping):
        for key, value in node.items():
            yield from _leaves(value, (*path, key))
    elif isinstance(node, list | tuple):
        for value in node:
            yield from _leaves(value, path)
    else:
        yield path, node


def handle(app: Flask) -> None:
    """Makes every error of `app` a problem, also those that Flask itself finds."""
    app.register_error_handler(Problem, Problem.response)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(NotInstalled, _not_installed)
    for error in (SQLAlchemyError, SqliteError, PostgresError):
        app.register_error_handler(error, _database)
    app.register_error_handler(Exception, _bug)


def _http(error: HTTPException) -> Response | HTTPException:
    """What werkzeug raises, with its own headers (`Allow`, `Retry-After`) kept."""
    if error.code is not None and error.code < 400:
        return error
    kept = {k: v for k, v in error.get_headers() if k.lower() not in ("content-type", "location")}
    status = error.code or 500
    return Problem(status, _said(error), headers=kept).response()


def _said(error: HTTPException) -> str:
    match error.code:
        case 404:
            return "There is nothing at this address; /docs lists what there is."
        case 405:
            allowed = ", ".join(sorted(getattr(error, "valid_methods", None) or ()))
            return f"This address answers {allowed} only."
        case 413:
            return "The body is too large; send it in parts."
    return error.description or error.name


def _not_installed(error: NotInstalled) -> Response:
    return Problem(501, str(error)).response()


def is_full(error: BaseException) -> bool:
    """Whether a database could not write because there is no room left."""
    driver = getattr(error, "orig", None) or error
    return isinstance(driver, DiskFull) or (
        getattr(driver, "sqlite_errorcode", None) == SQLITE_FULL
    )


def _database(error: Exception) -> Response:
    _log.error("database", error=str(error))
    if is_full(error):
        detail = "The disk of the server is full: nothing was changed. Send again when it has room."
        return Problem(507, detail, headers={"Retry-After": "60"}).response()
    detail = "The database does not answer; nothing was changed. Try again in a moment."
    return Problem(503, detail).response()


def _bug(error: Exception) -> Response:
    # Without the values of variables: they hold tokens and hands.
    _log.error("bug", error=repr(error), traceback="".join(format_exception(error)))
    detail = "This should not have happened; it is in the server's log."
    return Problem(500, detail, "bug").response()


def wrong_version(game: str, present: int, expected: object) -> NoReturn:
    """Raises the 409 of a write that expected another version than `present`."""
    detail = f"{game} is at version {present}, not {expected}: read what is new, then send again."
    raise Problem(409, detail, "wrong-version", version=present)
