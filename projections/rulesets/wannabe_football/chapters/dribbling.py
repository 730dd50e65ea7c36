"""Chapter "Dribbling": taking a card from an opponent's hand."""

from __future__ import annotations

from projections.kit.ruleset import Finding, Option
from projections.rulesets.wannabe_football.awaiting import due_words
from projections.rulesets.wannabe_football.chapters.the_cards import elsewhere, unknown
from projections.rulesets.wannabe_football.rulebook import RULES
from projections.rulesets.wannabe_football.setup import CardId, Seat
from projections.rulesets.wannabe_football.state import Cards, State, Steal


def card_stolen(state: State, seat: Seat, victim: Seat, card: CardId | None) -> list[Finding]:
    """A card was taken: after a dribble, from an opponent, and one that was there."""
    found = unknown(state.setup.player_cards, (card,))
    pending = state.pending
    if not isinstance(pending, Steal) or pending.seat != seat:
        name = state.setup.names[seat]
        message = f"{name} has no card to take now: {due_words(state)}."
        found.append(RULES.illegal("steal.not-awaited", message))
    held = state.hands[victim].cards
    wrong_hand = victim not in state.setup.opponents[seat] or not held
    if wrong_hand:
        message = f"No card can be taken from {state.setup.names[victim]}: {_why_not(held)}."
        found.append(RULES.illegal("steal.from", message, got=victim))
    if card is None or card not in state.setup.player_cards or card in held:
        return found
    finding = elsewhere(state, card, victim)
    if finding is not None:
        found.append(finding)
    elif not wrong_hand and None not in held:
        name = state.setup.names[victim]
        found.append(
            RULES.illegal(
                "steal.not-held",
                f"{name} does not hold {card}.",
                got=card,
            )
        )
    return found


def _why_not(held: Cards) -> str:
    return "a dribble takes it from an opponent" if held else "there is no Player Card in that hand"


def steal_options(state: State) -> list[Option]:
    """The opponents from whom a card may be taken; each of their cards is equally likely."""
    pending = state.pending
    assert isinstance(pending, Steal)
    names = state.setup.names
    return [
        Option(
            "CardStolen",
            pending.seat,
            {"from": victim, "card": None},
            f"Take a card from {names[victim]}",
            piece=f"hand-{victim}",
            choices={"card": list(state.hands[victim].cards)},
            weight=10,
        )
        for victim in state.setup.opponents[pending.seat]
        if state.hands[victim].cards
    ]
