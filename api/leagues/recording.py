"""Writing leagues: making one, appending to its log, and what follows of it at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from msgspec import Meta

from api.access.callers import Caller
from api.games.creation import GameId, Visibility
from api.games.recording import ATTEMPTS, EventBody, draft_of, told_refusals
from api.http.problems import Problem, unprocessable
from api.leagues.league_access import LeagueSeen, look_as
from api.services import Services
from events import clock
from events.canonical import canonical
from events.drafts import plain_data
from events.event import Draft
from events.store import Appended, Expected, Refused, WrongVersion
from projections.kit.common import Name, Payload
from projections.seasons import validation


class LeagueBody(Payload, frozen=True, kw_only=True):
    """A league. `ruleset`: what its seasons play unless they say otherwise."""

    name: Name
    ruleset: Annotated[str, Meta(min_length=1, max_length=64)] | None = None
    id: GameId | None = None
    visibility: Visibility | None = None


def create(here: Services, asking: Caller, wanted: LeagueBody) -> tuple[LeagueSeen, bool]:
    """Makes a league; whether it is new. Raises 403, 409 for an id that is taken, 422."""
    if asking.league is not None:
        detail = f"Your token organizes {asking.league}; ask an admin for another league."
        raise Problem(403, detail)
    data = {"name": wanted.name, "ruleset": wanted.ruleset}
    draft = Draft(type="LeagueCreated", data=data)
    if errors := validation.append_errors((), [draft]):
        raise unprocessable(errors[0].get("data", errors[0]))
    league = wanted.id or clock.new_id()
    try:
        here.store.append(
            league,
            [draft],
            recorded_by=asking.name,
            expected="no_stream",
            kind="league",
            visibility=wanted.visibility or "unlisted",
        )
    except WrongVersion:
        _require_same(here, asking, league, data)
        return look_as(here, asking, league), False
    here.leagues.catch_up(league)
    return look_as(here, asking, league), True


def _require_same(here: Services, asking: Caller, league: str, data: dict[str, Any]) -> None:
    stream = here.store.stream(league)
    if stream is not None and stream.kind == "league":
        first = here.store.read(league, until=1)[0]
        own = asking.role == "admin" or first.recorded_by == asking.name
        if own and canonical(plain_data(first.data)) == canonical(data):
            return
    raise Problem(409, f"The id {league} is taken; leave it out or choose another.", "id-reused")


def record(seen: LeagueSeen, events: Sequence[EventBody], expected: Expected = "any") -> Appended:
    """Appends a batch to a league, all or nothing, or answers a retry with what is stored.

    Raises 403, 409 and 422.
    """
    require_organizer(seen)
    here, league = seen.here, seen.stream.id
    drafts = [draft_of(event) for event in events]
    with told_refusals(league):
        done = _append(seen, drafts, expected)
    if done.fresh:
        here.leagues.catch_up(league)
        here.queue.wake_seasons()
    return done


def require_organizer(seen: LeagueSeen) -> None:
    """Raises 403 for who may not record in the league."""
    if not seen.may_record:
        detail = f"Only an organizer of {seen.stream.id} or an admin records in it."
        raise Problem(403, detail)


def _append(seen: LeagueSeen, drafts: Sequence[Draft], expected: Expected) -> Appended:
    """Appends at the very version at which the batch was judged."""
    here, league = seen.here, seen.stream.id
    for _ in range(ATTEMPTS):
        log = here.store.read(league)
        if refusal := _refusal(seen, log, drafts):
            return _again(seen, drafts, refusal)
        at: Expected = len(log) if expected in ("any", len(log)) else "no_stream"
        try:
            return here.store.append(
                league, drafts, recorded_by=seen.asking.name, expected=at, kind="league"
            )
        except WrongVersion as error:
            if expected != "any":
                raise WrongVersion(league, error.version, expected) from None
    raise Problem(503, f"Too many write to {league} at once; try again in a moment.")


def _refusal(seen: LeagueSeen, log: Sequence[Any], drafts: Sequence[Draft]) -> Problem | None:
    if errors := validation.append_errors(log, drafts):
        return unprocessable({"events": errors})
    if unknown := _unknown_games(seen, drafts):
        return unprocessable({"events": unknown})
    made = validation.ids(drafts)
    # An admin may give a game's fixture to a league; for others it might be somebody else's game.
    named = seen.asking.role != "admin"
    if taken := seen.here.leagues.taken(*made, seen.stream.id, named=named):
        detail = f"Taken already: {', '.join(sorted(taken))}; choose other ids."
        return Problem(409, detail, "id-reused", known=sorted(taken))
    return None


def _unknown_games(seen: LeagueSeen, drafts: Sequence[Draft]) -> dict[int, Any]:
    """What is wrong with the games that are chosen to count, by index in the batch."""
    errors: dict[int, Any] = {}
    for n, draft in enumerate(drafts):
        data = plain_data(draft.data)
        if draft.type != "GameChosen" or data.get("game") is None:
            continue
        row = seen.here.games.summary(data["game"])
        if row is None or row["fixture"] != data["fixture"]:
            said = "That game was not made for this fixture; choose one of its games."
            errors[n] = {"data": {"game": [said]}}
    return errors


def _again(seen: LeagueSeen, drafts: Sequence[Draft], refusal: Problem) -> Appended:
    """The answer to a retry of what was stored when it was not refused yet; else the refusal."""
    if any(draft.id is None for draft in drafts):
        raise refusal
    try:
        return seen.here.store.append(
            seen.stream.id, drafts, recorded_by=seen.asking.name, expected="no_stream"
        )
    except (WrongVersion, Refused):
        raise refusal from None
