"""The pages of a season: its table and fixtures, and the forms of its organizer."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial
from typing import Any

from flask import Blueprint, Response, redirect, request, url_for

from api.access.sessions import SESSION, csrf_token, require_csrf
from api.games.recording import EventBody
from api.http.messages import read_as
from api.http.problems import Problem, not_found
from api.leagues import league_access
from api.leagues.league_access import LeagueSeen, look_at_season
from api.leagues.recording import record, require_organizer
from api.people import names as people
from api.rest.leagues.seasons import Generate, generated
from api.services import services
from api.web.form_errors import Fault
from api.web.frame import show, tell_problems
from api.web.leagues.routes import named, said_of_one, sent
from api.web.seasons import page
from events import clock
from events.clock import zone
from events.drafts import plain_data
from projections.kit.common import Name, Payload
from projections.kit.find import rulesets
from projections.leagues.counting import counting, label
from projections.leagues.judge import possible
from projections.leagues.payloads import Settings
from projections.leagues.results import DIFFERENCE, made_of
from projections.leagues.state import Fixture, Season
from projections.people import bare
from projections.seasons import kept_standings

season_pages = Blueprint("season_pages", __name__)
tell_problems(season_pages)


@season_pages.get("/seasons/<season:season>")
def one(season: str, refused: list[Fault] | None = None) -> Response:
    """The table of a season and its fixtures, of all teams or of one."""
    seen, found = look_at_season(season)
    team = request.args.get("team") if request.args.get("team") in found.teams else None
    parts = page.parts(found, team)
    decided = kept_standings.decided(seen.here.engine, season)
    listed = [one for part in parts for one in part.fixtures]
    off = {one.id for one in listed if found.is_off(one)}
    window = page.window(parts, request.args.get("round"), decided | off)
    void = {one.id for one in listed if one.cancelled or _is_annulled(found, one)}
    to_play = [one.id for one in listed if one.id in decided - void or one.id not in off]
    names = _people(seen, found)
    return show(
        "seasons/season.html",
        422 if refused else 200,
        place="leagues",
        league=league_access.document(seen),
        season=league_access.season_document(seen, found),
        game=named().get(found.ruleset, found.ruleset),
        standings=page.standings(seen, found, names),
        rounds=page.rounds(seen, found, window.shown, may=seen.may_record),
        window=window,
        played=sum(one in decided for one in to_play),
        to_play=len(to_play),
        team=found.teams[team] if team else None,
        teams=list(found.teams.values()),
        names=names,
        may=seen.may_record,
        csrf=csrf_token(),
        given=request.form,
        faults=refused or [],
    )


def _is_annulled(season: Season, fixture: Fixture) -> bool:
    return any(team.withdrawn == "annulled" for team in season.without(fixture))


@season_pages.get("/seasons/<season:season>/people")
def personal(season: str) -> Response:
    """The table of the people of a season."""
    seen, found = look_at_season(season)
    return show(
        "seasons/season_people.html",
        place="leagues",
        league=league_access.document(seen),
        season=league_access.season_document(seen, found),
        standings=page.standings(seen, found, {}, "people"),
    )


def _people(seen: LeagueSeen, season: Season) -> dict[str, str]:
    """The people of the teams by id, as far as the caller may know of them."""
    everybody = {person for team in season.teams.values() for person in team.people}
    return dict(people.known(seen.here, seen.asking, dict.fromkeys(everybody, "")))


@season_pages.post("/seasons/<season:season>")
def change(season: str) -> Any:
    """Enters or withdraws a team, schedules fixtures, or closes the season."""
    seen, found = _organized(season)
    asked = request.form.get("do", "")
    do = partial(_go_by, seen) if asked == "zone" else _FORMS.get(asked)
    if do is None:
        raise Problem(400, "The form does not say what to do; reload the page and try again.")

    def write() -> None:
        events = [EventBody(type=type_, data=data) for type_, data in do(found)]
        record(seen, events)

    to = url_for("season_pages.one", season=season)
    return sent(write, to, lambda refused: one(season, refused))


def _organized(season: str) -> tuple[LeagueSeen, Season]:
    require_csrf(request.cookies.get(SESSION, ""))
    seen, found = look_at_season(season)
    require_organizer(seen)
    return seen, found


_WHOLE = re.compile(r"-?[0-9]{1,15}")

Events = Iterator[tuple[str, dict[str, Any]]]


def _enter(season: Season) -> Events:
    name = request.form.get("name", "").strip()
    team = _team_id(name)
    if not name or team in season.teams:
        said = f"{name} take part already; give this team another name." if name else "Name it."
        raise Problem(422, said, errors={"name": [said]})
    people = _persons(name)
    yield "TeamEntered", {"season": season.id, "team": team, "name": name, "people": people}


def _team_id(name: str) -> str:
    """The id of a team of that name: the same in every season, so that a team can be followed."""
    plain = "-".join("".join(c if c.isascii() and c.isalnum() else " " for c in bare(name)).split())
    return plain[:64].strip("-") or clock.new_id()


class _Names(Payload, frozen=True):
    name: Name
    people: list[Name]


def _persons(team: str) -> list[str]:
    """The ids of the people that the form names, comma after comma; new ones are entered.

    Raises 422 for their names and for that of the team, before anybody is entered.
    """
    names = [" ".join(part.split()) for part in request.form.get("people", "").split(",")]
    wanted = read_as(_Names, {"name": team, "people": [name for name in names if name]})
    return [_person(name) for name in wanted.people]


def _person(name: str) -> str:
    here = services()
    same = here.people.named(name)
    return same.id if same else here.people.add(name)[0].id


def _rename(season: Season) -> Events:
    """Another name, other people; what is left empty stays as it is."""
    known = season.teams.get(request.form.get("team", ""))
    if known is None or known.withdrawn:
        said = "Choose a team that takes part."
        raise Problem(422, said, errors={"team": [said]})
    name = request.form.get("name", "").strip() or known.name
    people = _persons(name) or list(known.people)
    yield "TeamEntered", {"season": season.id, "team": known.id, "name": name, "people": people}


def _withdraw(season: Season) -> Events:
    data = {key: request.form.get(key, "") for key in ("team", "results")}
    yield "TeamWithdrawn", {"season": season.id, **data, **_reason()}


def _generate(season: Season) -> Events:
    last = max((one.round or 0 for one in season.fixtures.values()), default=0)
    twice = request.form.get("legs") == "2"
    wanted = Generate(generate="round-robin", legs=2 if twice else 1, first_round=last + 1)
    for data in generated(season, wanted):
        yield "FixtureScheduled", data


def _schedule(season: Season) -> Events:
    teams = [team for n in range(1, 5) if (team := request.form.get(f"team-{n}", ""))]
    data: dict[str, Any] = {"season": season.id, "fixture": clock.new_id(), "teams": teams}
    yield "FixtureScheduled", {**data, **_when(season)}


def _close(season: Season) -> Events:
    yield "SeasonClosed", {"season": season.id, **_reason()}


def _go_by(seen: LeagueSeen, season: Season) -> Events:
    """Another time zone: the event that opened the season is put right."""
    opened = next(
        event
        for event in seen.log
        if event.type == "SeasonOpened" and plain_data(event.data)["season"] == season.id
    )
    data = plain_data(opened.data)
    zone_name = request.form.get("time_zone", "").strip() or "UTC"
    settings = {**(data.get("settings") or {}), "time_zone": zone_name}
    yield "EventAmended", {"target": opened.version, "data": {**data, "settings": settings}}


def _reopen(season: Season) -> Events:
    yield "SeasonReopened", {"season": season.id, **_reason()}


def _draw(season: Season) -> Events:
    order = [team for n in range(1, 9) if (team := request.form.get(f"lot-{n}", ""))]
    yield "LotsDrawn", {"season": season.id, "teams": order}


_FORMS: dict[str, Callable[[Season], Events]] = {
    "team": _enter,
    "rename": _rename,
    "withdraw": _withdraw,
    "generate": _generate,
    "fixture": _schedule,
    "lots": _draw,
    "close": _close,
    "reopen": _reopen,
}


def _reason() -> dict[str, str]:
    reason = request.form.get("reason", "").strip()
    return {"reason": reason} if reason else {}


def _when(season: Season) -> dict[str, Any]:
    """Round and time as a form has them; a browser sends the time without its zone, which is that
    of the season."""
    when: dict[str, Any] = {}
    if number := request.form.get("round", type=int):
        when["round"] = number
    if at := request.form.get("at", "").strip():
        when["at"] = _with_zone(at, season) if len(at) == len("2026-12-03T19:00") else at
    return when


def _with_zone(at: str, season: Season) -> str:
    try:
        there = datetime.fromisoformat(at).replace(tzinfo=zone(season.settings.time_zone or "UTC"))
    except ValueError:
        return at
    return there.isoformat()


@season_pages.get("/seasons/<season:season>/fixtures/<game:fixture>")
def meeting(season: str, fixture: str, refused: list[Fault] | None = None) -> Response:
    """A fixture: what counts of it, and the forms to move it or to award a result."""
    seen, found = look_at_season(season)
    part = page.Part("", "", [_require(found, fixture)])
    shown = page.rounds(seen, found, [part], may=seen.may_record)[0].fixtures[0]
    rules = rulesets().get(found.ruleset)
    counts = None if rules is None else counting(rules.standings, found.settings)
    usual = () if rules is None else counting(rules.standings, Settings()).told
    amounts = [] if counts is None else [*dict.fromkeys([*counts.told, *usual])]
    return show(
        "seasons/fixture.html",
        422 if refused else 200,
        place="leagues",
        league=league_access.document(seen),
        season=league_access.season_document(seen, found),
        shown=shown,
        recordings=page.recordings(seen, found, shown.fixture),
        chosen=found.fixtures[fixture].chosen,
        outcomes=[] if counts is None else possible(counts.points, len(shown.fixture.teams)),
        # What somebody wrote down comes first: differences follow from it.
        amounts=[
            (name, label(name), made_of(name, amounts)) for name in sorted(amounts, key=_late)
        ],
        reason=_award_reason(found, fixture),
        may=seen.may_record and not found.closed,
        left=found.without(found.fixtures[fixture]),
        csrf=csrf_token(),
        given=request.form,
        faults=refused or [],
    )


def _late(name: str) -> bool:
    return name.endswith(DIFFERENCE)


def _require(season: Season, fixture: str) -> Fixture:
    found = season.fixtures.get(fixture)
    if found is None:
        raise not_found(f"{season.name} has no fixture {fixture}.")
    return found


def _award_reason(season: Season, fixture: str) -> str | None:
    award = season.fixtures[fixture].awarded
    return None if award is None else award.reason


@season_pages.post("/seasons/<season:season>/fixtures/<game:fixture>")
def change_fixture(season: str, fixture: str) -> Any:
    """Awards a result, says which game counts, moves the fixture, or cancels it."""
    seen, found = _organized(season)
    scheduled = _require(found, fixture)
    match request.form.get("do"):
        case "award":
            event = EventBody(type="ResultAwarded", data=_award(scheduled))
        case "move":
            event = EventBody(type="FixtureMoved", data={"fixture": fixture, **_when(found)})
        case "choose":
            chosen = {"fixture": fixture, "game": request.form.get("game") or None, **_reason()}
            event = EventBody(type="GameChosen", data=chosen)
        case "cancel":
            event = EventBody(type="FixtureCancelled", data={"fixture": fixture, **_reason()})
        case _:
            raise Problem(400, "The form does not say what to do; reload the page and try again.")
    try:
        record(seen, [event])
    except Problem as problem:
        return meeting(season, fixture, said_of_one(problem))
    return redirect(url_for("season_pages.one", season=season), 303)


def _award(scheduled: Fixture) -> dict[str, Any]:
    awards = []
    for team in scheduled.teams:
        start = f"{team}."
        amounts = {
            key.removeprefix(start): _whole(value)
            for key, value in request.form.items()
            if key.startswith(start) and key != f"{team}.outcome" and value.strip()
        }
        outcome = request.form.get(f"{team}.outcome", "")
        awards.append({"team": team, "outcome": outcome, "amounts": amounts})
    basis = "result" if request.form.get("basis") == "result" else "decision"
    return {"fixture": scheduled.id, "awards": awards, "basis": basis, **_reason()}


def _whole(text: str) -> int | str:
    """A whole number as a form sends it; what is none as it stands, for the door to refuse."""
    plain = text.strip().replace("−", "-")
    return int(plain) if _WHOLE.fullmatch(plain) else text
