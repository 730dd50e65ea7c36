"""The start of a game: who may sit down, what a table may choose, the position it begins in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from projections.kit.common import GameCreated, Payload
from projections.kit.ruleset import Errors
from projections.rulesets.football_u.board.pieces import WALKON, Coach, Entry
from projections.rulesets.football_u.components import Box
from projections.rulesets.football_u.obeying.seasons import walkon_slots
from projections.rulesets.football_u.position.roster import with_roster
from projections.rulesets.football_u.setup import Setup
from projections.rulesets.football_u.state import Season, State, Team

SEATINGS = tuple(tuple(str(seat) for seat in range(1, n + 1)) for n in range(1, 5))


class Settings(Payload, frozen=True):
    """Football U has no options besides policy and rulings."""


def complete(created: GameCreated, box: Box) -> GameCreated:
    """Gives every seat without a mat the next one of the box that nobody names."""
    taken = {seated.team for seated in created.seats}
    free = (mat for mat in box.teams if mat not in taken)
    seats = [
        seated if seated.team is not None else replace(seated, team=next(free, None))
        for seated in created.seats
    ]
    return replace(created, seats=seats)


def admits(created: GameCreated, box: Box) -> Errors:
    """Refuses seats that are not 1 to n, a number of teams without a schedule, unknown mats.

    A mat that two teams took is the referee's business: that is how they sat there.
    """
    seats = tuple(seated.seat for seated in created.seats)
    if seats not in SEATINGS:
        return {"seats": ["Seats must be 1 to n, in this order, n at most 4."]}
    if str(len(seats)) not in box.schedules:
        return {"seats": [f"The box has no schedule for {len(seats)} teams."]}
    unknown = [seated.team for seated in created.seats if seated.team not in box.teams]
    if unknown:
        named = ", ".join(str(mat) for mat in unknown)
        return {"seats": [f"The box has no mat {named}; it has {', '.join(box.teams)}."]}
    return {}


def offers(box: Box) -> Mapping[str, Any]:
    """The mats that a table may choose from."""
    teams = [{"id": mat.id, "name": mat.id.capitalize()} for mat in box.teams.values()]
    return {"teams": teams, "options": {}}


def initial(created: GameCreated, box: Box) -> State:
    """The table after set-up: tokens stacked with the first player's on top, walk-ons laid."""
    setup = Setup(box, created.seats, created.options["rulings"])
    seats = setup.seats
    return State(
        setup=setup,
        phase="setup.coaches",
        status="setup",
        stacks={0: tuple(reversed(seats))},
        spaces=dict.fromkeys(setup.space_region),
        ranking=dict.fromkeys(seats, 0),
        wins=dict.fromkeys(seats, 0),
        out=(),
        teams={seat: _team(setup, seat) for seat in seats},
        dealt=(),
        owed=dict.fromkeys(seats, 0),
        text=(),
        season=Season(),
        game=None,
        history=(),
        result=None,
    )


def _team(setup: Setup, seat: str) -> Team:
    walkons = walkon_slots(setup, seat)
    roster: dict[str, tuple[Entry, ...]] = {
        slot: (Entry(WALKON),) if slot in walkons else () for slot in setup.slots
    }
    return with_roster(setup, Team(setup.mats[seat], setup.names[seat], Coach(), {}), roster)
