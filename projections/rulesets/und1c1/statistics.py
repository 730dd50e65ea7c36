"""SUMS UP: what a season makes of the facts. Source: this ruleset's text, Facts and statistics."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from events.event import Event
from projections.kit.ruleset import Fact
from projections.kit.statistics import Account, Chances, Fallen, Leader, Statistics
from projections.kit.tallies import against
from projections.rulesets.und1c1.counting.figures import FIGURES
from projections.rulesets.und1c1.obeying.rolls import whose_die
from projections.rulesets.und1c1.payloads.seats import OTHER, SEATS, Seat
from projections.rulesets.und1c1.state import State

_SHOTS = ("shot", "header")
_DUELS = ("tackle", "dribble")


def dice(before: State | None, event: Event) -> Sequence[Fallen]:
    """The dice of a roll; a face that a die does not have is no roll of it."""
    if before is None or event.type != "DiceRolled" or event.data is None:
        return ()
    faces = tuple(range(1, before.setup.sides_of_die + 1))
    return [
        Fallen(die.die, die.face, faces, whose_die(before, event.seat, event.data, n))
        for n, die in enumerate(event.data.dice)
        if die.face in faces
    ]


def deserved(state: State, facts: Sequence[Fact]) -> Mapping[Seat, Chances] | None:
    """Win, draw and loss, had every shot and header been taken again."""
    chances = {seat: _chances(facts, seat) for seat in SEATS}
    found: dict[Seat, Chances] = {}
    for seat in SEATS:
        own, other = chances[seat], chances[OTHER[seat]]
        if own is None or other is None:
            return None
        win, draw, loss = against(own, other)
        found[seat] = {"win": win, "draw": draw, "loss": loss}
    return found


def _chances(facts: Sequence[Fact], seat: Seat) -> list[float] | None:
    taken = [f.expected for f in facts if f.kind in _SHOTS and f.seat == seat]
    known = [chance for chance in taken if chance is not None]
    return known if len(known) == len(taken) else None


def accounts(state: State, facts: Sequence[Fact]) -> Iterator[Account]:
    """Goals on the score, shots and saves, duels and defences."""
    for seat in SEATS:
        side, other = state.setup.names[seat], OTHER[seat]
        yield Account(f"goals of {side}", _count(facts, seat, "goal"), state.score.of(seat))
        shots, saves = _count(facts, seat, *_SHOTS), _count(facts, other, "save")
        yield Account(f"shots of {side} and what the goalkeeper faced", shots, saves)
        duels, defended = _count(facts, seat, *_DUELS), _count(facts, other, "duel_defended")
        yield Account(f"duels of {side} and how they were answered", duels, defended)


def _count(facts: Sequence[Fact], seat: Seat, *kinds: str) -> int:
    return sum(fact.seat == seat and fact.kind in kinds for fact in facts)


STATISTICS = Statistics(
    luck=("pass", "cross", *_SHOTS, *_DUELS),
    lucky="passes, crosses, shots, headers and duels",
    mutual=True,
    chances=_SHOTS,
    score="goals",
    leaders={
        "scorers": Leader("Scorers", _SHOTS, "value", "goals"),
        "assists": Leader("Assists", ("assist",), "count", "assists"),
        "goals-prevented": Leader("Goals prevented", ("save",), "luck", "goals prevented"),
        "passing": Leader("Passing", ("pass", "cross"), "luck", "passes over expected", least=5),
        "duels": Leader("Duels", (*_DUELS, "duel_defended"), "luck", "duels over expected"),
        "ground": Leader("Ground covered", ("move",), "value", "boxes"),
        "interceptions": Leader("Interceptions", ("interception",), "count", "interceptions"),
    },
    figures=FIGURES,
    dice=dice,
    deserved=deserved,
    accounts=lambda state, facts: list(accounts(state, facts)),
    own_piece=lambda _seat, piece: piece[1:],
    seat_piece=lambda seat, own: f"{seat}{own}",
    piece_name=lambda _box, own: f"No. {own}",
)
"""A chip is `a9` or `b9` by its seat: its number is its name in a season."""
