"""Exact chances: what a Multi Card will show, whether a hand holds a card that fits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from projections.kit.odds import drawn_any
from projections.rulesets.wannabe_football.components import MultiCard
from projections.rulesets.wannabe_football.setup import CardId, Seat
from projections.rulesets.wannabe_football.state import MULTI_CHECKS, State, fits, is_ball_lost

SUCCESS: Mapping[str, str] = {
    "star": "star",
    "whistle": "foul",
    "shot": "goal",
    "penalty": "goal",
    "shootout": "goal",
}
"""What whoever draws the Multi Card of a check hopes for; a foul is every outcome but `none`."""


def unknown_multi_cards(state: State) -> list[MultiCard]:
    """The Multi Cards among which the next one, or one drawn unseen, is equally likely each.

    Known goals are out for good; known discards are out unless the deck is empty, since then they
    come back before the draw.
    """
    multi = state.multi
    out = set[CardId | None]().union(*multi.kept.values())
    pending = state.pending
    waits = isinstance(pending, MULTI_CHECKS) and pending.drawn
    if multi.deck > 0 or waits:
        out.update(multi.discards)
    return [card for id_, card in state.setup.multi_cards.items() if id_ not in out]


def chances(state: State, check: str) -> dict[str, float]:
    """The chance of every outcome of a check that has one, in the order of the outcomes."""
    cards = unknown_multi_cards(state)
    says = state.setup.readings[check]
    found = Counter(says[card.id] for card in cards)
    return {
        outcome: found[outcome] / len(cards)
        for outcome in state.setup.outcomes[check]
        if found[outcome]
    }


def success(odds: Mapping[str, float], check: str) -> float:
    """The chance that a check ends as whoever draws the card hopes."""
    if check == "whistle":
        return sum(chance for outcome, chance in odds.items() if outcome != "none")
    return odds.get(SUCCESS[check], 0.0)


def chance_of(state: State, check: str) -> float:
    """The chance that a check taken now ends as whoever draws the card hopes."""
    return success(chances(state, check), check)


def star_then_shot(state: State) -> float:
    """The chance that a star holds and the shot after it, with the next Multi Card, is a goal."""
    cards = unknown_multi_cards(state)
    if not cards:
        return 0.0
    stars = [card for card in cards if card.star == "star"]
    goals = sum(card.shot == "goal" for card in cards)
    if state.setup.rulings["multi_deck"] == "every_draw":
        return len(stars) * goals / len(cards) ** 2
    if state.multi.deck == 1:
        return _last_star_then_shot(state, stars, len(cards))
    if len(cards) == 1:
        return float(bool(stars) and goals == 1)
    pairs = sum(goals - (card.shot == "goal") for card in stars)
    return pairs / (len(cards) * (len(cards) - 1))


def _last_star_then_shot(state: State, stars: list[MultiCard], cards: int) -> float:
    """With one card left the shot is drawn from all cards that are not kept, the first included."""
    kept = set[CardId | None]().union(*state.multi.kept.values())
    back = [card for id_, card in state.setup.multi_cards.items() if id_ not in kept]
    return len(stars) / cards * sum(card.shot == "goal" for card in back) / len(back)


def unknown_player_cards(state: State) -> list[CardId]:
    """The Player Cards whose place is not known from this state."""
    seen: set[CardId | None] = {entry.card for entry in state.pitch}
    seen.update(state.discards, *(hand.cards for hand in state.hands.values()))
    return [card for card in state.setup.player_cards if card not in seen]


def answer(state: State, seat: Seat, unknown: list[CardId], unseen: int) -> float | None:
    """The chance that a hand with so many unseen cards has one that fits.

    None when nothing is known of the ball, or there are fewer unknown cards than unseen ones.
    """
    if is_ball_lost(state) or unseen > len(unknown):
        return None
    suited = sum(fits(state, seat, card) for card in unknown)
    return float(drawn_any(suited, len(unknown), unseen))
