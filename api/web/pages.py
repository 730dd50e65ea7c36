"""The pages of the web app: everything is there without JavaScript."""

from __future__ import annotations

from functools import partial
from typing import Any

from flask import Blueprint, Response, request, url_for
from flask.blueprints import BlueprintSetupState
from werkzeug.exceptions import HTTPException
from werkzeug.routing import BaseConverter

from api.access.callers import caller
from api.access.sessions import SESSION, csrf_token
from api.games import listing
from api.games.game_access import look_as
from api.http.damage import each, left_out
from api.http.problems import Problem, not_found
from api.paging import Which
from api.services import services
from api.web import words
from api.web.frame import show, tell_problems, word
from api.web.leagues.routes import some_leagues
from api.web.replay.stories import Story, story
from projections.kit.drawing import svg
from projections.kit.drawing.outlines import seat_mark
from projections.kit.find import rulesets
from projections.kit.rulebook import Rule

pages = Blueprint("pages", __name__, static_folder="static", template_folder="templates")

_HOME = 8
_LEAGUES = 5
_PAGE = 20


class _Elsewhere(BaseConverter):
    """Any path that is not the API's: there every address is known or a problem."""

    regex = r"(?!api/).+?"
    part_isolating = False


@pages.record_once
def _prepare(state: BlueprintSetupState) -> None:
    state.app.url_map.converters["elsewhere"] = _Elsewhere
    state.app.jinja_env.trim_blocks = state.app.jinja_env.lstrip_blocks = True
    state.app.jinja_env.globals.update(
        grades=words.GRADES,
        seat_mark=seat_mark,
        severities=words.SEVERITIES,
        statuses=words.STATUSES,
    )


for _said in (
    words.moment,
    words.short_date,
    words.long_date,
    words.count,
    words.count_in_words,
    words.in_all,
    words.lag,
    words.plain,
):
    pages.add_app_template_filter(_said)


@pages.app_context_processor
def _chrome() -> dict[str, Any]:
    """What every page's frame needs, also that which says that the request was refused."""
    try:
        role = caller().role
    except (Problem, HTTPException):  # it was sent without proof, or is too large to be read
        role = None
    return {
        "csrf": csrf_token() if SESSION in request.cookies else None,
        "left_out": left_out(),
        "place": None,
        "record": _record_address(role),
        "you": role,
    }


tell_problems(pages)


@pages.get("/")
def home() -> Response:
    """Live games, recent games, leagues."""
    here, asking = services(), caller()
    some = Which(size=_HOME)
    on = listing.games(here, asking, {"status": ("setup", "playing")}, some)
    over = listing.games(here, asking, {"status": ("ended", "abandoned")}, some)
    live, recent = each(on.entries, _story), each(over.entries, _story)
    first = next(iter(live or recent), None)
    return show(
        "home.html",
        place="games",
        first=first,
        board=first and svg.board(first.scene),
        recent=[one for one in recent if one is not first],
        live=live[1:],
        leagues=some_leagues(_LEAGUES),
        everything=listing.games(here, asking, {}, Which(size=1)),
    )


@pages.get("/games")
def games() -> Response:
    """Every game that the caller may know of, with filters."""
    asked = {key: word(request.args, key) for key in ("q", "ruleset", "status", "league")}
    number = max(1, min(request.args.get("page", 1, type=int), 10**9))
    page = listing.games(services(), caller(), asked, Which(number, _PAGE))
    query: dict[str, Any] = {key: value for key, value in asked.items() if value}
    return show(
        "games.html",
        place="games",
        asked=asked,
        stories=each(page.entries, _story),
        page=page,
        address=partial(url_for, "pages.games", **query),
        rulesets=[(rules.id, rules.name) for rules in rulesets().values()],
    )


@pages.get("/rulesets")
def rulesets_page() -> Response:
    """The games whose rules are known."""
    return show("rulesets.html", place="rules", all=list(rulesets().values()))


@pages.get("/rulesets/<ruleset:ruleset>")
def ruleset(ruleset: str) -> Response:
    """What the referee checks, with citations, and the rulings."""
    rules = rulesets().get(ruleset)
    if rules is None:
        raise not_found(f"There is no game {ruleset} here; there are {', '.join(rulesets())}.")
    chapters: dict[str, list[Rule]] = {}
    for key, rule in rules.rulebook.rules.items():
        chapters.setdefault(key.split(".")[0].replace("-", " ").capitalize(), []).append(rule)
    return show("ruleset.html", place="rules", rules=rules, chapters=chapters)


@pages.get("/sign-in")
def sign_in() -> Response:
    """A form for a token; a link's token stands in its fragment, which page.js sends."""
    return show("sign_in.html", place="sign-in", csrf=csrf_token())


@pages.get("/<elsewhere:path>")
def nothing(path: str) -> Response:
    """Any other address."""
    raise not_found(f"There is no page /{path[:80]}. Perhaps the link was cut short.")


def _story(game: str) -> Story:
    return story(look_as(services(), caller(game), game))


def _record_address(role: str | None) -> str | None:
    """Where whoever may make games begins one."""
    return url_for("new_game_pages.choose") if role in ("admin", "organizer") else None
