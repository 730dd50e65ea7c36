"""Chapter "Strategy Cards": playing, discarding and drawing them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from projections.kit.ruleset import Finding, Option, Viewer
from projections.rulesets.und1c1.actions import CardDiscarded, CardPlayed, CardsDrawn
from projections.rulesets.und1c1.components import StrategyCard
from projections.rulesets.und1c1.payloads.seats import OTHER, SEATS, Seat
from projections.rulesets.und1c1.position.chips import chip_of, chips_of, has
from projections.rulesets.und1c1.position.hands import card_ids, must_discard, sees_hand
from projections.rulesets.und1c1.position.words import card_name, counted, side_name
from projections.rulesets.und1c1.rulebook import RULES
from projections.rulesets.und1c1.state import NO_ROLLS, State

DECLARED_BEFORE = frozenset(
    {"roll_bonus", "lucky_throw", "grant_ability", "destroy_permanent", "cancel"}
)
"""Kinds of effects that bear on a roll and are declared before it."""

_TARGETS = {
    "unflip": "a flipped player of your own",
    "extra_box": "a player of your own",
    "grant_ability": "a player of your own",
    "destroy_permanent": "a permanent card that the other coach has in play",
    "cancel": "a card of the other coach that still waits or lasts",
}
"""What a card is played on or against, by the kind of its effect."""

_ON_A_PLAYER = frozenset({"extra_box", "grant_ability"})


def check_played(state: State, data: CardPlayed, seat: Seat) -> list[Finding]:
    """A card of the own deck and hand, at its time, within the limits, with its target."""
    if data.card not in state.setup.box.decks.of(seat):
        return [_unknown(state, data.card, seat)]
    card = state.setup.cards[data.card]
    found = _held(state, seat, data.card)
    found += _when(state, seat, card)
    found += _limits(state, seat, card)
    if card.ability is not None and not _able(state, data, card.ability):
        message = f"{card.name} needs a player with {card.ability.replace('_', ' ')}: name one."
        found.append(RULES.illegal("cards.ability", message, card.ability, data.player))
    if not has_target(state, seat, card, data):
        message = f"{card.name} has no such target: name {_TARGETS[card.effect.kind]}."
        got = data.target if data.player is None else data.player
        found.append(RULES.illegal("cards.target", message, None, got))
    if card.effect.kind in DECLARED_BEFORE:
        found += _declared(state, seat)
    if card.effect.kind == "free":
        message = f"{card.name}: the coaches decide what happens."
        found.append(RULES.unverifiable("cards.free-text", message, None, data.card))
    return found


def _unknown(state: State, card: str, seat: Seat) -> Finding:
    message = f"{card_name(state, card)} is not in the deck of {side_name(state, seat)}."
    return RULES.illegal("cards.unknown", message, None, card)


def _held(state: State, seat: Seat, card: str) -> list[Finding]:
    hand = state.cards.of(seat).hand
    if card in hand:
        return []
    if None in hand:
        message = f"{card_name(state, card)} may be one of the unseen cards."
        return [RULES.unverifiable("cards.hidden", message, None, card)]
    message = f"{side_name(state, seat)} does not hold {card_name(state, card)}."
    return [RULES.illegal("cards.not-held", message, None, card)]


def _when(state: State, seat: Seat, card: StrategyCard) -> list[Finding]:
    now = "own_turn" if seat == state.turn.seat else "opponent_turn"
    if card.when in ("any", now):
        return []
    whose = "own" if card.when == "own_turn" else "opponent's"
    message = f"{card.name} is played in the {whose} turn only."
    return [RULES.illegal("cards.when", message, card.when, now)]


def _limits(state: State, seat: Seat, card: StrategyCard) -> Iterator[Finding]:
    numbers = state.setup.numbers
    played = state.turn.cards_played.of(seat)
    limited = seat == state.turn.seat or state.setup.rulings.cards_in_opponent_turn == "three"
    if limited and played >= numbers.cards:
        message = f"{numbers.cards} cards a turn, and {side_name(state, seat)} has played {played}."
        yield RULES.illegal("cards.limit", message, numbers.cards, played + 1)
    in_play = len(state.cards.of(seat).in_play)
    if card.duration == "permanent" and in_play >= numbers.permanents:
        message = f"{numbers.permanents} permanent cards at most, and {in_play} are in play."
        yield RULES.illegal("cards.permanents", message, numbers.permanents, in_play + 1)


def _able(state: State, data: CardPlayed, ability: str) -> bool:
    return data.player is not None and has(state, data.player, ability)


def has_target(state: State, seat: Seat, card: StrategyCard, data: CardPlayed) -> bool:
    """Whether a card that needs a player or another card names a fitting one."""
    other = OTHER[seat]
    own = data.player is not None and data.player[0] == seat
    match card.effect.kind:
        case "unflip":
            chip = chip_of(state, data.player) if data.player is not None else None
            return own and chip is not None and chip.flipped is not None
        case "extra_box" | "grant_ability":
            return own
        case "destroy_permanent":
            return data.target in state.cards.of(other).in_play
        case "cancel":
            return any(
                entry.seat == other and entry.card == data.target and entry.lasts != "game"
                for entry in state.effects
            )
    return True


def needs_player(card: StrategyCard) -> bool:
    """Whether a card is played on a player."""
    return card.ability is not None or card.effect.kind in {*_ON_A_PLAYER, "unflip"}


def _declared(state: State, seat: Seat) -> Iterator[Finding]:
    roll = state.roll
    if roll is None:
        return
    if roll.rolls != NO_ROLLS or roll.draws > 0:
        yield RULES.illegal("cards.too-late", "The dice have been rolled.", None, roll.draws)
    if seat == roll.by and roll.responded:
        message = "The other coach has answered already."
        yield RULES.illegal("cards.after-response", message, None, seat)


def check_discarded(state: State, data: CardDiscarded, seat: Seat) -> list[Finding]:
    """From the hand only when it is too full to draw; from play what lies there."""
    cards = state.cards.of(seat)
    held = (*cards.hand, *cards.in_play)
    card, deck = data.card, state.setup.box.decks.of(seat)
    if card is not None and card not in held and card not in deck:
        return [_unknown(state, card, seat)]
    found = []
    if data.source == "play":
        if data.card not in cards.in_play:
            name = card_name(state, data.card)
            message = f"{name[:1].upper()}{name[1:]} is not held: it does not lie in play."
            found.append(RULES.illegal("cards.not-held", message, None, data.card))
        return found
    if data.card is not None:
        found += _held(state, seat, data.card)
    elif None not in cards.hand:
        found.append(_nothing_unseen(state, seat))
    if not must_discard(state, seat):
        message = (
            f"Nothing needs to be discarded: {side_name(state, seat)} holds {len(cards.hand)}."
        )
        limit = state.setup.numbers.hand
        found.append(RULES.illegal("cards.discard-not-due", message, limit, len(cards.hand)))
    return found


def _nothing_unseen(state: State, seat: Seat) -> Finding:
    held = counted(len(state.cards.of(seat).hand), "card")
    message = f"{side_name(state, seat)} holds {held} and all are known: name the one that goes."
    return RULES.illegal("cards.not-held", message, None, None)


def check_drawn(state: State, data: CardsDrawn, seat: Seat) -> list[Finding]:
    """One card from the own pile, of which the deck has copies left. Names no card."""
    deck = state.setup.box.decks.of(seat)
    known = [card for card in data.cards if card is not None]
    if any(card not in deck for card in known):
        message = f"A card is not in the deck of {side_name(state, seat)}."
        return [RULES.illegal("cards.unknown", message)]
    found = []
    number = len(data.cards)
    if data.deck != seat:
        message = f"Each coach draws from the own pile: {side_name(state, seat)} from his."
        found.append(RULES.illegal("cards.deck", message, seat, data.deck))
    if number != 1:
        message = f"One card is drawn, not {number}."
        found.append(RULES.illegal("cards.draw-count", message, 1, number))
    pile = state.cards.of(data.deck).pile
    if number > pile:
        message = f"The pile has {pile} card{'' if pile == 1 else 's'}."
        found.append(RULES.illegal("cards.pile-empty", message, pile, number))
    found += _copies(state, seat, known)
    if must_discard(state, seat):
        held, limit = len(state.cards.of(seat).hand), state.setup.numbers.hand
        message = f"{side_name(state, seat)} holds {held} cards: discard before drawing."
        found.append(RULES.illegal("cards.hand-limit", message, limit, held))
    return found


def _copies(state: State, seat: Seat, known: list[str]) -> Iterator[Finding]:
    if not known:
        return
    deck, cards = state.setup.box.decks.of(seat), state.cards.of(seat)
    seen = Counter([*cards.hand, *cards.in_play, *cards.discard, *known])
    for card in dict.fromkeys(known):
        if seen[card] > deck[card]:
            message = f"The deck has {deck[card]} of a card, and {seen[card]} have been seen."
            yield RULES.illegal("cards.copies", message)


def _left(state: State, seat: Seat) -> list[str]:
    """The cards, each once, of which the deck has more copies than have been seen."""
    deck, cards = state.setup.box.decks.of(seat), state.cards.of(seat)
    seen = Counter([*cards.hand, *cards.in_play, *cards.discard])
    return [card for card in deck if seen[card] < deck[card]]


def played_options(state: State, viewer: Viewer) -> Iterator[Option]:
    """One CardPlayed per card that may be played now, player and target.

    Where a hand has unseen cards, it may be any that one of them can be.
    """
    for seat in SEATS:
        if not sees_hand(state, viewer, seat):
            continue
        hand = state.cards.of(seat).hand
        known = dict.fromkeys(card for card in hand if card is not None)
        for card in known:
            yield from _playing(state, seat, card)
        for card in _left(state, seat) if None in hand else ():
            if card not in known:
                for option in _playing(state, seat, card):
                    yield replace(option, more={"unseen": True}, piece=None, weight=-1.0)


def _playing(state: State, seat: Seat, card_id: str) -> Iterator[Option]:
    card = state.setup.cards.get(card_id)
    if card is None:
        return
    for data in _ways_to_play(state, seat, card):
        if not any(f.severity == "illegal" for f in check_played(state, data, seat)):
            yield _played_option(state, seat, card, data)


def _ways_to_play(state: State, seat: Seat, card: StrategyCard) -> list[CardPlayed]:
    if needs_player(card):
        players = [p for p in state.setup.squads[seat] if p in chips_of(state, seat)]
        return [CardPlayed(card.id, player=player) for player in players]
    targets: Iterable[str] = ()
    if card.effect.kind == "destroy_permanent":
        targets = state.cards.of(OTHER[seat]).in_play
    elif card.effect.kind == "cancel":
        targets = (entry.card for entry in state.effects)
    else:
        return [CardPlayed(card.id)]
    return [CardPlayed(card.id, target=target) for target in dict.fromkeys(targets)]


def _played_option(state: State, seat: Seat, card: StrategyCard, data: CardPlayed) -> Option:
    payload = {"card": card.id}
    label = f"Play {card.name}"
    if data.player is not None:
        payload["player"] = data.player
        label += f" on #{state.setup.players[data.player].number}"
    if data.target is not None:
        payload["target"] = data.target
        label += f" against {card_name(state, data.target)}"
    return Option("CardPlayed", seat, payload, label, piece=f"{seat}:{card.id}", to=data.player)


def permanent_options(state: State, viewer: Viewer) -> Iterator[Option]:
    """The active coach may take a permanent out of play."""
    seat = state.turn.whose
    in_play = state.cards.of(seat).in_play
    ids = card_ids(state, viewer, seat)["in_play"]
    for index, card in enumerate(in_play):
        if card not in in_play[:index] and card in state.setup.box.decks.of(seat):
            data = {"card": card, "from": "play"}
            label = f"Discard {state.setup.cards[card].name} from play"
            yield Option("CardDiscarded", seat, data, label, piece=ids[index])


def draw_options(state: State, viewer: Viewer) -> Iterator[Option]:
    """With a full hand one CardDiscarded per distinct card, else the card that ends the turn."""
    seat = state.turn.whose
    seen = sees_hand(state, viewer, seat)
    left = _left(state, seat) if seen else []
    if must_discard(state, seat):
        hand = state.cards.of(seat).hand if seen else (None,)
        for card in dict.fromkeys(hand):
            yield _discarded_option(state, seat, card, left)
    elif state.cards.of(seat).pile > 0:
        data = {"deck": seat, "cards": [None]}
        choices = {"cards": left} if seen else None
        yield Option("CardsDrawn", seat, data, "Draw a card", choices=choices, count=1, weight=1.0)


def _discarded_option(state: State, seat: Seat, card: str | None, left: list[str]) -> Option:
    """`left`: what an unseen card may be."""
    data = {"card": card, "from": "hand"}
    if card is not None:
        label = f"Discard {card_name(state, card)}"
        return Option("CardDiscarded", seat, data, label, piece=f"{seat}:{card}")
    choices = {"card": left} if left else None
    return Option("CardDiscarded", seat, data, "Discard an unseen card", choices=choices)
