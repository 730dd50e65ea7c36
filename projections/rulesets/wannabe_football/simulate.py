"""PLAYS: simulated players act legally, prefer stars and shots, and often see a whistle."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from events.event import Draft
from projections.rulesets.wannabe_football.awaiting import Entry, awaiting
from projections.rulesets.wannabe_football.board.zones import FAR_BOX, OWN_BOX
from projections.rulesets.wannabe_football.chapters.passing import may_throw_yellow
from projections.rulesets.wannabe_football.obeying.turns import closes_whistle
from projections.rulesets.wannabe_football.payloads.fields import YELLOW
from projections.rulesets.wannabe_football.setup import CardId, Seat
from projections.rulesets.wannabe_football.state import Discard, State, Steal, fitting

SEES_WHISTLE = 0.7
"""How often a tackle is called."""


class Players:
    """The players of one game; they shuffle the piles and draw from them."""

    def __init__(self, start: State, rng: Random) -> None:
        """Shuffles both decks of a game that has not begun."""
        self._rng = rng
        self._deck = list(start.setup.player_cards)
        self._multi = list(start.setup.multi_cards)
        self._overlooked: CardId | None = None
        rng.shuffle(self._deck)
        rng.shuffle(self._multi)

    def __call__(self, state: State) -> Draft | None:
        """What happens next; None when the game is over."""
        call = self._called(state)
        if call is not None:
            return call
        entries = awaiting(state)
        if not entries:
            return None
        entry = entries[0]
        return self._answers[entry["type"]](self, state, entry)

    def _called(self, state: State) -> Draft | None:
        """The call of a tackle: one chance to see each, before the other team draws or plays."""
        whistle = state.whistle
        actor = state.turn.actor
        if whistle is None or actor is None or whistle.card == self._overlooked:
            return None
        if state.turn.phase not in ("draw", "play") or not closes_whistle(state, actor):
            return None
        self._overlooked = whistle.card
        if self._rng.random() >= SEES_WHISTLE:
            return None
        return Draft(type="FoulSpotted", seat=actor, data={})

    def _toss(self, state: State, _entry: Entry) -> Draft:
        starter = self._rng.choice(state.setup.seats)
        return Draft(type="KickOffDecided", data={"starter": starter})

    def _draw(self, state: State, entry: Entry) -> Draft:
        if entry["deck"] == "multi":
            cards = [self._turn_over(state)]
        else:
            cards = [self._deck.pop() for _ in range(entry["count"])]
        return Draft(
            type="CardsDrawn", seat=entry["seat"], data={"deck": entry["deck"], "cards": cards}
        )

    def _turn_over(self, state: State) -> CardId:
        every_draw = state.setup.rulings["multi_deck"] == "every_draw"
        if not self._multi or every_draw:
            kept = set[CardId | None]().union(*state.multi.kept.values())
            self._multi = [card for card in state.setup.multi_cards if card not in kept]
            self._rng.shuffle(self._multi)
        return self._multi.pop()

    def _play(self, state: State, entry: Entry) -> Draft:
        seat: Seat = entry["seat"]
        if state.bonus_shot:
            return Draft(type="ShotTaken", seat=seat, data={})
        cards = fitting(state, seat)
        if not cards:
            declined = state.turn.phase == "continue"
            return Draft(type="TurnEnded" if declined else "PassCalled", seat=seat, data={})
        card = max(cards, key=lambda card: self._liking(state, card))
        return Draft(type="CardPlayed", seat=seat, data={"card": card})

    def _liking(self, state: State, id_: CardId) -> float:
        card = state.setup.player_cards[id_]
        if card.kind == "shot":
            return 100.0
        starred = 3 + 2 * (card.to == FAR_BOX) if card.star else 0
        dribbled = card.kind == "dribble"
        return starred + dribbled - 4 * (card.to == OWN_BOX) + self._rng.uniform(0, 2)

    def _shoot(self, _state: State, entry: Entry) -> Draft:
        return Draft(type="ShotTaken", seat=entry["seat"], data={})

    def _steal(self, state: State, entry: Entry) -> Draft:
        assert isinstance(state.pending, Steal)
        rivals = [s for s in state.setup.opponents[state.pending.seat] if state.hands[s].cards]
        victim = self._rng.choice(rivals)
        card = self._rng.choice(state.hands[victim].cards)
        return Draft(type="CardStolen", seat=entry["seat"], data={"from": victim, "card": card})

    def _discard(self, state: State, entry: Entry) -> Draft:
        pending = state.pending
        assert isinstance(pending, Discard)
        hand = state.hands[pending.seat]
        cards: list[CardId | None] = []
        if pending.reason == "limit" and may_throw_yellow(state, "limit"):
            cards = [YELLOW] * min(hand.yellow, pending.count)
        cards += self._rng.sample(hand.cards, pending.count - len(cards))
        return Draft(type="CardsDiscarded", seat=entry["seat"], data={"cards": cards})

    _answers: Mapping[str, Callable[[Players, State, Entry], Draft]] = {
        "KickOffDecided": _toss,
        "CardsDrawn": _draw,
        "CardPlayed": _play,
        "ShotTaken": _shoot,
        "CardStolen": _steal,
        "CardsDiscarded": _discard,
    }


def simulate(start: State, rng: Random) -> Callable[[State], Any]:
    """Seats simulated players at a game that has not begun: state -> what happens next."""
    return Players(start, rng)
