"""COUNTS: what an event adds to the statistics, with the exact expectation before the cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from events.event import Event
from projections.kit.ruleset import PUBLIC, Fact
from projections.rulesets.wannabe_football.board.zones import (
    advance,
    enters_box,
    in_far_half,
    width,
)
from projections.rulesets.wannabe_football.counting.checks import (
    Facts,
    cancelled,
    decided,
    due,
    just_read,
)
from projections.rulesets.wannabe_football.obeying import turns
from projections.rulesets.wannabe_football.position.odds import (
    answer,
    chances,
    success,
    unknown_player_cards,
)
from projections.rulesets.wannabe_football.setup import RIVAL, Seat
from projections.rulesets.wannabe_football.state import (
    Discard,
    PitchCard,
    State,
    Steal,
    resting_place,
    top_card,
)
from projections.rulesets.wannabe_football.table import is_seated
from projections.rulesets.wannabe_football.view import seen_by


def facts(before: State | None, event: Event, after: State) -> Sequence[Fact]:
    """The facts that an event yields, from the states around it."""
    if before is None or event.type in _NO_PLAY or not _is_counted(before, event):
        return ()
    counted = _BY_TYPE.get(event.type, _nothing)
    return [
        *counted(before, event, after),
        *decided(before, event, after),
        *_missed_whistle(before, event, after),
        *_consequences(before, event, after),
    ]


_NO_PLAY = frozenset({"TableAdjusted", "NoteAdded", "DeckShuffled", "DiceRolled"})


def _is_counted(before: State, event: Event) -> bool:
    """Whether an event took place: by who sits here, with cards that are there."""
    if not is_seated(before.setup, event):
        return False
    return event.type != "CardPlayed" or event.data.card in before.setup.player_cards


def _consequences(before: State, event: Event, after: State) -> Facts:
    """What an event led to; of a check that is decided anew, first what is annulled by that."""
    state = due(before, event)
    present = list(_led_to(state, event, after))
    if state is not before:
        annulled = list(_led_to(state, event, before))
        yield from (_annulled(fact) for fact in annulled if fact not in present)
        present = [fact for fact in present if fact not in annulled]
    yield from present


def _led_to(before: State, event: Event, after: State) -> Facts:
    yield from cancelled(before, after)
    yield from _restart(before, event, after)
    yield from _chain(before, event, after)
    yield from _game_over(before, after)


def _annulled(fact: Fact) -> Fact:
    """The fact that takes another one back out of every sum."""
    data = {**fact.data, "annulled": True}
    if fact.kind == "chain":
        data["cards"] = -data["cards"]
    return replace(fact, value=-(fact.value or 0), data=data)


def _nothing(_before: State, _event: Event, _after: State) -> Facts:
    yield from ()


def ready(before: State, event: Event) -> State:
    """The position in which a seat plays or passes: the turn before is over, it is its move."""
    seat = event.seat or ""
    card = getattr(event.data, "card", None)
    return turns.steps_in(turns.implied_end(before, seat), seat, card)[0]


def chance_to_answer(state: State, seat: Seat) -> float | None:
    """The chance, as a spectator knows it, that a seat that has drawn holds a card that fits."""
    seen = seen_by(state, PUBLIC)
    return answer(seen, seat, unknown_player_cards(seen), len(seen.hands[seat].cards))


def _played(before: State, event: Event, after: State) -> Facts:
    if after.pitch is before.pitch:
        return
    state = ready(before, event)
    setup = state.setup
    seat = event.seat or ""
    card = setup.player_cards[event.data.card]
    first = state.played == 0
    yield Fact(
        "play",
        seat,
        card.id,
        value=1,
        expected=chance_to_answer(state, seat) if first else None,
        data={
            "owner": state.turn.seat,
            "card": card.id,
            "kind": card.kind,
            "from": setup.starts[seat][card.id],
            "to": setup.tips[seat][card.id],
            "tip": card.to,
            "far": card.to is not None and in_far_half(card.to),
            "into_box": enters_box(card.start, card.to),
            "advance": None if card.to is None else advance(card.start, card.to),
            "width": None if card.to is None else width(card.start, card.to),
            "restart": state.restart and state.restart.kind,
            "continuation": not first,
            "place_in_turn": state.played + 1,
        },
    )
    if card.kind == "dribble" and not isinstance(after.pending, Steal):
        into_box = enters_box(card.start, card.to)
        data = {"from": None, "card": None, "into_box": into_box}
        yield Fact("dribble", seat, card.id, value=0, data=data)


def _passed(before: State, event: Event, after: State) -> Facts:
    if after.pass_run == before.pass_run:
        return
    state = ready(before, event)
    seat = event.seat or ""
    hand = state.hands[seat].count
    chance = chance_to_answer(state, seat) if state.played == 0 else None
    data = {"hand": hand, "ball": state.ball}
    yield Fact("called_pass", seat, value=0, expected=chance, data=data)


def _stolen(before: State, event: Event, after: State) -> Facts:
    top = top_card(before)
    if not isinstance(before.pending, Steal) or before.pending.seat != event.seat or top is None:
        return
    card = before.setup.player_cards[top.card]
    victim = event.data.victim
    yield Fact(
        "dribble",
        event.seat,
        top.card,
        value=1,
        data={
            "from": victim,
            "card": event.data.card,
            "into_box": enters_box(card.start, card.to),
        },
    )


def _shot_taken(before: State, event: Event, _after: State) -> Facts:
    seat = event.seat or ""
    if before.bonus_shot and seat == before.turn.actor:
        yield Fact("power", seat, value=1, data={"side": before.sides[seat]})


def _exchanged(before: State, event: Event, after: State) -> Facts:
    seat = event.seat or ""
    if after.side_used[seat] and not before.side_used[seat]:
        yield Fact("power", seat, value=1, data={"side": "england"})


_BY_TYPE: Mapping[str, Callable[[State, Event, State], Facts]] = {
    "CardPlayed": _played,
    "PassCalled": _passed,
    "CardStolen": _stolen,
    "ShotTaken": _shot_taken,
    "CardsExchanged": _exchanged,
}


_CLOSING = ("CardsDrawn", "CardPlayed", "PassCalled", "TurnEnded", "CardsExchanged")


def _missed_whistle(before: State, event: Event, after: State) -> Facts:
    """The other team begins without having called a tackle."""
    whistle = before.whistle
    if whistle is None or event.type not in _CLOSING:
        return
    if after.whistle is whistle or just_read(before, after) is not None:
        return
    seat = event.seat or ""
    if before.setup.team[seat] == before.setup.team[whistle.seat]:
        return
    yield Fact(
        "missed_whistle",
        seat,
        whistle.card,
        expected=success(chances(before, "whistle"), "whistle"),
        data={"offender": whistle.seat, "zone": whistle.zone},
    )


def _restart(before: State, event: Event, after: State) -> Facts:
    """A dead ball or a rebound; the kick-off, and a restart handed on, are none."""
    restart = after.restart
    if restart is None or restart is before.restart or restart.kind == "kick_off":
        return
    if before.restart is not None and _is_handed_on(before, event, after):
        return
    data = {"kind": restart.kind, "shot_ok": restart.shot_ok, "spot": restart.spot}
    yield Fact("restart", restart.seat, value=1, data=data)


def _is_handed_on(before: State, event: Event, after: State) -> bool:
    if event.type == "TurnEnded":
        return before.passes < 2
    return after.passes > 0


def _chain(before: State, event: Event, after: State) -> Facts:
    """The owner's turn is over: how far its cards took the ball, and how it ended."""
    state = before
    cards = before.played
    pitch = before.pitch
    if event.type == "CardPlayed" and after.pitch is not before.pitch:
        state = ready(before, event)
        if state.played < cards:
            yield from _chained(before, pitch[-cards:], "declined")
        cards = state.played + 1
        pitch = after.pitch
    ends = after.played != cards or after.turn.phase == "over" != before.turn.phase
    if cards and ends:
        yield from _chained(state, pitch[-cards:], _how_it_ended(before, event, after))


def _chained(state: State, cards: Sequence[PitchCard], result: str) -> Facts:
    if not cards:
        return
    setup = state.setup
    first = cards[0]
    data = {
        "owner": state.turn.seat,
        "cards": len(cards),
        "starts_zone": setup.starts[first.seat][first.card],
        "ends_zone": resting_place(setup, cards[-1]),
        "result": result,
    }
    yield Fact("chain", state.turn.seat, value=len(cards), data=data)


def _how_it_ended(before: State, event: Event, after: State) -> str:
    read = just_read(before, after)
    pending = before.pending
    if read is not None:
        return read.outcome
    if isinstance(pending, Discard) and pending.foul is not None and before.multi.last:
        return before.multi.last.outcome
    if event.type == "CardPlayed":
        return before.setup.kinds[event.data.card]
    if event.type in ("CardStolen", "CardsDiscarded"):
        return "dribble"
    return "ended" if event.type == "GameEnded" else "declined"


def _game_over(before: State, after: State) -> Facts:
    result = after.result
    if result is None or after.turn.phase != "over" or result is before.result:
        return
    lead = after.score["1"] - after.score[RIVAL["1"]]
    data = {"winner": result.winner, "reason": result.reason, "score": dict(after.score)}
    yield Fact("game_over", value=abs(lead), data=data)
