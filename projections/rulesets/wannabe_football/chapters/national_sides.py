"""Chapter "National Sides": the free shots of Croatia and Belgium, the exchange of England.

France's right, the first booking taken back, works by itself (see `obeying.resolution`).
"""

from __future__ import annotations

from collections.abc import Sequence

from projections.kit.common import GameCreated
from projections.kit.ruleset import Finding, Option
from projections.rulesets.wannabe_football.awaiting import awaiting, due_words
from projections.rulesets.wannabe_football.board.zones import Team
from projections.rulesets.wannabe_football.chapters.one_round import (
    not_due,
    out_of_turn,
    wrong_phase,
)
from projections.rulesets.wannabe_football.chapters.passing import ended_by, may_decline, not_held
from projections.rulesets.wannabe_football.chapters.playing import card_options
from projections.rulesets.wannabe_football.chapters.the_cards import unknown
from projections.rulesets.wannabe_football.obeying import turns
from projections.rulesets.wannabe_football.position.words import counted
from projections.rulesets.wannabe_football.rulebook import RULES
from projections.rulesets.wannabe_football.setup import RIVAL, CardId, Seat
from projections.rulesets.wannabe_football.state import State, mover

EXCHANGED_AT_MOST = 4


def created(data: GameCreated) -> list[Finding]:
    """National sides were chosen: that is for two players."""
    chosen = [side for side in (data.options.get("sides") or {}).values() if side]
    if not chosen or len(data.seats) == 2:
        return []
    message = "National sides are for two players."
    return [RULES.illegal("side.two-players", message, 2, len(data.seats))]


def shot_taken(state: State, seat: Seat) -> list[Finding]:
    """A shot without a card: by who has that right just now."""
    if seat != mover(state):
        return [not_due(state, seat, "ShotTaken")]
    if seat == state.turn.actor and state.bonus_shot:
        return []
    name = state.setup.names[seat]
    message = f"{name} may not shoot without a card now: {due_words(state)}."
    return [RULES.illegal("shot.no-right", message)]


def cards_exchanged(state: State, seat: Seat, cards: Sequence[CardId | None]) -> list[Finding]:
    """Cards were given up for new ones: by England, once, on its own turn, up to four."""
    found = unknown(state.setup.player_cards, cards)
    if turns.is_next(state, seat):
        state, undone = ended_by(state, seat)
        found += undone
    finding = _no_exchange(state, seat, len(cards))
    if finding is not None:
        found.append(finding)
    return found + not_held(state, seat, cards)


def _no_exchange(state: State, seat: Seat, count: int) -> Finding | None:
    name = state.setup.names[seat]
    if state.sides[seat] != "england":
        message = f"Only England exchanges cards, and {name} does not play as England."
        return RULES.illegal("side.exchange-right", message)
    if state.side_used[seat]:
        message = f"{name} has exchanged cards already: England may do so once in a game."
        return RULES.illegal("side.exchange-used", message)
    if mover(state) not in (seat, None):
        return out_of_turn(state, seat)
    if state.turn.phase not in turns.EXCHANGING:
        return wrong_phase(state, "CardsExchanged")
    if not 1 <= count <= EXCHANGED_AT_MOST:
        message = f"{name} exchanges {counted(count, 'card')}: one to four may be."
        return RULES.illegal("side.exchange-count", message, EXCHANGED_AT_MOST, count)
    return None


def exchange_options(state: State) -> list[Option]:
    """England's exchange, while it is unused and there are cards to give and to draw."""
    if state.turn.phase not in turns.EXCHANGING or state.deck == 0:
        return []
    seat = state.turn.actor
    assert seat is not None
    cards = state.hands[seat].cards
    if state.sides[seat] != "england" or state.side_used[seat] or not cards:
        return []
    most = min(EXCHANGED_AT_MOST, len(cards))
    return [
        Option(
            "CardsExchanged",
            seat,
            {},
            f"England exchanges up to {most} cards",
            choices={"cards": list(cards)},
            count=1,
            weight=1.5,
            more={"at_most": most},
        )
    ]


def shot_options(state: State) -> list[Option]:
    """The shot without a card, by who may take it now."""
    return [
        Option(
            "ShotTaken",
            entry["seat"],
            {},
            "Shoot without a card",
            piece="ball",
            to=f"goal-{_far_goal(state, entry['seat'])}",
            target="goal",
            probability=entry["probability"],
            weight=9,
        )
        for entry in awaiting(state)
        if entry["type"] == "ShotTaken"
    ]


def _far_goal(state: State, seat: Seat) -> Team:
    return RIVAL[state.setup.team[seat]]


def bonus_options(state: State) -> list[Option]:
    """After Croatia's dribble into the box: the free shot, a shot card instead, or neither."""
    seat = state.turn.actor
    assert seat is not None
    cards = card_options(state, seat, shots_only=True)
    return [*shot_options(state), *cards, *may_decline(state, seat)]
