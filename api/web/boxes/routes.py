"""The pages of component catalogues: their list, one to be proof-read, and taking one in."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, redirect, request, url_for

from api.access.callers import caller
from api.access.sessions import SESSION, csrf_token, require_csrf
from api.games import box_import
from api.http.messages import answer
from api.http.problems import Problem, not_found, unprocessable
from api.services import services
from api.web.boxes.cards import GAMES, cards
from api.web.boxes.catalogue import catalogue
from api.web.boxes.pictures import pictures
from api.web.form_errors import Fault, faults
from api.web.frame import show, tell_problems
from events import strict_json
from projections.kit.box import Box
from projections.kit.find import rulesets

box_pages = Blueprint("box_pages", __name__)
tell_problems(box_pages)


@box_pages.get("/boxes")
def listed() -> Response:
    """Every box, by game."""
    found = services().boxes.list()
    known = [(rules, [b for b in found if b.ruleset == rules.id]) for rules in rulesets().values()]
    return show("boxes/boxes.html", place="boxes", known=known, makes=_makes())


@box_pages.get("/boxes/<box:box>")
def one(box: str) -> Response:
    """What lies in a box."""
    found = _found(box)
    rules = rulesets().get(found.ruleset)
    return show(
        "boxes/box.html",
        place="boxes",
        box=found,
        rules=rules,
        whole=catalogue(found.content),
        pictures=pictures(found) if rules else [],
        makes=_makes(),
    )


@box_pages.get("/boxes/<box:box>/faces")
def faces(box: str) -> Response:
    """The cards of a box as replays draw them; a page of its own, since games are played for it."""
    found = _found(box)
    drawn = cards(found) if found.ruleset in rulesets() else []
    return show("boxes/faces.html", place="boxes", box=found, cards=drawn, simulated=GAMES)


@box_pages.get("/boxes/<box:box>.json")
def content(box: str) -> Response:
    """The JSON of a box, as it can be added elsewhere."""
    return answer(_found(box).content)


@box_pages.get("/boxes/new")
def ask() -> Response:
    """A form for a new box."""
    _require_maker()
    return _form()


@box_pages.post("/boxes/new")
def add() -> Any:
    """Takes a box in and shows it; or says what is wrong with it, place by place."""
    _require_maker()
    require_csrf(request.cookies.get(SESSION, ""))
    content: Any = None
    try:
        content = _content()
        box, _ = box_import.take_in(services(), request.form.get("ruleset", ""), content)
    except Problem as problem:
        if problem.status not in (400, 422):
            raise
        return _form(faults(problem, {"box": content}))
    return redirect(url_for("box_pages.one", box=box.id), 303)


def _found(box: str) -> Box:
    found = services().boxes.get(box)
    if found is None:
        raise not_found(f"There is no box {box[:100]}; perhaps it is in the list of boxes.")
    return found


def _content() -> dict[str, Any]:
    """The JSON of the file, or of the text field. Raises 400 and 422."""
    file = request.files.get("file")
    given = file.read() if file else b""
    text = given or request.form.get("text", "").encode()
    if not text.strip():
        raise unprocessable({}, "Choose the file of a box, or paste its text.")
    try:
        content = strict_json.parse(text)
    except strict_json.NotJson as error:
        raise Problem(400, str(error)) from None
    if not isinstance(content, dict):
        raise unprocessable({}, "A box is one JSON object: { … }.")
    return content


def _form(refused: list[Fault] | None = None) -> Response:
    return show(
        "boxes/box_new.html",
        422 if refused else 200,
        place="boxes",
        csrf=csrf_token(),
        known=list(rulesets().values()),
        given=request.values,
        faults=refused or [],
    )


def _makes() -> bool:
    return caller().role in ("admin", "organizer")


def _require_maker() -> None:
    if not _makes():
        raise Problem(403, "Sign in as an organizer to add a box.")
