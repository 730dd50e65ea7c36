"""The state as JSON for a viewer: what follows from it is added, what is hidden is covered."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from projections.kit.ruleset import ALL, Json, Viewer
from projections.rulesets.wannabe_football.awaiting import awaiting
from projections.rulesets.wannabe_football.state import (
    MULTI_CHECKS,
    Cards,
    Discard,
    Exchange,
    Hand,
    Pending,
    State,
    WhistleCheck,
    in_order,
    is_over,
    top_card,
)


def seen_by(state: State, viewer: Viewer) -> State:
    """The state as a viewer sees it: cards in order, those of other hands covered.

    Nothing else is secret, and after the end of the game nothing is.
    """
    multi = state.multi
    everything = viewer == ALL or is_over(state)
    return replace(
        state,
        hands={
            seat: _ordered(hand) if everything or seat == viewer else _covered(hand)
            for seat, hand in state.hands.items()
        },
        discards=_kept_in_order(state.discards),
        multi=replace(
            multi,
            discards=_kept_in_order(multi.discards),
            kept={team: _kept_in_order(cards) for team, cards in multi.kept.items()},
        ),
    )


@lru_cache(maxsize=1024)
def _kept_in_order(cards: Cards) -> Cards:
    """The same object for the same cards, so that two views share it."""
    return in_order(cards)


@lru_cache(maxsize=1024)
def _ordered(hand: Hand) -> Hand:
    return replace(hand, cards=in_order(hand.cards))


def _covered(hand: Hand) -> Hand:
    return replace(hand, cards=(None,) * len(hand.cards))


def view(state: State, viewer: Viewer) -> Mapping[str, Json]:
    """The state view of the event model, without `version` and `step`."""
    return {
        "ruleset": "wannabe-football",
        "status": state.status,
        "turn": state.turn,
        "awaiting": awaiting(state),
        "score": state.score,
        "result": state.result,
        "board": _board(seen_by(state, viewer)),
    }


def _board(state: State) -> dict[str, Any]:
    return {
        "players": len(state.setup.seats),
        "rulings": state.setup.rulings,
        "pitch": state.pitch,
        "top": _top(state),
        "ball": state.ball,
        "restart": state.restart,
        "hands": state.hands,
        "bookings": state.bookings,
        "deck": state.deck,
        "extra_time": state.deck == 0,
        "discards": state.discards,
        "multi": state.multi,
        "whistle": state.whistle,
        "passes": state.passes,
        "pass_run": state.pass_run,
        "bonus_shot": state.bonus_shot,
        "pending": _pending(state.pending),
        "sides": state.sides,
        "side_used": state.side_used,
        "starter": state.starter,
        "shootout": state.shootout,
    }


def _top(state: State) -> dict[str, Any] | None:
    """The card that represents the pitch, its zones as the table sees them."""
    top = top_card(state)
    if top is None:
        return None
    setup = state.setup
    return {
        "card": top.card,
        "seat": top.seat,
        "kind": setup.kinds[top.card],
        "from": setup.starts[top.seat][top.card],
        "to": setup.tips[top.seat][top.card],
    }


def _pending(pending: Pending | None) -> dict[str, Any] | None:
    """What is waited for; what a whistle or an exchange goes back to is nobody's concern."""
    if pending is None:
        return None
    shown: dict[str, Any] = {"kind": pending.kind, "seat": pending.seat}
    if isinstance(pending, MULTI_CHECKS):
        shown["drawn"] = pending.drawn
    if isinstance(pending, WhistleCheck):
        shown |= {"offender": pending.offender, "card": pending.card, "zone": pending.zone}
    elif isinstance(pending, Discard):
        shown |= {"reason": pending.reason, "count": pending.count}
        if pending.foul is not None:
            shown["foul"] = pending.foul
    elif isinstance(pending, Exchange):
        shown["count"] = pending.count
    return shown
