"""Chapters "Single Movement" and "Group Movement", extra moves of a tractor and after a duel."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from projections.kit.ruleset import Finding, Option
from projections.rulesets.und1c1.actions import FreeMoveTaken, GroupMoved, PlayerMoved, TractorMoved
from projections.rulesets.und1c1.board.pitch import (
    ADVANCE,
    DIRECTIONS,
    LINE,
    Direction,
    Place,
    X,
    Y,
    direction,
    path,
    ray,
)
from projections.rulesets.und1c1.obeying.moving import lifted
from projections.rulesets.und1c1.payloads.seats import Seat
from projections.rulesets.und1c1.position.chips import (
    chip_of,
    has,
    is_goalkeeper,
    named,
    occupied,
    outfield,
    reach,
    stops,
)
from projections.rulesets.und1c1.position.words import listed, place_name
from projections.rulesets.und1c1.preconditions import flipped, obliged, spending
from projections.rulesets.und1c1.rulebook import RULES
from projections.rulesets.und1c1.setup import Player
from projections.rulesets.und1c1.state import Chip, FreeMove, PlayerId, State


def check_single(state: State, data: PlayerMoved) -> list[Finding]:
    """Single Movement, in a turn or after a save."""
    found = [] if state.reposition is not None else spending(state, "PlayerMoved", data.player)
    return found + _of_chip(state, data.player, chip_of(state, data.player), data.to)


def check_group(state: State, data: GroupMoved) -> list[Finding]:
    """Group Movement: all move at once, so nobody of the group stands in another's way."""
    moves = data.moves
    found = []
    if state.reposition is None:
        found += spending(state, "GroupMoved", moves[0].player)
    players = [move.player for move in moves]
    if len(set(players)) < len(players):
        return found + _moved_twice(state, players)
    elsewhere = lifted(state, players)
    for move in moves:
        found += _of_chip(elsewhere, move.player, chip_of(state, move.player), move.to)
    return found + _meeting(state, moves) + _together(state, moves)


def _meeting(state: State, moves: Sequence[PlayerMoved]) -> list[Finding]:
    """Two of a group who end on one box, once a box."""
    found = []
    for box, number in Counter(move.to for move in moves).items():
        if number > 1:
            names = [named(state, move.player) for move in moves if move.to == box]
            message = f"{listed(names)} would end on {box} together: give each a box."
            found.append(RULES.illegal("move.occupied", message, None, box))
    return found


def check_tractor(state: State, data: TractorMoved) -> list[Finding]:
    """The extra movement: once a turn, by a player with the tractor ability."""
    found = obliged(state, "TractorMoved", data.player)
    found += _of_chip(state, data.player, chip_of(state, data.player), data.to)
    if not has(state, data.player, "tractor"):
        message = f"{named(state, data.player)} is no tractor."
        found.append(RULES.illegal("tractor.ability", message, "tractor", None))
    if state.turn.tractor_used:
        found.append(RULES.illegal("tractor.used", "One extra movement per turn.", 1, 2))
    return found


def check_free_move(state: State, data: FreeMoveTaken) -> list[Finding]:
    """The free move of a duel's winner, which he may decline."""
    free: FreeMove | None = state.free_move
    if free is None or data.to is None:
        return []
    chip = chip_of(state, free.player)
    return [] if chip is None else move_findings(state, free.player, chip, data.to, free.range)


def _of_chip(state: State, player: PlayerId, chip: Chip | None, to: Place) -> list[Finding]:
    if chip is None:
        return []
    found = []
    if chip.flipped is not None:
        found.append(flipped(state, player, chip))
    if is_goalkeeper(state, player):
        message = f"{named(state, player)} is a goalkeeper, who stays in the goal."
        found.append(RULES.illegal("goalkeeper.stays", message, chip.at, to))
        return found
    return found + move_findings(state, player, chip, to, reach(state, player))


def move_findings(
    state: State, player: PlayerId, chip: Chip, to: Place, boxes: int
) -> list[Finding]:
    """What is wrong with moving a chip there when it may move that many boxes."""
    if to == chip.at:
        message = f"{named(state, player)} does not move."
        return [RULES.illegal("move.no-move", message, None, to)]
    found = []
    way = path(chip.at, to)
    if way is None:
        ends = f"from {place_name(chip.at)} to {to}"
        message = f"{named(state, player)} moves {ends}, but moves are straight."
        found.append(RULES.illegal("move.not-straight", message, None, to))
        way = (to,)
    far = state.setup.measure.boxes(chip.at, to)
    if far > boxes:
        message = f"{named(state, player)} may move {boxes} box{'' if boxes == 1 else 'es'}."
        found.append(RULES.illegal("move.too-far", message, boxes, far))
    found += _in_the_way(state, player, way)
    locks = state.padlocks
    if locks.black in way or locks.white in way:
        blocked = next((box for box in way if stops(state, player, box)), None)
        if blocked is not None:
            message = f"A padlock blocks {blocked}."
            found.append(RULES.illegal("move.padlock", message, None, blocked))
    return found


def _in_the_way(state: State, player: PlayerId, way: Sequence[str]) -> list[Finding]:
    """Other chips at the end of the way or on it."""
    boxes, end = set(way), way[-1]
    groups = (state.chips.a, state.chips.b)
    if all(boxes.isdisjoint([chip.at for chip in chips.values()]) for chips in groups):
        return []
    found = []
    through = False
    for chips in groups:
        for other, chip in chips.items():
            if chip.at in boxes and other != player:
                if chip.at == end:
                    message = f"{end} is taken by {named(state, other)}."
                    found.append(RULES.illegal("move.occupied", message, None, end))
                elif not through and _blocks(state, chip):
                    through = True
                    message = f"{named(state, other)} stands in the way at {chip.at}."
                    found.append(RULES.illegal("move.through", message, None, chip.at))
    return found


def _blocks(state: State, chip: Chip) -> bool:
    return chip.flipped is not None or state.setup.rulings.through_players == "blocked"


def _moved_twice(state: State, players: Sequence[PlayerId]) -> list[Finding]:
    found = []
    for player in dict.fromkeys(players):
        chip = chip_of(state, player)
        if chip is not None and chip.flipped is not None:
            found.append(flipped(state, player, chip))
    twice = next(player for player in players if players.count(player) > 1)
    message = f"{named(state, twice)} moves twice."
    return [*found, RULES.illegal("group.duplicate", message, 1, players.count(twice))]


def _together(state: State, moves: Sequence[PlayerMoved]) -> list[Finding]:
    found = []
    places = [chip.at for move in moves if (chip := chip_of(state, move.player)) is not None]
    lines = [LINE.get(place) for place in places]
    if len(set(lines)) > 1:
        other = next(place for place, line in zip(places, lines, strict=True) if line != lines[0])
        apart = f"{place_name(places[0])} and {place_name(other)}"
        message = f"Group members start from one line, but {apart} are in two."
        found.append(RULES.illegal("group.lines", message, lines[0], LINE.get(other)))
    ways = {
        way
        for place, move in zip(places, moves, strict=False)
        if (way := direction(place, move.to)) is not None
    }
    if len(ways) > 1:
        message = f"The group moves in one direction, not in {len(ways)}."
        found.append(RULES.illegal("group.directions", message, 1, len(ways)))
    return found


def single_options(state: State, player: Player, chip: Chip) -> Iterator[Option]:
    """One PlayerMoved per box that an upright outfield chip may be moved to."""
    for to in destinations(state, player.id, chip, reach(state, player.id)):
        data = {"player": player.id, "to": to}
        label = f"#{player.number} to {to}"
        weight = _gain(player.seat, chip.at, to) / 100
        yield Option("PlayerMoved", player.seat, data, label, piece=player.id, to=to, weight=weight)


def tractor_options(state: State, seat: Seat) -> Iterator[Option]:
    """One TractorMoved per tractor and box."""
    if state.turn.tractor_used:
        return
    for player, chip in outfield(state, seat):
        if chip.flipped is None and has(state, player.id, "tractor"):
            for to in destinations(state, player.id, chip, reach(state, player.id)):
                data = {"player": player.id, "to": to}
                label = f"#{player.number} to {to}, extra movement"
                yield Option("TractorMoved", seat, data, label, piece=player.id, to=to)


def group_options(state: State, seat: Seat) -> Iterator[Option]:
    """Per line and direction one GroupMoved of every upright chip that can step one box."""
    lines: dict[int, list[tuple[Player, Chip]]] = {}
    for player, chip in outfield(state, seat):
        if chip.flipped is None and chip.at in LINE:
            lines.setdefault(LINE[chip.at], []).append((player, chip))
    for line, members in sorted(lines.items()):
        for way in DIRECTIONS if len(members) > 1 else ():
            moves = _one_step(state, members, way)
            if len(moves) > 1:
                numbers = " ".join(f"#{move.player[1:]}" for move in moves)
                label = f"{numbers} from line {line} one box {_WAYS[way]}"
                data = {"moves": [{"player": m.player, "to": m.to} for m in moves]}
                yield Option("GroupMoved", seat, data, label)


_WAYS = {
    (-1, 1): "up and left",
    (0, 1): "up",
    (1, 1): "up and right",
    (-1, 0): "left",
    (1, 0): "right",
    (-1, -1): "down and left",
    (0, -1): "down",
    (1, -1): "down and right",
}


def _one_step(
    state: State, members: Sequence[tuple[Player, Chip]], way: Direction
) -> list[PlayerMoved]:
    """The steps of those who can take one, front to back: who goes is in nobody's way."""
    dx, dy = way
    ordered = sorted(members, key=lambda m: (-(X[m[1].at] * dx + Y[m[1].at] * dy), m[0].number))
    moves: list[PlayerMoved] = []
    for player, chip in ordered:
        to = next(iter(ray(chip.at, way)), None)
        there = any(move.to == to for move in moves)
        if to is not None and not there and not move_findings(state, player.id, chip, to, 1):
            state = lifted(state, (player.id,))
            moves.append(PlayerMoved(player.id, to))
    return moves


def free_move_options(state: State) -> Iterator[Option]:
    """One FreeMoveTaken per box within range, and one that stays."""
    free = state.free_move
    chip = None if free is None else chip_of(state, free.player)
    if free is None or chip is None:
        return
    number = state.setup.players[free.player].number
    for to in destinations(state, free.player, chip, free.range):
        weight = 0.5 + _gain(free.by, chip.at, to) / 10
        yield Option(
            "FreeMoveTaken",
            free.by,
            {"to": to},
            f"#{number} on to {to}",
            piece=free.player,
            to=to,
            weight=weight,
        )
    yield Option(
        "FreeMoveTaken", free.by, {"to": None}, f"#{number} stays", piece=free.player, weight=0.5
    )


def reposition_options(state: State) -> Iterator[Option]:
    """Single and group movements after a save, and to be done."""
    if state.reposition is None:
        return
    seat = state.reposition.by
    for player, chip in outfield(state, seat):
        if chip.flipped is None:
            yield from single_options(state, player, chip)
    yield from group_options(state, seat)
    yield Option("RepositioningDone", seat, {}, "Done repositioning", weight=1.0)


def destinations(state: State, player: PlayerId, chip: Chip, boxes: int) -> list[str]:
    """Where a chip may be moved when it may move that many boxes, by row and column."""
    if chip.at not in LINE:
        return []
    taken = occupied(state)
    found = []
    for way in DIRECTIONS:
        for box in ray(chip.at, way)[:boxes]:
            if stops(state, player, box):
                break
            other = taken.get(box)
            if other is None:
                found.append(box)
            elif (there := chip_of(state, other)) is None or _blocks(state, there):
                break
    return sorted(found, key=lambda box: (Y[box], X[box]))


def _gain(seat: Seat, start: Place, end: Place) -> int:
    return ADVANCE[seat][end] - ADVANCE[seat][start]
