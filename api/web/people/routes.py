"""The pages of people: who plays, what each has played, and changing or erasing a name."""

from __future__ import annotations

from functools import partial
from typing import Any

from flask import Blueprint, Response, redirect, request, url_for

from api.access import permissions
from api.access.callers import Caller, all_callers, caller
from api.access.issuing import TokenBody, grant
from api.access.sessions import SESSION, csrf_token, require_csrf
from api.http.messages import read_as
from api.http.problems import Problem
from api.paging import Which
from api.people import names, own, records
from api.rest.people import NameBody
from api.schemas import NewToken
from api.services import services
from api.web.form_errors import Fault, faults
from api.web.frame import show, tell_problems
from api.web.people.games import games_in_short
from projections.kit.find import rulesets

people_pages = Blueprint("people_pages", __name__)
tell_problems(people_pages)

_PEOPLE = 60
_GAMES = 20


@people_pages.get("/people")
def everybody(refused: list[Fault] | None = None) -> Response:
    """Whom the caller may know of, by name; whoever may enter people does it here."""
    asking, q = caller(), request.args.get("q", "")[:200]
    page = names.listed(services(), asking, q, Which(_page(), _PEOPLE))
    return show(
        "people/people.html",
        422 if refused else 200,
        place="people",
        people=page.entries,
        q=q,
        page=page,
        address=partial(url_for, "people_pages.everybody", q=q or None),
        csrf=csrf_token(),
        may=_may_change(asking),
        faults=refused or [],
    )


@people_pages.post("/people")
def enter() -> Any:
    """Enters somebody and opens his page."""
    _require_change()
    try:
        wanted = read_as(NameBody, {"name": request.form.get("name", "").strip()})
    except Problem as problem:
        return everybody(faults(problem))
    made, _ = services().people.add(wanted.name)
    return redirect(url_for("people_pages.one", person=made.id), 303)


@people_pages.get("/people/<person:person>")
def one(person: str, refused: list[Fault] | None = None, link: NewToken | None = None) -> Response:
    """Somebody's records, and his games, newest first."""
    here, asking = services(), _caller(person)
    found = names.document(names.find(here, asking, person))
    page = records.games(here, asking, person, Which(_page(), _GAMES))
    games = list(dict.fromkeys(one.game for one in page.entries))
    return show(
        "people/person.html",
        422 if refused else 200,
        place="people",
        person=found,
        records=records.records(here, asking, person),
        ratings=records.ratings(here, asking, person),
        names={rules.id: rules.name for rules in rulesets().values()},
        games=games_in_short(here, person, games),
        page=page,
        address=partial(url_for, "people_pages.one", person=person),
        csrf=csrf_token(),
        may=own.may_rename(here, person) and not found.erased,
        may_erase=own.may_erase(person) and not found.erased,
        may_export=own.may_erase(person),
        link=link,
        faults=refused or [],
    )


@people_pages.post("/people/<person:person>")
def change(person: str) -> Any:
    """Gives somebody another name or a link for himself, or erases the name he has."""
    require_csrf(request.cookies.get(SESSION, ""))
    here = services()
    names.find(here, _caller(person), person)
    do = request.form.get("do")
    if do == "erase":
        own.require_own(person)
        if not request.form.get("sure"):
            return one(person, [Fault("", "Say that you are sure: the name cannot be restored.")])
        names.erase(here, person)
        return redirect(url_for("people_pages.one", person=person), 303)
    own.require_rename(here, person)
    if do == "link":
        wanted = TokenBody(role="person", person=person)
        return one(person, link=grant(here, _caller(person), wanted))
    try:
        body = read_as(NameBody, {"name": request.form.get("name", "").strip()})
    except Problem as problem:
        return one(person, faults(problem))
    names.rename(here, person, body.name)
    return redirect(url_for("people_pages.one", person=person), 303)


def _caller(person: str) -> Caller:
    """The caller, of several tokens in a session with one that may change this person."""
    here = services()
    may = (one for one in all_callers() if permissions.may_change_person(here, one, person))
    return next(may, caller())


def _require_change() -> Caller:
    """The caller, if he may enter and change people. Raises 403."""
    require_csrf(request.cookies.get(SESSION, ""))
    asking = caller()
    if not _may_change(asking):
        raise Problem(403, "Sign in as an organizer to enter or change people.")
    return asking


def _may_change(asking: Caller) -> bool:
    return asking.role in ("admin", "organizer")


def _page() -> int:
    return max(1, min(request.args.get("page", 1, type=int), 10**9))
