"""The end of the game: full time, the shoot-out, an end that the table agreed on."""

from __future__ import annotations

from msgspec.structs import replace

from projections.kit.common import GameEnded
from projections.rulesets.wannabe_football.board.zones import Team
from projections.rulesets.wannabe_football.obeying.multi_deck import used_up, waiting
from projections.rulesets.wannabe_football.payloads.fields import Status
from projections.rulesets.wannabe_football.setup import RIVAL, Seat
from projections.rulesets.wannabe_football.state import Check, Kick, Result, Shootout, State

KICKS_EACH = 5
"""Kicks of each side under the ruling `best_of_five`, before pairs decide."""


def is_full_time(state: State) -> bool:
    """Whether the pass just called ends the game. Sources: End of Game, Four Players."""
    if state.deck > 0:
        return False
    return state.pass_run >= 3 if state.setup.four else state.passes >= 2


def full_time(state: State) -> State:
    """The final whistle: decided by goals, else by the ruling for level games."""
    leader = leading(state)
    ended = replace(state, pending=None, whistle=None, restart=None)
    if leader is not None:
        return over(ended, Result(leader, "goals"))
    if state.setup.rulings["shootout"] == "none":
        return over(ended, Result(None, "draw"))
    return shootout_begins(ended)


def shootout_begins(state: State) -> State:
    """The side that kicked off takes the first kick. Source: Penalty Shootout."""
    begun = replace(state, shootout=no_kicks())
    return _kicker(begun, state.starter or state.setup.seats[0])


def no_kicks() -> Shootout:
    """A shoot-out before its first kick."""
    return Shootout((), {"1": 0, "2": 0})


def kick_taken(state: State, seat: Seat, goal: bool) -> State:
    """A kick counts; the next seat kicks unless the shoot-out is decided."""
    before = state.shootout or no_kicks()
    team = state.setup.team[seat]
    score = {**before.score, team: before.score[team] + goal}
    shootout = Shootout((*before.kicks, Kick(seat, goal)), score)
    taken = replace(state, shootout=shootout)
    winner = shootout_winner(state, shootout)
    if winner is not None:
        return over(taken, Result(winner, "shootout", score))
    return _kicker(taken, state.setup.following[seat])


def shootout_winner(state: State, shootout: Shootout) -> Team | None:
    """The team that has won the shoot-out; None: the kicks go on."""
    taken = len(shootout.kicks)
    first = state.setup.team[shootout.kicks[0].seat]
    second = RIVAL[first]
    lead = shootout.score[first] - shootout.score[second]
    if state.setup.rulings["shootout"] == "best_of_five" and taken < 2 * KICKS_EACH:
        if lead > KICKS_EACH - taken // 2:
            return first
        return second if -lead > KICKS_EACH - (taken + 1) // 2 else None
    if taken % 2 or lead == 0:
        return None
    return first if lead > 0 else second


def ended(state: State, seat: Seat | None, data: GameEnded) -> State:
    """An end that the rules do not derive: conceded, agreed, out of time, abandoned."""
    status: Status = "abandoned" if data.reason == "abandoned" else "ended"
    result = Result(_winner(state, seat, data), data.reason)
    multi = used_up(state.multi, waiting(state.pending))
    return over(replace(state, pending=None, whistle=None, multi=multi), result, status)


def leading(state: State) -> Team | None:
    """The team with more goals."""
    lead = state.score["1"] - state.score["2"]
    return None if lead == 0 else "1" if lead > 0 else "2"


def over(state: State, result: Result, status: Status = "ended") -> State:
    """The game is over."""
    return replace(
        state, status=status, result=result, turn=replace(state.turn, phase="over"), pending=None
    )


def _kicker(state: State, seat: Seat) -> State:
    turn = replace(state.turn, seat=seat, actor=seat, phase="shootout")
    return replace(state, turn=turn, pending=Check("shootout", seat), played=0)


def _winner(state: State, seat: Seat | None, data: GameEnded) -> Team | None:
    team = state.setup.team
    if data.winner is not None:
        return team[data.winner]
    if data.reason == "concession":
        return None if seat is None else RIVAL[team[seat]]
    return leading(state) if data.reason in ("time", "agreement") else None
