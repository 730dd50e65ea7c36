"""Multi Cards: drawing them, reading the section that counts, and what follows from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from projections.wannabe_football import fouls, full_time
from projections.wannabe_football.actions import CheckKind
from projections.wannabe_football.components import MultiCard
from projections.wannabe_football.geometry import enters_box
from projections.wannabe_football.hands import added, forgotten
from projections.wannabe_football.setup import CardId, Seat, Setup
from projections.wannabe_football.state import (
    Check,
    Multi,
    Resolved,
    Restart,
    State,
    WhistleCheck,
    top_card,
)
from projections.wannabe_football.turns import dead_ball, end_turn, owner_of, start_turn

OUTCOMES: Mapping[str, tuple[str, ...]] = {
    "star": ("star", "faded", "offside"),
    "whistle": ("none", "free_kick", "yellow", "red", "penalty"),
    "shot": ("goal", "corner", "off_target", "woodwork"),
    "penalty": ("goal", "miss"),
    "shootout": ("goal", "miss"),
}
"""What each check may end in."""


def outcomes(setup: Setup, check: str) -> tuple[str, ...]:
    """The words that a check admits under the rulings of the game."""
    if check == "penalty" and setup.rulings["penalty"] == "as_shot":
        return OUTCOMES["shot"]
    return OUTCOMES[check]


def reading(setup: Setup, check: str, card: MultiCard) -> str:
    """The outcome that a Multi Card shows for a check. Source: The Cards."""
    if check in ("penalty", "shootout"):
        return _penalty(setup, check, card)
    outcome: str = getattr(card, check)
    return outcome


def _penalty(setup: Setup, check: str, card: MultiCard) -> str:
    as_shot = setup.rulings["penalty"] == "as_shot"
    if as_shot and check == "penalty":
        return card.shot
    if card.penalty is None or as_shot:
        return "goal" if card.shot == "goal" else "miss"
    return card.penalty


def drawn(multi: Multi, card: CardId | None) -> Multi:
    """The Multi Cards after one left the deck; an empty deck takes the discards back first.

    A named card leaves the place where it was known.
    """
    deck, discards = multi.deck, multi.discards
    if deck == 0:
        deck, discards = len(discards), ()
    return _named(replace(multi, deck=max(0, deck - 1), discards=discards), card)


def discarded(multi: Multi, cards: Sequence[CardId | None]) -> Multi:
    """The Multi Cards after some were drawn and laid aside."""
    for card in cards:
        after = drawn(multi, card)
        multi = replace(after, discards=added(after.discards, card))
    return multi


def _named(multi: Multi, card: CardId | None) -> Multi:
    if card is None:
        return multi
    if card in multi.discards:
        return replace(multi, discards=forgotten(multi.discards, card))
    for team, kept in multi.kept.items():
        if card in kept:
            return replace(multi, kept={**multi.kept, team: forgotten(kept, card)})
    return multi


def turned_over(state: State, seat: Seat, cards: Sequence[CardId | None]) -> State:
    """A seat drew Multi Cards: the first decides the check that is due, if any is."""
    check = state.pending
    if not isinstance(check, Check | WhistleCheck):
        return replace(state, multi=discarded(state.multi, cards))
    if not cards:
        return state
    card, further = cards[0], cards[1:]
    multi = _named(state.multi, card) if check.drawn else drawn(state.multi, card)
    seat = _decides_for(state.setup, check, seat)
    shown = replace(
        state,
        multi=discarded(multi, further),
        pending=replace(check, seat=seat, drawn=True),
    )
    if card is None:
        return shown
    outcome = reading(state.setup, check.kind, state.setup.multi_cards[card])
    return resolved(shown, outcome, card)


def _decides_for(setup: Setup, check: Check | WhistleCheck, seat: Seat) -> Seat:
    """Whose check it is when `seat` turns the card over: a teammate takes over star and whistle."""
    mates = setup.team[seat] == setup.team[check.seat]
    return seat if mates and check.kind in ("star", "whistle") else check.seat


def awaiting(state: State, check: CheckKind, seat: Seat) -> State:
    """The state in which a seat turns over a Multi Card."""
    turn = replace(state.turn, actor=seat, phase=check)
    return replace(state, turn=turn, pending=Check(check, seat))


def overrules(state: State, outcome: str) -> bool:
    """Whether a ruled outcome is about the Multi Card just resolved."""
    last = state.multi.last
    if state.revert is None or last is None:
        return False
    waits = isinstance(state.pending, Check | WhistleCheck) and state.pending.drawn
    return not waits and outcome in outcomes(state.setup, last.check)


def ruled(state: State, outcome: str) -> State:
    """The table said an outcome: of the card just resolved, or of the one that is due."""
    last = state.multi.last
    if state.revert is not None and last is not None and overrules(state, outcome):
        if outcome == last.outcome:
            return state
        return resolved(state.revert, outcome, last.card)
    check = state.pending
    if not isinstance(check, Check | WhistleCheck):
        return state
    if outcome not in outcomes(state.setup, check.kind):
        return state
    if not check.drawn:
        multi = drawn(state.multi, None)
        state = replace(state, multi=multi, pending=replace(check, drawn=True))
    return resolved(replace(state, revert=None), outcome, None)


def resolved(state: State, outcome: str, card: CardId | None) -> State:
    """What follows from the outcome of the pending check; `state.multi` has lost the card."""
    check = state.pending
    assert isinstance(check, Check | WhistleCheck)
    before = state
    multi, score = state.multi, state.score
    if outcome == "goal" and check.kind in ("shot", "penalty"):
        team = state.setup.team[check.seat]
        multi = replace(multi, kept={**multi.kept, team: added(multi.kept[team], card)})
        score = {**score, team: score[team] + 1}
    else:
        multi = replace(multi, discards=added(multi.discards, card))
    if state.setup.rulings["multi_deck"] == "every_draw":
        multi = replace(multi, deck=multi.deck + len(multi.discards), discards=())
    last = Resolved(card, check.kind, check.seat, outcome)
    multi = replace(multi, last=last)
    state = replace(state, multi=multi, score=score, pending=None, revert=before)
    if isinstance(check, WhistleCheck):
        return _whistle(state, check, outcome)
    return _AFTER[check.kind](state, check.seat, outcome)


def _star(state: State, seat: Seat, outcome: str) -> State:
    owner = owner_of(state)
    if outcome == "faded":
        return end_turn(state)
    if outcome == "offside":
        following = state.setup.following[owner]
        return dead_ball(state, "offside", following, following)
    turn = replace(state.turn, actor=seat, phase="continue")
    return replace(state, turn=turn, bonus_shot=_belgian_right(state, seat))


def _belgian_right(state: State, seat: Seat) -> bool:
    """Whether a star took Belgium into the box, so that it may shoot. Source: National Sides."""
    top = top_card(state)
    if top is None or state.sides[seat] != "belgium":
        return False
    card = state.setup.player_cards[top.card]
    return enters_box(card.start, card.to)


def _shot(state: State, seat: Seat, outcome: str) -> State:
    """A shot or penalty was decided. Sources: Shot on Goal, Penalty Kick."""
    owner = owner_of(state)
    following = state.setup.following[owner]
    if outcome == "goal":
        return dead_ball(state, "after_goal", following, following)
    if outcome in ("off_target", "miss"):
        return dead_ball(state, "goal_kick", following, following)
    mate = state.setup.mate[seat]
    if outcome == "corner":
        taker = seat if state.setup.rulings["corner_four"] == "shooter" else mate
        return dead_ball(state, "corner", owner, taker, shot_ok=True)
    rebound = replace(state, ball=None, restart=Restart("woodwork", mate, shot_ok=True))
    return start_turn(rebound, owner, mate)


def _kick(state: State, seat: Seat, outcome: str) -> State:
    return full_time.kick_taken(state, seat, outcome == "goal")


_AFTER: Mapping[str, Callable[[State, Seat, str], State]] = {
    "star": _star,
    "shot": _shot,
    "penalty": _shot,
    "shootout": _kick,
}


def _whistle(state: State, check: WhistleCheck, outcome: str) -> State:
    """The referee's decision; France has its first booking taken back. Source: The Whistle."""
    offender = check.offender
    if outcome == "none":
        return _resumed(state, check)
    if outcome in fouls.BOOKINGS and may_cancel(state, offender):
        assert state.multi.last is not None
        last = replace(state.multi.last, cancelled=True)
        used = {**state.side_used, offender: True}
        cancelled = replace(state, side_used=used, multi=replace(state.multi, last=last))
        return _resumed(cancelled, check)
    return fouls.given(state, fouls.foul_of(state, check, outcome), outcome)


def may_cancel(state: State, seat: Seat) -> bool:
    """Whether a booking of this seat would be France's first. Source: National Sides."""
    return state.sides[seat] == "france" and not state.side_used[seat]


def _resumed(state: State, check: WhistleCheck) -> State:
    turn = replace(state.turn, phase=check.resume.phase)
    return replace(state, turn=turn, pending=check.resume.pending)
