"""Chapters "Actions" and "Turns and End of the Game": who may do what when, judged first."""

from __future__ import annotations

import re
from collections.abc import Mapping

from projections.kit.ruleset import Finding
from projections.rulesets.und1c1.awaiting import ACTIONS, awaiting
from projections.rulesets.und1c1.payloads.seats import SEATS, Seat
from projections.rulesets.und1c1.position.chips import chip_of, named
from projections.rulesets.und1c1.position.receiving import owes_goal_pass
from projections.rulesets.und1c1.position.words import card_name, place_name
from projections.rulesets.und1c1.rulebook import RULES
from projections.rulesets.und1c1.state import Chip, PlayerId, State

ACTION_EVENTS = frozenset({*ACTIONS, "KickOffTaken", "TractorMoved"})

WHAT: Mapping[str, str] = {
    "LineupPlaced": "A line-up",
    "CaptainChosen": "The choice of a captain",
    "KickOffTaken": "A kick-off",
    "PlayerMoved": "A movement",
    "GroupMoved": "A group movement",
    "PassAttempted": "A pass",
    "TackleAttempted": "A tackle",
    "DribbleAttempted": "A dribble",
    "ShotAttempted": "A shot",
    "CrossAttempted": "A cross",
    "InterceptorChosen": "Naming who gets the ball",
    "FreeMoveTaken": "A free move",
    "RepositioningDone": "The end of a repositioning",
    "TractorMoved": "An extra movement",
    "PadlocksPlaced": "Placing the padlocks",
    "CardPlayed": "Playing a card",
    "CardDiscarded": "Discarding a card",
    "CardsDrawn": "Drawing a card",
}
"""What is done at the table, as messages begin."""

_PLAYER = re.compile(r"[ab][1-9][0-9]?")


def in_words(state: State, value: str | float | None) -> str | float | None:
    """What a finding expected or got as people say it: names of coaches, players and cards."""
    if not isinstance(value, str):
        return value
    return ", ".join(_word(state, part) for part in value.split(", "))


def _word(state: State, part: str) -> str:
    if _PLAYER.fullmatch(part):
        return named(state, part)
    if part in WHAT:
        return WHAT[part][:1].lower() + WHAT[part][1:]
    if part in state.setup.cards:
        return card_name(state, part)
    known = state.setup.names.get(part)
    return place_name(part).replace("_", " ") if known is None else known


TURN_IS_OVER = frozenset({"end_turn", "draw"})


def wrong_phase(state: State, kind: str) -> Finding:
    """The finding for an event that the phase does not admit."""
    phase = state.turn.phase
    if kind == "TractorMoved" and (phase in TURN_IS_OVER or phase == "reposition"):
        return RULES.illegal("tractor.not-now", "No extra movement now.", "actions", phase)
    if kind in ACTION_EVENTS and phase in TURN_IS_OVER:
        message = "The turn is over: only the padlocks and the card are left."
        return RULES.illegal("turn.over", message, None, kind)
    if phase == "kickoff" and (kind in ACTION_EVENTS or kind == "PadlocksPlaced"):
        message = "The kick-off comes first."
        return RULES.illegal("kickoff.first-action", message, "KickOffTaken", kind)
    what = WHAT.get(kind, "That")
    waiting = ". ".join(entry.why for entry in awaiting(state))
    message = f"{what} is not possible now. {waiting or 'The game is over'}."
    return RULES.illegal("turn.wrong-phase", message, None, phase)


def wrong_seat(state: State, due: Seat | None, seat: str) -> Finding:
    """The finding for an event from another seat than the one awaited."""
    if due is None or seat not in SEATS:
        message = f"Nobody but {' and '.join(state.setup.names[s] for s in SEATS)} plays here."
    else:
        why = [entry.why for entry in awaiting(state) if entry.seat == due]
        message = f"It is {state.setup.names[due]}'s turn{': ' if why else ''}{' '.join(why)}."
    return RULES.illegal("turn.wrong-seat", message, due, seat)


def absent(state: State, player: PlayerId) -> Finding | None:
    """A player who is in no squad or not on the pitch."""
    if chip_of(state, player) is not None:
        return None
    return RULES.illegal(
        "player.unknown", f"{named(state, player)} is not on the pitch.", None, player
    )


def not_in_squad(state: State, player: PlayerId) -> Finding | None:
    """A player whom his seat's squad does not have."""
    if player in state.setup.players:
        return None
    return RULES.illegal("player.unknown", f"{named(state, player)} is in no squad.", None, player)


def not_yours(state: State, player: PlayerId, seat: Seat) -> Finding | None:
    """A player of the other coach."""
    if player[0] == seat:
        return None
    message = f"{named(state, player)} plays for the other coach."
    return RULES.illegal("player.not-yours", message, seat, player[0])


def spending(state: State, kind: str, player: PlayerId) -> list[Finding]:
    """What an action of cost one needs: an action left, no obligation, no extra movement before."""
    turn = state.turn
    if turn.actions_left > 0 and turn.must is None and not turn.tractor_used:
        return []
    found = []
    if turn.actions_left == 0:
        number = state.setup.numbers.actions
        message = f"All {number} actions are used."
        found.append(RULES.illegal("turn.no-actions-left", message, "1 or more", 0))
    found += obliged(state, kind, player)
    if turn.tractor_used:
        message = "The extra movement ends the actions."
        found.append(RULES.illegal("tractor.then-action", message, None, kind))
    return found


def obliged(state: State, kind: str, player: PlayerId | None) -> list[Finding]:
    """After a save nothing comes before the goalkeeper's pass, where he has one to make."""
    if not owes_goal_pass(state):
        return []
    goalkeepers = state.setup.keepers[state.turn.whose]
    if kind == "PassAttempted" and player in goalkeepers:
        return []
    message = "The turn starts with a pass from the goalkeeper."
    return [RULES.illegal("save.goalkeeper-pass-first", message, "PassAttempted", kind)]


def flipped(state: State, player: PlayerId, chip: Chip) -> Finding:
    """A flipped chip that is moved or acts."""
    message = f"{named(state, player)} is flipped until the end of turn {chip.flipped}."
    return RULES.illegal("player.flipped", message, None, chip.flipped)


def only_passes(state: State, player: PlayerId) -> Finding:
    """A goalkeeper who does anything with the ball but pass it."""
    message = f"{named(state, player)} is a goalkeeper, who can only pass."
    return RULES.illegal("goalkeeper.only-passes", message, "PassAttempted", player)


def acting(state: State, kind: str, player: PlayerId) -> list[Finding]:
    """What every action of cost one needs, and that its player is not flipped."""
    found = spending(state, kind, player)
    chip = chip_of(state, player)
    if chip is not None and chip.flipped is not None:
        found.append(flipped(state, player, chip))
    return found


def not_carrier(state: State, player: PlayerId) -> Finding:
    """A player who plays a ball that he does not have."""
    message = f"{named(state, player)} does not have the ball."
    return RULES.illegal("ball.not-carrier", message, player, state.ball)
