"""What Multi Cards decided: checks, goals, bookings.

A check is counted once, when its Multi Card is read. When the table overrules it, the attempt
stands as counted; only what follows is put right: whether it came off and a goal given or annulled
(value 1 or -1), bookings. (Restarts, chains and the end of the game are annulled likewise, see
`facts`.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from events.event import Event
from projections.kit.ruleset import Fact
from projections.rulesets.wannabe_football.obeying.fouls import foul_of
from projections.rulesets.wannabe_football.obeying.resolution import overrules
from projections.rulesets.wannabe_football.position.odds import chances, success
from projections.rulesets.wannabe_football.setup import TEAMS, Seat
from projections.rulesets.wannabe_football.state import Resolved, State, WhistleCheck, top_card

Facts = Iterator[Fact]

CHECK_KINDS = {
    "star": "star_check",
    "whistle": "whistle_check",
    "shot": "shot",
    "penalty": "penalty",
    "shootout": "kick",
}
"""Check -> the kind of its fact."""


def decided(before: State, event: Event, after: State) -> Facts:
    """The facts of the Multi Card that an event resolved, if it resolved one."""
    last = just_read(before, after)
    if last is None:
        return
    state = due(before, event)
    if state is before:
        yield _CHECKS[last.check](before, last, chances(before, last.check))
    else:
        yield from _ruled(before, state, last)
    yield from _bookings(before, after)
    yield from _goals(before, after, state, last)


def cancelled(before: State, after: State) -> Facts:
    """France has had a booking taken back."""
    last, check = just_read(before, after), before.pending
    if last is not None and last.cancelled and isinstance(check, WhistleCheck):
        yield Fact("power", check.offender, value=1, data={"side": "france"})


RULED = {check: f"{kind}_ruled" for check, kind in CHECK_KINDS.items()}
"""Check -> the kind of what a ruling adds to it (1) or takes from it (-1)."""


def _ruled(before: State, state: State, last: Resolved) -> Facts:
    """What a ruling makes of a check that was counted otherwise: luck follows what stood."""
    was = before.multi.last
    change = _came_off(last) - (was is not None and _came_off(was))
    if change:
        data = {"outcome": last.outcome, "team": before.setup.team[last.seat]}
        if isinstance(state.pending, WhistleCheck):
            data["offender"] = state.pending.offender
        yield Fact(RULED[last.check], last.seat, value=change, expected=0.0, data=data)


def _came_off(check: Resolved) -> bool:
    if check.check == "whistle":
        return check.outcome != "none"
    return check.outcome in ("star", "goal")


def just_read(before: State, after: State) -> Resolved | None:
    """The Multi Card that the event between two states resolved."""
    last = after.multi.last
    return None if last is before.multi.last else last


def due(before: State, event: Event) -> State:
    """The position in which the check was due that the event decides, or decides anew."""
    anew = event.type == "OutcomeRuled" and overrules(before, event.data.outcome)
    return before.revert if anew and before.revert is not None else before


def _star_check(before: State, last: Resolved, odds: Mapping[str, float]) -> Fact:
    top = top_card(before)
    card = top.card if top else None
    return Fact(
        "star_check",
        last.seat,
        card,
        value=float(last.outcome == "star"),
        expected=success(odds, "star"),
        data={
            "card": card,
            "p_offside": odds.get("offside", 0.0),
            "outcome": last.outcome,
            "card_multi": last.card,
        },
    )


def _whistle_check(before: State, last: Resolved, odds: Mapping[str, float]) -> Fact:
    check = before.pending
    assert isinstance(check, WhistleCheck)
    return Fact(
        "whistle_check",
        last.seat,
        check.card,
        value=float(last.outcome != "none"),
        expected=success(odds, "whistle"),
        data={
            "spotter": last.seat,
            "offender": check.offender,
            "zone": check.zone,
            "outcome": last.outcome,
            "cancelled": last.cancelled,
            "penalty": last.outcome != "none" and foul_of(before, check, last.outcome).penalty,
        },
    )


def _shot(before: State, last: Resolved, odds: Mapping[str, float]) -> Fact:
    setup = before.setup
    top = top_card(before)
    by_card = top is not None and setup.kinds[top.card] == "shot"
    return Fact(
        "shot",
        last.seat,
        top.card if top is not None and by_card else None,
        value=float(last.outcome == "goal"),
        expected=success(odds, "shot"),
        data={
            "team": setup.team[last.seat],
            "source": "card" if by_card else before.sides[last.seat],
            "zone": before.ball,
            "restart": before.direct if by_card else None,
            "continuation": before.played > 1 or not by_card,
            "outcome": last.outcome,
            "multi": last.card,
        },
    )


def _kick(before: State, last: Resolved, odds: Mapping[str, float]) -> Fact:
    return Fact(
        "kick" if last.check == "shootout" else "penalty",
        last.seat,
        value=float(last.outcome == "goal"),
        expected=success(odds, last.check),
        data={"team": before.setup.team[last.seat], "outcome": last.outcome},
    )


_CHECKS: Mapping[str, Callable[[State, Resolved, Mapping[str, float]], Fact]] = {
    "star": _star_check,
    "whistle": _whistle_check,
    "shot": _shot,
    "penalty": _kick,
    "shootout": _kick,
}


def _bookings(before: State, after: State) -> Facts:
    for seat, now in after.bookings.items():
        then = before.bookings[seat]
        second = now.yellows != then.yellows and now.reds != then.reds
        changes = (("yellow", now.yellows - then.yellows), ("red", now.reds - then.reds))
        for colour, change in changes:
            if change:
                data = {"colour": colour, "second": second}
                yield Fact("booking", seat, value=change, data=data)


def _goals(before: State, after: State, state: State, last: Resolved) -> Facts:
    """Goals given (1) or annulled (-1); `state` is the position in which the check was due."""
    by_shot = last.check == "shot"
    for team in TEAMS:
        change = after.score[team] - before.score[team]
        if change:
            yield Fact(
                "goal",
                last.seat,
                value=change,
                expected=success(chances(state, last.check), last.check),
                data={
                    "team": team,
                    "via": last.check,
                    "assist": _assist(state, last.seat) if by_shot else None,
                    "restart": state.direct if by_shot else None,
                    "turn": state.turn.number,
                },
            )


def _assist(state: State, seat: Seat) -> Seat | None:
    """Whose card led to a shot: the one under the shot card, or the top one of a free shot."""
    pitch = state.pitch
    if pitch and state.setup.kinds[pitch[-1].card] == "shot":
        pitch = pitch[:-1]
    if not pitch or state.setup.team[pitch[-1].seat] != state.setup.team[seat]:
        return None
    return pitch[-1].seat
