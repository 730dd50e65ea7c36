"""The pages on which a new game is begun."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, redirect, request, url_for

from api.access.callers import Caller, caller
from api.access.sessions import SESSION, csrf_token, require_csrf
from api.games import creation
from api.http.problems import Problem, not_found
from api.people import names
from api.services import services
from api.web.form_errors import Fault, faults
from api.web.frame import show, tell_problems
from api.web.kept_links import keep
from api.web.new_game import form
from projections.kit.box import Box
from projections.kit.find import rulesets
from projections.kit.ruleset import Ruleset

new_game_pages = Blueprint("new_game_pages", __name__)
tell_problems(new_game_pages)

LISTED = 2_000
"""People who are offered."""


@new_game_pages.get("/new")
def choose() -> Response:
    """Which game is on the table."""
    _maker()
    known = [(rules, services().boxes.list(rules.id)) for rules in rulesets().values()]
    return show("new_game/new.html", place="games", known=known)


@new_game_pages.get("/new/<ruleset:ruleset>")
def prepare(ruleset: str) -> Response:
    """Who sits where; everything else has a default."""
    _maker()
    return _form(_rules(ruleset))


@new_game_pages.post("/new/<ruleset:ruleset>")
def make(ruleset: str) -> Any:
    """Makes the game and opens its table; or, asked for another box or table, the form again."""
    asking = _maker()
    require_csrf(request.cookies.get(SESSION, ""))
    rules = _rules(ruleset)
    if request.form.get("do") == "again":
        return _form(rules)
    try:
        wanted = form.game(rules, _box(rules), request.form, _people())
        header, _ = creation.create(services(), asking, wanted)
    except Problem as problem:
        if problem.status != 422:
            raise
        return _form(rules, faults(problem))
    keep(services(), asking, header)
    return redirect(url_for("record_pages.table", game=header.id), 303)


def _form(rules: Ruleset[Any], refused: list[Fault] | None = None) -> Response:
    box, given, known = _box(rules), request.values, _people()
    return show(
        "new_game/new_game.html",
        422 if refused else 200,
        place="games",
        csrf=csrf_token(),
        rules=rules,
        box=box,
        boxes=services().boxes.list(rules.id),
        form=form.form(rules, box, given, known),
        people=list(known),
        given=given,
        faults=refused or [],
    )


def _people() -> dict[str, str]:
    """Whom the form offers: those whose names are not erased."""
    return form.called(services().people.find(names.search(""), most=LISTED))


def _maker() -> Caller:
    """The caller, if he may make games. Raises 403 with what to do instead."""
    asking = caller()
    if asking.role not in ("admin", "organizer"):
        raise Problem(403, "Sign in as an organizer to record a new game.")
    return asking


def _rules(ruleset: str) -> Ruleset[Any]:
    rules = rulesets().get(ruleset)
    if rules is None:
        raise not_found(f"There is no game {ruleset} here; there are {', '.join(rulesets())}.")
    return rules


def _box(rules: Ruleset[Any]) -> Box:
    wanted = request.values.get("box")
    found = services().boxes.resolve(rules.id, wanted or None)
    if found is None:
        raise not_found(f"{rules.name} has no box {str(wanted)[:100]}; choose one of the list.")
    return found
