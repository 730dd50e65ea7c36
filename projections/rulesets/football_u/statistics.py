"""SUMS UP: what a season makes of the facts. Source: this ruleset's text, Facts and statistics."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from events.event import Event
from projections.kit.ruleset import Fact
from projections.kit.statistics import Account, Chances, Fallen, Leader, Statistics
from projections.rulesets.football_u.board.pieces import Seat
from projections.rulesets.football_u.components import Box
from projections.rulesets.football_u.counting.figures import FIGURES
from projections.rulesets.football_u.standings import outcome
from projections.rulesets.football_u.state import State


def dice(before: State | None, event: Event) -> Sequence[Fallen]:
    """The dice of a side by colour; a die that is rolled again is named by its id."""
    if before is None or event.type != "DiceRolled" or event.data is None:
        return ()
    faces = before.setup.faces
    lying = before.game.dice if before.game is not None else {}
    fallen = [(lying[r.die].color if r.die in lying else r.die, r.face) for r in event.data.dice]
    return [
        Fallen(color, face, tuple(faces[color]))
        for color, face in fallen
        if color in faces and face in faces[color]
    ]


def deserved(state: State, facts: Sequence[Fact]) -> Mapping[Seat, Chances] | None:
    """The order of the teams by the wins that their odds at kick-off were worth."""
    seats = state.setup.seats
    if len(seats) < 2:
        return None
    worth = {seat: _wins_expected(facts, seat) for seat in seats}
    wins = {seat: expected for seat, expected in worth.items() if expected is not None}
    if len(wins) < len(seats):
        return None
    return {seat: {outcome(wins, seat): 1.0} for seat in seats}


def _wins_expected(facts: Sequence[Fact], seat: Seat) -> float | None:
    seasons = [fact.expected for fact in facts if fact.kind == "season" and fact.seat == seat]
    known = [expected for expected in seasons if expected is not None]
    return sum(known) if seasons and len(known) == len(seasons) else None


def accounts(state: State, facts: Sequence[Fact]) -> Iterator[Account]:
    """Wins of the finished seasons, and points by the dice that fell."""
    for seat in state.setup.seats:
        counted = sum(f.value or 0 for f in facts if f.kind == "season" and f.seat == seat)
        stated = sum(past.wins[seat] for past in state.history)
        yield Account(f"wins of seat {seat}", counted, stated)


def piece_name(box: Box, piece: str) -> str | None:
    """The name on a player's or a coach's card; of a chemistry card its ability's."""
    if piece in box.players:
        return box.players[piece].name
    if piece in box.coaches:
        return box.coaches[piece].hire.name
    ability = box.abilities.get(box.chemistry.get(piece, ""))
    return None if ability is None else ability.name


STATISTICS = Statistics(
    luck=("season",),
    lucky="wins of a season",
    tries=False,
    score="wins",
    leaders={
        "wins": Leader("Season wins", ("season",), "value", "wins", "team"),
        "dice": Leader("Dice", ("roll",), "luck", "points over expected", "team"),
        "denied": Leader("Points denied", ("cancel",), "value", "points", "team"),
        "gameplans": Leader("Gameplans", ("gameplan",), "value", "wins gained", "team"),
        "comebacks": Leader("Comebacks", ("figure:comebacks",), "value", "matches", "team"),
        "recruits": Leader("Most recruited", ("recruit",), "count", "times recruited"),
        "prices": Leader("Dearest recruits", ("recruit",), "mean", "weeks each", "any-team"),
        "abilities": Leader("Abilities", ("ability",), "mean", "wins gained a use", "any-team"),
    },
    figures=FIGURES,
    dice=dice,
    piece_name=piece_name,
    deserved=deserved,
    deserves="the points of each game, had the teams come in as many wins as their odds were worth",
    accounts=lambda state, facts: list(accounts(state, facts)),
)
