"""The pages of leagues: which there are, their seasons, and their logs with the way to correct."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import msgspec
from flask import Blueprint, Response, redirect, request, url_for
from msgspec import Struct

from api.access.callers import caller
from api.access.issuing import TokenBody, grant
from api.access.sessions import SESSION, csrf_token, require_csrf
from api.games.creation import Visibility
from api.games.recording import EventBody
from api.http.messages import read_as
from api.http.problems import Problem
from api.leagues import league_access
from api.leagues.league_access import LeagueDocument, LeagueSeen, look
from api.leagues.recording import LeagueBody, create, record, require_organizer
from api.paging import Which
from api.rest.leagues.leagues import found
from api.services import services
from api.web.form_errors import Fault, faults
from api.web.frame import show, tell_problems
from api.web.words import moment
from events import clock
from events.corrections import CORRECTIONS
from events.event import Event
from projections.kit.find import rulesets
from projections.leagues.obey import read
from projections.leagues.text import sentence

league_pages = Blueprint("league_pages", __name__)
tell_problems(league_pages)

_PAGE = 40
_LOG = 200


class _Visible(Struct, frozen=True):
    visibility: Visibility


class Entry(Struct, frozen=True):
    """An event of the log in words. `standing`: false for what was taken back."""

    version: int
    at: str
    said: str
    standing: bool
    amended: bool
    correction: bool


@league_pages.get("/leagues")
def listed(refused: list[Fault] | None = None) -> Response:
    """The leagues that the caller may know of; whoever may make one does it here."""
    asking = caller()
    page = found(services(), asking, {}, Which(_page(), _PAGE))
    return show(
        "leagues/leagues.html",
        422 if refused else 200,
        place="leagues",
        leagues=page.entries,
        page=page,
        address=partial(url_for, "league_pages.listed"),
        csrf=csrf_token(),
        may=asking.role == "admin" or (asking.role == "organizer" and asking.league is None),
        rulesets=named(),
        given=request.form,
        faults=refused or [],
    )


def named() -> dict[str, str]:
    """The names of the games, by their ids."""
    return {rules.id: rules.name for rules in rulesets().values()}


def some_leagues(most: int) -> Sequence[LeagueDocument]:
    """The first leagues of those that the caller may know of, by name."""
    return found(services(), caller(), {}, Which(size=most)).entries


@league_pages.post("/leagues")
def make() -> Any:
    """Makes a league and opens its page."""
    require_csrf(request.cookies.get(SESSION, ""))
    asking = caller()
    if asking.role not in ("admin", "organizer"):
        raise Problem(403, "Sign in as an organizer to make a league.")
    form = {key: value.strip() for key, value in request.form.items()}
    wanted = {"name": form.get("name", ""), "ruleset": form.get("ruleset") or None}
    wanted["visibility"] = form.get("visibility") or "unlisted"
    try:
        seen, _ = create(services(), asking, read_as(LeagueBody, wanted))
    except Problem as problem:
        if problem.status != 422:
            raise
        return listed(faults(problem))
    return redirect(url_for("league_pages.one", league=seen.stream.id), 303)


@league_pages.get("/leagues/<league:league>")
def one(league: str, refused: list[Fault] | None = None, link: str | None = None) -> Response:
    """A league and its seasons; its organizer opens the next one here."""
    seen = look(league)
    return show(
        "leagues/league.html",
        422 if refused else 200,
        place="leagues",
        league=league_access.document(seen),
        seasons=[league_access.season_document(seen, one) for one in seen.state.seasons.values()][
            ::-1
        ],
        may=seen.may_record,
        csrf=csrf_token(),
        rulesets=named(),
        given=request.form,
        faults=refused or [],
        link=link,
    )


@league_pages.post("/leagues/<league:league>")
def change(league: str) -> Any:
    """Opens a season, renames the league, says who may see it, or makes a link for guests."""
    seen = organized(league)
    do = request.form.get("do", "")
    try:
        if do == "link":
            made = grant(services(), seen.asking, TokenBody(role="spectator", league=league))
            return one(league, link=made.link)
        if do == "visibility":
            wanted = read_as(_Visible, {"visibility": request.form.get("visibility")})
            services().store.set_visibility(league, wanted.visibility)
        elif do == "rename":
            said = {"name": request.form.get("name", "").strip()}
            record(seen, [EventBody(type="LeagueRenamed", data=said)])
        else:
            season = _open(seen)
            return redirect(url_for("season_pages.one", season=season), 303)
    except Problem as problem:
        return one(league, said_of_one(problem))
    return redirect(url_for("league_pages.one", league=league), 303)


def organized(league: str) -> LeagueSeen:
    """The league, of which the caller sent a form. Raises 403."""
    require_csrf(request.cookies.get(SESSION, ""))
    seen = look(league)
    require_organizer(seen)
    return seen


def said_of_one(problem: Problem) -> list[Fault]:
    """What is wrong with the one event that a form describes, by the fields that the form has.

    Raises what no form can put right.
    """
    if problem.status not in (409, 422):
        raise problem
    events = problem.more.get("errors", {}).get("events")
    if not events:
        return faults(problem)
    first = events[min(events)]
    found = faults(Problem(422, problem.detail, errors=first.get("data", first)))
    return [one if one.where in request.form else Fault("", one.message) for one in found]


def _open(seen: LeagueSeen) -> str:
    season = clock.new_id()
    data: dict[str, Any] = {"season": season, "name": request.form.get("name", "").strip()}
    if ruleset := request.form.get("ruleset"):
        data["ruleset"] = ruleset
    settings = _settings()
    if settings:
        data["settings"] = settings
    record(seen, [EventBody(type="SeasonOpened", data=data)])
    return season


def _settings() -> dict[str, Any]:
    """Points and tie-breakers where the form names others than usual. Raises 422."""
    settings: dict[str, Any] = {}
    points: dict[str, int] = {}
    for part in _parts("points"):
        outcome, _, value = part.replace("=", " ").rpartition(" ")
        if not value.lstrip("-").isdecimal() or not outcome:
            said = f"Write an outcome and its points, like “win 3”, not “{part}”."
            raise Problem(422, said, errors={"points": [said]})
        points["_".join(outcome.split())] = int(value)
    if points:
        settings["points"] = points
    if zone := request.form.get("time_zone", "").strip():
        settings["time_zone"] = zone
    if ties := _parts("tie_breakers"):
        settings["tie_breakers"] = ["_".join(one.split()) for one in ties]
    return settings


def _parts(field: str) -> list[str]:
    given = (part.strip() for part in request.form.get(field, "").split(","))
    return [part for part in given if part]


@league_pages.get("/leagues/<league:league>/log")
def log(league: str, refused: list[Fault] | None = None) -> Response:
    """Everything that was recorded of a league, the latest first."""
    seen = look(league)
    page = _page()
    last = max(0, seen.version - (page - 1) * _LOG)
    recorded = seen.here.store.read(league, after=max(0, last - _LOG), until=last)
    return show(
        "leagues/league_log.html",
        422 if refused else 200,
        place="leagues",
        league=league_access.document(seen),
        entries=_entries(seen, recorded),
        page=page,
        pages=-(-seen.version // _LOG),
        may=seen.may_record,
        csrf=csrf_token(),
        faults=refused or [],
    )


def _page() -> int:
    return max(1, min(request.args.get("page", 1, type=int), 10**9))


def _entries(seen: LeagueSeen, recorded: Sequence[Event]) -> list[Entry]:
    standing = {event.version: event for event in seen.log}
    corrected = _corrections_in_force(seen.here.store.read(seen.stream.id))
    return [
        _entry(seen, event, standing.get(event.version), corrected) for event in reversed(recorded)
    ]


def _corrections_in_force(recorded: Sequence[Event]) -> set[int]:
    """The versions of the corrections that nothing has taken back."""
    gone: set[int] = set()
    for event in reversed(recorded):
        if event.type == "EventRetracted" and event.version not in gone:
            gone.add(msgspec.json.decode(event.data)["target"])
    return {
        event.version
        for event in recorded
        if event.type in CORRECTIONS and event.version not in gone
    }


def _entry(seen: LeagueSeen, event: Event, stands: Event | None, corrected: set[int]) -> Entry:
    correction = event.type in CORRECTIONS
    shown = read(event if correction or stands is None else stands)
    return Entry(
        version=event.version,
        at=event.recorded_at,
        said=_correction(seen, shown)
        if correction
        else sentence(seen.state, event.type, shown.data, moment),
        standing=event.version in corrected if correction else stands is not None,
        amended=stands is not None and stands.amended_by is not None,
        correction=correction,
    )


def _correction(seen: LeagueSeen, event: Event) -> str:
    data = event.data
    why = f" ({data.reason})" if data.reason else ""
    if event.type == "EventRetracted":
        return f"Event {data.target} is taken back{why}."
    if event.type == "EventAmended":
        return f"Event {data.target} was recorded wrongly and is corrected{why}."
    inner = read(Event(version=event.version, type=data.type, data=data.data))
    return f"After event {data.after}: {sentence(seen.state, data.type, inner.data, moment)}"


@league_pages.post("/leagues/<league:league>/log")
def take_back(league: str) -> Any:
    """Retracts an event of the league."""
    seen = organized(league)
    version = request.form.get("version", 0, type=int)
    data: dict[str, Any] = {"target": version}
    if reason := request.form.get("reason", "").strip():
        data["reason"] = reason
    return sent(
        lambda: record(seen, [EventBody(type="EventRetracted", data=data)]),
        url_for("league_pages.log", league=league),
        lambda refused: log(league, refused),
    )


def sent(write: Callable[[], Any], to: str, again: Callable[[list[Fault]], Response]) -> Any:
    """Does what a form says and goes on to a page; or shows the form again with what is wrong."""
    try:
        write()
    except Problem as problem:
        return again(said_of_one(problem))
    return redirect(to, 303)
