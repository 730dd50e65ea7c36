"""Chapters "Tackle" and "Dribble": who may challenge whom."""

from __future__ import annotations

from collections.abc import Iterator

from projections.kit.ruleset import Finding, Option
from projections.rulesets.und1c1.actions import DribbleAttempted, TackleAttempted
from projections.rulesets.und1c1.board.pitch import ADVANCE, GOALS
from projections.rulesets.und1c1.payloads.seats import OTHER, Seat
from projections.rulesets.und1c1.position.chips import (
    chip_of,
    is_goalkeeper,
    named,
    outfield,
    place_of,
)
from projections.rulesets.und1c1.position.sums import chance, new_roll
from projections.rulesets.und1c1.preconditions import acting, not_carrier, only_passes
from projections.rulesets.und1c1.rulebook import RULES
from projections.rulesets.und1c1.setup import Player
from projections.rulesets.und1c1.state import PlayerId, State


def check_tackle(state: State, data: TackleAttempted, seat: Seat) -> list[Finding]:
    """Tackle: on the carrier, from a box beside or in front of him."""
    player, opponent = data.player, data.opponent
    found = acting(state, "TackleAttempted", player)
    if opponent[0] == seat:
        message = f"A tackle needs an opponent, not {named(state, opponent)}."
        return [*found, RULES.illegal("tackle.own-player", message, None, opponent)]
    if is_goalkeeper(state, player):
        message = f"{named(state, player)} is a goalkeeper, and goalkeepers cannot tackle."
        return [*found, RULES.illegal("tackle.goalkeeper", message, None, player)]
    if state.ball != opponent:
        message = f"{named(state, opponent)} does not have the ball."
        found.append(RULES.illegal("tackle.opponent-no-ball", message, state.ball, opponent))
    if not next_to(state, player, opponent):
        message = f"{named(state, player)} is not next to {named(state, opponent)}."
        far = _apart(state, player, opponent)
        found.append(RULES.illegal("tackle.not-adjacent", message, 1, far))
    elif from_behind(state, player, opponent):
        message = (
            f"{named(state, player)} is behind {named(state, opponent)}: no tackles from there."
        )
        place = place_of(state, player)
        found.append(RULES.illegal("tackle.from-behind", message, None, place))
    return found


def check_dribble(state: State, data: DribbleAttempted, seat: Seat) -> list[Finding]:
    """Dribble: by the carrier, past an upright opponent in a surrounding box."""
    player, opponent = data.player, data.opponent
    found = acting(state, "DribbleAttempted", player)
    if is_goalkeeper(state, player):
        return [*found, only_passes(state, player)]
    if state.ball != player:
        found.append(not_carrier(state, player))
    if opponent[0] == seat:
        message = f"A dribble needs an opponent, not {named(state, opponent)}."
        return [*found, RULES.illegal("dribble.own-player", message, None, opponent)]
    if not next_to(state, player, opponent):
        message = f"{named(state, player)} is not next to {named(state, opponent)}."
        far = _apart(state, player, opponent)
        found.append(RULES.illegal("dribble.not-adjacent", message, 1, far))
    if cannot_contest(state, opponent):
        message = f"{named(state, opponent)} is flipped."
        found.append(RULES.illegal("dribble.opponent-flipped", message, None, opponent))
    return found


def next_to(state: State, player: PlayerId, opponent: PlayerId) -> bool:
    """Whether an opponent stands in a box next to the player's; never in a goal."""
    ours, theirs = place_of(state, player), place_of(state, opponent)
    if ours is None or theirs is None or theirs in GOALS:
        return False
    return state.setup.measure.boxes(ours, theirs) == 1


def from_behind(state: State, tackler: PlayerId, carrier: PlayerId) -> bool:
    """Whether the tackler is farther than the carrier from the goal that the carrier attacks."""
    ours, theirs = place_of(state, tackler), place_of(state, carrier)
    advance = ADVANCE[carrier[0]]
    return ours is not None and theirs is not None and advance[ours] < advance[theirs]


def cannot_contest(state: State, opponent: PlayerId) -> bool:
    """Whether an opponent is flipped, which keeps him from being dribbled (ruling)."""
    chip = chip_of(state, opponent)
    flipped = chip is not None and chip.flipped is not None
    return flipped and state.setup.rulings.flipped_dribbled == "no"


def _apart(state: State, *pair: PlayerId) -> int:
    ours, theirs = (state.chips.of(player[0])[player].at for player in pair)
    return state.setup.measure.boxes(ours, theirs)


def tackle_options(state: State, seat: Seat, player: Player) -> Iterator[Option]:
    """A TackleAttempted where the opponent's carrier may be tackled by that player."""
    carrier = state.ball
    if carrier is None or carrier[0] == seat:
        return
    if next_to(state, player.id, carrier) and not from_behind(state, player.id, carrier):
        name = state.setup.players[carrier].name
        p = chance(state, new_roll(state, "tackle", seat, player.id, opponent=carrier))
        yield Option(
            "TackleAttempted",
            seat,
            {"player": player.id, "opponent": carrier},
            f"#{player.number} tackles {name}",
            piece=player.id,
            to=carrier,
            probability=p,
            weight=0.6 + p,
        )


def dribble_options(state: State, seat: Seat, carrier: PlayerId) -> Iterator[Option]:
    """One DribbleAttempted per opponent whom the carrier may take on."""
    for player, _ in outfield(state, OTHER[seat]):
        if next_to(state, carrier, player.id) and not cannot_contest(state, player.id):
            p = chance(state, new_roll(state, "dribble", seat, carrier, opponent=player.id))
            yield Option(
                "DribbleAttempted",
                seat,
                {"player": carrier, "opponent": player.id},
                f"Dribble past {player.name}",
                piece=carrier,
                to=player.id,
                probability=p,
                weight=p,
            )
