"""Chapters "Playing the Game", "One Round (Sequence of Play)": whose move it is, draws of cards."""

from __future__ import annotations

from collections.abc import Sequence

from projections.kit.ruleset import Finding, Option
from projections.rulesets.wannabe_football.awaiting import awaiting, due_words
from projections.rulesets.wannabe_football.obeying.hands import brings_turn_card, need
from projections.rulesets.wannabe_football.obeying.turns import Slip, alternates, draws_for_turn
from projections.rulesets.wannabe_football.position.odds import unknown_player_cards
from projections.rulesets.wannabe_football.position.words import DOING, counted, doing
from projections.rulesets.wannabe_football.rulebook import RULES
from projections.rulesets.wannabe_football.setup import Seat
from projections.rulesets.wannabe_football.state import HAND_LIMIT, Exchange, State, mover


def out_of_turn(state: State, seat: Seat) -> Finding:
    """Another seat has to do the next thing."""
    awaited = mover(state)
    names = state.setup.names
    whose = names[awaited] if awaited else "nobody"
    message = f"It is {whose}'s move, not {names[seat]}'s: {due_words(state)}."
    return RULES.illegal("turn.out-of-turn", message, whose, names[seat])


def wrong_phase(state: State, kind: str) -> Finding:
    """Something else is due now."""
    due = due_words(state)
    message = f"{DOING[kind]} is not what comes next: {due}."
    return RULES.illegal("turn.phase", message, due, doing(kind))


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
            message = f"{names[seat]} has not drawn a card for this turn: one is due first."
            found.append(RULES.illegal("turn.not-drawn", message))
        else:
            found.append(not_due(state, seat, kind))
    return found


def alternation(state: State, seat: Seat) -> Finding:
    """A teammate did what the other one had to. Source: Four Players."""
    return alternate(state, seat, state.turn.actor or seat)


def alternate(state: State, seat: Seat, awaited: Seat) -> Finding:
    """`seat` did what its teammate had to."""
    whose, name = state.setup.names[awaited], state.setup.names[seat]
    message = f"Teammates take turns: it is {whose}'s card, not {name}'s."
    return RULES.illegal("team.alternate", message, whose, name)


def drawn_count(state: State, seat: Seat, count: int) -> list[Finding]:
    """Player Cards were drawn: when they are due, by whose they are, as many as are due."""
    found = _not_due_draw(state, seat, count)
    if count > state.deck:
        left = counted(state.deck, "card")
        are = "is" if state.deck == 1 else "are"
        drawn = f"{state.setup.names[seat]} draws {counted(count, 'card')}"
        message = f"{drawn}, but {left} {are} left in the deck."
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
        message = f"{name} already has four cards, no more are dealt: {due_words(state)}."
        return [RULES.illegal("setup.deal-twice", message, HAND_LIMIT, count)]
    if count == 0 or state.deck == 0 or _is_due(state, seat, count):
        return []
    message = f"{name} has no card to draw now: {due_words(state)}."
    return [RULES.illegal("draw.not-awaited", message, 0, count)]


def _is_due(state: State, seat: Seat, count: int) -> bool:
    if state.turn.phase == "refill":
        return need(state, seat) > 0 or brings_turn_card(state, seat, count)
    return isinstance(state.pending, Exchange) and state.pending.seat == seat


def _miscounted(state: State, seat: Seat, count: int) -> list[Finding]:
    """A draw that is due, of another number of cards."""
    phase = state.turn.phase
    name = state.setup.names[seat]
    if phase in ("setup", "refill", "exchange") and brings_turn_card(state, seat, count):
        return []
    if count != 1 and draws_for_turn(state, seat):
        message = f"{name} draws {counted(count, 'card')}, one is due at the start of a turn."
        return [RULES.illegal("draw.count", message, 1, count)]
    if phase == "setup" and state.hands[seat].count < HAND_LIMIT:
        brought = state.hands[seat].count + count
        if brought != HAND_LIMIT:
            message = f"{name} is dealt {counted(brought, 'card')} in all, four are due."
            return [RULES.illegal("setup.deal-four", message, HAND_LIMIT, brought)]
    if phase == "refill" and count != need(state, seat) > 0:
        due = need(state, seat)
        message = f"{name} refills with {counted(count, 'card')}, but needs {counted(due, 'card')}."
        return [RULES.illegal("refill.count", message, due, count)]
    pending = state.pending
    if isinstance(pending, Exchange) and pending.seat == seat and count > pending.count:
        most = counted(pending.count, "card")
        message = f"{name} draws {counted(count, 'new card')}, {most} at the most."
        return [RULES.illegal("side.exchange-drawn", message, pending.count, count)]
    return []


def dice_rolled(state: State) -> Finding:
    """There are no dice in this game."""
    due = due_words(state)
    message = f"This game has no dice: {due}."
    return RULES.illegal("turn.phase", message, due, doing("DiceRolled"))


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
