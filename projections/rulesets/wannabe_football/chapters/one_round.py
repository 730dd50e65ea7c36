"""Chapters "Playing the Game", "One Round (Sequence of Play)": whose move it is, draws of cards."""

from __future__ import annotations

from collections.abc import Sequence

from projections.kit.ruleset import Finding, Option
from projections.rulesets.wannabe_football.awaiting import awaited_types, awaiting
from projections.rulesets.wannabe_football.obeying.hands import brings_turn_card, need
from projections.rulesets.wannabe_football.obeying.turns import Slip, alternates, draws_for_turn
from projections.rulesets.wannabe_football.position.odds import unknown_player_cards
from projections.rulesets.wannabe_football.rulebook import RULES
from projections.rulesets.wannabe_football.setup import Seat
from projections.rulesets.wannabe_football.state import HAND_LIMIT, Exchange, State, mover


def out_of_turn(state: State, seat: Seat) -> Finding:
    """Another seat has to do the next thing."""
    awaited = mover(state)
    names = state.setup.names
    whose = names[awaited] if awaited else "nobody"
    message = f"It is {whose}'s move, not {names[seat]}'s."
    return RULES.illegal("turn.out-of-turn", message, awaited, seat)


def wrong_phase(state: State, kind: str) -> Finding:
    """Something else is due now."""
    types = awaited_types(state)
    message = f"{kind} is not due; awaited: {types}."
    return RULES.illegal("turn.phase", message, types, kind)


def not_due(state: State, seat: Seat, kind: str) -> Finding:
    """What is wrong when a seat does what is not due: another is to move, or something else is."""
    return wrong_phase(state, kind) if mover(state) in (seat, None) else out_of_turn(state, seat)


def slipped(state: State, seat: Seat, kind: str, slips: Sequence[Slip]) -> list[Finding]:
    """The findings for whoever plays or passes without being the one to do so."""
    names = state.setup.names
    found: list[Finding] = []
    for slip in slips:
        if slip == "alternate":
            found.append(alternation(state, seat))
        elif slip == "not_drawn":
            message = f"{names[seat]} has not drawn a card for this turn."
            found.append(RULES.illegal("turn.not-drawn", message))
        else:
            found.append(not_due(state, seat, kind))
    return found


def alternation(state: State, seat: Seat) -> Finding:
    """A teammate did what the other one had to. Source: Four Players."""
    actor = state.turn.actor
    whose = state.setup.names[actor] if actor else "nobody"
    message = f"Teammates alternate: it is {whose}'s card."
    return RULES.illegal("team.alternate", message, actor, seat)


def drawn_count(state: State, seat: Seat, count: int) -> list[Finding]:
    """Player Cards were drawn: when they are due, by whose they are, as many as are due."""
    found = _not_due_draw(state, seat, count)
    if count > state.deck:
        message = f"{count} drawn, {state.deck} left."
        found.append(RULES.illegal("draw.deck-empty", message, state.deck, count))
    elif not found or found[0].rule.endswith("team.alternate"):
        found += _miscounted(state, seat, count)
    return found


def _not_due_draw(state: State, seat: Seat, count: int) -> list[Finding]:
    phase = state.turn.phase
    name = state.setup.names[seat]
    if phase == "draw":
        if seat == state.turn.actor or count == 0:
            return []
        if alternates(state, seat, None):
            return [alternation(state, seat)]
        return [out_of_turn(state, seat)]
    if phase == "setup":
        if count == 0 or state.hands[seat].count < HAND_LIMIT:
            return []
        if brings_turn_card(state, seat, count):
            return []
        message = f"{name} already has four cards."
        return [RULES.illegal("setup.deal-twice", message, HAND_LIMIT, count)]
    if count == 0 or state.deck == 0 or _is_due(state, seat, count):
        return []
    return [RULES.illegal("draw.not-awaited", f"{name} has no card to draw now.", 0, count)]


def _is_due(state: State, seat: Seat, count: int) -> bool:
    if state.turn.phase == "refill":
        return need(state, seat) > 0 or brings_turn_card(state, seat, count)
    return isinstance(state.pending, Exchange) and state.pending.seat == seat


def _miscounted(state: State, seat: Seat, count: int) -> list[Finding]:
    """A draw that is due, of another number of cards."""
    phase = state.turn.phase
    name = state.setup.names[seat]
    if phase in ("setup", "refill") and brings_turn_card(state, seat, count):
        return []
    if count != 1 and draws_for_turn(state, seat):
        message = f"{name} draws {count}, one is due."
        return [RULES.illegal("draw.count", message, 1, count)]
    if phase == "setup" and state.hands[seat].count < HAND_LIMIT:
        brought = state.hands[seat].count + count
        if brought != HAND_LIMIT:
            message = f"{name} is dealt {brought}, four are due."
            return [RULES.illegal("setup.deal-four", message, HAND_LIMIT, brought)]
    if phase == "refill" and count != need(state, seat) > 0:
        due = need(state, seat)
        message = f"{name} refills {count}, needs {due}."
        return [RULES.illegal("refill.count", message, due, count)]
    pending = state.pending
    if isinstance(pending, Exchange) and pending.seat == seat and count > pending.count:
        message = f"{count} new cards, at most {pending.count}."
        return [RULES.illegal("side.exchange-drawn", message, pending.count, count)]
    return []


def dice_rolled(state: State) -> Finding:
    """There are no dice in this game."""
    return wrong_phase(state, "DiceRolled")


def draw_options(state: State) -> list[Option]:
    """The draws of Player Cards that are due, of those whose place is not known."""
    unknown = unknown_player_cards(state)
    return [
        Option(
            "CardsDrawn",
            entry["seat"],
            {"deck": "player", "cards": [None] * entry["count"]},
            f"Draw {entry['count']}: {entry['why']}",
            piece="deck.top",
            choices={"cards": unknown},
            count=entry["count"],
            weight=10,
        )
        for entry in awaiting(state)
        if entry["type"] == "CardsDrawn"
    ]
