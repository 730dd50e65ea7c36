"""The start of a game: who may sit down, what a table may choose, the position it begins in."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from projections.kit.common import GameCreated
from projections.rulesets.und1c1.components import Box
from projections.rulesets.und1c1.payloads.seats import SEATS, BySeat
from projections.rulesets.und1c1.setup import Setup
from projections.rulesets.und1c1.state import (
    NONE_PLAYED,
    NOT_READY,
    OFF_PITCH,
    Captain,
    Cards,
    State,
    Turn,
)

SEATINGS = (SEATS,)


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a table may choose beside policy and rulings.

    `pile`: cards dealt to each coach (None: as many as the box says). `abilities`: false plays
    without any special ability.
    """

    pile: Annotated[
        Annotated[int, Meta(ge=1, le=1000)] | None, Meta(title="Cards dealt to each coach")
    ] = None
    abilities: Annotated[bool, Meta(title="Special abilities")] = True


def complete(created: GameCreated, box: Box) -> GameCreated:
    """Fills in teams (the box's first two) and the size of the piles; idempotent."""
    options = dict(created.options)
    if options.get("pile") is None:
        options["pile"] = box.rules.pile
    defaults = dict(zip(SEATS, (team.id for team in box.teams), strict=False))
    seats = [msgspec.structs.replace(s, team=s.team or defaults.get(s.seat)) for s in created.seats]
    return msgspec.structs.replace(created, seats=seats, options=options)


def admits(created: GameCreated, box: Box) -> dict[str, Any]:
    """What this box does not admit of the seats, teams and options of a game."""
    errors: dict[str, Any] = {}
    if sorted(s.seat for s in created.seats) != list(SEATS):
        errors["seats"] = ["Two coaches sit down: a and b."]
    else:
        known = [team.id for team in box.teams]
        wrong = [s.team for s in created.seats if s.team is not None and s.team not in known]
        if wrong:
            errors["seats"] = [f"This box has no team {wrong[0]}; it has {', '.join(known)}."]
    smaller = min(sum(box.decks.of(seat).values()) for seat in SEATS)
    if (created.options.get("pile") or 1) > smaller:
        errors["options"] = {"pile": [f"The smaller deck has {smaller} cards."]}
    return errors


def offers(box: Box) -> dict[str, Any]:
    """What a box lets a table choose."""
    smaller = min(sum(box.decks.of(seat).values()) for seat in SEATS)
    return {
        "teams": [{"id": team.id, "name": team.name} for team in box.teams],
        "options": {"pile": list(range(1, smaller + 1)), "abilities": [True, False]},
    }


def initial(created: GameCreated, box: Box) -> State:
    """The state after GameCreated, whose data is complete: no chips, full piles, nobody ready."""
    setup = Setup(created, box)
    captain = Captain(None, setup.numbers.rerolls)
    cards = Cards(setup.pile)
    return State(
        setup=setup,
        status="setup",
        turn=Turn(0, None, "setup", 0, None, None, False, False, NONE_PLAYED),
        chips=BySeat({}, {}),
        ball=None,
        padlocks=OFF_PITCH,
        score=BySeat(0, 0),
        captains=BySeat(captain, captain),
        cards=BySeat(cards, cards),
        effects=(),
        ready=NOT_READY,
    )
