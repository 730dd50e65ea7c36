"""What the table waits for, in order, with the chances of what a Multi Card decides."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from projections.rulesets.wannabe_football.obeying.hands import need
from projections.rulesets.wannabe_football.position.odds import SUCCESS, chances, success
from projections.rulesets.wannabe_football.position.words import (
    REASONS,
    RESTARTS,
    counted,
    listed,
    zone_words,
)
from projections.rulesets.wannabe_football.setup import Seat
from projections.rulesets.wannabe_football.state import (
    HAND_LIMIT,
    MULTI_CHECKS,
    Discard,
    Exchange,
    MultiCheck,
    State,
    WhistleCheck,
    top_card,
)

Entry = Mapping[str, Any]


def awaiting(state: State) -> list[Entry]:
    """The entries of `awaiting`: `{seat, type, why, ...}`; [] when the game is over."""
    return _AWAITED[state.turn.phase](state)


def due_words(state: State) -> str:
    """What comes next and by whom, for a sentence: `Ana plays a card or calls pass`."""
    does: dict[Seat | None, list[str]] = {}
    for entry in awaiting(state):
        does.setdefault(entry["seat"], []).append(_DOES[entry["type"]](state, entry))
    return listed(
        " ".join(filter(None, (seat and state.setup.names[seat], " or ".join(said))))
        for seat, said in does.items()
    )


def _draws(state: State, entry: Entry) -> str:
    if entry["deck"] == "multi":
        the = "" if entry["check"] == "shootout" else "the "
        return f"turns over a Multi Card for {the}{entry['why']}"
    most = "up to " if state.turn.phase == "exchange" else ""
    return f"draws {most}{counted(entry['count'], 'card')}"


_DOES: Mapping[str, Callable[[State, Entry], str]] = {
    "KickOffDecided": lambda *_: "a coin decides who starts",
    "CardsDrawn": _draws,
    "CardPlayed": lambda *_: "plays a card",
    "PassCalled": lambda *_: "calls pass",
    "TurnEnded": lambda *_: "says “your turn”",
    "CardStolen": lambda *_: "takes a card from an opponent",
    "CardsDiscarded": lambda _, entry: f"discards {counted(entry['count'], 'card')}",
    "ShotTaken": lambda *_: "shoots without a card",
    "OutcomeRuled": lambda *_: "somebody says what the Multi Card showed",
}


def in_turn_order(state: State) -> list[Seat]:
    """The seats from the actor on."""
    seats = list(state.setup.seats)
    first = seats.index(state.turn.actor) if state.turn.actor else 0
    return seats[first:] + seats[:first]


def _setup(state: State) -> list[Entry]:
    deals = [
        _draw(seat, HAND_LIMIT - hand.count, "the deal, four cards each")
        for seat, hand in state.hands.items()
        if hand.count < HAND_LIMIT
    ]
    if state.starter is not None:
        return deals
    return [*deals, {"seat": None, "type": "KickOffDecided", "why": "a coin decides who starts"}]


def _draw(seat: Seat | None, count: int, why: str) -> Entry:
    return {"seat": seat, "type": "CardsDrawn", "why": why, "deck": "player", "count": count}


def _start_draw(state: State) -> list[Entry]:
    return [_draw(state.turn.actor, 1, "a card at the start of the turn")]


def _refill(state: State) -> list[Entry]:
    return [
        _draw(seat, count, "hands are refilled at a dead ball")
        for seat in in_turn_order(state)
        if (count := need(state, seat))
    ]


def _exchange(state: State) -> list[Entry]:
    pending = state.pending
    assert isinstance(pending, Exchange)
    return [_draw(pending.seat, pending.count, f"England draws up to {pending.count} new cards")]


def _play(state: State) -> list[Entry]:
    why = _whence(state)
    actor = state.turn.actor
    return [
        {"seat": actor, "type": "CardPlayed", "why": why},
        {"seat": actor, "type": "PassCalled", "why": "if no card fits"},
    ]


def _whence(state: State) -> str:
    if state.restart is not None:
        shot = "" if state.restart.shot_ok else ", no shot"
        return f"{RESTARTS[state.restart.kind]}{shot}"
    if state.ball is None or state.turn.actor is None:
        return "where the ball is, is not known"
    return f"the ball is in {zone_words(state.ball, state.setup.team[state.turn.actor])}"


def _continue(state: State) -> list[Entry]:
    actor = state.turn.actor
    declined = "if no card fits" if state.setup.four else "the extra card may be left out"
    entries: list[Entry] = [
        {"seat": actor, "type": "CardPlayed", "why": f"the star holds, {_whence(state)}"},
        {"seat": actor, "type": "TurnEnded", "why": declined},
    ]
    return [*entries, _free_shot(state)] if state.bonus_shot else entries


def _free_shot(state: State) -> Entry:
    odds = chances(state, "shot")
    return {
        "seat": state.turn.actor,
        "type": "ShotTaken",
        "why": "in the box, no card is needed",
        "target": "goal",
        "probability": success(odds, "shot"),
    }


def _bonus(state: State) -> list[Entry]:
    declined = {"seat": state.turn.actor, "type": "TurnEnded", "why": "the shot may be left out"}
    return [_free_shot(state), declined]


def _steal(state: State) -> list[Entry]:
    seat = state.pending and state.pending.seat
    return [{"seat": seat, "type": "CardStolen", "why": "the dribble takes an opponent's card"}]


def _discard(state: State) -> list[Entry]:
    pending = state.pending
    assert isinstance(pending, Discard)
    return [
        {
            "seat": pending.seat,
            "type": "CardsDiscarded",
            "why": REASONS[pending.reason],
            "count": pending.count,
            "reason": pending.reason,
        }
    ]


def _check(state: State) -> list[Entry]:
    """A Multi Card decides; one that was drawn unseen waits for its outcome to be told."""
    check = state.pending
    assert isinstance(check, MULTI_CHECKS)
    why = _subject(state, check)
    if check.drawn:
        return [{"seat": None, "type": "OutcomeRuled", "why": f"{why}: the card was not seen"}]
    odds = chances(state, check.kind)
    return [
        {
            "seat": check.seat,
            "type": "CardsDrawn",
            "why": why,
            "deck": "multi",
            "count": 1,
            "check": check.kind,
            "target": SUCCESS[check.kind],
            "probability": success(odds, check.kind),
            "odds": odds,
        }
    ]


def _subject(state: State, check: MultiCheck) -> str:
    top = top_card(state)
    if isinstance(check, WhistleCheck):
        return f"tackle of {check.card}"
    if check.kind == "penalty":
        return "penalty kick"
    if check.kind == "shootout":
        kicks = len(state.shootout.kicks) if state.shootout else 0
        return f"kick {kicks + 1} of the shoot-out"
    return f"{check.kind} of {top.card}" if top else check.kind


def _nothing(_state: State) -> list[Entry]:
    return []


_AWAITED: Mapping[str, Callable[[State], list[Entry]]] = {
    "setup": _setup,
    "draw": _start_draw,
    "play": _play,
    "star": _check,
    "continue": _continue,
    "steal": _steal,
    "bonus": _bonus,
    "shot": _check,
    "whistle": _check,
    "penalty": _check,
    "discard": _discard,
    "exchange": _exchange,
    "refill": _refill,
    "shootout": _check,
    "over": _nothing,
}
