"""Chapters "Shot" and "Header". No event is a header: a cross that arrives awaits its dice."""

from __future__ import annotations

from collections.abc import Iterator

from projections.kit.ruleset import Finding, Option
from projections.rulesets.und1c1.actions import ShotAttempted
from projections.rulesets.und1c1.board.pitch import faces
from projections.rulesets.und1c1.payloads.seats import Seat
from projections.rulesets.und1c1.position.chips import attack_box, is_goalkeeper, named, place_of
from projections.rulesets.und1c1.position.sums import chance, new_roll
from projections.rulesets.und1c1.position.words import place_name
from projections.rulesets.und1c1.preconditions import acting, not_carrier, only_passes
from projections.rulesets.und1c1.rulebook import RULES
from projections.rulesets.und1c1.state import PlayerId, State


def check_shot(state: State, data: ShotAttempted, seat: Seat) -> list[Finding]:
    """Shot: by the carrier, from a shot box or a shot/header box."""
    player = data.player
    found = acting(state, "ShotAttempted", player)
    if is_goalkeeper(state, player):
        return [*found, only_passes(state, player)]
    if state.ball != player:
        found.append(not_carrier(state, player))
    if not is_shot_box(state, seat, player):
        place = place_of(state, player)
        message = f"{named(state, player)} is at {place_name(place or '')}, which is no shot box."
        found.append(RULES.illegal("shot.not-shot-box", message, "shot", place))
    return found


def is_shot_box(state: State, seat: Seat, player: PlayerId) -> bool:
    """Whether a player of `seat` stands on a box from which he may shoot."""
    box = attack_box(state, seat, place_of(state, player))
    return box is not None and box.kind != "cross"


def shot_options(state: State, seat: Seat, player: PlayerId) -> Iterator[Option]:
    """A ShotAttempted where the carrier stands on a shot box."""
    if is_shot_box(state, seat, player):
        p = chance(state, new_roll(state, "shot", seat, player))
        yield Option(
            "ShotAttempted",
            seat,
            {"player": player},
            f"Shot from {place_of(state, player)}",
            piece=player,
            to=faces(seat),
            probability=p,
            weight=0.4 + 2 * p,
        )
