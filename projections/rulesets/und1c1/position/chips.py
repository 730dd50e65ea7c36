"""What can be read off the table: who stands where, who can do what, markers, off-side line."""

from __future__ import annotations

from collections.abc import Iterator

from projections.rulesets.und1c1.board.pitch import AROUND, DEPTH, GOAL, GOALS, HALF, Place, path
from projections.rulesets.und1c1.components import AttackBox
from projections.rulesets.und1c1.payloads.seats import OTHER, Seat
from projections.rulesets.und1c1.setup import Player
from projections.rulesets.und1c1.state import Chip, Chips, PlayerId, State


def chips_of(state: State, seat: Seat) -> Chips:
    """The chips of a coach on the pitch or in a goal."""
    return state.chips.a if seat == "a" else state.chips.b


def chip_of(state: State, player: PlayerId) -> Chip | None:
    """The chip of a player; None when it is not on the pitch."""
    return (state.chips.a if player[0] == "a" else state.chips.b).get(player)


def place_of(state: State, player: PlayerId | None) -> Place | None:
    """Where a player stands; None when there is none or he is not on the pitch."""
    chip = chip_of(state, player) if player is not None else None
    return None if chip is None else chip.at


def named(state: State, player: PlayerId) -> str:
    """A player as findings name him: `#9 Lark 9 (Ada)`, or `#77 (Ada)` whom no squad has."""
    known = state.setup.players.get(player)
    name = "" if known is None else f" {known.name}"
    return f"#{player[1:]}{name} ({state.setup.names[player[0]]})"


def is_goalkeeper(state: State, player: PlayerId) -> bool:
    """Whether a player's role is goalkeeper."""
    known = state.setup.players.get(player)
    return known is not None and known.is_goalkeeper


def keeper_of(state: State, seat: Seat) -> PlayerId | None:
    """The goalkeeper of a seat: its purple chip, the one in the own goal before any other."""
    chips = chips_of(state, seat)
    found = None
    for player in state.setup.keepers[seat]:
        chip = chips.get(player)
        if chip is not None:
            if chip.at == GOAL[seat]:
                return player
            found = found or player
    return found


def outfield(state: State, seat: Seat) -> Iterator[tuple[Player, Chip]]:
    """The outfield chips of a coach by number."""
    chips = chips_of(state, seat)
    for player in state.setup.squads[seat].values():
        if not player.is_goalkeeper and (chip := chips.get(player.id)) is not None:
            yield player, chip


def occupied(state: State) -> dict[Place, PlayerId]:
    """Who stands in each place that is taken."""
    chips = state.chips
    taken = {chip.at: player for player, chip in chips.a.items()}
    taken.update((chip.at, player) for player, chip in chips.b.items())
    return taken


def has(state: State, player: PlayerId, ability: str) -> bool:
    """Whether a player has an ability, printed (a black form includes the plain one) or granted."""
    if ability in state.setup.players[player].abilities:
        return True
    return bool(state.effects) and any(
        ability in (g, g.removeprefix("black_")) for g in _granted(state, player)
    )


def bonus(state: State, player: PlayerId | None, ability: str) -> int:
    """What an ability adds to the player's score: 2 in its black form, 1 in the plain one, or 0."""
    if player is None:
        return 0
    printed = state.setup.players.get(player)
    if printed is None:
        return 0
    known: int = printed.bonuses.get(ability, 0)
    for granted in _granted(state, player) if state.effects else ():
        if granted.removeprefix("black_") == ability:
            known = max(known, 2 if granted != ability else 1)
    return known


def _granted(state: State, player: PlayerId) -> Iterator[str]:
    setup = state.setup
    for entry in state.effects:
        if entry.player == player and setup.abilities and entry.card in setup.cards:
            effect = setup.cards[entry.card].effect
            if effect.kind == "grant_ability" and effect.grant is not None:
                yield effect.grant


def reach(state: State, player: PlayerId) -> int:
    """How many boxes a player may be moved: 2, with the ball 1, a rabbit one more."""
    boxes = 1 if state.ball == player else 2
    if has(state, player, "rabbit"):
        boxes += 1
    for entry in state.effects:
        if entry.player == player and entry.card in state.setup.cards:
            effect = state.setup.cards[entry.card].effect
            if effect.kind == "extra_box":
                boxes += effect.amount or 0
    return boxes


def shrugs_off_white(state: State, player: PlayerId) -> bool:
    """Whether the white padlock is not effective against a player: a gorilla without the ball."""
    return state.ball != player and has(state, player, "gorilla")


def stops(state: State, player: PlayerId, box: str) -> bool:
    """Whether a padlock in that box stops the player."""
    locks = state.padlocks
    if box == locks.black:
        return True
    return box == locks.white and not shrugs_off_white(state, player)


def steps(start: Place, end: Place) -> tuple[str, ...]:
    """The boxes a move steps on; only its end when it has no direction."""
    return path(start, end) or (end,)


def attack_box(state: State, seat: Seat, place: Place | None) -> AttackBox | None:
    """What the place is good for to the coach who attacks there; None for a neutral box."""
    return None if place is None else state.setup.attack[seat].get(place)


def value_of(state: State, seat: Seat, place: Place | None) -> int:
    """The bonus or malus of the box for a shot or header of `seat`; 0 where there is none."""
    box = attack_box(state, seat, place)
    return 0 if box is None else box.value or 0


def marks(state: State, chip: Chip) -> bool:
    """Whether a chip may mark or stand in front, flipped or not (ruling `flipped_marks`)."""
    return chip.flipped is None or state.setup.rulings.flipped_marks == "yes"


def markers(state: State, seat: Seat, receiver: PlayerId, place: Place) -> list[str]:
    """Who marks a receiver of `seat` there: opponents, `white` and `black` padlock, goalkeeper."""
    setup = state.setup
    around = AROUND[place]
    other = OTHER[seat]
    found = _standing_in(state, other, around)
    locks = state.padlocks
    if locks.white in around and not (
        setup.rulings.gorilla_marking == "no" and shrugs_off_white(state, receiver)
    ):
        found.append("white")
    if locks.black in around:
        found.append("black")
    box = setup.attack[seat].get(place)
    if box is not None and box.value is not None and box.value >= 3:
        keeper = keeper_of(state, other)
        if keeper is not None:
            found.append(keeper)
    return found


def in_front(state: State, seat: Seat, place: Place | None) -> bool:
    """Whether an outfield opponent or a padlock stands right in front of a shooter of `seat`."""
    if place is None or place in GOALS:
        return False
    front = state.setup.front[seat][place]
    locks = state.padlocks
    if locks.white in front or locks.black in front:
        return True
    return bool(_standing_in(state, OTHER[seat], frozenset(front)))


def _standing_in(state: State, seat: Seat, boxes: frozenset[str]) -> list[PlayerId]:
    """The outfield chips of a coach that mark somebody from one of these boxes."""
    chips = chips_of(state, seat)
    if boxes.isdisjoint([chip.at for chip in chips.values()]):
        return []
    goalkeepers = state.setup.keepers[seat]
    return [
        player
        for player, chip in chips.items()
        if chip.at in boxes and player not in goalkeepers and marks(state, chip)
    ]


def inside_area(state: State, seat: Seat, place: Place | None) -> bool:
    """Whether a place is inside the penalty area that `seat` attacks."""
    return place is not None and state.setup.area_of.get(place) == OTHER[seat]


def offside_depth(state: State, seat: Seat) -> int | None:
    """How far from the goal that `seat` attacks the off-side line lies, in rows; None: no line."""
    other = OTHER[seat]
    depth = DEPTH[seat]
    goalkeepers = state.setup.keepers[other]
    rows = [
        depth[chip.at]
        for player, chip in chips_of(state, other).items()
        if player not in goalkeepers
    ]
    return min(rows, default=None)


def offside_row(state: State, seat: Seat) -> int | None:
    """The row of the off-side line that limits receivers of `seat`."""
    depth = offside_depth(state, seat)
    return None if depth is None else 15 - depth if seat == "a" else depth


def is_offside(state: State, seat: Seat, passer: Place, receiver: Place) -> bool:
    """Whether a receiver of `seat` stands beyond the off-side line and ahead of the passer."""
    if receiver not in HALF[OTHER[seat]]:
        return False
    depth = DEPTH[seat]
    if depth[passer] <= depth[receiver]:
        return False
    line = offside_depth(state, seat)
    return line is not None and depth[receiver] < line


def closest_opponents(state: State, seat: Seat, place: Place) -> tuple[PlayerId, ...]:
    """The opponents of `seat` nearest to a place who may have the ball, by number."""
    setup, rulings = state.setup, state.setup.rulings
    other = OTHER[seat]
    goalkeepers = () if rulings.goalkeeper_intercepts == "yes" else setup.keepers[other]
    distance = setup.measure.squared if rulings.closest == "euclidean" else setup.measure.boxes
    reached = [
        (distance(chip.at, place), setup.players[player].number, player)
        for player, chip in chips_of(state, other).items()
        if player not in goalkeepers
        and (chip.flipped is None or rulings.flipped_intercepts == "yes")
    ]
    if not reached:
        return ()
    nearest = min(reached)[0]
    return tuple(player for far, _, player in sorted(reached) if far == nearest)
