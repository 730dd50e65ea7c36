"""What every page is sent with: never kept by others, compressed, problems as pages too."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, current_app, render_template, request
from werkzeug.exceptions import HTTPException

from api.http.damage import problem
from api.http.messages import compressed
from api.http.problems import Problem, unprocessable
from api.http.queries import LONGEST_WORD
from events import strict_json
from events.damage import Unreadable
from projections.games.tape import NotInstalled

_HTML = "text/html; charset=utf-8"


def show(template: str, status: int = 200, **content: Any) -> Response:
    """A page for whoever asks; its frame gets what the blueprint `pages` gives every template."""
    response = Response(render_template(template, **content), status, content_type=_HTML)
    response.headers["Cache-Control"] = "private, no-cache"
    response.vary.add("Cookie")
    return compressed(response)


def word(values: Mapping[str, str], name: str) -> str:
    """A short text that somebody has filled in, without what no database keeps."""
    return values.get(name, "").replace("\0", "").strip()[:LONGEST_WORD]


def tell_problems(blueprint: Blueprint) -> None:
    """Answers with pages where a view of the blueprint finds a problem, and refuses forms with what
    no database keeps."""
    blueprint.before_request(_require_text)
    blueprint.register_error_handler(Problem, told)
    blueprint.register_error_handler(HTTPException, _http)
    blueprint.register_error_handler(NotInstalled, _not_installed)
    blueprint.register_error_handler(Unreadable, lambda error: told(problem(error)))


def _require_text() -> None:
    """Raises 422 for a character that nobody can type; what comes as JSON has been looked at."""
    for name, text in request.form.items(multi=True):
        if faults := strict_json.refusals([name, text]):
            raise unprocessable({"_schema": faults})


def told(problem: Problem) -> Response:
    """A problem as a page."""
    shown = render_template("problem.html", problem=problem)
    return Response(shown, problem.status, problem.headers, content_type=_HTML)


def _http(error: HTTPException) -> Response | HTTPException:
    if error.code is None or error.code < 400:
        return error
    return told(Problem(error.code, _said(error)))


def _said(error: HTTPException) -> str:
    if error.code == 413:
        most = current_app.config["MAX_CONTENT_LENGTH"] / 1_000_000
        return f"This is too large: a page takes at most {most:g} MB. Nothing was stored."
    return error.description or error.name


def _not_installed(error: NotInstalled) -> Response:
    return told(Problem(501, str(error)))
