"""Chapter "The Cards": cards of this box, each in one place; Multi Cards and ruled outcomes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from projections.kit.ruleset import Finding, Option
from projections.rulesets.wannabe_football.awaiting import awaiting, due_words
from projections.rulesets.wannabe_football.chapters.one_round import alternate, out_of_turn
from projections.rulesets.wannabe_football.obeying.resolution import overrules
from projections.rulesets.wannabe_football.position.odds import unknown_multi_cards
from projections.rulesets.wannabe_football.position.words import (
    CHECKS,
    counted,
    listed,
    outcome_words,
)
from projections.rulesets.wannabe_football.rulebook import RULES
from projections.rulesets.wannabe_football.setup import CardId, Seat
from projections.rulesets.wannabe_football.state import MULTI_CHECKS, MultiCheck, State


def unknown(known: Mapping[CardId, object], cards: Iterable[CardId | None]) -> list[Finding]:
    """A card that the box does not have."""
    for card in cards:
        if card is not None and card not in known:
            message = f"The box has no card {card}: look at its number again."
            return [RULES.illegal("card.unknown", message, got=card)]
    return []


def place_of(state: State, card: CardId) -> str | None:
    """Where a Player Card is known to be, in words; None: not known."""
    for seat, hand in state.hands.items():
        if card in hand.cards:
            return f"the hand of {state.setup.names[seat]}"
    if card in state.discards:
        return "the discards"
    if any(entry.card == card for entry in state.pitch):
        return "the cards on the pitch"
    return None


def elsewhere(state: State, card: CardId, leaves: Seat | None) -> Finding | None:
    """A card that is known in another place than the hand it leaves (None: it leaves the deck)."""
    if leaves is not None and card in state.hands[leaves].cards:
        return None
    place = place_of(state, card)
    if place is None:
        return None
    return RULES.illegal("card.elsewhere", f"{card} is known to be in {place}.", place, card)


def drawn_elsewhere(state: State, seat: Seat, cards: Sequence[CardId | None]) -> list[Finding]:
    """A drawn card that is known not to be in the deck, or is drawn twice."""
    for n, card in enumerate(cards):
        if card is None:
            continue
        if card in cards[:n]:
            return [
                RULES.illegal(
                    "card.elsewhere",
                    f"{card} is known to be in the hand of {state.setup.names[seat]}.",
                    got=card,
                )
            ]
        finding = elsewhere(state, card, None)
        if finding is not None:
            return [finding]
    return []


def multi_drawn(state: State, seat: Seat, cards: Sequence[CardId | None]) -> list[Finding]:
    """Multi Cards were drawn: for a check, by whose it is, one, and from the deck."""
    found = unknown(state.setup.multi_cards, cards)
    check = state.pending
    if not isinstance(check, MULTI_CHECKS):
        if cards:
            message = f"No Multi Card is due: {due_words(state)}."
            found.append(RULES.illegal("multi.not-awaited", message))
        return found
    found += _not_the_drawer(state, seat, check)
    if len(cards) != 1:
        turned = counted(len(cards), "Multi Card")
        message = f"{state.setup.names[seat]} turns over {turned}, one is due."
        found.append(RULES.illegal("multi.count", message, 1, len(cards)))
    if cards and cards[0] is not None:
        found += _multi_elsewhere(state, cards[0], check.drawn)
    return found


def _not_the_drawer(state: State, seat: Seat, check: MultiCheck) -> list[Finding]:
    if seat == check.seat:
        return []
    if state.setup.team[seat] == state.setup.team[check.seat]:
        if check.kind == "whistle":
            return []
        if check.kind == "star":
            return [alternate(state, seat, check.seat)]
    return [out_of_turn(state, seat)]


def _multi_elsewhere(state: State, card: CardId, waits: bool) -> list[Finding]:
    multi = state.multi
    kept = any(card in cards for cards in multi.kept.values())
    used = card in multi.discards and (multi.deck > 0 or waits)
    if not kept and not used:
        return []
    where = "is kept as a goal" if kept else "lies in the discards"
    message = f"{card} {where}, so it was not in the deck."
    return [RULES.illegal("multi.elsewhere", message, got=card)]


def outcome_ruled(state: State, outcome: str) -> list[Finding]:
    """The table said an outcome: of the Multi Card just resolved, or of one nobody saw."""
    last = state.multi.last
    if last is not None and overrules(state, outcome):
        if last.card is None:
            return [_not_seen()]
        says = state.setup.readings[last.check][last.card]
        if says == outcome:
            return []
        shows, ruled = outcome_words(says), outcome_words(outcome)
        message = f"The Multi Card shows “{shows}”, the table ruled “{ruled}”."
        return [RULES.illegal("ruled.differs", message, shows, ruled)]
    check = state.pending
    if isinstance(check, MULTI_CHECKS):
        return _ruled_pending(state, check, outcome)
    if state.revert is not None and last is not None:
        return [_no_outcome(state, last.check, outcome)]
    message = "There is nothing to rule: no Multi Card is due, and none was turned over just now."
    return [RULES.illegal("ruled.nothing", message, got=outcome_words(outcome))]


def _ruled_pending(state: State, check: MultiCheck, outcome: str) -> list[Finding]:
    if outcome in state.setup.outcomes[check.kind]:
        return [_not_seen()]
    return [_no_outcome(state, check.kind, outcome)]


def _not_seen() -> Finding:
    return RULES.unverifiable(
        "ruled.no-card", "The Multi Card was not seen: the table's word counts."
    )


def _no_outcome(state: State, check: str, outcome: str) -> Finding:
    ruled = outcome_words(outcome)
    admitted = listed(map(outcome_words, state.setup.outcomes[check]), "or")
    message = f"For {CHECKS[check]} a Multi Card shows {admitted}, not {ruled}."
    return RULES.illegal("ruled.outcome", message, admitted, ruled)


def check_options(state: State) -> list[Option]:
    """Turning over the Multi Card that is due, or telling what the unseen one said."""
    entry = awaiting(state)[0]
    if entry["type"] == "OutcomeRuled":
        check = state.pending
        assert check is not None
        words = state.setup.outcomes[check.kind]
        return [Option("OutcomeRuled", None, {}, "Say what it was", choices={"outcome": words})]
    return [
        Option(
            "CardsDrawn",
            entry["seat"],
            {"deck": "multi", "cards": [None]},
            f"Turn over a Multi Card: {entry['why']}",
            piece="multi.top" if state.multi.deck else None,
            target=entry["target"],
            probability=entry["probability"],
            choices={"cards": [card.id for card in unknown_multi_cards(state)]},
            count=1,
            weight=10,
            more={"check": entry["check"], "odds": entry["odds"]},
        )
    ]
