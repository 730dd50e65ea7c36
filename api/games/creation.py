"""Making games: new ones, branches, and the links that open them."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Annotated, Any

import msgspec
from msgspec import Meta
from sqlalchemy.exc import IntegrityError

from api.access import permissions
from api.access.callers import Caller
from api.access.fixture_rights import require_fixture
from api.access.issuing import grant_links
from api.games import serializers
from api.games.fixture_teams import teams_of_fixture
from api.games.game_access import Seen, look_as, require_whole
from api.games.recording import against_the_rules, announce
from api.http.problems import Problem, unprocessable
from api.schemas import Header
from api.schemas import Visibility as Visibility
from api.services import Services
from events import clock
from events.canonical import canonical
from events.drafts import plain_data
from events.event import Draft, Event
from events.store import Parent, Refused, WrongVersion
from projections.games import validation
from projections.kit import replay
from projections.kit.box import Box, components
from projections.kit.common import GameCreated, Payload, Seated
from projections.kit.find import rulesets
from projections.kit.ruleset import Ruleset

GameId = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9-]{0,63}\Z")]


class GameBody(Payload, frozen=True, kw_only=True):
    """A game to be recorded. `box`: a box's id; null or `sample`: the ruleset's sample.

    `teams`: the team of each side, by id; null: a side is the team of the fixture that it is named
    after, the others follow in the fixture's order.
    """

    ruleset: Annotated[str, Meta(min_length=1, max_length=64)]
    seats: Annotated[list[Seated], Meta(min_length=1, max_length=40)]
    edition: Annotated[str, Meta(max_length=200)] | None = None
    box: Annotated[str, Meta(max_length=300)] | None = None
    options: dict[str, Any] | None = None
    fixture: Annotated[str, Meta(max_length=100)] | None = None
    teams: dict[str, Annotated[str, Meta(max_length=100)]] | None = None
    id: GameId | None = None
    visibility: Visibility | None = None


class BranchBody(Payload, frozen=True, kw_only=True):
    """A branch that keeps the steps 1 to `step` of a game."""

    step: Annotated[int, Meta(ge=1, le=2**53)]
    id: GameId | None = None


def create(here: Services, asking: Caller, wanted: GameBody) -> tuple[Header, bool]:
    """Makes a game; whether it is new. The same game again gets new links.

    Raises 409 for an id that another game has, 422.
    """
    rules = _rules(wanted)
    box = here.boxes.resolve(rules.id, wanted.box)
    if box is None:
        there = f"{rules.id} has no box {wanted.box}; GET /api/v1/boxes?ruleset={rules.id}"
        raise unprocessable({"box": [f"{there} lists those that there are."]})
    _require_people(here, wanted)
    require_fixture(here, asking, rules.id, wanted.fixture)
    data = _created(here, rules, box, wanted)
    game = wanted.id or clock.new_id()
    try:
        here.store.append(
            game,
            [Draft(type="GameCreated", data=data)],
            recorded_by=asking.name,
            expected="no_stream",
            visibility=wanted.visibility or "unlisted",
        )
    except Refused as error:
        raise unprocessable(error.errors[0]) from None
    except WrongVersion:
        _require_same(here, asking, game, data)
        return linked(here, asking, game), False
    return _entered(here, asking, game), True


def _rules(wanted: GameBody) -> Ruleset[Any]:
    rules = rulesets().get(wanted.ruleset)
    if rules is None:
        known = ", ".join(rulesets())
        raise unprocessable(
            {"ruleset": [f"There is no ruleset {wanted.ruleset}; there are {known}."]}
        )
    return rules


def _require_people(here: Services, wanted: GameBody) -> None:
    """Raises 422 where a seat is to be called as its person is, and there is none of that id."""
    errors = {}
    for index, seated in enumerate(wanted.seats):
        if not seated.name and seated.person is not None:
            person = here.people.get(seated.person)
            if person is None or person.name is None:
                missing = f"There is no person {seated.person}; POST /api/v1/people enters one."
                errors[index] = {"person": [missing]}
    if errors:
        raise unprocessable({"seats": errors})


def _created(here: Services, rules: Ruleset[Any], box: Box, wanted: GameBody) -> Mapping[str, Any]:
    """The data of GameCreated with every default of the day filled in."""
    parts = components(rules, box.content)
    given = GameCreated(
        ruleset=rules.id,
        seats=wanted.seats,
        edition=wanted.edition or box.edition or "1",
        box=box.id,
        options=wanted.options or {},
        fixture=wanted.fixture,
    )
    if errors := validation.creation_errors(rules, msgspec.to_builtins(given), parts):
        raise unprocessable(errors)
    full = replay.completed(rules, given, parts)
    data: dict[str, Any] = msgspec.to_builtins(full)
    del data["teams"]
    if full.fixture is not None or wanted.teams:
        sides = rules.sides(rules.initial(replay.named(full), parts))
        if teams := teams_of_fixture(here, full.fixture, sides, full.seats, wanted.teams):
            data["teams"] = dict(teams)
    if full.options["policy"] == "enforce":
        event = replay.read(rules, Event(version=1, type="GameCreated", data=data))
        illegal = [(0, f) for f in rules.check(None, event) if f.severity == "illegal"]
        if illegal:
            raise against_the_rules(illegal)
    return data


def _require_same(here: Services, asking: Caller, game: str, data: Mapping[str, Any]) -> None:
    if permissions.may_record(here, asking, game):
        first = here.store.read(game, until=1)
        if first and canonical(plain_data(first[0].data)) == canonical(data):
            return
    raise Problem(409, f"The id {game} is taken; leave it out or choose another.", "id-reused")


def branch(seen: Seen, wanted: BranchBody) -> tuple[Header, bool]:
    """Makes a branch; whether it is new.

    Raises 403 for who does not see all, 404 for the step, 409 for an id that is taken.
    """
    here, asking = seen.here, seen.asking
    require_whole(seen)
    step = seen.step(wanted.step)
    game = wanted.id or clock.new_id()
    parent = Parent(seen.stream.id, seen.now.version, step)
    try:
        here.store.append(game, [], recorded_by=asking.name, expected="no_stream", parent=parent)
    except WrongVersion:
        known = here.store.stream(game)
        same = known is not None and (known.parent, known.parent_step) == (parent.stream, step)
        if not same or not permissions.may_record(here, asking, game):
            detail = f"The id {game} is taken; leave it out or choose another."
            raise Problem(409, detail, "id-reused") from None
        return linked(here, asking, game), False
    return _entered(here, asking, game), True


def linked(here: Services, asking: Caller, game: str) -> Header:
    """The header of a game with fresh links for its recorder and its spectators."""
    recorder, links = grant_links(here, game, asking.token)
    return serializers.header(look_as(here, recorder, game), links)


def _entered(here: Services, asking: Caller, game: str) -> Header:
    enter(here, game)
    return linked(here, asking, game)


def enter(here: Services, game: str) -> None:
    """Puts a new game into the lists and wakes the referee."""
    tape = here.tapes.get(game)
    assert tape is not None
    with suppress(IntegrityError):  # the referee was faster
        here.games.enter(tape)
    announce(here, game, tape.version)
