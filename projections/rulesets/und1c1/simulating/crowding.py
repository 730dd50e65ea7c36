"""How simulated coaches keep their players from crowding a penalty area."""

from __future__ import annotations

from collections.abc import Iterator

from projections.kit.ruleset import Option
from projections.rulesets.und1c1.board.pitch import GOALS
from projections.rulesets.und1c1.chapters import movement, penalty_box
from projections.rulesets.und1c1.payloads.seats import Seat
from projections.rulesets.und1c1.position.chips import place_of
from projections.rulesets.und1c1.position.penalty_area import in_area, unreported
from projections.rulesets.und1c1.preconditions import spending
from projections.rulesets.und1c1.state import State


def makes_five(state: State, option: Option) -> bool:
    """Whether a movement, or the swap of a duel, puts too many chips into a penalty area."""
    limit = state.setup.numbers.area_players
    arriving: dict[tuple[Seat, Seat], int] = {}
    for player, to in _movements(state, option):
        start = place_of(state, player)
        area = state.setup.area_of.get(to)
        if area is not None and state.setup.area_of.get(start or "") != area:
            arriving[player[0], area] = arriving.get((player[0], area), 0) + 1
    return any(
        in_area(state, seat, area) + number > limit for (seat, area), number in arriving.items()
    )


def way_out(state: State, seat: Seat) -> Option | None:
    """The way out of a penalty area for one of too many, by an action or by a tractor."""
    for whose, area in unreported(state):
        inside = state.setup.area_boxes[area]
        for player, chip in penalty_box.leavers(state, whose, area):
            if spending(state, "", ""):
                moves = movement.tractor_options(state, seat)
            else:
                moves = movement.single_options(state, player, chip)
            for option in moves:
                if option.data["player"] == player.id and option.data["to"] not in inside:
                    return option
    return None


def _movements(state: State, option: Option) -> Iterator[tuple[str, str]]:
    data = option.data
    if "opponent" in data:
        player, opponent = data["player"], data["opponent"]
        yield player, place_of(state, opponent) or ""
        yield opponent, place_of(state, player) or ""
        return
    free = state.free_move
    for move in data.get("moves", [data]):
        player = move.get("player") or (None if free is None else free.player)
        to = move.get("to") or move.get("at")
        if player is not None and to is not None and to not in GOALS:
            yield player, to
