"""The pages of the recorder: a new game, and the table at which it is recorded."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, redirect, render_template, request, url_for

from api import creation, documents
from api.access import records
from api.auth import Caller, caller
from api.creation import GameBody
from api.http import compressed
from api.look import look
from api.problems import Problem, not_found
from api.services import services
from api.session import SESSION, csrf_token, remember, require_csrf
from api.web.panels import docks
from projections.kit.common import Seated
from projections.kit.find import rulesets
from projections.kit.ruleset import Ruleset

tables = Blueprint("tables", __name__, template_folder="templates")


@tables.get("/new")
def choose() -> Response:
    """Which game is on the table."""
    _maker()
    return _page("new.html", rules=None, all=list(rulesets().values()))


@tables.get("/new/<ruleset:ruleset>")
def prepare(ruleset: str) -> Response:
    """Who sits where; everything else has a default."""
    _maker()
    rules = _rules(ruleset)
    chosen = request.args.get("players", len(rules.seatings[0]), type=int)
    seating = next((s for s in rules.seatings if len(s) == chosen), rules.seatings[0])
    return _page("new.html", rules=rules, seating=seating, boxes=services().boxes.list(ruleset))


@tables.post("/new/<ruleset:ruleset>")
def make(ruleset: str) -> Any:
    """Makes the game and opens its table."""
    asking = _maker()
    require_csrf(request.cookies.get(SESSION, ""))
    rules = _rules(ruleset)
    names = {seat: request.form.get(f"name-{seat}", "").strip() for seat in _seats(rules)}
    seats = [Seated(seat=seat, name=name or f"Side {seat}") for seat, name in names.items()]
    rulings = {
        ruling.key: value
        for ruling in rules.rulebook.rulings.values()
        for value in ruling.values
        if request.form.get(f"ruling-{ruling.key}") == str(value) and value != ruling.default
    }
    wanted = GameBody(
        ruleset=ruleset,
        seats=seats,
        box=request.form.get("box"),
        options={"policy": request.form.get("policy", "record"), "rulings": rulings},
        visibility="public" if request.form.get("public") else "unlisted",
    )
    header, _ = creation.create(services(), asking, wanted)
    remember((header.links.recorder or "").rpartition("#")[2])
    return redirect(url_for("tables.table", game=header.id), 303)


def _maker() -> Caller:
    """The caller, if he may make games. Raises 403 with what to do instead."""
    asking = caller()
    if asking.role not in ("admin", "organizer"):
        raise Problem(403, "Sign in as an organizer to record a new game.")
    return asking


def _seats(rules: Ruleset[Any]) -> tuple[str, ...]:
    for seating in rules.seatings:
        if set(seating) == {k.removeprefix("name-") for k in request.form if k.startswith("name-")}:
            return seating
    return rules.seatings[0]


def _rules(ruleset: str) -> Ruleset[Any]:
    rules = rulesets().get(ruleset)
    if rules is None:
        raise not_found(f"There is no game {ruleset} here; there are {', '.join(rulesets())}.")
    return rules


@tables.get("/games/<game:game>/record")
def table(game: str) -> Response:
    """The table of a game that is being recorded."""
    seen = look(game)
    may = records(seen.here, seen.asking, game)
    scene = documents.scene(seen, seen.tape.steps)
    return _page(
        "record.html",
        game=documents.header(seen),
        rules=seen.tape.rules,
        scene=scene,
        docks=docks(scene, spots=()),
        may=may,
    )


@tables.errorhandler(Problem)
def _problem(problem: Problem) -> Response:
    page = render_template("problem.html", problem=problem, you=caller().role, place=None)
    return Response(page, problem.status, problem.headers, content_type="text/html; charset=utf-8")


def _page(template: str, **content: Any) -> Response:
    page = render_template(template, you=caller().role, csrf=csrf_token(), place="games", **content)
    response = Response(page, content_type="text/html")
    response.headers["Cache-Control"] = "private, no-cache"
    response.vary.add("Cookie")
    return compressed(response)
