"""Single Movement and Group Movement, the extra movement of a tractor, the free move of a duel."""

from __future__ import annotations

from collections.abc import Sequence

from projections.kit.ruleset import Finding
from projections.und1c1.actions import FreeMoveTaken, GroupMoved, PlayerMoved, TractorMoved
from projections.und1c1.gates import flipped, obliged, spending
from projections.und1c1.moving import stepped
from projections.und1c1.pitch import LINE, Place, direction, path
from projections.und1c1.position import chip_of, has, is_goalkeeper, named, reach, stops
from projections.und1c1.rulebook import RULES
from projections.und1c1.state import Chip, FreeMove, PlayerId, State


def check_single(state: State, data: PlayerMoved) -> list[Finding]:
    """Single Movement, in a turn or after a save."""
    found = [] if state.reposition is not None else spending(state, "PlayerMoved", data.player)
    return found + _of_chip(state, data.player, data.to)


def check_group(state: State, data: GroupMoved) -> list[Finding]:
    """Group Movement: each move on the position that those listed before it left."""
    moves = data.moves
    found = []
    if state.reposition is None:
        found += spending(state, "GroupMoved", moves[0].player)
    players = [move.player for move in moves]
    if len(set(players)) < len(players):
        return found + _moved_twice(state, players)
    position = state
    for move in moves:
        found += _of_chip(position, move.player, move.to)
        position = stepped(position, (move,))
    return found + _together(state, moves)


def check_tractor(state: State, data: TractorMoved) -> list[Finding]:
    """The extra movement: once a turn, by a player with the tractor ability."""
    found = obliged(state, "TractorMoved", data.player)
    found += _of_chip(state, data.player, data.to)
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


def _of_chip(state: State, player: PlayerId, to: Place) -> list[Finding]:
    chip = chip_of(state, player)
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
        message = f"{named(state, player)} moves from {chip.at} to {to}, but moves are straight."
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
    end = way[-1]
    found = []
    through = False
    for chips in (state.chips.a, state.chips.b):
        for other, chip in chips.items():
            if chip.at in way and other != player:
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
        message = f"Group members start from one line, but {places[0]} and {other} are in two."
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
