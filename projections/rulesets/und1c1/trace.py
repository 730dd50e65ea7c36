"""DRAWS: the marks of the last event, what is being resolved, and aids."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Literal

from events.event import Event
from projections.kit.drawing.scene import Mark
from projections.kit.ruleset import Viewer
from projections.rulesets.und1c1.board.line_ups import start_line
from projections.rulesets.und1c1.board.pitch import BOXES, PLACES, faces
from projections.rulesets.und1c1.obeying.decided_rolls import Verdict, verdict_of
from projections.rulesets.und1c1.obeying.rolls import rerollable
from projections.rulesets.und1c1.payloads.seats import SEATS, Seat, seated
from projections.rulesets.und1c1.position.chips import chip_of, markers, place_of
from projections.rulesets.und1c1.position.hands import card_ids
from projections.rulesets.und1c1.position.words import player_name, side_name
from projections.rulesets.und1c1.state import Roll, State

Tone = Literal["good", "bad", "quiet", "seat", "last"]


def trace(before: State | None, event: Event, after: State, viewer: Viewer) -> Sequence[Mark]:
    """The marks of an event: `last`, then `pending`, then `aid`."""
    marks: list[Mark] = []
    if before is not None and event.data is not None and event.type in _MARKS:
        marks += _MARKS[event.type](before, event, after, viewer)
    if after.roll is not None and after.turn.phase == "roll":
        marks += _pending(after, after.roll)
    marks += _aids(after)
    there = {*PLACES, *_items(after)}
    return [m for m in marks if all(id_ in there for id_ in m.through)]


def _items(state: State) -> set[str]:
    ball = {"ball"} if state.ball is not None else set()
    return {*state.chips.a, *state.chips.b, *ball}


def _line(
    through: Sequence[str], title: str, tone: Tone, why: Literal["last", "pending"] = "last"
) -> Mark:
    return Mark(
        kind="line",
        why=why,
        title=title,
        tone=tone,
        through=tuple(through),
        head=True,
        short=True,
        dash=why == "pending",
    )


def _ring(
    on: str, title: str, tone: Tone = "last", why: Literal["last", "pending"] = "last"
) -> Mark:
    return Mark(kind="ring", why=why, title=title, tone=tone, on=on)


def _tag(on: str, text: str, tone: Tone) -> Mark:
    return Mark(kind="tag", why="last", title=text, tone=tone, on=on, text=text[:9])


def _travel(before: State, after: State, player: str) -> Iterator[Mark]:
    start, end = place_of(before, player), place_of(after, player)
    if end is None:
        return
    if start is None or start == end:
        yield _ring(player, f"{player_name(after, player)} is put down at {end}")
    else:
        title = f"{player_name(after, player)} from {start} to {end}"
        yield _line((start, end), title, "last")


def _move(before: State, event: Event, after: State, viewer: Viewer) -> Iterator[Mark]:
    yield from _travel(before, after, event.data.player)


def _group(before: State, event: Event, after: State, viewer: Viewer) -> Iterator[Mark]:
    for player in dict.fromkeys(move.player for move in event.data.moves):
        yield from _travel(before, after, player)


def _free_move(before: State, event: Event, after: State, viewer: Viewer) -> Iterator[Mark]:
    if before.free_move is not None:
        yield from _travel(before, after, before.free_move.player)


def _kick_off(before: State, event: Event, after: State, viewer: Viewer) -> Iterator[Mark]:
    taker, receiver = event.data.taker, event.data.receiver
    if after.ball == receiver:
        names = f"{player_name(after, taker)} to {player_name(after, receiver)}"
        yield _line((taker, receiver), f"kick-off by {names}", "last")


def _dice(before: State, event: Event, after: State, viewer: Viewer) -> Iterator[Mark]:
    verdict = verdict_of(before, event)
    if verdict is None or verdict.roll.by is None or verdict.outcome == "void":
        return
    roll = verdict.roll
    tone: Tone = "quiet" if verdict.outcome == "draw" else "good" if verdict.won else "bad"
    if roll.kind in ("pass", "cross"):
        yield from _arrival(verdict, after, tone)
    elif roll.kind in ("shot", "header"):
        yield from _at_goal(verdict, after, tone)
    else:
        yield from _duel(verdict, after, tone)


def _arrival(verdict: Verdict, after: State, tone: Tone) -> Iterator[Mark]:
    roll = verdict.roll
    if roll.player is None or roll.receiver is None:
        return
    what = f"{roll.kind} from {player_name(after, roll.player)}"
    to = player_name(after, roll.receiver)
    if verdict.won:
        yield _line((roll.player, roll.receiver), f"{what} to {to} arrives", tone)
    else:
        taken = (after.ball,) if after.ball is not None and after.interception is None else ()
        way = (roll.player, *(taken or (roll.receiver,)))
        yield _line(way, f"{what} to {to} fails", tone)
        for player in after.interception.candidates if after.interception else ():
            yield _ring(player, "equally near", "quiet")
    face = roll.rolls.of(verdict.by)
    if face is not None:
        added = roll.modifiers.of(verdict.by)
        sign = "≥" if verdict.won else "<"
        score = f"{face}{added:+d}" if added else str(face)
        on = roll.receiver if chip_of(after, roll.receiver) is not None else roll.player
        yield _tag(on, f"{score} {sign} {roll.target}", tone)
    if after.ball is not None:
        yield _ring("ball", "the ball")


def _at_goal(verdict: Verdict, after: State, tone: Tone) -> Iterator[Mark]:
    roll = verdict.roll
    if roll.player is None or chip_of(after, roll.player) is None:
        return
    what = "goal" if verdict.won else roll.kind
    title = f"{what} by {player_name(after, roll.player)}"
    yield _line((roll.player, faces(verdict.by)), title, tone)
    yield from _scores(verdict, roll.player, tone)


def _duel(verdict: Verdict, after: State, tone: Tone) -> Iterator[Mark]:
    roll, state = verdict.roll, verdict.state
    player, opponent = roll.player, roll.opponent
    if player is None or opponent is None:
        return
    ours, theirs = place_of(state, player), place_of(state, opponent)
    if verdict.decided and ours is not None and theirs is not None and ours != theirs:
        for start, end, mover in ((ours, theirs, player), (theirs, ours, opponent)):
            title = f"{player_name(after, mover)} from {start} to {end}"
            yield Mark(
                kind="line",
                why="last",
                title=title,
                tone=tone if mover == player else "quiet",
                through=(start, end),
                head=True,
                offset=5,
            )
        loser = opponent if verdict.won else player
        yield _ring(loser, f"{player_name(after, loser)} is flipped", "quiet")
    yield from _scores(verdict, player, tone)


def _scores(verdict: Verdict, on: str, tone: Tone) -> Iterator[Mark]:
    roll = verdict.roll
    first, second = roll.rolls.of(verdict.by), roll.rolls.of(verdict.other)
    if first is not None and second is not None:
        ours = first + roll.modifiers.of(verdict.by)
        theirs = second + roll.modifiers.of(verdict.other)
        yield _tag(on, f"{ours} : {theirs}", tone)


def _reroll(before: State, event: Event, after: State, viewer: Viewer) -> Iterator[Mark]:
    seat = seated(event.seat)
    captain = after.captains.of(seat).player if seat is not None else None
    if seat is not None and captain in _items(after) and rerollable(before, seat) is not None:
        yield _ring(captain, f"captain's re-roll of {side_name(after, seat)}")


def _captain(before: State, event: Event, after: State, viewer: Viewer) -> Iterator[Mark]:
    player = event.data.player
    if chip_of(after, player) is not None:
        yield _ring(player, f"{player_name(after, player)} is captain")


def _interceptor(before: State, event: Event, after: State, viewer: Viewer) -> Iterator[Mark]:
    if after.ball == event.data.player:
        yield _ring("ball", "the ball")


def _padlocks(before: State, event: Event, after: State, viewer: Viewer) -> Iterator[Mark]:
    for colour in ("white", "black"):
        if getattr(after.padlocks, colour) is not None:
            yield _ring(f"padlock-{colour}", f"{colour} padlock placed")


def _drawn(before: State, event: Event, after: State, viewer: Viewer) -> Iterator[Mark]:
    yield _ring(f"pile-{event.data.deck}", "a card drawn")


def _card(before: State, event: Event, after: State, viewer: Viewer) -> Iterator[Mark]:
    """The card that was played or discarded, where it lies now."""
    seat = seated(event.seat) or before.turn.seat
    if seat is None:
        return
    cards, ids = after.cards.of(seat), card_ids(after, viewer, seat)
    for zone in ("in_play", "discard"):
        lying = getattr(cards, zone)
        if lying and lying[-1] == event.data.card and len(lying) > len(_zone(before, seat, zone)):
            verb = "played" if event.type == "CardPlayed" else "discarded"
            yield _ring(ids[zone][-1], f"card {verb}")


def _zone(state: State, seat: Seat, zone: str) -> Sequence[str | None]:
    cards: Sequence[str | None] = getattr(state.cards.of(seat), zone)
    return cards


_MARKS: dict[str, Callable[[State, Event, State, Viewer], Iterator[Mark]]] = {
    "CaptainChosen": _captain,
    "DiceRolled": _dice,
    "OutcomeRuled": _dice,
    "CaptainRerolled": _reroll,
    "KickOffTaken": _kick_off,
    "PlayerMoved": _move,
    "TractorMoved": _move,
    "GroupMoved": _group,
    "InterceptorChosen": _interceptor,
    "FreeMoveTaken": _free_move,
    "PadlocksPlaced": _padlocks,
    "CardPlayed": _card,
    "CardDiscarded": _card,
    "CardsDrawn": _drawn,
}


def _pending(state: State, roll: Roll) -> Iterator[Mark]:
    """The attempt that waits for its dice: its line, and who marks the receiver."""
    player = roll.player
    if player is None:
        return
    name = player_name(state, player)
    if roll.receiver is not None and roll.by is not None:
        to = player_name(state, roll.receiver)
        title = f"{roll.kind} from {name} to {to}"
        yield _line((player, roll.receiver), title, "quiet", "pending")
        place = place_of(state, roll.receiver)
        marking = markers(state, roll.by, roll.receiver, place) if place is not None else []
        for marker in marking:
            on = f"padlock-{marker}" if marker in ("white", "black") else marker
            yield _ring(on, f"marks {to}", "quiet", "pending")
    elif roll.kind in ("shot", "header") and roll.by is not None:
        yield _line((player, faces(roll.by)), f"{roll.kind} by {name}", "quiet", "pending")
    elif roll.opponent is not None:
        against = player_name(state, roll.opponent)
        yield _line((player, roll.opponent), f"{roll.kind}: {name}, {against}", "quiet", "pending")


def _aids(state: State) -> Iterator[Mark]:
    """The start lines of those who still line up."""
    if state.turn.phase not in ("setup", "lineup"):
        return
    for seat in SEATS:
        if state.ready.of(seat):
            continue
        for colour in ("red", "yellow", "green"):
            places = tuple(b for b in BOXES if start_line(state.setup.box, seat, b) == colour)
            title = f"the {colour} line of {side_name(state, seat)}"
            yield Mark(kind="area", why="aid", title=title, seat=seat, tone="seat", places=places)
