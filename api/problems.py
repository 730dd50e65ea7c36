"""Errors as RFC 9457 problems: a sentence that says what to do, never a traceback."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from http import HTTPStatus
from sqlite3 import Error as SqliteError
from traceback import format_exception
from typing import Any, NoReturn

import msgspec
import structlog
from flask import Flask, Response
from psycopg import Error as PostgresError
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.exceptions import HTTPException

MEDIA_TYPE = "application/problem+json"

_SLUGS = {
    400: "not-json",
    401: "no-token",
    403: "not-allowed",
    404: "not-found",
    405: "wrong-method",
    409: "conflict",
    413: "too-large",
    415: "wrong-media-type",
    422: "schema",
    429: "too-many-requests",
    503: "unavailable",
}
_TITLES = {
    "conflict": "Conflict",
    "csrf": "Not sent by one of our pages",
    "id-reused": "This id holds something else",
    "no-token": "A token is needed",
    "not-allowed": "Not allowed",
    "not-found": "Not found",
    "not-json": "Not JSON",
    "partly-known": "Only a part of the batch is known",
    "rules": "The rules refuse this",
    "schema": "Not as the schema says",
    "too-large": "Too large",
    "too-many-requests": "Too many requests",
    "unavailable": "Not available now",
    "broken-archive": "This export cannot be taken in",
    "bug": "A mistake of ours",
    "wrong-media-type": "Wrong media type",
    "wrong-method": "Wrong method",
    "wrong-version": "The game is at another version",
}
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
        self.slug = slug or _SLUGS.get(status, "error")
        self.headers = dict(headers or {})
        self.more = more

    @property
    def title(self) -> str:
        """A few words that are the same for every problem of the type."""
        return _TITLES.get(self.slug) or HTTPStatus(self.status).phrase

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


def _database(error: Exception) -> Response:
    _log.error("database", error=str(error))
    detail = "The database does not answer; nothing was changed. Try again in a moment."
    return Problem(503, detail, headers={"Retry-After": "2"}).response()


def _bug(error: Exception) -> Response:
    # Without the values of variables: they hold tokens and hands.
    _log.error("bug", error=repr(error), traceback="".join(format_exception(error)))
    detail = "This should not have happened; it is in the server's log."
    return Problem(500, detail, "bug").response()


def wrong_version(game: str, present: int, expected: object) -> NoReturn:
    """Raises the 409 of a write that expected another version than `present`."""
    detail = f"{game} is at version {present}, not {expected}: read what is new, then send again."
    raise Problem(409, detail, "wrong-version", version=present)
