"""The page on which the export of a game is taken back."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, redirect, request, url_for

from api import importing
from api.access.callers import caller
from api.access.sessions import SESSION, csrf_token, require_csrf
from api.http.problems import Problem, unprocessable
from api.schemas import Header
from api.services import services
from api.web.form_errors import Fault, faults
from api.web.frame import show, tell_problems
from api.web.kept_links import keep

import_pages = Blueprint("import_pages", __name__)
tell_problems(import_pages)


@import_pages.get("/import")
def ask() -> Response:
    """A form for the file."""
    _require_maker()
    return _form()


@import_pages.post("/import")
def take() -> Any:
    """Takes the game in and shows it; or says what is wrong with the file."""
    asking = _require_maker()
    require_csrf(request.cookies.get(SESSION, ""))
    file = request.files.get("file")
    try:
        content = file.read() if file else b""
        if not content.strip():
            raise unprocessable({}, "Choose the file of a game: an export has the ending .jsonl.")
        found, _ = importing.import_stream(services(), asking, content)
    except Problem as problem:
        if problem.status not in (400, 409, 422):
            raise
        return _form(faults(problem))
    if not isinstance(found, Header):
        return redirect(f"/leagues/{found.id}", 303)
    keep(services(), asking, found)
    return redirect(url_for("replay_pages.replay", game=found.id), 303)


def _form(refused: list[Fault] | None = None) -> Response:
    status = 422 if refused else 200
    return show(
        "new_game/import.html", status, place="games", csrf=csrf_token(), faults=refused or []
    )


def _require_maker() -> Any:
    asking = caller()
    if asking.role not in ("admin", "organizer"):
        raise Problem(403, "Sign in as an organizer to import a game.")
    return asking
