"""Chapter "Pass / You Cannot Play a Card": passes, the end of a turn, four cards in a hand."""

from __future__ import annotations

from collections.abc import Sequence

from projections.kit.ruleset import Finding, Option
from projections.rulesets.wannabe_football.awaiting import due_words
from projections.rulesets.wannabe_football.chapters.four_players import must_continue
from projections.rulesets.wannabe_football.chapters.one_round import not_due, slipped, wrong_phase
from projections.rulesets.wannabe_football.chapters.the_cards import elsewhere, unknown
from projections.rulesets.wannabe_football.obeying import turns
from projections.rulesets.wannabe_football.obeying.hands import refereed, taken
from projections.rulesets.wannabe_football.payloads.fields import RED, YELLOW
from projections.rulesets.wannabe_football.position.words import counted
from projections.rulesets.wannabe_football.rulebook import RULES
from projections.rulesets.wannabe_football.setup import CardId, Seat
from projections.rulesets.wannabe_football.state import (
    Discard,
    State,
    fitting,
    may_hide_a_fit,
    mover,
)


def ended_by(state: State, seat: Seat) -> tuple[State, list[Finding]]:
    """The turn before is over because `seat` begins: the state then, and what was left undone."""
    found: list[Finding] = []
    actor = state.turn.actor
    if actor is not None and state.turn.phase == "continue":
        found += must_continue(state, actor)
    state = turns.declined(state)
    pending = state.pending
    if isinstance(pending, Discard) and pending.reason == "limit":
        held = state.hands[pending.seat].count
        name = state.setup.names[pending.seat]
        message = f"{name} ends the turn with {counted(held, 'card')}: four are the most."
        found.append(RULES.illegal("hand.limit", message, 4, held))
    return turns.undiscarded(state), found


def pass_called(state: State, seat: Seat) -> list[Finding]:
    """Pass was called: in turn, and by who has no card that fits."""
    found: list[Finding] = []
    if turns.is_next(state, seat):
        state, found = ended_by(state, seat)
    if seat == state.turn.actor and state.turn.phase in ("continue", "bonus"):
        extra = "extra card" if state.turn.phase == "continue" else "free shot"
        name = state.setup.names[seat]
        message = f"{name} leaves out the {extra}: that is no pass, just say “your turn”."
        found.append(RULES.illegal("pass.after-star", message))
        return found + must_continue(state, seat)
    state_in, slips = turns.steps_in(state, seat, None)
    if slips:
        found += slipped(state, seat, "PassCalled", slips)
        if slips[-1] in ("out_of_turn", "phase"):
            return found
    return [*found, *_could_play(state_in, seat)]


def _could_play(state: State, seat: Seat) -> Sequence[Finding]:
    if state.setup.rulings["forced_play"] == "free":
        return ()
    name = state.setup.names[seat]
    known = fitting(state, seat)
    if known:
        finding = RULES.illegal(
            "pass.could-play",
            f"{name} could play {known[0]}.",
            known[0],
        )
        return (finding,)
    if may_hide_a_fit(state, seat):
        message = f"Whether {name} could play an unseen card is not known."
        return (RULES.unverifiable("pass.could-play", message),)
    return ()


def turn_ended(state: State, seat: Seat) -> list[Finding]:
    """ "Your turn": the turn is over, or the extra card or the free shot is left out."""
    if turns.has_just_ended(state, seat):
        return []
    if seat != mover(state):
        return [not_due(state, seat, "TurnEnded")]
    if state.turn.phase not in ("continue", "bonus"):
        return [wrong_phase(state, "TurnEnded")]
    return must_continue(state, seat)


def cards_discarded(state: State, seat: Seat, cards: Sequence[CardId | None]) -> list[Finding]:
    """Cards left a hand: when that is due, as many as are due, and cards that it held."""
    player_cards = [card for card in cards if card not in (YELLOW, RED)]
    found = unknown(state.setup.player_cards, player_cards)
    pending = state.pending
    reason: str | None = None
    if not isinstance(pending, Discard) or pending.seat != seat:
        name = state.setup.names[seat]
        message = f"{name} has nothing to discard now: {due_words(state)}."
        found.append(RULES.illegal("discard.not-awaited", message, 0, len(cards)))
    else:
        reason = pending.reason
        if len(cards) != pending.count:
            name, thrown = state.setup.names[seat], counted(len(cards), "card")
            due, are = counted(pending.count, "card"), "is" if pending.count == 1 else "are"
            message = f"{name} discards {thrown}, {due} {are} due."
            found.append(RULES.illegal("discard.count", message, pending.count, len(cards)))
    found += _referee_cards(state, seat, cards, reason)
    return found + not_held(state, seat, player_cards)


def may_throw_yellow(state: State, reason: str | None) -> bool:
    """Whether a yellow card may be among the cards discarded for that reason."""
    return reason in ("limit", "red") and state.setup.rulings["yellow"] == "discardable"


def _referee_cards(
    state: State, seat: Seat, cards: Sequence[CardId | None], reason: str | None
) -> list[Finding]:
    hand = state.hands[seat]
    for card in cards:
        if card not in (YELLOW, RED):
            continue
        if (hand.yellow if card == YELLOW else hand.red) == 0:
            message = f"{state.setup.names[seat]} has no {card} card to discard."
            return [RULES.illegal("discard.referee", message)]
        if card == RED or not may_throw_yellow(state, reason):
            return [RULES.illegal("discard.referee", f"The {card} card stays in the hand.")]
        hand = refereed(hand, yellow=-1)
    return []


def not_held(state: State, seat: Seat, cards: Sequence[CardId | None]) -> list[Finding]:
    """A card given up that is known to be elsewhere, or that a fully known hand lacks."""
    hand = state.hands[seat]
    name = state.setup.names[seat]
    for n, card in enumerate(cards):
        if card is not None and card in state.setup.player_cards and card not in hand.cards:
            if card in cards[:n]:
                message = f"{card} is known to be in the discards."
                return [RULES.illegal("card.elsewhere", message, "the discards", card)]
            finding = elsewhere(state, card, seat)
            if finding is not None:
                return [finding]
            if None not in hand.cards:
                message = f"{name} does not hold {card}."
                return [RULES.illegal("discard.not-held", message, got=card)]
        hand = taken(hand, card)
    return []


def may_pass(state: State, seat: Seat) -> list[Option]:
    """The pass, unless a card that is known to fit must be played."""
    if state.setup.rulings["forced_play"] == "forced" and fitting(state, seat):
        return []
    return [Option("PassCalled", seat, {}, "Call pass", weight=1)]


def may_decline(state: State, seat: Seat) -> list[Option]:
    """ "Your turn", unless of four players a card that is known to fit must be played."""
    if state.setup.four and state.turn.phase == "continue" and fitting(state, seat):
        return []
    return [Option("TurnEnded", seat, {}, "Leave it at that: your turn", weight=1)]


def discard_options(state: State) -> list[Option]:
    """The discard that is due, with the cards that may go."""
    pending = state.pending
    assert isinstance(pending, Discard)
    hand = state.hands[pending.seat]
    cards: list[str | None] = list(hand.cards)
    if may_throw_yellow(state, pending.reason):
        cards += [YELLOW] * hand.yellow
    return [
        Option(
            "CardsDiscarded",
            pending.seat,
            {},
            f"Discard {pending.count}",
            choices={"cards": cards},
            count=pending.count,
            weight=10,
        )
    ]
