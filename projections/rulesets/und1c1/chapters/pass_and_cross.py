"""Chapters "Pass", "Cross" and "Off-Side Rule": receivers, who gets a ball that fails."""

from __future__ import annotations

from collections.abc import Iterator

from projections.kit.ruleset import Finding, Option
from projections.rulesets.und1c1.actions import CrossAttempted, InterceptorChosen, PassAttempted
from projections.rulesets.und1c1.board.pitch import ADVANCE
from projections.rulesets.und1c1.obeying.turns import with_ball
from projections.rulesets.und1c1.payloads.seats import Seat
from projections.rulesets.und1c1.position.chips import (
    attack_box,
    is_goalkeeper,
    is_offside,
    named,
    offside_row,
    outfield,
    place_of,
)
from projections.rulesets.und1c1.position.receiving import cannot_receive
from projections.rulesets.und1c1.position.sums import chance, lowest_face, new_roll
from projections.rulesets.und1c1.position.words import place_name
from projections.rulesets.und1c1.preconditions import acting, not_carrier, only_passes
from projections.rulesets.und1c1.rulebook import RULES
from projections.rulesets.und1c1.state import PlayerId, State


def check_pass(state: State, data: PassAttempted, seat: Seat) -> list[Finding]:
    """Pass: by the carrier, to a teammate who is neither goalkeeper, flipped nor off-side."""
    player, receiver = data.player, data.receiver
    found = acting(state, "PassAttempted", player)
    if state.ball != player:
        found.append(not_carrier(state, player))
    if receiver == player or receiver[0] != seat:
        message = f"A pass goes to a teammate, not to {named(state, receiver)}."
        found.append(RULES.illegal("pass.receiver-not-teammate", message, seat, receiver[0]))
    elif is_goalkeeper(state, receiver):
        message = f"{named(state, receiver)} is a goalkeeper, and goalkeepers receive no passes."
        found.append(RULES.illegal("pass.receiver-goalkeeper", message, None, receiver))
    else:
        if cannot_receive(state, receiver):
            message = f"{named(state, receiver)} is flipped."
            found.append(RULES.illegal("pass.receiver-flipped", message, None, receiver))
        if offside(state, seat, player, receiver):
            message, line, row = _beyond_the_line(state, seat, receiver)
            found.append(RULES.illegal("pass.offside", message, line, row))
    return found


def check_cross(state: State, data: CrossAttempted, seat: Seat) -> list[Finding]:
    """Cross: from a cross box to a teammate on a shot/header box."""
    player, receiver = data.player, data.receiver
    found = acting(state, "CrossAttempted", player)
    if is_goalkeeper(state, player):
        return [*found, only_passes(state, player)]
    if state.ball != player:
        found.append(not_carrier(state, player))
    if not is_cross_box(state, seat, player):
        place = place_of(state, player)
        message = f"{named(state, player)} is at {place_name(place or '')}, which is no cross box."
        found.append(RULES.illegal("cross.not-cross-box", message, "cross", place))
    if receiver == player or receiver[0] != seat:
        message = f"A cross goes to a teammate, not to {named(state, receiver)}."
        found.append(RULES.illegal("cross.receiver-not-teammate", message, seat, receiver[0]))
        return found
    if not may_head(state, seat, receiver):
        place = place_of(state, receiver)
        where = place_name(place or "")
        message = f"{named(state, receiver)} is at {where}, which is no shot/header box."
        found.append(RULES.illegal("cross.receiver-box", message, "shot_header", place))
    if cannot_receive(state, receiver):
        message = f"{named(state, receiver)} is flipped."
        found.append(RULES.illegal("cross.receiver-flipped", message, None, receiver))
    if offside(state, seat, player, receiver):
        message, line, row = _beyond_the_line(state, seat, receiver)
        found.append(RULES.illegal("cross.offside", message, line, row))
    return found


def check_interceptor(state: State, data: InterceptorChosen) -> list[Finding]:
    """The ball of a failed pass goes to one of the closest opponents."""
    choice = state.interception
    if choice is None or data.player in choice.candidates:
        return []
    message = f"{named(state, data.player)} is not the closest opponent."
    expected = ", ".join(choice.candidates)
    return [RULES.illegal("interceptor.not-candidate", message, expected, data.player)]


def is_cross_box(state: State, seat: Seat, player: PlayerId) -> bool:
    """Whether a player of `seat` stands on a box from which he may cross."""
    box = attack_box(state, seat, place_of(state, player))
    return box is not None and box.kind == "cross"


def may_head(state: State, seat: Seat, player: PlayerId) -> bool:
    """Whether a player of `seat` stands on a shot/header box; a goalkeeper never does."""
    box = attack_box(state, seat, place_of(state, player))
    return box is not None and box.kind == "shot_header" and not is_goalkeeper(state, player)


def offside(state: State, seat: Seat, passer: PlayerId, receiver: PlayerId) -> bool:
    """Whether the receiver of that pass would be off-side."""
    start, end = place_of(state, passer), place_of(state, receiver)
    return start is not None and end is not None and is_offside(state, seat, start, end)


def _beyond_the_line(
    state: State, seat: Seat, receiver: PlayerId
) -> tuple[str, int | None, str | None]:
    line = offside_row(state, seat)
    message = f"{named(state, receiver)} is beyond the off-side line in row {line}."
    return message, line, place_of(state, receiver)


def pass_options(state: State, seat: Seat, passer: PlayerId) -> Iterator[Option]:
    """One PassAttempted per receiver who may legally have the ball."""
    for player, chip in outfield(state, seat):
        receiver = player.id
        if receiver == passer or cannot_receive(state, receiver):
            continue
        if offside(state, seat, passer, receiver):
            continue
        roll = new_roll(state, "pass", seat, passer, receiver=receiver)
        p = chance(state, roll)
        gain = _gain(state, seat, passer, chip.at)
        yield Option(
            "PassAttempted",
            seat,
            {"player": passer, "receiver": receiver},
            f"Pass to #{player.number}",
            piece=passer,
            to=receiver,
            target=lowest_face(roll),
            probability=p,
            weight=p + gain / 10,
        )


def cross_options(state: State, seat: Seat, crosser: PlayerId) -> Iterator[Option]:
    """One CrossAttempted per teammate on a shot/header box; the label tells the goal's chance."""
    if not is_cross_box(state, seat, crosser):
        return
    for player, _ in outfield(state, seat):
        receiver = player.id
        if receiver == crosser or not may_head(state, seat, receiver):
            continue
        if cannot_receive(state, receiver) or offside(state, seat, crosser, receiver):
            continue
        roll = new_roll(state, "cross", seat, crosser, receiver=receiver)
        arrives, scores = chance(state, roll), header_chance(state, seat, receiver)
        label = f"Cross to #{player.number}: {arrives:.0%}, then header {scores:.0%}"
        yield Option(
            "CrossAttempted",
            seat,
            {"player": crosser, "receiver": receiver},
            f"{label}; goal {arrives * scores:.0%}",
            piece=crosser,
            to=receiver,
            target=lowest_face(roll),
            probability=arrives,
            weight=0.5 + 2 * arrives * scores,
        )


def header_chance(state: State, seat: Seat, receiver: PlayerId) -> float:
    """Chance that a receiver's header scores once the cross has arrived."""
    return chance(state, new_roll(with_ball(state, receiver), "header", seat, receiver))


def interceptor_options(state: State) -> Iterator[Option]:
    """One InterceptorChosen per candidate."""
    choice = state.interception
    if choice is None:
        return
    for player in choice.candidates:
        label = f"{state.setup.players[player].name} gets the ball"
        yield Option("InterceptorChosen", choice.by, {"player": player}, label, piece=player)


def _gain(state: State, seat: Seat, passer: PlayerId, end: str) -> int:
    start = place_of(state, passer)
    return 0 if start is None else ADVANCE[seat][end] - ADVANCE[seat][start]
