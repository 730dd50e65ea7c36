"""Multi Cards are the dice of the game: turning one over, and what follows from its outcome."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from projections.rulesets.wannabe_football.board.zones import enters_box
from projections.rulesets.wannabe_football.obeying import fouls, full_time
from projections.rulesets.wannabe_football.obeying.multi_deck import (
    drawn,
    laid_aside,
    shuffled,
    turned_up,
    used,
    used_up,
    waiting,
)
from projections.rulesets.wannabe_football.obeying.turns import (
    dead_ball,
    end_turn,
    owner_of,
    start_turn,
)
from projections.rulesets.wannabe_football.payloads.fields import CheckKind
from projections.rulesets.wannabe_football.setup import CardId, Seat, Setup
from projections.rulesets.wannabe_football.state import (
    MULTI_CHECKS,
    Check,
    MultiCheck,
    Resolved,
    Restart,
    State,
    Turn,
    WhistleCheck,
    top_card,
)


def turned_over(state: State, seat: Seat, cards: Sequence[CardId | None]) -> State:
    """A seat drew Multi Cards: the first decides the check that is due, if any is."""
    check = state.pending
    if not isinstance(check, MULTI_CHECKS):
        return replace(state, multi=laid_aside(state.multi, cards))
    if not cards:
        return state
    card = cards[0]
    multi = turned_up(state.multi, card) if check.drawn else drawn(state.multi, card)
    if len(cards) > 1:
        multi = laid_aside(multi, cards[1:])
    if seat != check.seat:
        seat = _decides_for(state.setup, check, seat)
    check = replace(check, seat=seat, drawn=True)
    shown = replace(state, pending=check, multi=multi)
    if card is None:
        return shown
    return resolved(shown, check, state.setup.readings[check.kind][card], card)


def _decides_for(setup: Setup, check: MultiCheck, seat: Seat) -> Seat:
    """Whose check it is when `seat` turns the card over: a teammate takes over star and whistle."""
    mates = setup.team[seat] == setup.team[check.seat]
    return seat if mates and check.kind in ("star", "whistle") else check.seat


def awaiting(state: State, check: CheckKind, seat: Seat) -> State:
    """The state in which a seat turns over a Multi Card."""
    turn = Turn(state.turn.number, state.turn.seat, seat, check)
    return replace(state, turn=turn, pending=Check(check, seat))


def overrules(state: State, outcome: str) -> bool:
    """Whether a ruled outcome is about the Multi Card just resolved."""
    last = state.multi.last
    if state.revert is None or last is None:
        return False
    waits = isinstance(state.pending, MULTI_CHECKS) and state.pending.drawn
    return not waits and outcome in state.setup.outcomes[last.check]


def ruled(state: State, outcome: str) -> State:
    """The table said an outcome: of the card just resolved, or of the one that is due."""
    last = state.multi.last
    if state.revert is not None and last is not None and overrules(state, outcome):
        if outcome == last.outcome:
            return state
        return _anew(state.revert, outcome, last.card)
    check = state.pending
    if not isinstance(check, MULTI_CHECKS):
        return state
    if outcome not in state.setup.outcomes[check.kind]:
        return state
    if not check.drawn:
        check = replace(check, drawn=True)
        state = replace(state, pending=check, multi=drawn(state.multi, None))
    return resolved(replace(state, revert=None), check, outcome, None)


def _anew(state: State, outcome: str, card: CardId | None) -> State:
    """The card that was resolved in this position, with another outcome."""
    check = state.pending
    assert isinstance(check, MULTI_CHECKS)
    return resolved(state, check, outcome, card)


def resolved(state: State, check: MultiCheck, outcome: str, card: CardId | None) -> State:
    """What follows from the outcome of the check that is due; its card has left the deck."""
    before = state
    multi, score = state.multi, state.score
    last = Resolved(card, check.kind, check.seat, outcome)
    if outcome == "goal" and check.kind in ("shot", "penalty"):
        team = state.setup.team[check.seat]
        multi = used(multi, last, team)
        score = {**score, team: score[team] + 1}
    else:
        multi = used(multi, last, None)
    if state.setup.rulings["multi_deck"] == "every_draw":
        multi = shuffled(multi)
    state = replace(state, pending=None, multi=multi, revert=before, score=score)
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
    turn = replace(state.turn, actor=_plays_on(state, seat), phase="continue")
    return replace(state, turn=turn, bonus_shot=_belgian_right(state, seat))


def _plays_on(state: State, seat: Seat) -> Seat:
    """Who has the extra card: the teammate of the star's player, whoever turned the Multi Card."""
    top = top_card(state)
    return state.setup.mate[seat] if top is not None and top.seat == seat else seat


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
    # what the tackle led to is annulled: a card drawn unseen for that decides nothing
    state = replace(state, multi=used_up(state.multi, waiting(check.resume.pending)))
    return fouls.given(state, fouls.foul_of(state, check, outcome), outcome)


def may_cancel(state: State, seat: Seat) -> bool:
    """Whether a booking of this seat would be France's first. Source: National Sides."""
    return state.sides[seat] == "france" and not state.side_used[seat]


def _resumed(state: State, check: WhistleCheck) -> State:
    turn = replace(state.turn, phase=check.resume.phase)
    return replace(state, turn=turn, pending=check.resume.pending)
