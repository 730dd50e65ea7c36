"""OBEYS: what each event does to the position. What happened, happened, whatever the rules say.

`apply` is total. Where an event contradicts the position it is read literally; what cannot be read
(an unknown seat or card) changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from events.event import Event
from projections.rulesets.wannabe_football.board.zones import enters_box
from projections.rulesets.wannabe_football.obeying import fouls, full_time, hands, resolution, turns
from projections.rulesets.wannabe_football.obeying.adjusting import adjusted
from projections.rulesets.wannabe_football.obeying.multi_deck import (
    shuffled,
    used_up,
    waiting,
)
from projections.rulesets.wannabe_football.payloads.fields import YELLOW
from projections.rulesets.wannabe_football.setup import CardId, Seat, Setup
from projections.rulesets.wannabe_football.state import (
    Discard,
    Exchange,
    PitchCard,
    Restart,
    Resume,
    State,
    Steal,
    Turn,
    Whistle,
    WhistleCheck,
)


def apply(state: State, event: Event) -> State:
    """The state after an event whose data was read."""
    kind = event.type
    seat = event.seat
    obey = _OBEY.get(kind)
    if obey is None:
        return state if kind == "NoteAdded" else _forgetting(state)
    regular = seat in state.setup.team and state.turn.phase != "over"
    if not regular and not _is_obeyed(state, event):
        return _forgetting(state)
    if state.revert is not None and kind != "OutcomeRuled":
        state = _forgetting(state)
    state = obey(state, seat or "", event.data)
    phase = state.turn.phase
    if phase in _UNSETTLED and not (phase == "draw" and state.deck):
        return turns.settled(state)
    return state


_AFTER_THE_END = frozenset({"TableAdjusted", "OutcomeRuled"})
_UNSETTLED = frozenset({"setup", "draw", "refill"})


def _is_obeyed(state: State, event: Event) -> bool:
    """Whether an event changes anything: by who sits here, or of the table, before the end."""
    if state.turn.phase == "over" and event.type not in _AFTER_THE_END:
        return False
    return is_seated(state.setup, event)


def _forgetting(state: State) -> State:
    """The state without what an overruled outcome would go back to: it is too late for that."""
    return state if state.revert is None else replace(state, revert=None)


_BY_SEATS = frozenset(
    {
        "CardsDrawn",
        "CardPlayed",
        "PassCalled",
        "TurnEnded",
        "FoulSpotted",
        "CardsDiscarded",
        "CardStolen",
        "ShotTaken",
        "CardsExchanged",
    }
)
"""Events that somebody in particular must have done."""


def is_seated(setup: Setup, event: Event) -> bool:
    """Whether an event's seat sits at this table, or the event needs none."""
    seat = event.seat
    return seat in setup.team or (seat is None and event.type not in _BY_SEATS)


def _known(there: Mapping[CardId, object], cards: list[CardId | None]) -> list[CardId | None]:
    """Cards as recorded; an id that the box does not have counts as unseen."""
    return [card if card in there else None for card in cards]


def _kick_off_decided(state: State, _seat: Seat, data: Any) -> State:
    if state.turn.phase != "setup" or data.starter not in state.setup.team:
        return state
    return replace(state, starter=data.starter)


def _cards_drawn(state: State, seat: Seat, data: Any) -> State:
    if data.deck == "multi":
        return resolution.turned_over(state, seat, _known(state.setup.multi_cards, data.cards))
    state = turns.implied_end(state, seat)
    held, discards = hands.drawn(state, seat, data.cards)
    deck = max(0, state.deck - len(data.cards))
    if turns.draws_for_turn(state, seat):
        return replace(
            state,
            hands=held,
            discards=discards,
            deck=deck,
            turn=Turn(state.turn.number, state.turn.seat, seat, "play"),
            whistle=_still_open(state, seat),
        )
    with_turn_card = hands.brings_turn_card(state, seat, len(data.cards))
    state = replace(state, hands=held, discards=discards, deck=deck)
    pending = state.pending
    if isinstance(pending, Exchange) and pending.seat == seat:
        phase = "play" if with_turn_card else pending.resume
        return replace(state, turn=replace(state.turn, phase=phase), pending=None)
    return state


def _card_played(state: State, seat: Seat, data: Any) -> State:
    setup = state.setup
    card: CardId = data.card
    if card not in setup.player_cards:
        return state
    turn = state.turn
    if turn.phase != "play" or turn.actor != seat:
        state, _ = turns.steps_in(turns.implied_end(state, seat), seat, card)
    held, discards = hands.moved(state, seat, card)
    tip = setup.tips[seat][card]
    state = replace(
        state,
        hands=held,
        discards=discards,
        pitch=(*state.pitch, PitchCard(card, seat)),
        ball=tip or setup.starts[seat][card],
        restart=None,
        passes=0,
        pass_run=0,
        bonus_shot=False,
        whistle=_whistle_after(state, seat, card),
        played=state.played + 1,
        direct=state.restart and state.restart.kind,
    )
    return _played_on(state, seat, card)


def _whistle_after(state: State, seat: Seat, card: CardId) -> Whistle | None:
    """The tackle that may be called once a card is played: this one, or still the one before."""
    setup = state.setup
    if setup.kinds[card] == "tackle":
        return Whistle(seat, card, turns.owner_of(state), setup.starts[seat][card])
    return _still_open(state, seat)


def _played_on(state: State, seat: Seat, card: CardId) -> State:
    """What the card just played asks for."""
    setup = state.setup
    kind = setup.kinds[card]
    if kind == "shot":
        return resolution.awaiting(state, "shot", seat)
    if kind == "dribble":
        if any(state.hands[s].cards for s in setup.opponents[seat]):
            turn = replace(state.turn, phase="steal")
            return replace(state, turn=turn, pending=Steal(seat))
        return _after_dribble(state, seat)
    if setup.player_cards[card].star:
        return resolution.awaiting(state, "star", setup.mate[seat])
    return turns.end_turn(state)


def _after_dribble(state: State, seat: Seat) -> State:
    """A dribble is over; one into the box lets Croatia shoot. Source: National Sides."""
    if state.pitch and state.sides[seat] == "croatia":
        card = state.setup.player_cards[state.pitch[-1].card]
        if enters_box(card.start, card.to):
            turn = replace(state.turn, phase="bonus")
            return replace(state, turn=turn, pending=None, bonus_shot=True)
    return turns.end_turn(state)


def _pass_called(state: State, seat: Seat, _data: Any) -> State:
    state = turns.implied_end(state, seat)
    if seat == state.turn.actor and state.turn.phase in ("continue", "bonus"):
        return turns.end_turn(state)
    state, _ = turns.steps_in(state, seat, None)
    state = replace(
        state,
        passes=state.passes + 1,
        pass_run=state.pass_run + 1,
        whistle=_still_open(state, seat),
        restart=_handed_on(state),
    )
    return full_time.full_time(state) if full_time.is_full_time(state) else turns.end_turn(state)


def _handed_on(state: State) -> Restart | None:
    """Nothing is played: a restart goes to the next seat, which may not shoot."""
    restart = state.restart
    if restart is None:
        return None
    following = state.setup.following[turns.owner_of(state)]
    return replace(restart, seat=following, shot_ok=False)


def _still_open(state: State, seat: Seat) -> Whistle | None:
    """The tackle that may still be called once `seat` has begun."""
    return None if turns.closes_whistle(state, seat) else state.whistle


def _turn_ended(state: State, seat: Seat, _data: Any) -> State:
    if seat != state.turn.actor:
        return state
    if state.turn.phase in ("continue", "bonus"):
        return turns.end_turn(state)
    if state.turn.phase in ("play", "draw"):
        whistle, restart = _still_open(state, seat), _handed_on(state)
        return turns.end_turn(replace(state, whistle=whistle, restart=restart))
    return state


def _foul_spotted(state: State, seat: Seat, _data: Any) -> State:
    whistle = state.whistle
    if whistle is None:
        return state
    pending = WhistleCheck(
        seat,
        drawn=False,
        offender=whistle.seat,
        card=whistle.card,
        zone=whistle.zone,
        owner=whistle.owner,
        resume=Resume(state.turn.phase, state.pending),
    )
    turn = replace(state.turn, phase="whistle")
    return replace(state, turn=turn, whistle=None, pending=pending)


def _cards_discarded(state: State, seat: Seat, data: Any) -> State:
    held, discards = state.hands, state.discards
    for card in data.cards:
        if card in fouls.BOOKINGS:
            yellow, red = (-1, 0) if card == YELLOW else (0, -1)
            held = {**held, seat: hands.refereed(held[seat], yellow, red)}
        else:
            seen = card if card in state.setup.player_cards else None
            held, discards = hands.thrown(held, discards, seat, seen)
    state = replace(state, hands=held, discards=discards)
    pending = state.pending
    if not isinstance(pending, Discard) or pending.seat != seat:
        return state
    if pending.reason == "steal":
        return _after_dribble(state, seat)
    if pending.foul is not None:
        return fouls.kick_awarded(state, pending.foul)
    return turns.end_turn(state)


def _card_stolen(state: State, seat: Seat, data: Any) -> State:
    setup = state.setup
    victim: Seat = data.victim
    if victim not in setup.team:
        return state
    card = data.card if data.card in setup.player_cards else None
    if setup.four:
        held, discards = hands.moved(state, victim, card)
        held = {**held, seat: hands.given(held[seat], card)}
    else:
        held, discards = hands.thrown(state.hands, state.discards, victim, card)
    state = replace(state, hands=held, discards=discards)
    pending = state.pending
    if not isinstance(pending, Steal) or pending.seat != seat:
        return state
    if not setup.four:
        return _after_dribble(state, seat)
    turn = replace(state.turn, phase="discard")
    return replace(state, turn=turn, pending=Discard(seat, "steal", 1))


def _shot_taken(state: State, seat: Seat, _data: Any) -> State:
    if seat != state.turn.actor:
        return state
    multi = used_up(state.multi, waiting(state.pending))
    return resolution.awaiting(replace(state, bonus_shot=False, multi=multi), "shot", seat)


def _cards_exchanged(state: State, seat: Seat, data: Any) -> State:
    state = turns.implied_end(state, seat)
    held, discards = state.hands, state.discards
    for card in _known(state.setup.player_cards, data.cards):
        held, discards = hands.thrown(held, discards, seat, card)
    state = replace(state, hands=held, discards=discards)
    if state.sides[seat] == "england":
        state = replace(state, side_used={**state.side_used, seat: True})
    count = min(state.deck, len(data.cards))
    phase = state.turn.phase
    if seat != state.turn.actor or phase not in turns.EXCHANGING:
        return state
    state = replace(state, whistle=_still_open(state, seat))
    if count == 0:
        return state
    pending = Exchange(seat, count, phase)
    return replace(state, turn=replace(state.turn, phase="exchange"), pending=pending)


def _deck_shuffled(state: State, _seat: Seat, data: Any) -> State:
    if data.deck == "player":
        return state
    return replace(state, multi=shuffled(state.multi))


def _outcome_ruled(state: State, _seat: Seat, data: Any) -> State:
    return resolution.ruled(state, data.outcome)


def _table_adjusted(state: State, _seat: Seat, data: Any) -> State:
    return adjusted(state, data)


def _game_ended(state: State, seat: Seat, data: Any) -> State:
    if data.winner is not None and data.winner not in state.setup.team:
        return state
    return full_time.ended(state, seat or None, data)


_OBEY: Mapping[str, Callable[[State, Seat, Any], State]] = {
    "KickOffDecided": _kick_off_decided,
    "CardsDrawn": _cards_drawn,
    "CardPlayed": _card_played,
    "PassCalled": _pass_called,
    "TurnEnded": _turn_ended,
    "FoulSpotted": _foul_spotted,
    "CardsDiscarded": _cards_discarded,
    "CardStolen": _card_stolen,
    "ShotTaken": _shot_taken,
    "CardsExchanged": _cards_exchanged,
    "DeckShuffled": _deck_shuffled,
    "OutcomeRuled": _outcome_ruled,
    "TableAdjusted": _table_adjusted,
    "GameEnded": _game_ended,
}
