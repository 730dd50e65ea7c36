"""Chapter "Players Inside the Penalty Box": not more than four of a team at the end of a turn."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from projections.kit.ruleset import Finding, Option
from projections.rulesets.und1c1.actions import FreeMoveTaken, PlayerMoved
from projections.rulesets.und1c1.board.pitch import BOXES
from projections.rulesets.und1c1.chapters.movement import destinations
from projections.rulesets.und1c1.obeying.moving import stepped
from projections.rulesets.und1c1.payloads.seats import Seat
from projections.rulesets.und1c1.position.chips import (
    has,
    occupied,
    outfield,
    reach,
)
from projections.rulesets.und1c1.position.penalty_area import in_area, left_behind, unreported
from projections.rulesets.und1c1.position.words import counted, side_name
from projections.rulesets.und1c1.preconditions import spending
from projections.rulesets.und1c1.rulebook import RULES
from projections.rulesets.und1c1.setup import Player
from projections.rulesets.und1c1.state import Breach, Chip, FreeMove, Reposition, State


def crowded(state: State, breaches: Sequence[Breach]) -> Iterator[Finding]:
    """One finding for each team that has too many players in a penalty area."""
    limit = state.setup.numbers.area_players
    for seat, area in breaches:
        inside = in_area(state, seat, area)
        whose = f"{side_name(state, seat)} has {counted(inside, 'player')}"
        where = f"in the penalty area of {side_name(state, area)}"
        message = f"{whose} {where}, and {limit} may be there when a turn ends: move one out."
        yield RULES.illegal("area.too-many", message, limit, inside)


Movements = Sequence[PlayerMoved]


def check_left_behind(state: State, moves: Movements) -> Sequence[Finding]:
    """What the coach answers for who moves in the other's turn: it ends before he moves again."""
    move: FreeMove | Reposition | None = state.free_move or state.reposition
    if move is None or move.by == state.turn.seat:
        return ()
    through = state.reposition is None or state.reposition.moves_left == 1 or not moves
    after = stepped(state, moves)
    return [*crowded(after, left_behind(state, after, through))]


def check_free_move(state: State, data: FreeMoveTaken) -> Sequence[Finding]:
    """The same of a free move."""
    free = state.free_move
    if free is None or data.to is None or data.to not in state.setup.area_of:
        return ()
    return check_left_behind(state, (PlayerMoved(free.player, data.to),))


def leaving_few_enough(state: State, offered: Iterable[Option]) -> Iterator[Option]:
    """Those of the options after which their coach has not left too many in an area."""
    for option in offered:
        if not any(check_left_behind(state, _movements(state, option))):
            yield option


def _movements(state: State, option: Option) -> list[PlayerMoved]:
    data = option.data
    mover = data.get("player") or (state.free_move.player if state.free_move else None)
    single = [{"player": mover, "to": data["to"]}] if data.get("to") else []
    return [PlayerMoved(move["player"], move["to"]) for move in data.get("moves", single)]


def leavers(state: State, seat: Seat, area: Seat) -> Iterator[tuple[Player, Chip]]:
    """The players of the turn's coach who may still leave that area, by an action or a tractor."""
    if seat != state.turn.seat or state.turn.phase != "actions":
        return
    acting = not spending(state, "PlayerMoved", "")
    if not acting and state.turn.tractor_used:
        return
    inside = state.setup.area_boxes[area]
    for player, chip in outfield(state, seat):
        if chip.flipped is None and chip.at in inside:
            moves = acting or has(state, player.id, "tractor")
            if moves and _ways_out(state, player, chip, inside):
                yield player, chip


def _ways_out(state: State, player: Player, chip: Chip, inside: Collection[str]) -> list[str]:
    boxes = destinations(state, player.id, chip, reach(state, player.id))
    return [box for box in boxes if box not in inside]


def agreed_options(state: State, seat: Seat) -> Iterator[Option]:
    """Where too many stand in an area and nobody may leave: the table puts one of them outside."""
    taken = {*occupied(state), state.padlocks.white, state.padlocks.black}
    for whose, area in unreported(state):
        if any(leavers(state, whose, area)):
            continue
        inside = state.setup.area_boxes[area]
        free = [box for box in BOXES if box not in inside and box not in taken]
        excess = in_area(state, whose, area) - state.setup.numbers.area_players
        there = [(p, chip) for p, chip in outfield(state, whose) if chip.at in inside]
        for first in range(len(there)):
            leaving = [*there[first:], *there[:first]][:excess]
            yield _put_out(state, seat, leaving, free)


def _put_out(
    state: State, seat: Seat, leaving: Sequence[tuple[Player, Chip]], free: Sequence[str]
) -> Option:
    """The chips in the free boxes nearest to where they stand."""
    boxes = list(free)
    players, said = {}, []
    for player, chip in leaving:
        start = chip.at
        to = min(boxes, key=lambda box: state.setup.measure.boxes(start, box))
        boxes.remove(to)
        players[player.id] = {"at": to, "flipped": chip.flipped}
        said.append(f"#{player.number} of {side_name(state, player.seat)} to {to}")
    label = f"You agree: {', '.join(said)}, out of the penalty area"
    return Option("TableAdjusted", seat, {"players": players}, label, piece=leaving[0][0].id)
