"""The start of a game: who may sit down, what a table may choose, the position it begins in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from projections.kit.common import GameCreated, Payload, SeatId
from projections.kit.ruleset import Errors, Json
from projections.rulesets.wannabe_football.components import MULTI_CARDS, PLAYER_CARDS, Box, Side
from projections.rulesets.wannabe_football.setup import TEAMS, Setup
from projections.rulesets.wannabe_football.state import Bookings, Hand, Multi, State, Turn

SEATINGS = (("1", "2"), ("1", "2", "3", "4"))


class Settings(Payload, frozen=True):
    """What a table may choose besides rulings: a national side for each of two players."""

    sides: Annotated[dict[SeatId, Side | None], Meta(title="National side")] = {}


def complete(created: GameCreated, _box: Box) -> GameCreated:
    """Fills in a null for every player without a national side."""
    if len(created.seats) != 2:
        return created
    chosen = created.options.get("sides") or {}
    sides = {**{seated.seat: None for seated in created.seats}, **chosen}
    return replace(created, options={**created.options, "sides": sides})


def admits(created: GameCreated, box: Box) -> Errors:
    """What is wrong with the seats and national sides of a game."""
    seats = tuple(seated.seat for seated in created.seats)
    if seats not in SEATINGS:
        return {"seats": ["Must be 1, 2 or 1, 2, 3, 4, in this order."]}
    refused = {
        seat: message
        for seat, side in (created.options.get("sides") or {}).items()
        if (message := _refusal(seats, seat, side, box))
    }
    return {"options": {"sides": refused}} if refused else {}


def _refusal(seats: Sequence[str], seat: str, side: str | None, box: Box) -> list[str]:
    if seat not in seats:
        return [f"There is no seat {seat} in this game."]
    if side is not None and side not in box.sides:
        return [f"The box has no side {side}; it has {', '.join(box.sides) or 'none'}."]
    return []


def offers(box: Box) -> Mapping[str, Json]:
    """What this box lets a table choose; there are no teams to choose from."""
    return {"teams": [], "options": {"sides": [None, *box.sides]}}


def initial(created: GameCreated, box: Box) -> State:
    """The position before the deal. `created` is complete (see the kit's `completed`)."""
    setup = Setup(created, box)
    return State(
        setup=setup,
        status="setup",
        turn=Turn(0, None, None, "setup"),
        hands={seat: Hand() for seat in setup.seats},
        bookings={seat: Bookings() for seat in setup.seats},
        deck=PLAYER_CARDS,
        discards=(),
        pitch=(),
        ball=None,
        restart=None,
        passes=0,
        pass_run=0,
        multi=Multi(MULTI_CARDS, (), dict.fromkeys(TEAMS, ())),
        score=dict.fromkeys(TEAMS, 0),
        whistle=None,
        bonus_shot=False,
        pending=None,
        sides=setup.sides,
        side_used=dict.fromkeys(setup.seats, False),
        starter=None,
        shootout=None,
        result=None,
        played=0,
        direct=None,
        revert=None,
    )
